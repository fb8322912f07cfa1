//! The tree of calls during a record.

/// A procedure as the counted code names it.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The name of the type that it works on. It is a function, so that no name is computed during the record.
    pub of: fn() -> &'static str,
}

impl Key {
    /// Whether both come from the same place in the code and the same type. A procedure that was compiled several times
    /// has several keys. A [`crate::Profile`] merges them.
    #[inline]
    fn is(&self, other: &Self) -> bool {
        core::ptr::eq(self.name.as_ptr(), other.name.as_ptr()) && core::ptr::fn_addr_eq(self.of, other.of)
    }
}

/// A procedure as called by one caller.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The procedure.
    pub key: Key,
    /// The index of the caller. The root is its own caller.
    parent: usize,
    /// The indices of the branches that it calls.
    pub children: Vec<usize>,
    /// Its counts.
    pub counts: Counts,
}

/// The counts of a procedure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// The number of calls.
    pub calls: u64,
    /// The number of elements that the calls worked on: several in a call on lanes.
    pub elements: u64,
    /// Their own cost, in halves of a product of a prime field.
    pub halves: u64,
    /// Ticks of the clock, including all that they call.
    pub ticks: u64,
}

/// All branches. The first is the root, and each other branch comes after its caller.
#[derive(Clone, Debug)]
pub struct Tree {
    branches: Vec<Branch>,
    /// The index of the procedure that is running.
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

    /// The total time.
    pub fn ticks(&self) -> u64 {
        self.branches[Self::ROOT].counts.ticks
    }

    /// Sets the total time.
    pub fn set_ticks(&mut self, ticks: u64) {
        self.branches[Self::ROOT].counts.ticks = ticks;
    }

    /// The number of calls.
    pub fn calls(&self) -> u64 {
        self.branches.iter().map(|branch| branch.counts.calls).sum()
    }

    /// The branch of a procedure under a caller, created if it does not exist.
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

    /// Enters a procedure.
    #[inline]
    pub fn enter(&mut self, key: Key) {
        self.now = self.child(self.now, key);
    }

    /// Leaves the procedure that is running.
    #[inline]
    pub fn leave(&mut self, counts: Counts) {
        let branch = &mut self.branches[self.now];
        branch.counts.add(&counts);
        self.now = branch.parent;
    }

    /// The path from the root to the procedure that is running.
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

    /// Merges another tree into this one, below the end of a path.
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
