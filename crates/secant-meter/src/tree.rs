//! A tree of calls while it is counted.

/// A procedure as the counted code names it.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The name of the type that it works on: a function, so that nothing is computed while it is counted.
    pub of: fn() -> &'static str,
}

impl Key {
    /// Whether both come from the same place for the same type. A procedure may have several keys, where it was compiled
    /// several times; they are brought together in a [`crate::Profile`].
    #[inline]
    fn is(&self, other: &Self) -> bool {
        core::ptr::eq(self.name.as_ptr(), other.name.as_ptr()) && core::ptr::fn_addr_eq(self.of, other.of)
    }
}

/// A procedure as it is called by another.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The procedure.
    pub key: Key,
    /// The caller; the root's is itself.
    parent: usize,
    /// What it calls.
    pub children: Vec<usize>,
    /// What was counted.
    pub counts: Counts,
}

/// What is counted of a procedure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Calls.
    pub calls: u64,
    /// Elements that they worked on: several in a call on lanes.
    pub elements: u64,
    /// Halves of products of a prime field that they are themselves.
    pub halves: u64,
    /// Ticks of the clock, with all that they call.
    pub ticks: u64,
}

/// All branches; the first is the root, and the others come behind their callers.
#[derive(Clone, Debug)]
pub struct Tree {
    branches: Vec<Branch>,
    /// The procedure that runs.
    now: usize,
}

impl Tree {
    pub const ROOT: usize = 0;

    pub fn new() -> Self {
        let key = Key { name: "", of: || "" };
        let root = Branch {
            key,
            parent: Self::ROOT,
            children: Vec::new(),
            counts: Counts::default(),
        };
        Self {
            branches: vec![root],
            now: Self::ROOT,
        }
    }

    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The time of everything.
    pub fn ticks(&self) -> u64 {
        self.branches[Self::ROOT].counts.ticks
    }

    /// Sets the time of everything.
    pub fn set_ticks(&mut self, ticks: u64) {
        self.branches[Self::ROOT].counts.ticks = ticks;
    }

    /// The number of calls.
    pub fn calls(&self) -> u64 {
        self.branches.iter().map(|branch| branch.counts.calls).sum()
    }

    /// The branch of a procedure called by another.
    #[inline]
    fn child(&mut self, parent: usize, key: Key) -> usize {
        let children = &self.branches[parent].children;
        match children.iter().find(|&&child| self.branches[child].key.is(&key)) {
            Some(&child) => child,
            None => self.grow(parent, key),
        }
    }

    #[cold]
    fn grow(&mut self, parent: usize, key: Key) -> usize {
        let child = self.branches.len();
        self.branches.push(Branch {
            key,
            parent,
            children: Vec::new(),
            counts: Counts::default(),
        });
        self.branches[parent].children.push(child);
        child
    }

    /// A procedure starts.
    #[inline]
    pub fn enter(&mut self, key: Key) {
        self.now = self.child(self.now, key);
    }

    /// The procedure that runs ends.
    #[inline]
    pub fn leave(&mut self, counts: Counts) {
        let branch = &mut self.branches[self.now];
        branch.counts.add(&counts);
        self.now = branch.parent;
    }

    /// From the root to the procedure that runs.
    pub fn path(&self) -> Vec<Key> {
        let mut path = Vec::new();
        let mut at = self.now;
        while at != Self::ROOT {
            path.push(self.branches[at].key);
            at = self.branches[at].parent;
        }
        path.reverse();
        path
    }

    /// Adds another tree below the end of a path.
    pub fn merge(&mut self, path: &[Key], other: &Self) {
        let top = path.iter().fold(Self::ROOT, |at, key| self.child(at, *key));
        let mut places = vec![top];
        for branch in &other.branches[1..] {
            let place = self.child(places[branch.parent], branch.key);
            self.branches[place].counts.add(&branch.counts);
            places.push(place);
        }
    }
}

impl Counts {
    #[inline]
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.elements += other.elements;
        self.halves += other.halves;
        self.ticks += other.ticks;
    }
}
