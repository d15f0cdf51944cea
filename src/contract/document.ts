import type { Range } from '../foundation/position.ts';
import type { Contract } from './model.ts';

/** A path into the data of a contract, for example `['chunks', 0, 'creates', 1]`. */
export type DataPath = readonly (string | number)[];

export type ProblemSeverity = 'error' | 'warning';

/** A problem in a contract file, with its range. */
export interface Problem {
  /** Identifies the kind of problem: `syntax`, `unknown-key`, `wrong-type`, `duplicate-id`, `unknown-dependency`, `cycle`, … */
  readonly code: string;
  readonly severity: ProblemSeverity;
  /** What is wrong, and how to fix it. */
  readonly message: string;
  readonly path: DataPath;
  readonly range: Range;
  /** The key or value that was probably meant, as the text would write it. */
  readonly suggestion?: string | undefined;
}

/**
 * `contract`: Holdfast's own form. `manifest`: the plan compiler's form (`work_orders`). `plan`: the Markdown of another tool,
 * which is a contract in memory. All are read into the same model.
 */
export type ContractForm = 'contract' | 'manifest' | 'plan';

/** The content of a contract file: its text, its problems, and the contract if the text has a valid shape. */
export interface ContractDocument {
  /** Relative to the root of the tree, with `/`. */
  readonly file: string;
  /** The data paths and the contract use the keys of the contract model in both forms. */
  readonly form: ContractForm;
  readonly text: string;
  /** sha256 of the text, in hexadecimal. */
  readonly contentHash: string;
  /** `undefined` if the text does not have the shape of a contract. Semantic problems do not make it `undefined`. */
  readonly contract: Contract | undefined;
  readonly problems: readonly Problem[];
  /** The source range of a node, or of its nearest ancestor that exists in the text. */
  rangeOf(path: DataPath): Range;
  /** The source range of a formatted path (`chunks[1].functions[0].signature`); `undefined` if it cannot be parsed. */
  rangeOfPathText(path: string): Range | undefined;
  /** The source range of a key (`creates:`), or of the value if it has no key. */
  keyRangeOf(path: DataPath): Range;
  /** The data path of the innermost node at an offset. */
  pathAt(offset: number): DataPath;
}
