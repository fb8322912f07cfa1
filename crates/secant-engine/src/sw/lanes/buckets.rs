//! Sums of many affine points per list, eight lists side by side.
//!
//! A lane holds one list (or a piece of a large one) at a time. Its points are added up pairwise; all pairs of a
//! round share one inversion, which leaves six products for an addition. Pieces of like size are put side by side.

use super::{additions::Additions, projective::Affine};
use crate::{
    kept::with_kept,
    lanes::{
        lists::Lists,
        pieces::{Layout, pieces},
        ring::Ring,
    },
};
use alloc::vec::Vec;

/// The sum of each list, if it has points and they do not cancel.
pub struct Sums<P> {
    pub points: Vec<Affine<P>>,
    pub present: Vec<bool>,
}

/// Vectors of points that are gathered together: with about as many that were before they take half a megabyte for
/// coordinates of 384 bits, and an L2 cache has to hold their denominators and the next points too.
const BATCH: usize = 256;

/// The sums of all lists; `None` for points that the formulas do not serve.
pub fn sums<R: Ring>(token: R::Token, a: &R, points: &[Affine<R::Packed>], lists: &Lists) -> Option<Sums<R::Packed>> {
    let count = lists.all().len();
    let mut out = Sums {
        points: alloc::vec![Affine::default(); count],
        present: alloc::vec![false; count],
    };
    with_kept(
        || Additions::new(token),
        |additions| {
            let mut next = level(token, a, points, lists, &mut out, additions)?;
            while let Some((points, lists)) = next {
                next = level(token, a, &points, &lists, &mut out, additions)?;
            }
            Some(out)
        },
    )
}

/// The points of a further level.
type Next<P> = Option<(Vec<Affine<P>>, Lists)>;

/// Adds up every piece; those of lists with several are the points of the next level.
fn level<R: Ring>(
    token: R::Token,
    a: &R,
    points: &[Affine<R::Packed>],
    lists: &Lists,
    out: &mut Sums<R::Packed>,
    additions: &mut Additions<R>,
) -> Option<Next<R::Packed>> {
    let (pieces, parts) = pieces(lists);
    let mut partial = Sums {
        points: alloc::vec![Affine::default(); parts],
        present: alloc::vec![false; parts],
    };
    let layout = Layout::new(lists, &pieces);
    let mut rest = layout.rows();
    additions.clear();
    loop {
        let rows = rest.take(BATCH);
        if additions.is_empty() && rows.groups.is_empty() {
            break;
        }
        additions.round(token, a, points, rows)?;
        additions.store(token, &pieces, out, &mut partial);
    }
    if parts == 0 {
        return Some(None);
    }
    let mut list = alloc::vec![0; parts];
    for piece in pieces.iter().filter(|piece| !piece.whole) {
        list[piece.slot as usize] = piece.list as usize;
    }
    let next = Lists::of_sets(lists.all().len(), parts, 1, |_, slot| {
        partial.present[slot].then_some(list[slot])
    });
    Some(Some((partial.points, next)))
}
