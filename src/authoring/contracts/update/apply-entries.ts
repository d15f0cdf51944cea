import { ContractEditError, type ContractEdit } from '../../../contract/edit/contract-edit.ts';
import { editContract } from '../../../contract/edit/edit-contract.ts';
import { valueAt } from '../../../contract/edit/contract-data.ts';
import { EditedText } from '../../../contract/edit/edited-text.ts';
import type { DataPath } from '../../../contract/document.ts';
import { isRecord } from '../../../foundation/is-record.ts';
import { LineMap } from '../../../foundation/position.ts';
import { chunksOf, type ContractData } from './match-chunks.ts';
import { toItems, type MergeEntry, type MergePath } from './merge-values.ts';

/** The text of a contract with its data, while a merge is applied. Comments and format stay. */
export class MergedContract {
  readonly #file: string;
  #text: string;
  readonly #data: ContractData;
  #read: { readonly edited: EditedText; readonly lines: LineMap } | undefined;

  constructor(file: string, text: string, data: ContractData) {
    this.#file = file;
    this.#text = text;
    this.#data = structuredClone(data);
  }

  get text(): string {
    return this.#text;
  }

  get data(): ContractData {
    return this.#data;
  }

  /**
   * Applies an entry of a merge.
   *
   * @param order the ids of the chunks in the plan. A chunk that is added follows the one before it
   * @returns why the text cannot be changed exactly, as a clause; `undefined` if it was changed
   */
  apply(
    entry: Extract<MergeEntry, { readonly kind: 'added' | 'changed' | 'dropped' }>,
    order: readonly string[],
  ): string | undefined {
    const { path, kind } = entry;
    const last = path.at(-1);
    if (kind === 'added' && typeof last === 'object') {
      const list = this.resolve(path.slice(0, -1));
      if (list === undefined) return 'its list does not exist';
      const items = valueAt(this.#data, list);
      const length = Array.isArray(items) ? items.length : 0;
      const isChunk = path.length === 2 && path[0] === 'chunks';
      const index = isChunk ? this.#placeOf(last.item, order) : length;
      return this.edit({ path: [...list, index], value: entry.value, operation: length === 0 ? 'set' : 'insert' });
    }
    const at = this.resolve(path);
    if (at === undefined) return 'it does not exist';
    return this.edit(kind === 'dropped' ? { path: at, operation: 'remove' } : { path: at, value: entry.value });
  }

  /**
   * Replaces values that exist, all at once.
   *
   * @returns whether the text could be changed exactly; if not, nothing is changed
   */
  replaceAll(values: readonly { readonly path: MergePath; readonly value: unknown }[]): boolean {
    const edits = values.flatMap(({ path, value }) => {
      const at = this.resolve(path);
      return at === undefined ? [] : [{ path: at, value }];
    });
    return edits.length === values.length && this.#edit(edits) === undefined;
  }

  /** @param text the same data with other comments */
  replaceComments(text: string): void {
    this.#text = text;
  }

  /** Changes one value. Returns why it cannot be changed exactly. */
  edit(edit: ContractEdit): string | undefined {
    return this.#edit([edit]);
  }

  #edit(edits: readonly ContractEdit[]): string | undefined {
    try {
      this.#text = editContract({ file: this.#file, text: this.#text }, edits).text;
    } catch (thrown) {
      if (thrown instanceof ContractEditError) return thrown.message;
      throw thrown;
    }
    for (const edit of edits) applyToData(this.#data, edit);
    return undefined;
  }

  /** The path in the data as it is now. The last step may be missing if it is a key. */
  resolve(path: MergePath): DataPath | undefined {
    const found: (string | number)[] = [];
    for (const [position, step] of path.entries()) {
      const value = valueAt(this.#data, found);
      if (typeof step === 'string') {
        if (!isRecord(value) || (!Object.hasOwn(value, step) && position < path.length - 1)) return undefined;
        found.push(step);
        continue;
      }
      const index = Array.isArray(value) ? [...toItems(value).keys()].indexOf(step.item) : -1;
      if (index < 0) return undefined;
      found.push(index);
    }
    return found;
  }

  /** The line of a value in the text as it is now, from 1. `undefined` if it is not there. */
  lineOf(path: DataPath): number | undefined {
    if (valueAt(this.#data, path) === undefined) return undefined;
    if (this.#read?.edited.text !== this.#text)
      this.#read = { edited: new EditedText(this.#file, this.#text), lines: new LineMap(this.#text) };
    const { edited, lines } = this.#read;
    return lines.positionAt(edited.view.rangeOf(path).start).line;
  }

  #placeOf(id: string, order: readonly string[]): number {
    const ids = chunksOf(this.#data).map((chunk) => chunk['id']);
    for (let before = order.indexOf(id) - 1; before >= 0; before--) {
      const index = ids.indexOf(order[before]);
      if (index >= 0) return index + 1;
    }
    return 0;
  }
}

/** The same edit on the data that was read from the text. */
function applyToData(data: ContractData, { path, value, operation = 'set' }: ContractEdit): void {
  const last = path.at(-1);
  let owner: unknown = valueAt(data, path.slice(0, -1));
  if (owner === undefined || owner === null) {
    owner = typeof last === 'number' ? [] : {};
    applyToData(data, { path: path.slice(0, -1), value: owner });
  }
  if (Array.isArray(owner) && typeof last === 'number') {
    if (operation === 'set') owner[last] = value;
    else owner.splice(last, operation === 'remove' ? 1 : 0, ...(operation === 'remove' ? [] : [value]));
  } else if (isRecord(owner) && typeof last === 'string') {
    const map: Record<string, unknown> = owner;
    if (operation === 'remove') Reflect.deleteProperty(map, last);
    else map[last] = value;
  }
}
