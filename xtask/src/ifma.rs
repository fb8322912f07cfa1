//! `cargo xtask ifma`.

use crate::context::{Context, find, has, write};
use crate::workspaces::USUAL;
use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;
use xshell::cmd;

/// Tests on an emulated processor with AVX-512 IFMA, for machines that have none.
///
/// Tests of IFMA are skipped where the processor has none. Bochs emulates a whole PC. So this starts a small Linux there, with the
/// test programs in its memory. Bochs runs some fifty million instructions a second: ten minutes for what is quick.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Ifma {
    /// Test programs, by name; what is quick if left out.
    names: Vec<String>,
    /// Bochs.
    #[arg(long, env = "BOCHS", value_name = "PROGRAM", default_value = "bochs")]
    bochs: PathBuf,
    /// A Linux kernel, such as /boot/vmlinuz-*.
    #[arg(long, env = "KERNEL", value_name = "FILE")]
    kernel: PathBuf,
    /// When to give up, as `timeout` takes it.
    #[arg(long, env = "LIMIT", value_name = "TIME", default_value = "2h")]
    limit: String,
    /// Build the programs and the disc, and leave them.
    #[arg(long)]
    no_run: bool,
    /// Arguments of the test programs.
    #[arg(last = true)]
    arguments: Vec<String>,
}

const HELP: &str = "It needs
- Bochs, built from its source with --enable-cpu-level=6 --enable-x86-64 --enable-avx --enable-evex --enable-all-optimizations
  --with-nogui, since Debian's has no AVX;
- a Linux kernel: that of the machine, or of a package such as Debian's linux-image-*-cloud-amd64 (dpkg-deb -x);
- Debian's bochsbios, isolinux, syslinux-common, xorriso, cpio and busybox-static.

The clock of the emulated processor counts instructions, some 2208 million a second: times that tests print there are counts.

Examples:
  cargo xtask ifma --bochs bochs --kernel vmlinuz                          what is quick
  cargo xtask ifma --kernel vmlinuz against_arkworks                       another test program: half an hour
  cargo xtask ifma --kernel vmlinuz secant_field kernels -- lanes::        unit tests of a crate";

/// Test programs that take minutes there.
const QUICK: [&str; 6] = [
    "kernels",
    "secant_engine",
    "edwards_completion",
    "msm",
    "hash",
    "membership",
];
/// What the back end looks for. Without one of these tests would pass on other lanes.
const FLAGS: &str = "adx bmi2 avx512f avx512dq avx512bw avx512vl avx512ifma";
const TOOLS: [&str; 8] = ["xorriso", "cpio", "busybox", "gzip", "ldd", "strip", "tail", "timeout"];
const LOADER: [&str; 2] = [
    "/usr/lib/ISOLINUX/isolinux.bin",
    "/usr/lib/syslinux/modules/bios/ldlinux.c32",
];
const LOADED: &str = "DEFAULT tests
LABEL tests
 KERNEL /vmlinuz
 APPEND initrd=/memory.gz console=ttyS0 quiet mitigations=off nopti tsc=reliable lpj=1000000 no_timer_check lsm=capability
";

impl Ifma {
    /// Runs the tests there.
    pub fn run(&self) -> Result<()> {
        let context = Context::new(false)?;
        for tool in TOOLS {
            ensure!(has(tool), "{tool} is missing: see cargo xtask ifma --help");
        }
        let bochs = self.bochs()?;
        let here = env::current_dir()?;
        let kernel = here.join(&self.kernel);
        ensure!(kernel.is_file(), "there is no kernel {}", kernel.display());

        println!("== programs, of the build of cargo xtask test");
        let programs = self.programs(&context)?;
        println!("== a disc with Linux and them");
        let work = context.target_dir().join("ifma");
        if work.exists() {
            fs::remove_dir_all(&work)?;
        }
        let disc = make_disc(&context, &work, &kernel, &programs, &self.arguments)?;
        let Some(bochs) = bochs else {
            println!("{}", disc.display());
            return Ok(());
        };
        println!("== Bochs");
        self.emulate(&context, &work, &bochs, &disc)
    }

