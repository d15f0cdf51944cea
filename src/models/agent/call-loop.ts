import { isRecord } from '../../foundation/is-record.ts';

/** After so many equal calls in a row, the answer says so. */
const NOTED_AFTER = 3;
/** After so many equal calls in a row, the attempt ends. */
export const ENDED_AFTER = 5;

/** [PROOF-7] Notices that a model repeats one tool call, with the same arguments and the same result, and does nothing else. */
export class CallLoop {
  #last = '';
  #count = 0;

  /** Whether the attempt must end. */
  get isEndless(): boolean {
    return this.#count >= ENDED_AFTER;
  }

  /** Records a call with its result. Returns a sentence for the model if it repeats itself. */
  add(name: string, input: unknown, result: string): string | undefined {
    const call = JSON.stringify([name, withSortedKeys(input), result]);
    this.#count = call === this.#last ? this.#count + 1 : 1;
    this.#last = call;
    if (this.#count < NOTED_AFTER) return undefined;
    return `You called ${name} ${this.#count} times in a row with the same arguments and the same result. Do something else: after ${ENDED_AFTER} times the attempt ends.`;
  }
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, withSortedKeys(value[key])]),
  );
}
