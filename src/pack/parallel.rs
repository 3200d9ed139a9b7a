//! Work on many levels at once whose outcome does not depend on the threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::parallel;

/// Works on all items in parallel. Returns the results before the first failure, in the order of the
/// items, and that failure: whichever threads there are, it is the one of the first item that fails.
pub(super) fn in_order<T: Sync, R: Send, E: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> (Vec<R>, Result<(), E>) {
    let failed = AtomicUsize::new(usize::MAX);
    let numbered: Vec<(usize, &T)> = items.iter().enumerate().collect();
    let attempt = |&(i, item): &(usize, &T)| {
        // What comes after a failure is not needed.
        (i < failed.load(Ordering::Relaxed)).then(|| {
            let result = work(item);
            if result.is_err() {
                failed.fetch_min(i, Ordering::Relaxed);
            }
            result
        })
    };
    let results: Vec<Option<Result<R, E>>> = parallel::map(&numbered, attempt);
    let mut done = Vec::new();
    for result in results.into_iter().flatten() {
        match result {
            Ok(result) => done.push(result),
            Err(error) => return (done, Err(error)),
        }
    }
    (done, Ok(()))
}

/// The results for all items, or the failure of the first item that fails.
pub(super) fn all_in_order<T: Sync, R: Send, E: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let (done, result) = in_order(items, work);
    result.map(|()| done)
}

#[cfg(test)]
mod tests {
    use super::{all_in_order, in_order};

    #[test]
    fn the_first_failure_is_named_whichever_comes_first() {
        let items: Vec<u64> = (0..64).collect();
        let work = |&i: &u64| match i {
            // Later ones fail sooner.
            17 | 40 | 63 => {
                std::thread::sleep(std::time::Duration::from_millis(64 - i));
                Err(i)
            }
            _ => Ok(i),
        };
        for _ in 0..10 {
            let (done, result) = in_order(&items, work);
            assert_eq!((done, result), ((0..17).collect(), Err(17)));
        }
        assert_eq!(all_in_order(&items[..17], work), Ok((0..17).collect()));
    }
}
