import type { TextPosition } from '../text/position-cursor.ts';
import { joinExportLists, readExportList, type ExportList } from './export-list.ts';
import { withoutStrings, type NameAt } from './statement-text.ts';

/** The value of `__all__` while the statements of a module build it. Offsets are those of the text of the module. */
export class ExportListState {
  /** `undefined` if the module has none so far, and `computed` if it cannot be read from the text. */
  value: ExportList | 'computed' | undefined;
  readonly #text: string;
  readonly #positionAt: (offset: number) => TextPosition;
  /** The positions of the names. They are known only while the line of a name is read. */
  readonly #positions = new Map<NameAt, TextPosition>();

  /** @param positionAt the position of an offset in the line that is read */
  constructor(text: string, positionAt: (offset: number) => TextPosition) {
    this.#text = text;
    this.#positionAt = positionAt;
  }

  positionOf(name: NameAt): TextPosition {
    return this.#positions.get(name) ?? { line: 1, column: 1 };
  }

  /** `__all__ = […]` */
  assign(from: number, to: number): void {
    const list = readExportList(this.#text, from, to);
    // `__all__ = __all__ + […]` extends the list.
    const isExtended = list !== undefined && /(?<![.\w])__all__\b/.test(withoutStrings(this.#text, from, to));
    if (isExtended) this.extend(from, to);
    else this.#set(list);
  }

  /** `__all__ += […]` */
  extend(from: number, to: number): void {
    if (this.value === 'computed') return;
    const added = readExportList(this.#text, from, to);
    this.#set(added && joinExportLists(this.value ?? { names: [], modules: [] }, added));
  }

  /** `__all__.extend([…])`, `.append('a')` and `.remove('a')`. */
  call(from: number, to: number): void {
    const [call = '', method] = /^__all__\s*\.\s*(\w+)\s*\(/.exec(this.#text.slice(from, to)) ?? [];
    const start = from + call.length;
    const end = this.#text.lastIndexOf(')', to - 1);
    switch (method) {
      case 'extend':
      case 'append':
        this.extend(start, end);
        return;
      case 'remove':
        this.#remove(start, end);
        return;
      case 'insert':
      case 'clear':
      case 'pop':
        this.value = 'computed';
        return;
      default:
    }
  }

  #remove(from: number, to: number): void {
    const list = this.value;
    if (list === undefined || list === 'computed') return;
    const removed = readExportList(this.#text, from, to)?.names.map(({ name }) => name);
    this.value =
      removed === undefined ? 'computed' : { ...list, names: list.names.filter(({ name }) => !removed.includes(name)) };
  }

  #set(list: ExportList | undefined): void {
    for (const name of list?.names ?? []) {
      if (!this.#positions.has(name)) this.#positions.set(name, this.#positionAt(name.offset));
    }
    this.value = list ?? 'computed';
  }
}
