import type { ExportKind, ImportedName, ImportKind } from '../modules/module-record.ts';
import { emptyRawModule, type RawExport, type RawModule } from '../modules/raw-module.ts';
import * as format from './assembly/format.ts';
import type { LexedScript } from './lexed-script.ts';
import { nameReader, referencedPath } from './script-events.ts';

const EXPORT_KINDS: ReadonlyMap<number, ExportKind> = new Map([
  [format.FUNCTION, 'function'],
  [format.CLASS, 'class'],
  [format.INTERFACE, 'interface'],
  [format.TYPE, 'type'],
  [format.ENUM, 'enum'],
  [format.CONST, 'const'],
  [format.LET, 'let'],
  [format.VAR, 'var'],
  [format.NAMESPACE, 'namespace'],
  [format.VALUE, 'value'],
]);
const IMPORT_KINDS: ReadonlyMap<number, ImportKind> = new Map([
  [format.STATIC, 'static'],
  [format.TYPES_ONLY, 'type'],
  [format.DYNAMIC, 'dynamic'],
  [format.REQUIRE, 'require'],
]);

/** Reads the events of a script. */
export function readLexedScript(script: LexedScript): RawModule {
  return new LexedReader(script).read();
}

class LexedReader {
  readonly #events: Int32Array;
  readonly #start: number;
  readonly #end: number;
  readonly #flags: number;
  readonly #nameAt: (offset: number, length: number) => string;
  readonly #raw = emptyRawModule();
  /** For each declaration, the destructured property that it is initialized with; empty if there is none. */
  readonly #keys: string[] = [];
  /** The event of the first name of the current clause; -1 outside a clause. */
  #clause = -1;

  constructor(script: LexedScript) {
    this.#events = script.events;
    this.#start = script.start;
    this.#end = script.end;
    this.#flags = script.flags;
    this.#nameAt = nameReader(script);
  }

  read(): RawModule {
    const raw = this.#raw;
    raw.isEsModule = (this.#flags & format.IS_MODULE) !== 0;
    raw.hasExportStatement = (this.#flags & format.HAS_EXPORT_STATEMENT) !== 0;
    for (let at = this.#start; at < this.#end; at += format.EVENT_SIZE) this.#event(at);
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
    const kind = EXPORT_KINDS.get(tag & format.KIND_MASK);
    switch (tag & format.EVENT_MASK) {
      case format.DECLARATION:
        this.#declaration(tag, this.#name(at), kind ?? 'unknown', { line, column });
        this.#keys.push(this.#second(at));
        return;
      case format.DEFAULT_EXPORT:
        raw.exports.push({ name: 'default', ...this.#valueAt(at, kind), line, column });
        return;
      case format.EXPORT_ASSIGNMENT:
        raw.exports.push({ name: 'export=', ...this.#valueAt(at, kind), line, column });
        return;
      case format.CLAUSE_NAME:
        if (this.#clause < 0) this.#clause = at;
        return;
      case format.IMPORT:
        this.#import(at, tag, { line, column });
        return;
      case format.REEXPORT:
        this.#reexport(at, { line, column });
        return;
      case format.EXPORT_LIST:
        this.#exportList(at);
        return;
      case format.STAR_EXPORT: {
        const specifier = this.#name(at);
        const type = typeOnlyFlag(tag);
        raw.starExports.push({ specifier, ...type });
        raw.imports.push({
          specifier,
          kind: 'reexport',
          names: [{ imported: '*', local: '*', ...type }],
          line,
          column,
        });
        return;
      }
      case format.EXPORT_IMPORT: {
        const from = this.#second(at);
        const origin = from === '' ? {} : { kind: 'namespace' as const, from, importedName: 'export=' };
        raw.exports.push({ name: this.#name(at), ...origin, ...typeOnlyFlag(tag), line, column });
        return;
      }
      case format.COMMONJS_EXPORT: {
        const name = tag & format.WHOLE ? 'export=' : this.#name(at);
        const localName = this.#second(at);
        raw.commonJsExports.push({ name, ...(localName === '' ? { kind: 'value' } : { localName }), line, column });
        return;
      }
      case format.COMMONJS_STAR_EXPORT:
        raw.commonJsStarExports.push({ specifier: this.#name(at) });
        return;
      case format.REFERENCE:
        this.#reference(this.#name(at), { line, column });
    }
  }

  /** The kind of an exported expression, or the local name that it consists of. */
  #valueAt(at: number, kind: ExportKind | undefined): Partial<RawExport> {
    const localName = this.#name(at);
    return { ...(kind !== undefined && { kind }), ...(localName !== '' && { localName }) };
  }

  #declaration(tag: number, name: string, kind: ExportKind, { line, column }: Position): void {
    this.#raw.declarations.push({ name, kind, line, column });
    if (tag & format.EXPORTED) this.#raw.exports.push({ name, kind, localName: name, line, column });
  }

  #import(at: number, tag: number, { line, column }: Position): void {
    const kind = IMPORT_KINDS.get(tag & format.KIND_MASK) ?? 'static';
    const clauseNames = this.#importedNames(at);
    const names =
      tag & format.NAMES_FROM_DECLARATIONS
        ? this.#required(tag >>> format.COUNT_SHIFT, (tag & format.WHOLE) !== 0)
        : clauseNames;
    this.#raw.imports.push({ specifier: this.#name(at), kind, names, line, column });
  }

  /** The names of the clause before an event. */
  #importedNames(end: number): ImportedName[] {
    const names: ImportedName[] = [];
    for (let at = this.#takeClause(end); at < end; at += format.EVENT_SIZE) {
      if ((this.#number(at) & format.EVENT_MASK) !== format.CLAUSE_NAME) continue;
      const imported = this.#imported(at);
      const local = this.#second(at);
      names.push(this.#number(at) & format.TYPE_ONLY ? { imported, local, typeOnly: true } : { imported, local });
    }
    return names;
  }

  /** The first event of the clause before an event; the event itself if there is no clause. */
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

  #reexport(end: number, { line, column }: Position): void {
    const specifier = this.#name(end);
    const names: ImportedName[] = [];
    for (let at = this.#takeClause(end); at < end; at += format.EVENT_SIZE) {
      if ((this.#number(at) & format.EVENT_MASK) !== format.CLAUSE_NAME) continue;
      const imported = this.#imported(at);
      const local = this.#second(at);
      const type = typeOnlyFlag(this.#number(at));
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
    for (let at = this.#takeClause(end); at < end; at += format.EVENT_SIZE) {
      if ((this.#number(at) & format.EVENT_MASK) !== format.CLAUSE_NAME) continue;
      this.#raw.exports.push({
        name: this.#second(at),
        localName: this.#imported(at),
        ...typeOnlyFlag(this.#number(at)),
        line: this.#number(at + 5),
        column: this.#number(at + 6),
      });
    }
  }

  #reference(comment: string, { line, column }: Position): void {
    const path = referencedPath(comment);
    if (path === undefined) return;
    const { specifier, offset } = path;
    this.#raw.imports.push({ specifier, kind: 'reference', names: [], line, column: column + offset });
  }
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function typeOnlyFlag(tag: number): { readonly typeOnly?: true } {
  return tag & format.TYPE_ONLY ? { typeOnly: true } : {};
}
