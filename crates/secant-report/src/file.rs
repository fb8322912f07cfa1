//! Files from elsewhere. No more is read than such a file may hold.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Why the contents of a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadFileError {
    /// The system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is larger than any file of its kind, or has no end.
    #[error("it has more than {most} bytes, which is more than any such file has")]
    Large {
        /// The largest allowed size.
        most: u64,
    },
}

/// Reads a file of at most `most` bytes. It reads at most one byte more.
///
/// # Errors
/// If the file cannot be read, or is larger.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, ReadFileError> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(ReadFileError::Large { most });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_there_may_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, [7; 100]).expect("a file");
        assert_eq!(read_at_most(&path, 100).expect("bytes"), [7; 100]);
        let error = read_at_most(&path, 99).expect_err("one byte more");
        assert!(matches!(error, ReadFileError::Large { most: 99 }), "{error}");
        assert!(matches!(
            read_at_most(&folder.path().join("none"), 9),
            Err(ReadFileError::Io(_))
        ));
        assert!(matches!(read_at_most(folder.path(), 9), Err(ReadFileError::Io(_))));
    }

    /// A file without an end.
    #[cfg(unix)]
    #[test]
    fn zeros() {
        let error = read_at_most(Path::new("/dev/zero"), 1 << 20).expect_err("no end");
        assert!(matches!(error, ReadFileError::Large { .. }), "{error}");
    }
}
