import type { Location } from '../../shared/position.ts';

/** A declaration of a file and what it is held to, as TypeScript: a signature or the definition of a type. */
export interface SignatureQuestion {
  /** Relative to the tree's root, with `/`. */
  readonly file: string;
  /** A name of the file: exported or declared; `Class.method`, `default`. */
  readonly name: string;
  /** `(a: A) => R` or `(a: A): R` for a signature; a type's text for a type. */
  readonly expected: string;
}

/** What the type checker says of one question. */
export interface TypeAnswer {
  readonly passed: boolean;
  /** What was asked for, as the checker prints it. */
  readonly expected: string;
  /** What there is, or the members that are missing, extra and different. */
  readonly actual: string;
  /** Why it could not be decided; such an answer never passed. */
  readonly error?: string;
  readonly location?: Location;
}

/** The answer to a question that could not be decided. */
export function undecided({ expected }: Pick<SignatureQuestion, 'expected'>, error: string): TypeAnswer {
  return { passed: false, expected, actual: '', error };
}

/** Tier 3: signatures and type shapes as TypeScript understands them. Answers come in the order of the questions. */
export interface TypeTier {
  signatures(questions: readonly SignatureQuestion[], signal?: AbortSignal): Promise<readonly TypeAnswer[]>;
  types(questions: readonly SignatureQuestion[], signal?: AbortSignal): Promise<readonly TypeAnswer[]>;
}
