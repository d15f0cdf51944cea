import type { NamedModules } from '../module-links.ts';
import type { ExportKind, ImportedName, ImportKind } from '../module-record.ts';
import { emptyRawModule, type Declaration, type RawExport, type RawModule } from '../raw-module.ts';
import type { LexedScript } from './lexer.ts';

// The numbers of assembly/layout.ts.
const event = {
  declaration: 1,
  defaultExport: 2,
  exportAssignment: 3,
  clauseName: 4,
  import: 5,
  reexport: 6,
  exportList: 7,
  starExport: 8,
  exportImport: 9,
  commonExport: 10,
  commonStar: 11,
  reference: 12,
} as const;
const flag = {
  exported: 1 << 16,
  typeOnly: 1 << 17,
  takesDeclarations: 1 << 20,
  whole: 1 << 21,
} as const;
const found = { isModule: 1, hasExportStatement: 2, namesAreWide: 8 } as const;
const eventSize = 7;

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

/** The modules that a script names, without making its record: of most modules nothing else is ever asked. */
export function modulesNamedIn(script: LexedScript): NamedModules {
  const { events, start, end } = script;
  const nameAt = nameReader(script);
  const imports: string[] = [];
  const starFrom: string[] = [];
  const commonStarFrom: string[] = [];
  let isAssigned = false;
  let isCommonWhole = false;
  for (let at = start; at < end; at += eventSize) {
    const tag = events[at] ?? 0;
    const name = (): string => nameAt(events[at + 1] ?? 0, events[at + 2] ?? 0);
    switch (tag & 255) {
      case event.import:
      case event.reexport:
        imports.push(name());
        break;
      case event.starExport: {
        const specifier = name();
        starFrom.push(specifier);
        imports.push(specifier);
        break;
      }
      case event.reference: {
        const path = referencedPath(name());
        if (path !== undefined) imports.push(path.specifier);
        break;
      }
      case event.exportAssignment:
        isAssigned = true;
        break;
      case event.commonExport:
        isCommonWhole ||= (tag & flag.whole) !== 0;
        break;
      case event.commonStar:
        commonStarFrom.push(name());
    }
  }
  if (script.found & found.isModule) return { imports, starFrom, givesWhole: isAssigned };
  return { imports, starFrom: starFrom.concat(commonStarFrom), givesWhole: isAssigned || isCommonWhole };
}

/** Reads names out of a script, by offset and length. */
function nameReader({ found: flags, names }: LexedScript): (offset: number, length: number) => string {
  if ((flags & found.namesAreWide) === 0) return (offset, length) => names.substring(offset, offset + length);
  const bytes = Buffer.from(names);
  return (offset, length) => bytes.toString('utf8', offset, offset + length);
}

/** The path in a `/// <reference path="…">` comment, and how far from its start it stands. */
function referencedPath(comment: string): { readonly specifier: string; readonly offset: number } | undefined {
  const match = /^(\/\/\/\s*<reference\s[^>]*?\bpath\s*=\s*)["']([^"']*)["']/.exec(comment);
  if (match === null) return undefined;
  const [, before = '', specifier = ''] = match;
  return { specifier, offset: before.length };
}

interface ClauseName extends ImportedName {
  readonly line: number;
  readonly column: number;
}

class LexedReader {
  readonly #script: LexedScript;
  readonly #nameAt: (offset: number, length: number) => string;
  readonly #raw = emptyRawModule();
  /** The property that each declared name was taken from, where it was. */
  readonly #keys: string[] = [];
  #clause: ClauseName[] = [];

  constructor(script: LexedScript) {
    this.#script = script;
    this.#nameAt = nameReader(script);
  }

  read(): RawModule {
    const { start, end } = this.#script;
    const raw = this.#raw;
    raw.isEcmaModule = (this.#script.found & found.isModule) !== 0;
    raw.hasExportStatement = (this.#script.found & found.hasExportStatement) !== 0;
    for (let at = start; at < end; at += eventSize) this.#event(at);
    return raw;
  }

  #number(at: number): number {
    return this.#script.events[at] ?? 0;
  }

  #name(at: number): string {
    return this.#nameAt(this.#number(at + 1), this.#number(at + 2));
  }

