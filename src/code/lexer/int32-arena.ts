/** Numbers in an array, from `start` on. */
export interface ArenaRange {
  readonly numbers: Int32Array;
  readonly start: number;
}

/** Stores copies of ranges of numbers. */
export interface Int32Arena {
  /** Copies `count` numbers from `start` on. */
  copy(numbers: Int32Array, start: number, count: number): ArenaRange;
}

/** Stores every range in a separate array; for scripts that are replaced one by one. */
export const separateArrays: Int32Arena = {
  copy: (numbers, start, count) => ({ numbers: numbers.slice(start, start + count), start: 0 }),
};

const BLOCK_LENGTH = 1 << 16;

/** Stores many ranges in one long array, since thousands of small arrays slow down the garbage collector. */
export class SharedArena implements Int32Arena {
  #block = new Int32Array(0);
  #used = 0;

  copy(numbers: Int32Array, start: number, count: number): ArenaRange {
    if (this.#used + count > this.#block.length) {
      this.#block = new Int32Array(Math.max(BLOCK_LENGTH, count));
      this.#used = 0;
    }
    const target = this.#used;
    this.#block.set(numbers.subarray(start, start + count), target);
    this.#used += count;
    return { numbers: this.#block, start: target };
  }
}
