import type { AssertionResult } from '../checks/result.ts';
import type { ExportKind } from '../code/module-record.ts';
import type { Resource, Step } from '../contract/model.ts';
import type { Requirement } from '../contract/requirements.ts';
import type { DependentsGraph } from '../impact/dependents.ts';
import type { ExportImpact } from '../impact/export-impact.ts';
import type { Impact, ImpactQuestion } from '../impact/impact.ts';
import { InProcessAnalysis } from './in-process-analysis.ts';
import type { AnalysisOptions } from './in-process-analysis.ts';

/** What is to be checked, against the tree at `root`. Everything in it can be sent to another thread. */
export interface CheckRequest {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly requirements: readonly Requirement[];
  readonly resources: readonly Resource[];
  /** Each runs in the tree when a check needs its output, and in a trusted workspace only. */
  readonly steps: readonly Step[];
  readonly protocol?: string;
  /** The files of the chunk's own change, after a run; absent on a plain check. */
  readonly changedFiles?: readonly string[];
  readonly allowedFiles: readonly string[];
  /** Where false, only what reads files is run. */
  readonly trusted: boolean;
  /** For steps that name no limit of their own. */
  readonly commandTimeoutMs: number;
  /**
   * Absolute path of the tree whose `.holdfast/validators` count; `root` where absent. The tree of an attempt is judged
   * by the validators of the workspace, not by those that the attempt may have written.
   */
  readonly validatorsFrom?: string;
}

export interface CheckCallOptions {
  readonly signal?: AbortSignal;
  /** Told of each result as it comes; `index` is that of its requirement. */
  readonly onResult?: (result: AssertionResult, index: number) => void;
}

/** A name that can be imported from a file. */
export interface ImportableExport {
  readonly name: string;
  readonly kind: ExportKind;
  /** The line in the file that declares it. */
  readonly line: number;
  /** What to write in an import of it. */
  readonly specifier: string;
}

export interface ModuleExports {
  readonly file: string;
  readonly exports: readonly ImportableExport[];
}

/** What one module gives by its own text, as `holdfast exports` prints it. */
export interface OwnExports {
  readonly file: string;
  readonly exports: readonly {
    readonly name: string;
    readonly kind: ExportKind;
    readonly line: number;
    readonly from?: string;
  }[];
  /** The specifiers of its `export *`. */
  readonly starFrom: readonly string[];
}

export interface LensOptions {
  /**
   * Where it is given, the type checker is asked of what the texts do not tell, which may take seconds; whether it may
   * be the workspace's own.
   */
  readonly trusted?: boolean;
  readonly signal?: AbortSignal;
}

export interface OpenOptions {
  /** Another root of much the same files, whose index may be used. */
  readonly like: string;
  /** The paths in which the two differ. */
  readonly changed: readonly string[];
}

/**
 * What is known of the code in some trees, and the verdicts on it: a worker thread hosts it, so every argument and
 * answer can be sent. The module index of a root is built when it is first asked for and follows `filesChanged` and
 * `setUnsavedText`; a verdict always speaks of the files as they are when it is asked for.
 *
 * Every method throws a HoldfastError; a cancelled call throws a CancelledError.
 */
export interface Analysis extends AsyncDisposable {
  check(request: CheckRequest, options?: CheckCallOptions): Promise<readonly AssertionResult[]>;
  /** What can be imported from files, re-exports included; files that are no modules of the tree give nothing. */
  exportsOf(root: string, files: readonly string[]): Promise<readonly ModuleExports[]>;
  /** For each name, the file through which it is best imported; names that no file exports are left out. */
  findExports(root: string, names: readonly string[]): Promise<Readonly<Record<string, string | undefined>>>;
  /** What modules give by their own text: of a file, a folder, or the whole tree, sorted by path. */
  exports(root: string, path?: string): Promise<readonly OwnExports[]>;
  /** Who uses a file, or one export of it (ENF-IMPACT-1, -2, -3). Throws `not-found` where there is no such thing. */
  impact(root: string, question: ImpactQuestion, signal?: AbortSignal): Promise<Impact>;
  /** The files that a change of a file may reach, level by level (ENF-IMPACT-1). Throws `not-found` as `impact` does. */
  dependents(root: string, file: string, signal?: AbortSignal): Promise<DependentsGraph>;
  /**
   * The exports of a file that differ from an earlier text of it, with who uses them (ENF-IMPACT-4).
   * @param before undefined where there was no such file
   */
  lenses(
    root: string,
    file: string,
    before: string | undefined,
    options?: LensOptions,
  ): Promise<readonly ExportImpact[]>;
  /** Unsaved text of a file, or null when the file on disk counts again. */
  setUnsavedText(root: string, path: string, text: string | null): Promise<void>;
  /** Files that changed on disk, by path from the root; `all` where that is not known. */
  filesChanged(root: string, paths: readonly string[] | 'all'): Promise<void>;
  /** Gets a root ready ahead of the first question. */
  open(root: string, options?: OpenOptions): Promise<void>;
  /** Forgets a root. */
  close(root: string): Promise<void>;
}

/** An analysis in this very thread; hosts that must stay responsive keep it in a worker (`connectAnalysis`). */
export function createAnalysis(options: AnalysisOptions): Analysis {
  return new InProcessAnalysis(options);
}
