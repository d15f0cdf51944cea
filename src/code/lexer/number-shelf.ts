/** Numbers on a shelf: the array that they stand in, and where. */
export interface ShelvedNumbers {
  readonly numbers: Int32Array;
  readonly start: number;
}

/** Where runs of numbers are kept. */
export interface NumberShelf {
  /** Copies so many numbers from `start` on. */
  keep(numbers: Int32Array, start: number, count: number): ShelvedNumbers;
}

/** An array of its own for every run: for what is replaced one by one. */
export const singleShelf: NumberShelf = {
  keep: (numbers, start, count) => ({ numbers: numbers.slice(start, start + count), start: 0 }),
};

const boardLength = 1 << 16;

/** Long arrays that many runs share: thousands of small ones would keep the garbage collector busy. */
export class LongShelf implements NumberShelf {
  #board = new Int32Array(0);
  #used = 0;

  keep(numbers: Int32Array, start: number, count: number): ShelvedNumbers {
    if (this.#used + count > this.#board.length) {
      this.#board = new Int32Array(Math.max(boardLength, count));
      this.#used = 0;
    }
    const at = this.#used;
    this.#board.set(numbers.subarray(start, start + count), at);
    this.#used += count;
    return { numbers: this.#board, start: at };
  }
}
