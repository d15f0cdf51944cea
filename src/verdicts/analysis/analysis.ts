import type { ApiComparison } from '../../code/api/compare/api-difference.ts';
import type { PackageApi } from '../../code/api/model/package-api.ts';
import type { PackageSummary } from './package-api-answers.ts';
import type { InterfaceEvaluation } from '../checks/interfaces/interface-evaluation.ts';
import type { Judge, VerdictStore } from '../checks/interfaces/judge.ts';
import type { AssertionResult } from '../checks/interfaces/result.ts';
import type { CollectedValidator } from '../checks/interfaces/validator.ts';
import type { FileDeclarations } from '../../code/declarations/file-declarations.ts';
import type { ExportKind } from '../../code/modules/module-record.ts';
import type { ExpectedCode } from '../../code/types/expected/code-error.ts';
import type { Resource, Step } from '../../contract/model.ts';
import type { Requirement } from '../../contract/requirements.ts';
import type { Fact } from '../../foundation/fact.ts';
import type { FactQuery } from '../facts/find-facts.ts';
import type { DependentsGraph } from '../../code/impact/dependents.ts';
import type { BrokenImport } from '../../code/impact/broken-imports.ts';
import type { ExportImpact } from '../../code/impact/export-impact.ts';
import type { BrokenUses } from '../../code/types/change/broken-uses.ts';
import type { Impact, ImpactQuery } from '../../code/impact/impact.ts';
import type { ProgressReporter } from '../../foundation/progress.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import type { ProtectionQuery } from '../protection/find-protected-changes.ts';
import type { ProtectedChange } from '../protection/changes/protected-change.ts';
import type { TreeLimit } from '../../workspace/files/source-tree.ts';
import type { ImportFactRule } from './import-fact-answers.ts';
import type { EarlierFile } from './tree-before.ts';
import { declareMethod, type MethodFunctions } from './method.ts';

/** The requirements of one check and the tree at `root` that they are checked against. */
export interface CheckRequest {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly requirements: readonly Requirement[];
  readonly resources: readonly Resource[];
  /** A step runs in the tree when a check needs its output, and only if the workspace is trusted. */
  readonly steps: readonly Step[];
  /** The outputs of steps that have run already, by their ids. None of them is in `steps`. */
  readonly stepOutputs?: Readonly<Record<string, string>> | undefined;
  /** `spec.protocol` of the contract. */
  readonly protocol?: string | undefined;
  /** The files that the chunk changed in a run; absent if no run preceded the check. */
  readonly changedFiles?: readonly string[] | undefined;
  readonly allowedFiles: readonly string[];
  /**
   * The names that the whole contract requires; defaults to those of the requirements. A contract can have as many names as
   * requests, so a list that is passed again is not sent to another thread again: `same` is the list of the request before.
   */
  readonly requiredNames?: readonly string[] | 'same' | undefined;
  /** `false` allows only checks that read files. */
  readonly trusted: boolean;
  /** Whether the TypeScript that the workspace installs compares types. Default: `trusted`. */
  readonly workspaceTypeScript?: boolean | undefined;
  /** The account that pays for the model which judges, for `AnalysisOptions.judge`. */
  readonly judgeAccount?: string | undefined;
  /** Time limit of steps that have none. */
  readonly commandTimeoutMs: number;
  /** How steps and workspace validators run. */
  readonly commandRules: CommandRules;
  /**
   * Absolute path of the folder in which steps run. Default: the root. It is a copy if the root is the user's own tree, which
   * no command may write.
   */
  readonly stepsIn?: string | undefined;
  /**
   * Absolute path of the tree whose `.holdfast/validators`, interface definitions and domain services are used; defaults to
   * `root`. An attempt is checked with those of the workspace, because it could have written its own.
   */
  readonly validatorsFrom?: string | undefined;
}

