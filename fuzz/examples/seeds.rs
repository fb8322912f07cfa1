//! Writes the seeds of all targets to `corpus/TARGET`.

use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    for (target, _) in secant_fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        let seeds = secant_fuzz::seeds::of(target)?;
        for (i, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed_{i:03}")), seed)?;
        }
        println!("{}: {} seeds", folder.display(), seeds.len());
    }
    Ok(())
}
