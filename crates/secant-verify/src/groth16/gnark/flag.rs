//! The leading bits of an encoded point.

use super::super::Form;

/// What the most significant bits of an encoded point say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Flag {
    /// Both coordinates follow. On curves with two spare bits this flag also stands for infinity, if all else is zero.
    Raw,
    /// Infinity in raw form, on curves with three spare bits or more.
    RawInfinity,
    /// `x` follows, and `y` is the smaller of the two.
    Smaller,
    /// `x` follows, and `y` is the larger of the two.
    Larger,
    /// Infinity in compressed form.
    Infinity,
}

impl Flag {
    /// Splits a point's first byte into its flag and the rest. gnark uses three bits if the base field leaves three or
    /// more unused, and two otherwise. `None` if the bits have no meaning or the field leaves too few.
    pub(in super::super) fn split(first: u8, spare_bits: u64) -> Option<(Self, u8)> {
        let (bits, rest) = if spare_bits >= 3 {
            (first >> 5, first & 0b0001_1111)
        } else if spare_bits == 2 {
            (first >> 6, first & 0b0011_1111)
        } else {
            return None;
        };
        let flag = match (spare_bits, bits) {
            (2, 0b00) => Self::Raw,
            (2, 0b01) => Self::Infinity,
            (2, 0b10) => Self::Smaller,
            (2, 0b11) => Self::Larger,
            (_, 0b000) => Self::Raw,
            (_, 0b010) => Self::RawInfinity,
            (_, 0b100) => Self::Smaller,
            (_, 0b101) => Self::Larger,
            (_, 0b110) => Self::Infinity,
            _ => return None,
        };
        Some((flag, rest))
    }

    /// The first byte of infinity in raw form.
    pub(super) const fn raw_infinity(spare_bits: u64) -> u8 {
        if spare_bits >= 3 { 0b0100_0000 } else { 0 }
    }

    /// The form of the point that has this flag.
    pub(in super::super) fn form(self) -> Form {
        match self {
            Self::Raw | Self::RawInfinity => Form::Raw,
            Self::Smaller | Self::Larger | Self::Infinity => Form::Compressed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// gnark's tables of the leading bits: for fields that leave two bits, and for fields that leave three or more.
    #[test]
    fn flags() {
        for byte in 0..=255u8 {
            let (two, three) = (Flag::split(byte, 2), Flag::split(byte, 3));
            assert_eq!(three, Flag::split(byte, 7));
            assert_eq!(Flag::split(byte, 1), None);
            let expected = match byte >> 6 {
                0 => Flag::Raw,
                1 => Flag::Infinity,
                2 => Flag::Smaller,
                _ => Flag::Larger,
            };
            assert_eq!(two, Some((expected, byte & 0x3f)));
            let expected = match byte >> 5 {
                0 => Some(Flag::Raw),
                2 => Some(Flag::RawInfinity),
                4 => Some(Flag::Smaller),
                5 => Some(Flag::Larger),
                6 => Some(Flag::Infinity),
                _ => None,
            };
            assert_eq!(three, expected.map(|flag| (flag, byte & 0x1f)));
        }
    }
}
