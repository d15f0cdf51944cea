import type { ModuleIndex } from '../../../code/index/module-index.ts';
import type { TypeChecker } from '../../../code/types/queries/type-checker.ts';
import type { Resource } from '../../../contract/model.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import type { InterfaceEvaluation } from './interface-evaluation.ts';
import type { Judge, VerdictStore } from './judge.ts';
import type { ProtocolAdapter, Validator } from './validator.ts';

/** What the requirements of a contract are checked against: one tree, and the services that checks can use. */
export interface CheckSubject {
  readonly tree: SourceTree;
  readonly index: ModuleIndex;
  /** The type checker, loaded when the first assertion needs it. */
  readonly loadTypeChecker: () => Promise<TypeChecker>;
  readonly resources: readonly Resource[];
  /** Ids of the contract's steps. */
  readonly steps: readonly string[];
  /** Runs a step and returns its standard output. Called at most once for each step. */
  readonly stepOutput: (id: string) => Promise<string>;
  /** `spec.protocol` of the contract. */
  readonly protocol?: string | undefined;
  /** The files that the chunk created, modified or rewrote in a run; absent if no run preceded the check. */
  readonly changedFiles?: ReadonlySet<string> | undefined;
  /** The chunk's paths and globs. An empty list allows every file. */
  readonly allowedFiles: readonly string[];
  /** The names that the whole contract requires. None of them is suggested for a missing name. */
  readonly requiredNames: ReadonlySet<string>;
  /** `false` limits checks to those that only read files. Every other check fails with an error. */
  readonly trusted: boolean;
  readonly judge?: Judge | undefined;
  readonly verdicts?: VerdictStore | undefined;
  /**
   * Compares the tree with its interface definitions, with the values that the domain services extract. Absent if the host
   * has no services. Called at most once.
   */
  readonly evaluateInterfaces?: (() => Promise<InterfaceEvaluation>) | undefined;
  /** Validators of the workspace and of other extensions. */
  readonly customValidators: readonly Validator[];
  /** Why validators of the workspace are missing, as sentences. */
  readonly validatorProblems: readonly string[];
  /** Time limit of a custom validator for one assertion, in milliseconds. */
  readonly validatorTimeoutMs: number;
  readonly adapters: readonly ProtocolAdapter[];
  /** The value of a named environment variable. */
  readonly environment: (name: string) => string | undefined | Promise<string | undefined>;
  readonly signal: AbortSignal;
}
