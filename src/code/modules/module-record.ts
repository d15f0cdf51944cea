/**
 * The kind of an exported declaration. A value takes precedence over a type of the same name. `value` is an export
 * without a declaration, and `unknown` is an export that is declared in another module.
 */
export type ExportKind =
  'function' | 'class' | 'interface' | 'type' | 'enum' | 'const' | 'let' | 'var' | 'namespace' | 'value' | 'unknown';

/**
 * One exported name of a module. Overloads and merged declarations are one export. Lines and columns start at 1; columns
 * count UTF-16 code units, as in the editor.
 */
export interface ExportRecord {
  /** The name that importers write; `default` and `export=` are names too. */
  readonly name: string;
  readonly kind: ExportKind;
  /** The position of the name, or of the `default` keyword if the export has no name (`export default 1`). */
  readonly line: number;
  readonly column: number;
  /** The specifier of a named re-export (`export { a } from 'x'`, `export * as a from 'x'`). */
  readonly from?: string;
  /** The name in `from`; `*` for the whole module. */
  readonly importedName?: string;
  /** The name of the exported declaration or import inside the module, if it has one. */
  readonly localName?: string;
  /** Whether the export has a `type` modifier, so that it can be used only as a type. */
  readonly typeOnly?: boolean;
  /** The position of the declaration of `localName` if it differs from the position of the export. */
  readonly declaredAt?: { readonly line: number; readonly column: number };
  /** The module that the name is if `from` is a package that does not define it (Python: `from package import module`). */
  readonly submodule?: string;
  /** Whether the name is in an export list without a declaration, so that a star import must provide it (Python). */
  readonly isListedOnly?: true;
  /** Whether a star import of the module leaves the name out (Python: `__version__`). */
  readonly isOmittedFromStar?: true;
  /** The exported members of a namespace that is exported with `export =`. Importers can use them by name. */
  readonly members?: readonly ExportRecord[];
}

/**
 * `static`: an import declaration; `type`: a type-only import declaration; `dynamic`: `import(…)`, as an expression or a
 * type; `require`: a call of `require`, or `import x = require(…)`; `reexport`: `export … from`; `reference`: a
 * `/// <reference path>` comment.
 */
export type ImportKind = 'static' | 'dynamic' | 'require' | 'type' | 'reexport' | 'reference';

export interface ImportedName {
  /** The name in the imported module; `*` for the whole module, `export=` for the value that `require` returns. */
  readonly imported: string;
  /** The name in this module; the exported name for a re-export. */
  readonly local: string;
  readonly typeOnly?: boolean;
  /** The names from `local` to the imported module (Python: `b` after `import a.b`, which binds `a`). */
  readonly localPath?: readonly string[];
  /** The module that the name is if the imported package does not define it (Python). */
  readonly submodule?: string;
  /** Whether `local` is only the usual name: the imported package states its name (Go). */
  readonly isAssumed?: true;
}

/** One reference from a module to another module. */
export interface ImportRecord {
  readonly specifier: string;
  readonly kind: ImportKind;
  /** Empty for side-effect imports, and if the names are not part of the import syntax. */
  readonly names: readonly ImportedName[];
  /** The position of the opening quote of the specifier. */
  readonly line: number;
  readonly column: number;
}

export interface StarExport {
  readonly specifier: string;
  readonly typeOnly?: boolean;
}

/** How a module creates names when it runs, with the position of the statement. */
export interface CreatedNames {
  readonly line: number;
  readonly column: number;
  /** Whether a name exists only for those who import or read it by name, so that a star import has none (`__getattr__`). */
  readonly isOnDemand?: true;
}

/** The exports and imports of one module, from its own text. */
export interface ModuleRecord {
  readonly file: string;
  /** The direct exports, in source order. */
  readonly exports: readonly ExportRecord[];
  /** The `export * from` statements. */
  readonly starExports: readonly StarExport[];
  readonly imports: readonly ImportRecord[];
  /** Set for a CommonJS module. A default import of it imports the whole module. */
  readonly isCommonJs?: true;
  /** Set if the file is nested too deeply to be parsed. Its exports and imports are unknown. */
  readonly isUnreadable?: true;
  /** The names that other modules can import by name although this module does not export them (Python: `_private`). */
  readonly internals?: readonly ExportRecord[];
  /** The modules whose exports a star import binds here, exported or not (Python). */
  readonly starImports?: readonly string[];
  /** Present if the module creates names when it runs, so that any name may exist (Python). */
  readonly createsNames?: CreatedNames;
  /** Whether the list of exports is computed when the module runs, so that any name that it binds may be one (Python). */
  readonly hasComputedExports?: true;
  /** The package that the file belongs to. The files of a folder with the same package share their names (Go). */
  readonly packageName?: string;
  /** Why no other module can import any name of the file: a clause for messages (Go). */
  readonly importProblem?: string;
  /** `parser` if the lexer could not read the file reliably. */
  readonly parsedBy: 'lexer' | 'parser';
}

/** The specifiers of the modules that a module references. */
export interface ReferencedModules {
  /** The specifiers of `ModuleRecord.imports`. */
  readonly imports: readonly string[];
  /** The specifiers of `ModuleRecord.starExports`. */
  readonly starExports: readonly string[];
  /** Whether the module has an `export =`. It can re-export every module that it imports. */
  readonly hasExportAssignment: boolean;
}