/** The result of one requirement, reported before the check is complete. */
export interface CheckProgress {
  readonly result: AssertionResult;
  /** Index of the requirement in the request. */
  readonly index: number;
}

/** A name that can be imported from a file. */
export interface ImportableExport {
  readonly name: string;
  readonly kind: ExportKind;
  /** The line of the declaration. */
  readonly line: number;
  /** The module specifier to import it from. */
  readonly specifier: string;
}

export interface ModuleExports {
  readonly file: string;
  readonly exports: readonly ImportableExport[];
}

/** A name that a requirement expects a file to export. */
export interface ExportRequest {
  readonly file: string;
  /** The name, or `Class.method`. */
  readonly name: string;
  /** Whether the name must be a function. */
  readonly isFunction: boolean;
  /** The signature that the function must have. */
  readonly signature?: string | undefined;
}

/** A file and its text. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** A file and its text before and after an edit. */
export interface ChangedText {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** An export of a tree, with its declaration. */
export interface LocatedExport {
  readonly name: string;
  readonly kind: ExportKind;
  /** The declaring file. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
}

/** The exports that a module states in its own text, as `holdfast exports` prints them. */
export interface OwnExports {
  readonly file: string;
  readonly exports: readonly {
    readonly name: string;
    readonly kind: ExportKind;
    readonly line: number;
    /** The module specifier of a re-export. */
    readonly from?: string | undefined;
  }[];
  /** The specifiers of its `export *` statements. */
  readonly starFrom: readonly string[];
}

/** A module to outline. */
export interface OutlinedFile {
  readonly file: string;
  /** The text of an earlier version; `null` if the file did not exist. Absent if versions are not compared. */
  readonly before?: string | null | undefined;
}

/** A name that can be imported from a module, with what the text of its declaration says. */
export interface ExportOutline {
  readonly name: string;
  readonly kind: ExportKind;
  /** The declaring file, which differs from the module for a re-export. */
  readonly declaredIn: string;
  /** Whether the name can be used only as a type. */
  readonly typeOnly?: true | undefined;
  /** The definition of an interface, an alias or an enum of this module, on one line. */
  readonly definition?: string | undefined;
  /**
   * The signatures that the text of the module states, by the name of the export or `Class.method`. Absent for TypeScript
   * and JavaScript, whose signatures the type checker finds.
   */
  readonly signatures?: Readonly<Record<string, string>> | undefined;
  /** The public methods of a class of this module, as `Class.method`. */
  readonly methods: readonly string[];
  /** Whether the earlier version lacks the export; absent if the export does not differ, or if versions are not compared. */
  readonly isNew?: boolean | undefined;
}

/** The exports of a module, re-exports included, and the modules of the tree that it imports. */
export interface ModuleOutline {
  readonly file: string;
  /** Files of the tree, sorted. */
  readonly imports: readonly string[];
  readonly exports: readonly ExportOutline[];
  /** The exports of the earlier version that this version lacks. */
  readonly removed: readonly string[];
}

/**
 * The type checker that compares two versions of an export: the workspace's own TypeScript, the bundled one, or none.
 * A type checker can take seconds; without one only the texts are compared.
 */
export type ComparisonTypeChecker = 'workspace' | 'bundled' | 'none';

/**
 * Every method of an analysis, declared once. The interface `Analysis`, the client in the host thread and the server in
 * the worker thread are derived from this table: a new method needs a line here and its implementation in
 * `InProcessAnalysis`.
 *
 * The first parameter of most methods is the absolute path of a tree. The module index of a tree is built by the first
 * call that needs it and follows `filesChanged` and `setUnsavedText`. Results always describe the current files.
 */
export const ANALYSIS_METHODS = {
  /** Checks requirements against a tree and reports each result when it is available. */
  check: declareMethod<[request: CheckRequest], readonly AssertionResult[], CheckProgress>(1),
  /** The exports of files, including re-exports. A file that is not a module of the tree is left out. */
  exportsOf: declareMethod<[root: string, files: readonly string[]], readonly ModuleExports[]>(2),
  /**
   * The preferred file to import each name from. A name that no file exports is left out. Of several files that declare a
   * name, the one closest to the files `near` is preferred.
   */
  findExports: declareMethod<
    [root: string, names: readonly string[], near: readonly string[]],
    Readonly<Record<string, string | undefined>>
  >(3),
  /**
   * The exports whose names begin with a text, then those that contain it, regardless of case and sorted by name; at most
   * `limit`.
   */
  searchExports: declareMethod<[root: string, text: string, limit: number], readonly LocatedExport[]>(3),
  /** The declaration of an export of a file, or of the preferred file that exports the name. `null` if there is none. */
  locateExport: declareMethod<[root: string, name: string, file: string | null], LocatedExport | null>(3),
  /**
   * An edit after which a file exports a name that it, or its package, declares, so that the requirement holds. Empty if there
   * is none that certainly keeps what the code does.
   */
  exportName: declareMethod<[root: string, request: ExportRequest], readonly ChangedText[]>(2),
  /** The exports that modules state in their own text, sorted by path; `undefined` means every module of the tree. */
  exports: declareMethod<[root: string, fileOrFolder: string | undefined], readonly OwnExports[]>(2),
  /** Why each signature or definition is no code of the language of its file; `undefined` if it is. Reads no file. */
  findCodeErrors: declareMethod<[codes: readonly ExpectedCode[]], readonly (string | undefined)[]>(1),
  /**
   * What each file declares, exported or not; `null` if no language reads it, or if it is nested too deeply. Reads no file.
   */
  declarations: declareMethod<[files: readonly SourceText[]], readonly (FileDeclarations | null)[]>(1),
  /** The exports of modules with their declarations as text, for contracts that are generated from code (ENF-FUTURE-5). */
  outlines: declareMethod<[root: string, files: readonly OutlinedFile[]], readonly ModuleOutline[]>(2),
  /**
   * The uses of a file or of one of its exports (ENF-IMPACT-1, -2, -3). Throws `not-found` if either does not exist.
   */
  impact: declareMethod<[root: string, query: ImpactQuery], Impact>(2),
  /** The files that a change of a file can affect, by level (ENF-IMPACT-1). Throws `not-found` if it is no module. */
  dependents: declareMethod<[root: string, file: string], DependentsGraph>(2),
  /** The given files and every module that imports one of them, directly or indirectly, sorted. */
  allDependents: declareMethod<[root: string, files: readonly string[]], readonly string[]>(2),
  /**
   * The exports of a file that differ from an earlier text of it, and their uses (ENF-IMPACT-4). `before` is
   * `undefined` if the file did not exist.
   */
  modifiedExports: declareMethod<
    [root: string, file: string, before: string | undefined, typeChecker: ComparisonTypeChecker],
    readonly ExportImpact[]
  >(4),
  /** [CHANGE-1] The imports of a tree that led to a file or a name before a change and lead to none after it. */
  brokenImports: declareMethod<[root: string, changed: readonly EarlierFile[]], readonly BrokenImport[]>(2),
  /**
   * [CHANGE-1] The uses in a tree that type-checked before a change and do not after it. Reads the files from disk.
   *
   * @param trusted whether the TypeScript of the workspace may run
   */
  brokenUses: declareMethod<[root: string, changed: readonly EarlierFile[], trusted: boolean], BrokenUses>(3),
  /** The packages of a tree that have a name. */
  packages: declareMethod<[root: string], readonly PackageSummary[]>(1),
  /** [CHANGE-5] What the packages in a folder of a tree offer, one for each language. Reads the files from disk. */
  packageApis: declareMethod<[root: string, folder: string], readonly PackageApi[]>(2),
  /** [CHANGE-5] What a package outside of a tree offers; `null` without a manifest. @param folder its absolute path */
  installedApi: declareMethod<[folder: string], PackageApi | null>(1),
  /**
   * [CHANGE-2] The differences of what packages offer before and after a change. Reads the files from disk, and the current
   * texts of those that changed.
   *
   * @param folders of the packages; `null` for those that are published and have changed files
   */
  apiComparisons: declareMethod<
    [root: string, changed: readonly EarlierFile[], folders: readonly string[] | null],
    readonly ApiComparison[]
  >(3),
  /** [CHANGE-3] [CHANGE-4] What the imports of a tree show about a change, for its reviewer. */
  importFacts: declareMethod<
    [root: string, changed: readonly EarlierFile[], rules: readonly ImportFactRule[]],
    readonly Fact[]
  >(3),
  /** The changes between versions of files that weaken tests, package scripts or tool configuration (TRUST-7). */
  protectedChanges: declareMethod<[query: ProtectionQuery], readonly ProtectedChange[]>(1),
  /** What a reviewer of a change should look at (PROOF-5). */
  facts: declareMethod<[query: FactQuery], readonly Fact[]>(1),
  /** Sets the unsaved text of a file; `null` returns to the file on disk. */
  setUnsavedText: declareMethod<[root: string, path: string, text: string | null]>(3),
  /** Reports files that changed on disk, relative to the root; `all` if the paths are not known. */
  filesChanged: declareMethod<[root: string, paths: readonly string[] | 'all']>(2),
  /** Limits a tree to some of its files; other entries on disk count as missing. `null` removes the limit. */
  limitTo: declareMethod<[root: string, limit: TreeLimit | null]>(2),
  /** Releases everything that is stored for a tree. */
  close: declareMethod<[root: string]>(1),
};

/**
 * Checks requirements and answers questions about the code of any number of trees. Every method rejects with a
 * HoldfastError; a cancelled call rejects with a CancelledError.
 */
export interface Analysis extends MethodFunctions<typeof ANALYSIS_METHODS>, AsyncDisposable {}

/** The trees of a comparison with interface definitions, as absolute paths. */
export interface InterfaceTrees {
  /** The tree with the artifacts. */
  readonly root: string;
  /** The tree with the definitions and the services. */
  readonly termsFolder: string;
  /**
   * The changed files: the services that are primary for one of them must be available. Default: all files of the tree.
   */
  readonly changedFiles?: readonly string[] | undefined;
}

/** The services that checks need from their host. */
export interface AnalysisOptions {
  /**
   * Absolute path of the folder whose packages are loaded into this process: the user's folder. A tree of an attempt can
   * contain packages that its build wrote. Default: the checked tree.
   */
  readonly packagesFrom?: string | undefined;
  /** The value of a named environment variable. */
  readonly environment: (name: string) => string | undefined | Promise<string | undefined>;
  /**
   * The judge of `llm_judge` checks that uses the given account; called by each check that needs it in a trusted workspace,
   * because it can be configured later.
   */
  readonly judge?: ((account: string | undefined) => Promise<Judge | undefined>) | undefined;
  readonly verdicts?: VerdictStore | undefined;
  /**
   * Compares a tree with its interface definitions for `interface_constraint` checks, with the values that the domain
   * services extract. Called in a trusted workspace only, at most once for each check.
   */
  readonly evaluateInterfaces?:
    ((trees: InterfaceTrees, signal: AbortSignal) => Promise<InterfaceEvaluation>) | undefined;
  /** Validators that do not come from the workspace; called by every check in a trusted workspace. */
  readonly validators?: (() => Promise<readonly CollectedValidator[]>) | undefined;
  /** Time limit of a custom validator for one assertion. Defaults to 30 s. */
  readonly validatorTimeoutMs?: number | undefined;
  /** Receives the output of workspace validators and the reason for each incomplete result, one line per call. */
  readonly log?: ((line: string) => void) | undefined;
  /** Receives what the analysis is doing, from time to time. */
  readonly onProgress?: ProgressReporter | undefined;
}
