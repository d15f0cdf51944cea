import { compareLines } from '../../../foundation/line-difference.ts';

/** A code file that a change touches: its path before and after it, and its text before. */
export interface ChangedCode {
  /** `undefined` if the change created the file. */
  readonly before: string | undefined;
  /** `undefined` if the change deleted the file. */
  readonly after: string | undefined;
  readonly text: string | undefined;
}

/** The texts that a compiler reads: first those on disk, then those before a change, over the same other files. */
export class ComparedTrees {
  /** The absolute paths of the files that were deleted or moved away. */
  readonly onlyBefore: readonly string[];
  /** By absolute path; null if the change created the file. */
  readonly #before = new Map<string, string | null>();
  readonly #textByPathAfter: ReadonlyMap<string, string | undefined>;
  #shown: ReadonlyMap<string, string | null>;

  /** @param textsAfter the current texts that may differ from those on disk, by path relative to the root */
  constructor(root: string, changes: readonly ChangedCode[], textsAfter: ReadonlyMap<string, string> = new Map()) {
    this.#shown = new Map([...textsAfter].map(([path, text]) => [`${root}/${path}`, text]));
    for (const { after } of changes) if (after !== undefined) this.#before.set(`${root}/${after}`, null);
    const onlyBefore: string[] = [];
    for (const { before, text } of changes) {
      if (before === undefined || text === undefined) continue;
      if (!this.#before.has(`${root}/${before}`)) onlyBefore.push(`${root}/${before}`);
      this.#before.set(`${root}/${before}`, text);
    }
    this.onlyBefore = onlyBefore;
    this.#textByPathAfter = new Map(
      changes.flatMap(({ before, after, text }) =>
        after === undefined ? [] : [[after, before === undefined ? '' : text] as const],
      ),
    );
  }

  readonly overlay = (absolute: string): string | null | undefined => this.#shown.get(absolute);

  /** Shows the texts before the change from now on. @returns the absolute paths of the files that differ */
  showBefore(): readonly string[] {
    this.#shown = this.#before;
    return [...this.#before.keys()];
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
