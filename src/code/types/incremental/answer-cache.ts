import type { QueryKind, TypeAnswer, TypeQuery } from '../queries/type-checker.ts';
import { includesName, type FileAffectedNames } from './affected-names.ts';
import type { AffectedNames } from './edit-analysis.ts';
import { identifiersIn } from './identifiers.ts';

/** An answered query and the declaration that its answer depends on. */
export interface CachedAnswer {
  readonly kind: QueryKind;
  readonly query: TypeQuery;
  /** The file that contains the declaration, and the declaration's name in that file. */
  readonly declaredIn: string;
  readonly declaredName: string;
  readonly answer: TypeAnswer;
}

const MAX_ANSWERS = 20_000;

/** A cache of the answers that are still valid. */
export class AnswerCache {
  readonly #answers = new Map<string, CachedAnswer & { readonly expectedIdentifiers: ReadonlySet<string> }>();
  /** The queries whose declaration may have another location than their cached answer reports. */
  readonly #moved = new Set<string>();

  get size(): number {
    return this.#answers.size;
  }

  get(kind: QueryKind, query: TypeQuery): CachedAnswer | undefined {
    return this.#answers.get(keyOf(kind, query));
  }

  set(entry: CachedAnswer): void {
    if (this.#answers.size >= MAX_ANSWERS) this.#answers.clear();
    const { kind, query } = entry;
    const key = keyOf(kind, query);
    this.#moved.delete(key);
    this.#answers.set(key, { ...entry, expectedIdentifiers: identifiersIn(query.expected) });
  }

  clear(): void {
    this.#answers.clear();
  }

  /**
   * Deletes the answers that edits affect, and all other answers about declarations of the same file. Queries about one
   * file share one probe text. If all of them are checked again, the probe text is one that the compiler already knows.
   */
  deleteAffected({ files, names }: AffectedNames): void {
    const groups = new Set<string>();
    for (const entry of this.#answers.values()) {
      const { query, declaredIn, declaredName, expectedIdentifiers } = entry;
      if (groups.has(groupOf(entry))) continue;
      const isAffected =
        isNameAffected(files.get(query.file), query.name) ||
        isNameAffected(files.get(declaredIn), declaredName) ||
        intersects(expectedIdentifiers, names);
      if (isAffected) groups.add(groupOf(entry));
    }
    for (const [key, entry] of this.#answers) if (groups.has(groupOf(entry))) this.#answers.delete(key);
  }

  /** Records that declarations of these files may have moved inside their file. */
  markMoved(files: ReadonlySet<string>): void {
    for (const [key, { query, declaredIn }] of this.#answers) {
      if (files.has(query.file) || files.has(declaredIn)) this.#moved.add(key);
    }
  }

  mayHaveMoved(kind: QueryKind, query: TypeQuery): boolean {
    return this.#moved.has(keyOf(kind, query));
  }

  /** Deletes the answers whose expected text mentions one of these names. */
  deleteMentioning(names: ReadonlySet<string>): void {
    for (const [key, { expectedIdentifiers }] of this.#answers) {
      if (intersects(expectedIdentifiers, names)) this.#answers.delete(key);
    }
  }
}

function keyOf(kind: QueryKind, { file, name, expected }: TypeQuery): string {
  return `${kind}\n${file}\n${name}\n${expected}`;
}

function groupOf({ kind, declaredIn }: CachedAnswer): string {
  return `${kind}\n${declaredIn}`;
}

function isNameAffected(affected: FileAffectedNames | undefined, name: string): boolean {
  if (!affected) return false;
  const [outer = name] = name.split('.');
  return includesName(affected.local, outer) || includesName(affected.exported, outer);
}

function intersects(identifiers: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  for (const identifier of identifiers) if (names.has(identifier)) return true;
  return false;
}
