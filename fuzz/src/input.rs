//! Inputs made of parts.

/// What is left of an input; what is missing is zero or empty.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// All of it.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        byte
    }

    /// The next bytes, as many as the two before them say, the less significant first.
    pub fn part(&mut self) -> &'a [u8] {
        let len = usize::from(u16::from_le_bytes([self.byte(), self.byte()]));
        let (part, rest) = self.0.split_at(len.min(self.0.len()));
        self.0 = rest;
        part
    }

    /// All that follows.
    pub const fn rest(self) -> &'a [u8] {
        self.0
    }
}

/// An input for [`Input`].
#[derive(Default)]
pub struct Parts(Vec<u8>);

impl Parts {
    /// With bytes at its start.
    pub fn new(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }

    /// With one more part.
    #[must_use]
    pub fn part(mut self, part: &[u8]) -> Self {
        self.0.extend((part.len() as u16).to_le_bytes());
        self.rest(part)
    }

    /// With bytes behind it.
    #[must_use]
    pub fn rest(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// The input.
    pub fn bytes(self) -> Vec<u8> {
        self.0
    }
}
