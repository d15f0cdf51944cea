import type { FileDeclarations } from '../../../code/declarations/file-declarations.ts';

/** Reads what each text declares; `null` for a file that no language reads. */
export type ReadDeclarations = (
  files: readonly { readonly file: string; readonly text: string }[],
) => Promise<readonly (FileDeclarations | null)[]>;

/** The declarations that a file has lost. */
export interface LostDeclarations {
  readonly path: string;
  readonly names: readonly string[];
}

/** What the work on the chunk started from, if this attempt starts from changed files. */
export interface StartingFiles {
  /** The files that differ from what the work started from. */
  readonly changed: readonly string[];
  /** The text of a file before the work; `undefined` if it did not exist. */
  read(path: string): Promise<string | undefined>;
}

const NOTHING: FileDeclarations = { names: [], empty: [], imported: [], starCount: 0 };

/**
 * [PROOF-6] Finds what whole-file writes of an attempt delete without a reason: declarations that the file had, that
 * the task does not name, that no edit quoted, and that no written file declares instead. A model that omits code from a file
 * deletes it, with any text in its place.
 */
export class KeptDeclarations {
  readonly #read: ReadDeclarations;
  readonly #task: string;
  /** The texts that changed files had before the work on the chunk; empty if they did not exist. */
  readonly #originals = new Map<string, string>();
  /** What edits have quoted to replace it, by path. */
  readonly #quoted = new Map<string, string>();
  readonly #wholeWrites = new Set<string>();
  /** Refused texts. They are written once other writes declare what they lack. */
  readonly #waiting = new Map<string, string>();

  readonly #start: StartingFiles | undefined;

  /**
   * @param task all texts that say what to do
   * @param start absent if the work starts from the files as they are
   */
  constructor(read: ReadDeclarations, task: string, start?: StartingFiles) {
    this.#read = read;
    this.#task = task;
    this.#start = start;
  }

  /** The refused writes, with their texts. */
  get waiting(): readonly { readonly path: string; readonly text: string }[] {
    return [...this.#waiting].map(([path, text]) => ({ path, text }));
  }

  /**
   * The names that a file would lose if it had a text.
   *
   * @param readText the current text of another file of the attempt
   */
  async findLost(
    path: string,
    text: string,
    existing: string | undefined,
    readText: (path: string) => Promise<string | undefined>,
  ): Promise<readonly string[]> {
    const original = await this.#originalOf(path, existing);
    if (original === '' || original === text) return [];
    const [before, after] = await this.#read([
      { file: path, text: original },
      { file: path, text },
    ]);
    if (!before || !after || after.starCount > before.starCount) return [];
    const present = new Set([...after.names, ...after.imported]);
    const foreign = new Set(after.imported);
    const emptied = new Set(after.empty.filter((name) => !before.empty.includes(name)));
    const missing = before.names.filter((name) => !present.has(name) || emptied.has(name));
    const outermost = missing.filter(
      (name) => !ownersOf(name).some((owner) => missing.includes(owner) || foreign.has(owner)),
    );
    const unasked = outermost.filter((name) => !hasWord(this.#task, name) && !hasWord(this.#quoted.get(path), name));
    if (unasked.length === 0) return [];
    const moved = new Set(addedNames(before, after).map(lastPart));
    const others = new Set([...this.#originals.keys(), ...(this.#start?.changed ?? [])]);
    others.delete(path);
    for (const other of others) {
      const now = this.#waiting.get(other) ?? (await readText(other)) ?? '';
      const [earlier, later] = await this.#read([
        { file: other, text: await this.#originalOf(other, undefined) },
        { file: other, text: now },
      ]);
      for (const name of addedNames(earlier ?? NOTHING, later ?? NOTHING)) moved.add(lastPart(name));
    }
    return unasked.filter((name) => !moved.has(lastPart(name)));
  }

  /** Keeps a refused text, in case that other writes declare what it lacks. */
  async postpone(path: string, before: string | undefined, text: string): Promise<void> {
    await this.#remember(path, before);
    this.#waiting.set(path, text);
  }

  /**
   * Records a change of a file.
   *
   * @param quoted the text that an edit replaced; absent for a whole file
   */
  async recordChange(path: string, before: string | undefined, quoted?: string): Promise<void> {
    await this.#remember(path, before);
    this.#waiting.delete(path);
    if (quoted === undefined) this.#wholeWrites.add(path);
    else this.#quoted.set(path, `${this.#quoted.get(path) ?? ''}\n${quoted}`);
  }

  /** A deleted file is not judged, unless it is written again. */
  async recordDeletion(path: string, before: string | undefined): Promise<void> {
    await this.#remember(path, before);
    this.#waiting.delete(path);
    this.#wholeWrites.delete(path);
  }

  async #remember(path: string, before: string | undefined): Promise<void> {
    this.#originals.set(path, await this.#originalOf(path, before));
  }

  async #originalOf(path: string, before: string | undefined): Promise<string> {
    const known = this.#originals.get(path);
    if (known !== undefined) return known;
    return (this.#start?.changed.includes(path) === true ? await this.#start.read(path) : before) ?? '';
  }

  /** What the written files have lost at the end of the attempt. */
  async findAllLost(readText: (path: string) => Promise<string | undefined>): Promise<readonly LostDeclarations[]> {
    const lost: LostDeclarations[] = [];
    this.#waiting.clear();
    for (const path of this.#wholeWrites) {
      const names = await this.findLost(path, (await readText(path)) ?? '', undefined, readText);
      if (names.length > 0) lost.push({ path, names });
    }
    return lost;
  }
}

const MAX_NAMES = 12;

/** The names of lost declarations, for the model and for reports. */
export function listLost(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}

/** The names whose declarations have a body that they did not have, or are new. */
function addedNames(before: FileDeclarations, after: FileDeclarations): readonly string[] {
  const empty = new Set(after.empty);
  return after.names.filter((name) => !before.names.includes(name) && !empty.has(name));
}

/** The names of what contains a declaration. */
function ownersOf(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** The name without its owner and without the marks of a private name. */
function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).replace(/^[#_]+/, '');
}

/** Whether a text has a name, or its last part, as a word. */
function hasWord(text: string | undefined, name: string): boolean {
  if (text === undefined) return false;
  const word = name.slice(name.lastIndexOf('.') + 1).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${word}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
}
