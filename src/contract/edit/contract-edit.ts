import { HoldfastError } from '../../shared/errors.ts';
import { formatDataPath } from '../data-path.ts';
import type { DataPath } from '../document.ts';

/** One change of a contract's data. */
export interface ContractEdit {
  /** Where, in the words of the model: `['chunks', 1, 'functions', 0, 'signature']`. */
  readonly path: DataPath;
  /** JSON data; not used by `remove`. */
  readonly value?: unknown;
  /**
   * `set` (where absent) replaces the value; where there is none it is added: at the end of a list (the index is the
   * list's length) or as a new key. `insert` puts the value into a list before the index. `remove` takes an item out of
   * a list, or a key out of a map.
   */
  readonly operation?: 'set' | 'insert' | 'remove';
}

/** Why an edit was not made: see the hint of each. */
export type EditRefusal = 'broken-text' | 'multiple-documents' | 'no-such-place' | 'alias' | 'no-data' | 'not-exact';

const HINTS: Readonly<Record<EditRefusal, string>> = {
  'broken-text': 'Mend the mistakes of the file first.',
  'multiple-documents': 'Divide the file, so that it holds one document.',
  'no-such-place': 'Check the path against the contract as it is now.',
  alias: 'Edit the value by hand: other places of the file share it.',
  'no-data': 'Give text, a number, true, false, null, or lists and maps of them.',
  'not-exact': 'Edit the file by hand.',
};

/** An edit that cannot be made so that the value changes and nothing else does; the text is as it was. */
export class ContractEditError extends HoldfastError {
  readonly reason: EditRefusal;
  readonly path: DataPath;

  constructor(reason: EditRefusal, path: DataPath, cause: string) {
    super('contract', `Failed to edit ${formatDataPath(path) || 'the contract'}: ${cause}`, { hint: HINTS[reason] });
    this.name = 'ContractEditError';
    this.reason = reason;
    this.path = path;
  }
}
