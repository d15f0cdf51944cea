import { HoldfastError } from '../../foundation/errors.ts';
import { formatDataPath } from '../data-path.ts';
import type { DataPath } from '../document.ts';

/** One change to the data of a contract. */
export interface ContractEdit {
  /** A path in the contract model: `['chunks', 1, 'functions', 0, 'signature']`. */
  readonly path: DataPath;
  /** JSON data; ignored by `remove`. */
  readonly value?: unknown;
  /**
   * `set` (the default) replaces the value, or adds it if it does not exist: at the end of a list (the index equals the
   * length) or as a new key. `insert` inserts the value into a list before the index. `remove` removes an item from a
   * list or a key from a map.
   */
  readonly operation?: 'set' | 'insert' | 'remove';
  /** Adds a new key as the first of its map. Default: as the last. */
  readonly first?: boolean | undefined;
}

/** Why an edit failed. */
export type EditFailure = 'syntax-error' | 'multiple-documents' | 'not-found' | 'alias' | 'invalid-value' | 'not-exact';

const HINTS: Readonly<Record<EditFailure, string>> = {
  'syntax-error': 'Fix the problems of the file first.',
  'multiple-documents': 'Split the file into one file per document.',
  'not-found': 'Check that the path exists in the current contract.',
  alias: 'Edit the file manually: other parts of it share this value.',
  'invalid-value': 'Use strings, numbers, true, false, null, and lists and maps of them.',
  'not-exact': 'Edit the file manually.',
};

/** Thrown if an edit cannot be applied, or cannot be applied without changing anything else. */
export class ContractEditError extends HoldfastError {
  readonly reason: EditFailure;
  readonly path: DataPath;

  constructor(reason: EditFailure, path: DataPath, cause: string) {
    super('contract', `Failed to edit ${formatDataPath(path) || 'the contract'}: ${cause}`, { hint: HINTS[reason] });
    this.name = 'ContractEditError';
    this.reason = reason;
    this.path = path;
  }
}
