import type { ModuleIndex } from '../code/module-index.ts';
import type { TypeTier } from '../code/types/type-tier.ts';
import type { Resource } from '../contract/model.ts';
import type { SourceTree } from '../workspace/source-tree.ts';
import type { Judge, VerdictStore } from './judge.ts';
import type { ProtocolAdapter } from './validators/protocol-adapter.ts';
import type { Validator } from './validators/validator.ts';

/** What a contract's requirements are checked against: one tree, and what else its checks may ask. */
export interface CheckSubject {
  readonly tree: SourceTree;
  readonly index: ModuleIndex;
  /** The type checker's tier, loaded when the first assertion needs it. */
  readonly types: () => Promise<TypeTier>;
  readonly resources: readonly Resource[];
  /** Ids of the contract's steps. */
  readonly steps: readonly string[];
  /** Runs a step and gives its standard output; asked at most once for each step. */
  readonly stepOutput: (id: string) => Promise<string>;
  /** `spec.protocol` of the contract. */
  readonly protocol?: string;
  /** The files of the chunk's own change, after a run: created, modified, or written as they were. */
  readonly changedFiles?: ReadonlySet<string>;
  /** The chunk's paths and globs; empty: any file. */
  readonly allowedFiles: readonly string[];
  /** Where false, only what reads files is run; the rest fails and says why. */
  readonly trusted: boolean;
  readonly judge?: Judge;
  readonly verdicts?: VerdictStore;
  /** Validators besides the built-in ones: the workspace's, and those of other extensions. */
  readonly customValidators: readonly Validator[];
  /** In words for people: why validators of the workspace are missing. */
  readonly validatorProblems: readonly string[];
  /** How long one of them may take for one assertion, in milliseconds. */
  readonly validatorTimeoutMs: number;
  readonly adapters: readonly ProtocolAdapter[];
  /** The value of a named environment variable. */
  readonly environment: (name: string) => string | undefined | Promise<string | undefined>;
  readonly signal: AbortSignal;
}
