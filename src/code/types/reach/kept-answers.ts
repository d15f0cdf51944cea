import type { SignatureQuestion, TypeAnswer } from '../type-tier.ts';
import type { Reach } from './edit-reach.ts';
import { wordsOf } from './names-in.ts';
import { isAmong } from './reached-names.ts';

/** A question that was answered, and what its answer came from. */
export interface AnsweredQuestion {
  /** Signatures or types. */
  readonly kind: string;
  readonly question: SignatureQuestion;
  /** The file that declares what is asked about, and its name there. */
  readonly declaredIn: string;
  readonly declaredName: string;
  readonly answer: TypeAnswer;
}

const MOST_KEPT = 20_000;

/** The answers that still hold. */
export class KeptAnswers {
  readonly #kept = new Map<string, AnsweredQuestion & { readonly words: ReadonlySet<string> }>();
  /** The questions whose declaration may stand elsewhere in its file than its answer says. */
  readonly #moved = new Set<string>();

  get size(): number {
    return this.#kept.size;
  }

  get(kind: string, question: SignatureQuestion): AnsweredQuestion | undefined {
    return this.#kept.get(keyOf(kind, question));
  }

  keep(answered: AnsweredQuestion): void {
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const { kind, question } = answered;
    const key = keyOf(kind, question);
    this.#moved.delete(key);
    this.#kept.set(key, { ...answered, words: wordsOf(question.expected) });
  }

  forgetAll(): void {
    this.#kept.clear();
  }

  /**
   * Forgets what edits reached. With an answer go the others about the same file: they are asked for in one text, which
   * is then the one that the compiler knows already.
   */
  forgetReached({ files, names }: Reach): void {
    const groups = new Set<string>();
    for (const one of this.#kept.values()) {
      const { question, declaredIn, declaredName, words } = one;
      if (groups.has(groupOf(one))) continue;
      const isReached =
        isNameReached(files.get(question.file), question.name) ||
        isNameReached(files.get(declaredIn), declaredName) ||
        overlap(words, names);
      if (isReached) groups.add(groupOf(one));
    }
    for (const [key, one] of this.#kept) if (groups.has(groupOf(one))) this.#kept.delete(key);
  }

  /** Takes note that what is declared in files may stand at other places of them. */
  move(files: ReadonlySet<string>): void {
    for (const [key, { question, declaredIn }] of this.#kept) {
      if (files.has(question.file) || files.has(declaredIn)) this.#moved.add(key);
    }
  }

  hasMoved(kind: string, question: SignatureQuestion): boolean {
    return this.#moved.has(keyOf(kind, question));
  }

  /** Forgets the answers whose expected text has one of these words. */
  forgetNaming(names: ReadonlySet<string>): void {
    for (const [key, { words }] of this.#kept) if (overlap(words, names)) this.#kept.delete(key);
  }
}

function keyOf(kind: string, { file, name, expected }: SignatureQuestion): string {
  return `${kind}\n${file}\n${name}\n${expected}`;
}

function groupOf({ kind, declaredIn }: AnsweredQuestion): string {
  return `${kind}\n${declaredIn}`;
}

function isNameReached(
  reached: { readonly inside: ReadonlySet<string>; readonly given: ReadonlySet<string> } | undefined,
  name: string,
): boolean {
  if (!reached) return false;
  const [outer = name] = name.split('.');
  return isAmong(reached.inside, outer) || isAmong(reached.given, outer);
}

function overlap(words: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  for (const word of words) if (names.has(word)) return true;
  return false;
}
