import type { ExportKind } from '../modules/module-record.ts';
import type { ResolvedExport } from '../modules/resolved-exports.ts';
import type { ImpactGraph } from './export-reach.ts';
import type { ScriptCache } from './script-cache.ts';

/** A position in a file. Line and column count from 1, columns in UTF-16 code units. `file` is relative to the root. */
export interface CodeLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `import` includes re-exports. `other` is a value, a type, a JSX element or an inline import. */
export type UseKind = 'call' | 'import' | 'other';

/** A use of an export. */
export interface Use extends CodeLocation {
  readonly kind: UseKind;
}

/** A function, class or value, and all its uses. */
export interface AffectedFunction {
  readonly name: string;
  /** The queried file. */
  readonly file: string;
  /** Calls and all other uses: imports, re-exports, values, JSX elements and types. */
  readonly callers: readonly Use[];
}

/** A type, interface or enum, and all its uses. */
export interface AffectedType {
  readonly name: string;
  /** The queried file. */
  readonly file: string;
  readonly usages: readonly Use[];
}

/** The uses of a file or of one of its exports; `ImpactAnalysis` of the source documents. */
export interface Impact {
  /** The affected files except the queried file, sorted: the importers of a file, or the users of an export. */
  readonly filesAffected: readonly string[];
  readonly functionsAffected: readonly AffectedFunction[];
  readonly typesAffected: readonly AffectedType[];
  /** A text summary for prompts and people. */
  readonly summary: string;
}

/** The inputs of the search for uses. */
export interface ImpactSources {
  readonly graph: ImpactGraph & { exportsOf(file: string): readonly ResolvedExport[] };
  readonly cache: ScriptCache;
  readonly readText: (file: string) => Promise<string | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** The file or export to search for. */
export interface ImpactQuery {
  /** Relative to the root of the tree, with `/`. */
  readonly file: string;
  /** If absent, the query is for all exports of the file. `default` and `export=` are valid names. */
  readonly exportName?: string | undefined;
}

/** The uses of one export. */
export interface ExportUses {
  readonly name: string;
  readonly kind: ExportKind;
  /** Sorted by file and position. Includes uses in the declaring file, but not the declaration. */
  readonly uses: readonly Use[];
}

/** Whether an impact lists exports of this kind under `typesAffected`. */
export function isTypeKind(kind: ExportKind): boolean {
  return kind === 'type' || kind === 'interface' || kind === 'enum';
}
