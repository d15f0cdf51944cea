import { createHash } from 'node:crypto';
import { declarationsOf, type TextDeclarations } from '../../code/enclosing/enclosing-declarations.ts';
import type { TreeFile, TreeHunk } from '../../workspace/hunks/result-files.ts';
import { splitLinesWithBreaks, type TextHunk } from '../../workspace/hunks/text-hunks.ts';

/** A hunk with what identifies it in later states of the files. */
export interface KeyedHunk {
  readonly id: string;
  /**
   * The hash of the path, and for each side of the change of the enclosing declaration, the changed lines and the lines around
   * them. A hunk that has the key of another one in the file, or whose lines one side contains twice, has a key that every
   * change of the file changes.
   */
  readonly key: string;
  /** The enclosing declaration; empty at the top level, and for a hunk that is not about lines. */
  readonly declaration: string;
}

interface Identity {
  readonly hunk: TreeHunk;
  readonly parts: readonly unknown[];
  readonly declaration: string;
  readonly isAmbiguous: boolean;
}

/** [SESSION-1] The keys of the hunks of a file. What was reviewed is found again by them. */
export async function keyHunks(file: TreeFile): Promise<readonly KeyedHunk[]> {
  const [before, after] = await Promise.all([
    SideText.read(file.previousPath ?? file.path, file.textBefore),
    SideText.read(file.path, file.textAfter),
  ]);
  const identities = file.hunks.map((hunk) => identify(file, hunk, before, after));
  const plain = identities.map(({ parts }) => hashOf(parts));
  const state = [file.before?.object, file.after?.object];
  return identities.map(({ hunk, declaration, isAmbiguous, parts }, index) => {
    const key = plain[index] ?? '';
    const isUnique = !isAmbiguous && plain.filter((other) => other === key).length === 1;
    return { id: hunk.id, declaration, key: isUnique ? key : hashOf([parts, state, index]) };
  });
}

function identify(file: TreeFile, hunk: TreeHunk, before: SideText, after: SideText): Identity {
  const { path, previousPath } = file;
  const place = [path, previousPath ?? null, hunk.kind];
  const modes = [file.before?.mode ?? null, file.after?.mode ?? null];
  const lines = hunk.lines ?? (file.before === undefined ? hunk.shown : undefined);
  if (lines === undefined) {
    // A mode and a name are changes without content. The rest is identified by all of its bytes.
    const content = hunk.kind === 'whole' ? [file.before?.object ?? null, file.after?.object ?? null] : [];
    return { hunk, declaration: '', isAmbiguous: false, parts: [...place, modes, content] };
  }
  if (file.before === undefined) return identifyCreated(hunk, lines, { place: [path, 'created', modes], after });
  // Lines that only one side contains twice can be changed at either place.
  const old = before.placeOf(lines.beforeStart, lines.removed);
  const own = after.placeOf(lines.afterStart, lines.added);
  return {
    hunk,
    declaration: own.declaration,
    isAmbiguous: old.isAmbiguous || own.isAmbiguous,
    parts: [...place, ...old.parts, ...own.parts],
  };
}

/** A part of a created file has no unchanged lines: the part before it takes their place. */
function identifyCreated(
  hunk: TreeHunk,
  { afterStart, added }: TextHunk,
  { place, after }: { readonly place: readonly unknown[]; readonly after: SideText },
): Identity {
  const { name, previous } = after.partAt(afterStart);
  const text = added.join('').trimEnd();
  return { hunk, declaration: name, isAmbiguous: false, parts: [...place, name, previous, text] };
}

/** One side of a file. Lines have one character for each byte, and their line breaks. */
class SideText {
  readonly #lines: readonly string[];
  readonly #declarations: TextDeclarations;

  constructor(lines: readonly string[], declarations: TextDeclarations) {
    this.#lines = lines;
    this.#declarations = declarations;
  }

  static async read(path: string, text: string): Promise<SideText> {
    const decoded = Buffer.from(text, 'latin1').toString('utf8');
    return new SideText(splitLinesWithBreaks(text), await declarationsOf(path, decoded));
  }

  /** What identifies the lines of a hunk on this side. */
  placeOf(
    start: number,
    lines: readonly string[],
  ): { readonly declaration: string; readonly parts: readonly unknown[]; readonly isAmbiguous: boolean } {
    const { name, isRepeated } = this.#declarationAt(start, lines.length);
    const { above, below } = this.#contextOf(start, lines.length);
    return {
      declaration: name,
      parts: [name, lines, above, below],
      isAmbiguous: isRepeated || this.#hasTwice({ above, lines, below }, name),
    };
  }

  /** The declaration of a hunk; on a side without lines, that of the two lines around the place. */
  #declarationAt(start: number, count: number): { readonly name: string; readonly isRepeated: boolean } {
    const [first, last] = count === 0 ? [start - 1, start] : [start, start + count - 1];
    return this.#declarations.enclosing(Math.max(first, 1), Math.max(Math.min(last, this.#lines.length), 1));
  }

  partAt(line: number): { readonly name: string; readonly previous: string } {
    const { parts } = this.#declarations;
    const index = parts.findIndex(({ first, last }) => first <= line && line <= last);
    return { name: parts[index]?.name ?? '', previous: parts[index - 1]?.name ?? '' };
  }

  /** The lines above and below a hunk up to the first one with a letter or a digit: a bracket identifies no place. */
  #contextOf(start: number, count: number): { readonly above: readonly string[]; readonly below: readonly string[] } {
    const isTelling = (line: string): boolean => /[\p{L}\p{N}]/u.test(Buffer.from(line, 'latin1').toString('utf8'));
    const above = this.#lines.slice(0, start - 1);
    const below = this.#lines.slice(start - 1 + count);
    const last = above.findLastIndex(isTelling);
    const first = below.findIndex(isTelling);
    return { above: above.slice(Math.max(last, 0)), below: first < 0 ? below : below.slice(0, first + 1) };
  }

  /** Whether lines with these lines around them are in a declaration more than once. */
  #hasTwice({ above, lines, below }: Surrounded, declaration: string): boolean {
    const window = [...above, ...lines, ...below];
    const [first] = window;
    let count = 0;
    for (let at = this.#lines.indexOf(first ?? ''); at >= 0; at = this.#lines.indexOf(first ?? '', at + 1)) {
      if (!window.every((line, offset) => this.#lines[at + offset] === line)) continue;
      const { name } = this.#declarationAt(at + above.length + 1, lines.length);
      if (name === declaration || declaration === '') count++;
      if (count > 1) return true;
    }
    return false;
  }
}

/** Lines with the lines around them. */
interface Surrounded {
  readonly above: readonly string[];
  readonly lines: readonly string[];
  readonly below: readonly string[];
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** The first lines of the parts of a created file: its declarations. */
export async function splitCreated(path: string, text: string): Promise<readonly number[]> {
  return (await declarationsOf(path, text)).parts.map(({ first }) => first);
}
