import type { Range } from '../shared/position.ts';
import type { Contract } from './model.ts';

/** A path into the data of a contract, for example `['chunks', 0, 'creates', 1]`. */
export type DataPath = readonly (string | number)[];

export type ProblemSeverity = 'error' | 'warning';

/** A mistake in a contract file, at its place. */
export interface Problem {
  /** For code to branch on: `syntax`, `unknown-key`, `wrong-type`, `duplicate-id`, `unknown-dependency`, `cycle`, … */
  readonly code: string;
  readonly severity: ProblemSeverity;
  /** What is wrong and what to do, for people. */
  readonly message: string;
  readonly path: DataPath;
  readonly range: Range;
}

/** `contract` is our own form; `manifest` the plan compiler's (`work_orders`), read into the same model. */
export type ContractForm = 'contract' | 'manifest';

/** A contract file as it was read: its text, its problems, and, where its shape holds, the contract. */
export interface ContractDocument {
  /** Relative to the tree's root, with `/`. */
  readonly file: string;
  /** Paths, ranges and the contract are in the words of the model, whatever the form. */
  readonly form: ContractForm;
  readonly text: string;
  /** sha256 of the text, in hexadecimal. */
  readonly contentHash: string;
  /** Absent where the text does not have the shape of a contract; present in spite of semantic problems. */
  readonly contract: Contract | undefined;
  readonly problems: readonly Problem[];
  /** The source range of a node, or of its nearest ancestor that stands in the text. */
  rangeOf(path: DataPath): Range;
  /** The same for a path as people write it, `chunks[1].functions[0].signature`; undefined where it cannot be read. */
  rangeOfWritten(path: string): Range | undefined;
  /** The source range of a key (`creates:`), or the value's where there is no key. */
  keyRangeOf(path: DataPath): Range;
  /** The data path of the innermost node at an offset. */
  pathAt(offset: number): DataPath;
}