  #second(at: number): string {
    return this.#nameAt(this.#number(at + 3), this.#number(at + 4));
  }

  #event(at: number): void {
    const tag = this.#number(at);
    const place = { line: this.#number(at + 5), column: this.#number(at + 6) };
    const kind = kinds[(tag >> 8) & 15];
    const type = tag & flag.typeOnly ? { typeOnly: true } : {};
    switch (tag & 255) {
      case event.declaration:
        this.#declaration(tag, this.#name(at), kind ?? 'unknown', this.#second(at), place);
        return;
      case event.defaultExport:
        this.#raw.exports.push({ name: 'default', ...this.#valueAt(at, kind), ...place });
        return;
      case event.exportAssignment:
        this.#raw.exports.push({ name: 'export=', ...this.#valueAt(at, kind), ...place });
        return;
      case event.clauseName:
        this.#clause.push({ imported: this.#name(at) || 'export=', local: this.#second(at), ...type, ...place });
        return;
      case event.import:
        this.#import(tag, this.#name(at), place);
        return;
      case event.reexport:
        this.#reexport(this.#name(at), place);
        return;
      case event.exportList:
        this.#exportList();
        return;
      case event.starExport: {
        const specifier = this.#name(at);
        this.#raw.starFrom.push({ specifier, ...type });
        this.#raw.imports.push({
          specifier,
          kind: 'reexport',
          names: [{ imported: '*', local: '*', ...type }],
          ...place,
        });
        return;
      }
      case event.exportImport: {
        const from = this.#second(at);
        const origin = from === '' ? {} : { kind: 'namespace' as const, from, importedName: 'export=' };
        this.#raw.exports.push({ name: this.#name(at), ...origin, ...type, ...place });
        return;
      }
      case event.commonExport: {
        const name = tag & flag.whole ? 'export=' : this.#name(at);
        const localName = this.#second(at);
        this.#raw.commonExports.push({ name, ...(localName === '' ? { kind: 'value' } : { localName }), ...place });
        return;
      }
      case event.commonStar:
        this.#raw.commonStarFrom.push({ specifier: this.#name(at) });
        return;
      case event.reference:
        this.#reference(this.#name(at), place);
    }
  }

  /** What an expression gives: the kind that it shows, or the name that it consists of. */
  #valueAt(at: number, kind: ExportKind | undefined): Partial<RawExport> {
    const localName = this.#name(at);
    return { ...(kind !== undefined && { kind }), ...(localName !== '' && { localName }) };
  }

  #declaration(tag: number, name: string, kind: ExportKind, key: string, place: Place): void {
    const declaration: Declaration = { name, kind, ...place };
    this.#raw.declarations.push(declaration);
    this.#keys.push(key);
    if (tag & flag.exported) this.#raw.exports.push({ name, kind, localName: name, ...place });
  }

  #import(tag: number, specifier: string, place: Place): void {
    const kind = importKinds[(tag >> 8) & 15] ?? 'static';
    let names: readonly ImportedName[] = this.#clause.map(withoutPlace);
    this.#clause = [];
    if (tag & flag.takesDeclarations) names = this.#required(tag >>> 24, (tag & flag.whole) !== 0);
    this.#raw.imports.push({ specifier, kind, names, ...place });
  }

  #required(count: number, isWhole: boolean): ImportedName[] {
    const { declarations } = this.#raw;
    const first = declarations.length - count;
    return declarations
      .slice(first)
      .map(({ name }, index) => ({ imported: isWhole ? 'export=' : (this.#keys[first + index] ?? name), local: name }));
  }

  #reexport(specifier: string, place: Place): void {
    for (const { imported, local, typeOnly, line, column } of this.#clause) {
      const kind = imported === '*' ? { kind: 'namespace' as const } : {};
      const type = typeOnly ? { typeOnly } : {};
      this.#raw.exports.push({ name: local, ...kind, from: specifier, importedName: imported, ...type, line, column });
    }
    this.#raw.imports.push({ specifier, kind: 'reexport', names: this.#clause.map(withoutPlace), ...place });
    this.#clause = [];
  }

  #exportList(): void {
    for (const { imported, local, typeOnly, line, column } of this.#clause) {
      this.#raw.exports.push({ name: local, localName: imported, ...(typeOnly && { typeOnly }), line, column });
    }
    this.#clause = [];
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

function withoutPlace({ imported, local, typeOnly }: ClauseName): ImportedName {
  return { imported, local, ...(typeOnly && { typeOnly }) };
}
