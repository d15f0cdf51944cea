/** Places for work that runs at the same time in one process. */
export class JobSlots {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes a place if one is free. */
  tryTake(): boolean {
    if (this.#free <= 0) return false;
    this.#free--;
    return true;
  }

  /** Makes a place free again. */
  release(): void {
    this.#free++;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** Resolves when a place is released after this call. Another caller may take it first. */
  freed(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
