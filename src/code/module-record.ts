/**
 * What one module says about itself: the names it exports and the modules it imports. Lines and columns count from 1,
 * columns in UTF-16 code units, so that they are the editor's.
 */
export type ExportKind =
  'function' | 'class' | 'interface' | 'type' | 'enum' | 'const' | 'let' | 'var' | 'namespace' | 'value' | 'unknown';

/** One name that a module gives. Overloads, and declarations that merge, are one name. */
export interface ExportRecord {
  /** The name that importers write; `default` and `export=` are names too. */
  readonly name: string;
  /** What is declared; a value where a value and a type share the name; `unknown` where another module declares it. */
  readonly kind: ExportKind;
  /** The place of the name; of the statement's keyword where the export has no name of its own (`export default 1`). */
  readonly line: number;
  readonly column: number;
  /** Specifier of a named re-export (`export { a } from 'x'`, `export * as a from 'x'`). */
  readonly from?: string;
  /** The name in `from`; `*` stands for the whole module. */
  readonly importedName?: string;
  /** What the name is called inside the module, where it is the export of something named. */
  readonly localName?: string;
  /** Usable as a type only, because the export says `type`. */
  readonly typeOnly?: boolean;
  /** Where `localName` is declared in the same file, where that is another place. */
  readonly declaredAt?: { readonly line: number; readonly column: number };
  /** The exported members of a namespace that `export =` gives away; an importer can name them. */
  readonly members?: readonly ExportRecord[];
}

/**
 * `static`: an import declaration; `type`: one that only brings types; `dynamic`: `import(…)`, as an expression or as
 * a type; `require`: a call, or `import x = require(…)`; `reexport`: `export … from`; `reference`: a
 * `/// <reference path>` comment.
 */
export type ImportKind = 'static' | 'dynamic' | 'require' | 'type' | 'reexport' | 'reference';

export interface ImportedName {
  /** The name in the imported module; `*` the whole module, `export=` what `require` returns. */
  readonly imported: string;
  /** The name in this module; for a re-export the name that it gives. */
  readonly local: string;
  readonly typeOnly?: boolean;
}

/** One place where a module names another. */
export interface ImportRecord {
  readonly specifier: string;
  readonly kind: ImportKind;
  /** Empty for imports made for their effect, and where what is taken is not written at the import. */
  readonly names: readonly ImportedName[];
  /** The place of the specifier's opening quote. */
  readonly line: number;
  readonly column: number;
}

export interface StarExport {
  readonly specifier: string;
  readonly typeOnly?: boolean;
}

export interface ModuleRecord {
  readonly file: string;
  /** The names that the file itself gives, in the order of the text. */
  readonly exports: readonly ExportRecord[];
  /** Its `export * from`. */
  readonly starFrom: readonly StarExport[];
  readonly imports: readonly ImportRecord[];
  /** It gives what it gives in the manner of CommonJS: an import of its default brings all of it. */
  readonly isCommon?: true;
  /** Who read it: the lexer, or the full parser where the lexer was in doubt. */
  readonly parsedBy: 'lexer' | 'parser';
}