    /// The emulator, unless it is not wanted.
    fn bochs(&self) -> Result<Option<PathBuf>> {
        if self.no_run {
            return Ok(None);
        }
        let name = self.bochs.to_string_lossy();
        let found = match name.contains('/') {
            true => Some(env::current_dir()?.join(&self.bochs)).filter(|file| file.is_file()),
            false => find(&name),
        };
        Ok(Some(found.with_context(|| {
            format!("{name} is missing: see cargo xtask ifma --help")
        })?))
    }

    fn programs(&self, context: &Context) -> Result<Vec<PathBuf>> {
        let usual = USUAL;
        let messages = context.read(cmd!(
            context.shell,
            "cargo test --release --locked {usual...} --no-run --message-format=json-render-diagnostics"
        ))?;
        let all = test_programs(&messages);
        let names: Vec<&str> = match self.names.is_empty() {
            true => QUICK.to_vec(),
            false => self.names.iter().map(String::as_str).collect(),
        };
        let mut programs = Vec::new();
        for name in names {
            let before = programs.len();
            programs.extend(all.iter().filter(|program| is_named(program, name)).cloned());
            ensure!(programs.len() > before, "no test program {name}");
        }
        Ok(programs)
    }

    fn emulate(&self, context: &Context, work: &Path, bochs: &Path, disc: &Path) -> Result<()> {
        let (settings, out) = (work.join("bochsrc"), work.join("out.txt"));
        write(context, &settings, &bochsrc(work, disc))?;
        write(context, &out, "")?;
        let follower = Follower(Command::new("tail").arg("-f").arg(&out).spawn()?);
        let limit = &self.limit;
        // It ends with an error when Linux turns the machine off.
        let command = cmd!(context.shell, "timeout {limit} {bochs} -q -f {settings}");
        let output = command.ignore_status().quiet().output()?;
        fs::write(work.join("tty.txt"), [output.stdout, output.stderr].concat())?;
        sleep(Duration::from_secs(1));
        drop(follower);
        let text = fs::read(&out)?;
        if !String::from_utf8_lossy(&text)
            .lines()
            .any(|line| line.trim_end() == "ENDED 0")
        {
            bail!("failed: see out.txt and bochs.log in {}", work.display());
        }
        Ok(())
    }
}

/// A process that shows what a file gets.
struct Follower(Child);

