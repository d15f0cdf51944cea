import { compareLines } from '../../../foundation/line-difference.ts';

/** A code file that a change touches: its path before and after it, and its text before. */
export interface ChangedCode {
  /** `undefined` if the change created the file. */
  readonly before: string | undefined;
  /** `undefined` if the change deleted the file. */
  readonly after: string | undefined;
  readonly text: string | undefined;
}

/** Two versions of a tree: the files on disk, and the same files with the texts before a change. */
export class ComparedTrees {
  /** What differs from the disk before the change, by absolute path; null if the change created the file. */
  readonly before: ReadonlyMap<string, string | null>;
  readonly #textByPathAfter: ReadonlyMap<string, string | undefined>;

  constructor(root: string, changes: readonly ChangedCode[]) {
    const earlier = new Map<string, string | null>();
    for (const { after } of changes) if (after !== undefined) earlier.set(`${root}/${after}`, null);
    for (const { before, text } of changes)
      if (before !== undefined && text !== undefined) earlier.set(`${root}/${before}`, text);
    this.before = earlier;
    this.#textByPathAfter = new Map(
      changes.flatMap(({ before, after, text }) =>
        after === undefined ? [] : [[after, before === undefined ? '' : text] as const],
      ),
    );
  }

  /**
   * The line that a line of a file had before the change.
   *
   * @param text the text after the change
   * @returns a function that returns `undefined` for a line that the change wrote
   */
  linesBefore(file: string, text: string): (line: number) => number | undefined {
    if (!this.#textByPathAfter.has(file)) return (line) => line;
    const before = this.#textByPathAfter.get(file) ?? '';
    const lines = new Map<number, number>();
    let [old, now] = [0, 0];
    for (const { kind } of compareLines(toLines(before), toLines(text))) {
      if (kind !== 'added') old++;
      if (kind !== 'removed') now++;
      if (kind === 'context') lines.set(now, old);
    }
    return (line) => lines.get(line);
  }
}

/** The lines without what ends them, so that other line ends are no change. */
function toLines(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/);
}
