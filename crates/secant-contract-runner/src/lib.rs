//! The contract that verifies signatures and proofs (`guests/contract`): its modules, and calls of them in WASM engines.
#![forbid(unsafe_code)]

pub use secant_contract::{INVALID, KEY_LEN, VALID, numbers};
pub use secant_guest_runner::{Compiled, Engine, Failure, Instance};

use secant_contract::{Verdict, code};
use secant_guest_runner::{Function, Settings};
use std::fmt::Display;

/// What a contract computes itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Everything.
    Plain,
    /// What Antelope's nodes have no function for.
    Antelope,
    /// ECDSA on two curves, by RustCrypto's crates.
    Rustcrypto,
    /// Groth16 proofs, and no signatures.
    Groth16,
}

impl Flavour {
    /// The module.
    pub const fn wasm(self) -> &'static [u8] {
        match self {
            Self::Plain => include_bytes!(concat!(env!("OUT_DIR"), "/contract.wasm")),
            Self::Antelope => include_bytes!(concat!(env!("OUT_DIR"), "/contract_antelope.wasm")),
            Self::Rustcrypto => include_bytes!(concat!(env!("OUT_DIR"), "/contract_rustcrypto.wasm")),
            Self::Groth16 => include_bytes!(concat!(env!("OUT_DIR"), "/contract_groth16.wasm")),
        }
    }
}

/// A call of the contract.
#[derive(Clone, Copy, Debug)]
pub enum Call<'a> {
    /// `verify_ecdsa`.
    Ecdsa {
        /// The number of a curve, or zero for that of the key.
        curve: u32,
        /// `SubjectPublicKeyInfo`, or a point if the curve has a number.
        key: &'a [u8],
        /// The number of a hash function.
        hash: u32,
        /// What is signed, or its digest.
        message: &'a [u8],
        /// DER or P1363.
        signature: &'a [u8],
        /// A sum of [`numbers::options`].
        options: u32,
    },
    /// `verify_rsa`.
    Rsa {
        /// `SubjectPublicKeyInfo` or `RSAPublicKey`.
        key: &'a [u8],
        /// The number of a hash function.
        hash: u32,
        /// What is signed, or its digest.
        message: &'a [u8],
        /// As long as the modulus.
        signature: &'a [u8],
        /// A sum of [`numbers::options`].
        options: u32,
        /// The number of the hash function of PSS's mask, or zero for the message's.
        mask: u32,
        /// The length of PSS's salt in bytes, -1 for a digest's, -2 for any.
        salt: i32,
    },
    /// `recover_secp256k1`.
    Recover {
        /// What is signed.
        digest: &'a [u8],
        /// `r` and `s`, 32 bytes each.
        signature: &'a [u8],
        /// Which of the keys.
        id: u32,
    },
    /// `verify_groth16`.
    Groth16 {
        /// A verification key, as snarkjs or gnark writes it.
        key: &'a [u8],
        /// A proof.
        proof: &'a [u8],
        /// Its public inputs.
        public: &'a [u8],
    },
}

/// What an export takes.
enum Argument<'a> {
    Number(u32),
    Buffer(&'a [u8]),
}

impl<'a> Call<'a> {
    /// The code that the same function gives in this program.
    pub fn native(&self) -> i32 {
        code(self.verdict())
    }

    fn verdict(&self) -> Verdict {
        match *self {
            Self::Ecdsa {
                curve,
                key,
                hash,
                message,
                signature,
                options,
            } => secant_contract::verify_ecdsa(curve, key, hash, message, signature, options),
            Self::Rsa {
                key,
                hash,
                message,
                signature,
                options,
                mask,
                salt,
            } => secant_contract::verify_rsa(key, hash, message, signature, options, mask, salt),
            Self::Recover { digest, signature, id } => {
                secant_contract::recover_secp256k1(digest, signature, id, &mut [0; KEY_LEN])
            }
            Self::Groth16 { key, proof, public } => secant_contract::verify_groth16(key, proof, public),
        }
    }

    /// The export, and its arguments in their order.
    fn export(&self) -> (&'static str, Vec<Argument<'a>>) {
        use Argument::{Buffer, Number};
        match *self {
            Self::Ecdsa {
                curve,
                key,
                hash,
                message,
                signature,
                options,
            } => {
                let buffers = [Buffer(message), Buffer(signature), Number(options)];
                let arguments = [Number(curve), Buffer(key), Number(hash)].into_iter().chain(buffers);
                ("verify_ecdsa", arguments.collect())
            }
            Self::Rsa {
                key,
                hash,
                message,
                signature,
                options,
                mask,
                salt,
            } => {
                let buffers = [Buffer(key), Number(hash), Buffer(message), Buffer(signature)];
                let numbers = [Number(options), Number(mask), Number(salt as u32)];
                ("verify_rsa", buffers.into_iter().chain(numbers).collect())
            }
            Self::Recover { digest, signature, id } => {
                let arguments = [Buffer(digest), Buffer(signature), Number(id), Buffer(&[0; KEY_LEN])];
                ("recover_secp256k1", arguments.into())
            }
            Self::Groth16 { key, proof, public } => ("verify_groth16", [key, proof, public].map(Buffer).into()),
        }
    }
}

/// How a contract is run: one with Antelope's functions in wasmtime's engines alone, and in wasmi only if it needs no more
/// than the first version of WebAssembly with mutable globals.
pub const fn settings(engine: Engine, fuel: bool) -> Settings {
    Settings {
        engine,
        fuel,
        first_version: true,
        link: Some(secant_host::antelope::add_to_linker),
    }
}

/// A call with its buffers in an instance.
pub struct Prepared {
    function: Function,
    numbers: Vec<i32>,
    buffers: Vec<[i32; 2]>,
}

impl Prepared {
    /// Puts the buffers of a call where the contract says.
    pub fn new(contract: &mut Instance, call: &Call<'_>) -> Result<Self, Failure> {
        let (name, arguments) = call.export();
        let (mut numbers, mut buffers) = (Vec::new(), Vec::new());
        for argument in arguments {
            match argument {
                Argument::Number(number) => numbers.push(number as i32),
                Argument::Buffer(bytes) => {
                    let address = contract.place(bytes)? as i32;
                    let len = i32::try_from(bytes.len())?;
                    buffers.push([address, len]);
                    numbers.extend([address, len]);
                }
            }
        }
        Ok(Self {
            function: contract.function(name)?,
            numbers,
            buffers,
        })
    }

    /// The code that the call returns.
    pub fn run(&self, contract: &mut Instance) -> Result<i32, Failure> {
        contract.call(&self.function, &self.numbers, true)
    }

    /// What is in the last buffer.
    pub fn last_buffer<'a>(&self, contract: &'a mut Instance) -> Option<&'a [u8]> {
        let [address, len] = self.buffers.last()?.map(|n| n as u32 as usize);
        contract.memory().get(address..address + len)
    }

    /// Gives the buffers back.
    pub fn free(self, contract: &mut Instance) -> Result<(), Failure> {
        let free = contract.function("free")?;
        for buffer in &self.buffers {
            contract.call(&free, buffer, false)?;
        }
        Ok(())
    }
}

/// The number of a curve, if the contract has it.
pub fn curve(value: secant_gfp::named::Name) -> Result<u32, Failure> {
    number(numbers::curve_number(value), value)
}

/// The number of a hash function.
pub fn hash(value: secant_verify::hash::Hash) -> Result<u32, Failure> {
    number(numbers::hash_number(value), value)
}

fn number(found: Option<u32>, value: impl Display) -> Result<u32, Failure> {
    found.ok_or_else(|| format!("the contract has no number for {value}").into())
}