impl Drop for Follower {
    fn drop(&mut self) {
        // Nothing can be done where it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The programs of tests, from what cargo says in JSON.
fn test_programs(messages: &str) -> Vec<PathBuf> {
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let tests = messages.filter(|message| message["profile"]["test"] == true);
    tests
        .filter_map(|message| message["executable"].as_str().map(PathBuf::from))
        .collect()
}

/// Whether a file has the name of a test, which cargo adds a hash to.
fn is_named(program: &Path, name: &str) -> bool {
    let stem = program.file_stem().unwrap_or_default().to_string_lossy();
    stem.rsplit_once('-').is_some_and(|(stem, _)| stem == name)
}

/// A disc that starts Linux, whose first file system has the programs and runs them.
fn make_disc(
    context: &Context,
    work: &Path,
    kernel: &Path,
    programs: &[PathBuf],
    arguments: &[String],
) -> Result<PathBuf> {
    let shell = &context.shell;
    let (disc, memory) = (work.join("disc"), work.join("memory"));
    for folder in ["bin", "tests", "proc", "sys", "dev", "tmp"] {
        shell.create_dir(memory.join(folder))?;
    }
    shell.create_dir(&disc)?;
    let busybox = find("busybox").context("busybox is missing")?;
    shell.copy_file(busybox, memory.join("bin/busybox"))?;
    for program in programs {
        let stripped = memory.join("tests").join(program.file_name().unwrap_or_default());
        context.run(cmd!(shell, "strip -o {stripped} {program}"))?;
        for library in libraries(&context.read(cmd!(shell, "ldd {program}"))?) {
            let to = memory.join(library.trim_start_matches('/'));
            shell.create_dir(to.parent().unwrap_or(&memory))?;
            shell.copy_file(library, to)?;
        }
    }
    let start = memory.join("init");
    write(context, &start, &init(arguments))?;
    context.run(cmd!(shell, "chmod +x {start}"))?;
    {
        let _folder = shell.push_dir(&memory);
        let files = cmd!(shell, "find .").read()?;
        let archive = cmd!(shell, "cpio --quiet -o -H newc").stdin(files).output()?.stdout;
        let packed = cmd!(shell, "gzip -1").stdin(archive).output()?.stdout;
        fs::write(disc.join("memory.gz"), packed)?;
    }
    shell.copy_file(kernel, disc.join("vmlinuz"))?;
    for file in LOADER {
        shell.copy_file(file, &disc)?;
    }
    write(context, &disc.join("isolinux.cfg"), LOADED)?;
    let image = work.join("disc.iso");
    let options = ["-no-emul-boot", "-boot-load-size", "4", "-boot-info-table"];
    context.run(cmd!(
        shell,
        "xorriso -as mkisofs -quiet -o {image} -b isolinux.bin -c boot.cat {options...} {disc}"
    ))?;
    Ok(image)
}

/// The files that `ldd` says a program loads.
fn libraries(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.starts_with('/'))
}

/// What Linux starts.
fn init(arguments: &[String]) -> String {
    let quoted = |argument: &String| format!("'{}'", argument.replace('\'', r"'\''"));
    let arguments: Vec<String> = arguments.iter().map(quoted).collect();
    let arguments = arguments.join(" ");
    format!(
        r#"#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t devtmpfs dev /dev
ended=0
for flag in {FLAGS}; do
    /bin/busybox grep -q "^flags.* $flag" /proc/cpuinfo || {{ echo "no $flag"; ended=1; }}
done
for program in /tests/*; do
    echo "== $program"
    SECANT_BACKEND=ifma $program --test-threads=1 {arguments} 2>&1 || ended=1
done
echo "ENDED $ended"
# Until the last line has been sent.
/bin/busybox sleep 1
/bin/busybox poweroff -f
"#
    )
}

/// The settings of Bochs, whose newer models of processors do not start that Linux.
fn bochsrc(work: &Path, disc: &Path) -> String {
    let (work, disc) = (work.display(), disc.display());
    format!(
        "cpu: model=corei3_cnl, ips=50000000, ignore_bad_msrs=1
megs: 2048
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
display_library: nogui
ata0-master: type=cdrom, path={disc}, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev={work}/out.txt
log: {work}/bochs.log
panic: action=fatal
clock: sync=none
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_messages() {
        let messages = r#"{"reason":"compiler-artifact","profile":{"test":true},"executable":"/t/deps/msm-0123"}
{"reason":"compiler-artifact","profile":{"test":false},"executable":"/t/secant"}
{"reason":"compiler-artifact","profile":{"test":true},"executable":null}
{"reason":"build-finished","success":true}"#;
        let programs = test_programs(messages);
        assert_eq!(programs, [PathBuf::from("/t/deps/msm-0123")]);
        assert!(is_named(&programs[0], "msm"));
        assert!(!is_named(&programs[0], "ms"));
    }

    #[test]
    fn libraries_of_a_program() {
        let text = "\tlinux-vdso.so.1 (0x1)\n\tlibc.so.6 => /lib/libc.so.6 (0x2)\n\t/lib64/ld.so.2 (0x3)\n";
        assert!(libraries(text).eq(["/lib/libc.so.6", "/lib64/ld.so.2"]));
    }

    #[test]
    fn arguments_are_quoted() {
        let script = init(&["lanes::".to_owned(), "it's".to_owned()]);
        assert!(
            script.contains(r"--test-threads=1 'lanes::' 'it'\''s' 2>&1 || ended=1"),
            "{script}"
        );
        assert!(script.contains("|| { echo \"no $flag\"; ended=1; }"));
    }
}
