import type { ExportKind, ImportedName, ImportKind } from '../module-record.ts';
import { emptyRawModule, type RawExport, type RawModule } from '../raw-module.ts';
import type { LexedScript } from './lexer.ts';
import { event, eventSize, flag, found, nameReader, referencedPath } from './script-events.ts';

const kinds: readonly (ExportKind | undefined)[] = [
  undefined,
  'function',
  'class',
  'interface',
  'type',
  'enum',
  'const',
  'let',
  'var',
  'namespace',
  'value',
];
const importKinds: readonly ImportKind[] = ['static', 'static', 'type', 'dynamic', 'require'];

/** Reads what the lexer left of a script. */
export function readLexedScript(script: LexedScript): RawModule {
  return new LexedReader(script).read();
}

class LexedReader {
  readonly #events: Int32Array;
  readonly #start: number;
  readonly #end: number;
  readonly #found: number;
  readonly #nameAt: (offset: number, length: number) => string;
  readonly #raw = emptyRawModule();
  /** The property that each declared name was taken from, where it was. */
  readonly #keys: string[] = [];
  /** Where the names of the clause begin that has not ended yet. */
  #clause = -1;

  constructor(script: LexedScript) {
    this.#events = script.events;
    this.#start = script.start;
    this.#end = script.end;
    this.#found = script.found;
    this.#nameAt = nameReader(script);
  }

  read(): RawModule {
    const raw = this.#raw;
    raw.isEcmaModule = (this.#found & found.isModule) !== 0;
    raw.hasExportStatement = (this.#found & found.hasExportStatement) !== 0;
    for (let at = this.#start; at < this.#end; at += eventSize) this.#event(at);
    return raw;
  }

  #number(at: number): number {
    return this.#events[at] ?? 0;
  }

  #name(at: number): string {
    return this.#nameAt(this.#number(at + 1), this.#number(at + 2));
  }

  #second(at: number): string {
    return this.#nameAt(this.#number(at + 3), this.#number(at + 4));
  }

  #event(at: number): void {
    const tag = this.#number(at);
    const raw = this.#raw;
    const line = this.#number(at + 5);
    const column = this.#number(at + 6);
    const kind = kinds[(tag >> 8) & 15];
    switch (tag & 255) {
      case event.declaration:
        this.#declaration(tag, this.#name(at), kind ?? 'unknown', { line, column });
        this.#keys.push(this.#second(at));
        return;
      case event.defaultExport:
        raw.exports.push({ name: 'default', ...this.#valueAt(at, kind), line, column });
        return;
      case event.exportAssignment:
        raw.exports.push({ name: 'export=', ...this.#valueAt(at, kind), line, column });
        return;
      case event.clauseName:
        if (this.#clause < 0) this.#clause = at;
        return;
      case event.import:
        this.#import(at, tag, { line, column });
        return;
      case event.reexport:
        this.#reexport(at, { line, column });
        return;
      case event.exportList:
        this.#exportList(at);
        return;
      case event.starExport: {
        const specifier = this.#name(at);
        const type = typeMark(tag);
        raw.starFrom.push({ specifier, ...type });
        raw.imports.push({
          specifier,
          kind: 'reexport',
          names: [{ imported: '*', local: '*', ...type }],
          line,
          column,
        });
        return;
      }
      case event.exportImport: {
        const from = this.#second(at);
        const origin = from === '' ? {} : { kind: 'namespace' as const, from, importedName: 'export=' };
        raw.exports.push({ name: this.#name(at), ...origin, ...typeMark(tag), line, column });
        return;
      }
      case event.commonExport: {
        const name = tag & flag.whole ? 'export=' : this.#name(at);
        const localName = this.#second(at);
        raw.commonExports.push({ name, ...(localName === '' ? { kind: 'value' } : { localName }), line, column });
        return;
      }
      case event.commonStar:
        raw.commonStarFrom.push({ specifier: this.#name(at) });
        return;
      case event.reference:
        this.#reference(this.#name(at), { line, column });
    }
  }

  /** What an expression gives: the kind that it shows, or the name that it consists of. */
  #valueAt(at: number, kind: ExportKind | undefined): Partial<RawExport> {
    const localName = this.#name(at);
    return { ...(kind !== undefined && { kind }), ...(localName !== '' && { localName }) };
  }

  #declaration(tag: number, name: string, kind: ExportKind, { line, column }: Place): void {
    this.#raw.declarations.push({ name, kind, line, column });
    if (tag & flag.exported) this.#raw.exports.push({ name, kind, localName: name, line, column });
  }

  #import(at: number, tag: number, { line, column }: Place): void {
    const kind = importKinds[(tag >> 8) & 15] ?? 'static';
    const written = this.#importedNames(at);
    const names = tag & flag.takesDeclarations ? this.#required(tag >>> 24, (tag & flag.whole) !== 0) : written;
    this.#raw.imports.push({ specifier: this.#name(at), kind, names, line, column });
  }

  /** The names of the clause that ends before an event. */
  #importedNames(end: number): ImportedName[] {
    const names: ImportedName[] = [];
    for (let at = this.#takeClause(end); at < end; at += eventSize) {
      if ((this.#number(at) & 255) !== event.clauseName) continue;
      const imported = this.#imported(at);
      const local = this.#second(at);
      names.push(this.#number(at) & flag.typeOnly ? { imported, local, typeOnly: true } : { imported, local });
    }
    return names;
  }

  /** Where the clause begins that ends before an event; that event where there is none. */
  #takeClause(end: number): number {
    const start = this.#clause < 0 ? end : this.#clause;
    this.#clause = -1;
    return start;
  }

  #imported(at: number): string {
    return this.#name(at) || 'export=';
  }

  #required(count: number, isWhole: boolean): ImportedName[] {
    const { declarations } = this.#raw;
    const first = declarations.length - count;
    return declarations
      .slice(first)
      .map(({ name }, index) => ({ imported: isWhole ? 'export=' : (this.#keys[first + index] ?? name), local: name }));
  }

  #reexport(end: number, { line, column }: Place): void {
    const specifier = this.#name(end);
    const names: ImportedName[] = [];
    for (let at = this.#takeClause(end); at < end; at += eventSize) {
      if ((this.#number(at) & 255) !== event.clauseName) continue;
      const imported = this.#imported(at);
      const local = this.#second(at);
      const type = typeMark(this.#number(at));
      names.push({ imported, local, ...type });
      this.#raw.exports.push({
        name: local,
        ...(imported === '*' ? { kind: 'namespace' } : {}),
        from: specifier,
        importedName: imported,
        ...type,
        line: this.#number(at + 5),
        column: this.#number(at + 6),
      });
    }
    this.#raw.imports.push({ specifier, kind: 'reexport', names, line, column });
  }

  #exportList(end: number): void {
    for (let at = this.#takeClause(end); at < end; at += eventSize) {
      if ((this.#number(at) & 255) !== event.clauseName) continue;
      this.#raw.exports.push({
        name: this.#second(at),
        localName: this.#imported(at),
        ...typeMark(this.#number(at)),
        line: this.#number(at + 5),
        column: this.#number(at + 6),
      });
    }
  }

  #reference(comment: string, { line, column }: Place): void {
    const path = referencedPath(comment);
    if (path === undefined) return;
    const { specifier, offset } = path;
    this.#raw.imports.push({ specifier, kind: 'reference', names: [], line, column: column + offset });
  }
}

interface Place {
  readonly line: number;
  readonly column: number;
}

function typeMark(tag: number): { readonly typeOnly?: true } {
  return tag & flag.typeOnly ? { typeOnly: true } : {};
}
