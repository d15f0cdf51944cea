import type { Location } from '../../../foundation/position.ts';
import type { ExportComparisonRequest, ExportVerdicts } from './export-comparison.ts';
import type { ImportQuery, ReceivedImport } from './import-query.ts';

/** A declaration and the type that it is expected to have. */
export interface TypeQuery {
  /** Relative to the root of the tree, with `/`. */
  readonly file: string;
  /** The name of an export or a top-level declaration of the file; `Class.method` and `default` are allowed. */
  readonly name: string;
  /** The expected type as TypeScript: `(a: A) => R` or `(a: A): R` for a signature, a type or declaration for a type. */
  readonly expected: string;
}

/** Whether queries are about signatures or about the shape of types. */
export type QueryKind = 'signatures' | 'types';

/** A package that a type comes from and that is not installed. */
export interface MissingPackage {
  readonly name: string;
  /** The command that installs it, for the package manager of the repository. */
  readonly install: string;
}

/** The answer to one query. */
export interface TypeAnswer {
  readonly passed: boolean;
  /** The expected type as the type checker prints it. */
  readonly expected: string;
  /** The actual type, or the members that are missing, extra or different. Absent if the query could not be decided. */
  readonly actual?: string | undefined;
  /** The whole signature that the code has, as the type checker prints it. Present if it is not the expected one. */
  readonly signature?: string | undefined;
  /** Why the query could not be decided. Such an answer never passes. */
  readonly error?: string | undefined;
  /** Present if the query is undecided because a package is not installed. */
  readonly missingPackage?: MissingPackage | undefined;
  readonly location?: Location | undefined;
}

/** The answer to a query that could not be decided. */
export function undecidedAnswer({ expected }: Pick<TypeQuery, 'expected'>, error: string): TypeAnswer {
  return { passed: false, expected, error };
}

/**
 * Tier 3: checks signatures, type shapes and imports with the TypeScript compiler. The answers have the order of the
 * queries. All methods throw a CancelledError when the signal is aborted.
 */
export interface TypeChecker {
  checkSignatures(queries: readonly TypeQuery[], signal?: AbortSignal): Promise<readonly TypeAnswer[]>;
  checkTypes(queries: readonly TypeQuery[], signal?: AbortSignal): Promise<readonly TypeAnswer[]>;
  receiveImports(queries: readonly ImportQuery[], signal?: AbortSignal): Promise<readonly ReceivedImport[]>;
}

/**
 * The type checker of a tree. It reads queried files through the tree and all other files from disk. Call `update` for
 * files that changed or have unsaved text.
 */
export interface WorkspaceTypeChecker extends TypeChecker, AsyncDisposable {
  /** The version and the origin of the TypeScript in use, for display. */
  readonly title: string;
  /** Compares exports of a file with those of an earlier text. Undecided exports are omitted (ENF-IMPACT-4). */
  compareExportTypes(request: ExportComparisonRequest, signal?: AbortSignal): Promise<ExportVerdicts>;
  /** Marks files as changed, on disk or in an editor. Paths are relative to the root; `all` if the files are unknown. */
  update(files: readonly string[] | 'all'): void;
}
