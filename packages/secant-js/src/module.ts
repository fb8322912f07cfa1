import { lengthOf } from "./bytes.js";
import { InternalError, MemoryError, errorOf, reason } from "./errors.js";

/** The exports of the module, all numbers and addresses; see `guests/js/README.md`. */
interface Exports {
  memory: WebAssembly.Memory;
  alloc(length: number): number;
  free(address: number, length: number): void;
  result(): number;
  result_len(): number;
  sentence(): number;
  sentence_len(): number;
  error_index(): number;
}

/** The exports that compute. */
export type Operation =
  | "decode"
  | "encode"
  | "generator"
  | "sum"
  | "negate"
  | "equal"
  | "mul"
  | "msm"
  | "hash"
  | "pairing_product"
  | "pairing_check"
  | "target_product"
  | "target_power"
  | "target_encode"
  | "ecdsa_verify"
  | "groth16_read_key"
  | "groth16_read_statement"
  | "groth16_verify"
  | "groth16_prepare"
  | "groth16_verify_prepared"
  | "groth16_free";

type Instance = Exports & Record<Operation, (...args: number[]) => number>;

/** Bytes for a call, in one piece or in several that are put together. */
export type Input = Uint8Array | readonly Uint8Array[];

function isList(input: Input): input is readonly Uint8Array[] {
  return Array.isArray(input);
}

/** What inputs of a call start at multiples of. */
const ALIGNMENT = 8;
/** Room for inputs that is there from the first. */
const LEAST = 1 << 16;
/** The memory of an instance that may stay as large as a call has made it. */
const MOST = 1 << 26;
/** Inputs that an address of 32 bits leaves room for. */
const LIMIT = 2 ** 31;

const utf8 = new TextDecoder();

/**
 * What an instance keeps between calls: nothing, or prepared keys.
 *
 * One that keeps nothing is given up for a new one when a call has made its memory large, which WebAssembly cannot make
 * small again. One that keeps keys is for calls on these alone, which take what was read and checked in another: neither the
 * length of a stranger's file nor what is in it ends a prepared key.
 */
export type Keeps = "nothing" | "keys";

/** An instance of the module, and the memory that inputs are written to. An instance is given up when a call traps. */
export class Module {
  readonly #module: WebAssembly.Module;
  readonly #keeps: Keeps;
  #exports: Instance | undefined;
  #generation = 0;
  #address = 0;
  #capacity = 0;
  /** Bytes of the memory before the last call. */
  #size = 0;

  constructor(module: WebAssembly.Module, instance: WebAssembly.Instance, keeps: Keeps = "nothing") {
    this.#module = module;
    this.#keeps = keeps;
    this.#use(instance);
  }

  /** Changes with every new instance, whose prepared keys are others. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether the instance of a generation, with its prepared keys, is still there. */
  has(generation: number): boolean {
    return generation === this.#generation && this.#exports !== undefined;
  }

  /**
   * Calls an operation: what it returns, a number that is not negative.
   *
   * @param element Which element of a list of the caller's the inputs are; an error is about it.
   */
  call(operation: Operation, numbers: readonly number[], inputs: readonly Input[] = [], element?: number): number {
    const exports = this.#instance();
    let number: number;
    try {
      this.#size = exports.memory.buffer.byteLength;
      number = exports[operation](...numbers, ...this.#write(exports, inputs));
    } catch (error) {
      if (error instanceof MemoryError) {
        this.#shrink();
        throw error;
      }
      this.#exports = undefined;
      throw new InternalError(`the computation broke off: ${reason(error)}`);
    }
    if (number < 0) {
      const sentence = utf8.decode(this.#view(exports, exports.sentence(), exports.sentence_len()));
      // Of one element there is no need to say which.
      const index = inputs.some(isList) ? exports.error_index() : -1;
      this.#shrink();
      throw errorOf(number, sentence, index < 0 ? element : index);
    }
    return number;
  }

  /** Calls an operation whose result is bytes. */
  bytes(operation: Operation, numbers: readonly number[], inputs: readonly Input[] = [], element?: number): Uint8Array {
    return this.both(operation, numbers, inputs, element).bytes;
  }

  /** Calls an operation that returns a number and results in bytes. */
  both(
    operation: Operation,
    numbers: readonly number[],
    inputs: readonly Input[] = [],
    element?: number,
  ): { answer: number; bytes: Uint8Array } {
    const answer = this.call(operation, numbers, inputs, element);
    const exports = this.#instance();
    const bytes = this.#view(exports, exports.result(), exports.result_len()).slice();
    this.#shrink();
    return { answer, bytes };
  }

  /** Calls an operation whose result is one for yes and zero for no. */
  test(operation: Operation, numbers: readonly number[], inputs: readonly Input[] = []): boolean {
    const answer = this.call(operation, numbers, inputs);
    this.#shrink();
    return answer === 1;
  }

  #instance(): Instance {
    if (this.#exports === undefined) {
      try {
        this.#use(new WebAssembly.Instance(this.#module, {}));
      } catch (error) {
        throw new InternalError(`there is no new instance of the module: ${reason(error)}`);
      }
    }
    return this.#exports!;
  }

  #use(instance: WebAssembly.Instance): void {
    this.#exports = instance.exports as unknown as Instance;
    this.#generation += 1;
    this.#address = 0;
    this.#capacity = 0;
  }

  /** Gives up the instance if its memory is large, and keys that it keeps with it. */
  renew(): void {
    if ((this.#exports?.memory.buffer.byteLength ?? 0) > MOST) {
      this.#exports = undefined;
    }
  }

  /** Gives up the instance if the last call has made its memory large: inputs, results, or what it computed with. */
  #shrink(): void {
    const size = this.#exports?.memory.buffer.byteLength ?? 0;
    if (this.#keeps === "nothing" && size > this.#size) {
      this.renew();
    }
  }

  #view(exports: Exports, address: number, length: number): Uint8Array {
    return new Uint8Array(exports.memory.buffer, address >>> 0, length >>> 0);
  }

  /** Writes inputs to the memory: the address and the length of each. */
  #write(exports: Exports, inputs: readonly Input[]): number[] {
    const lengths = inputs.map((input) =>
      isList(input) ? input.reduce((sum, piece) => sum + lengthOf(piece), 0) : lengthOf(input),
    );
    const total = lengths.reduce((sum, length) => sum + length + ALIGNMENT, 0);
    let address = this.#reserve(exports, total);
    const parameters: number[] = [];
    inputs.forEach((input, i) => {
      const length = lengths[i]!;
      // Of this length exactly: what another thread has made longer meanwhile is no more than an error.
      const view = this.#view(exports, address, length);
      if (isList(input)) {
        let offset = 0;
        for (const piece of input) {
          view.set(piece, offset);
          offset += lengthOf(piece);
        }
      } else {
        view.set(input);
      }
      parameters.push(address, length);
      address += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    });
    return parameters;
  }

  /** The address of so many bytes of memory, which are this call's. */
  #reserve(exports: Exports, length: number): number {
    if (length <= this.#capacity) {
      return this.#address;
    }
    const capacity = Math.max(LEAST, length > LIMIT / 2 ? length : 2 ** Math.ceil(Math.log2(length)));
    if (capacity > LIMIT) {
      throw new MemoryError(`the arguments have ${length} bytes, more than a call can take`);
    }
    exports.free(this.#address, this.#capacity);
    this.#capacity = 0;
    this.#address = exports.alloc(capacity) >>> 0;
    if (this.#address === 0) {
      throw new MemoryError(`there is no memory for ${length} bytes of arguments`);
    }
    this.#capacity = capacity;
    return this.#address;
  }
}
