import type { JudgeQuestion, JudgeVerdict } from '../../checks/judge.ts';
import type { AssertionResult } from '../../checks/result.ts';
import type { Assertion, Resource } from '../../contract/model.ts';
import type { DependentsGraph } from '../../impact/dependents.ts';
import type { ExportImpact } from '../../impact/export-impact.ts';
import type { Impact, ImpactQuestion } from '../../impact/impact.ts';
import type { Method } from './channel.ts';
import type { CheckRequest, ModuleExports, OpenOptions, OwnExports } from '../analysis.ts';

/** What does not change while a worker lives. */
export interface WorkerSettings {
  readonly withhold: readonly string[];
  readonly validatorTimeoutMs: number | undefined;
}

/** A validator that the host runs; its id stays the same as long as it is registered. */
export interface HostedValidator {
  readonly id: number;
  readonly type: string;
  readonly supportedResourceTypes: readonly string[];
  readonly protocol: string | undefined;
}

/** What of a validation's context crosses to the host; `ticket` names it when the validator asks for more. */
export interface HostedContext {
  readonly ticket: number;
  readonly workingDir: string;
  readonly availableResources: readonly Resource[];
  readonly stepOutputs: ReadonlyMap<string, string>;
  readonly protocol: string;
}

/** What the worker can be asked. Type aliases, since only they fit an index signature. */
export type WorkerMethods = {
  readonly configure: Method<[WorkerSettings]>;
  readonly check: Method<
    [CheckRequest],
    readonly AssertionResult[],
    { readonly result: AssertionResult; readonly index: number }
  >;
  readonly exportsOf: Method<[root: string, files: readonly string[]], readonly ModuleExports[]>;
  readonly findExports: Method<[root: string, names: readonly string[]], Readonly<Record<string, string | undefined>>>;
  readonly exports: Method<[root: string, path: string | undefined], readonly OwnExports[]>;
  readonly impact: Method<[root: string, ImpactQuestion], Impact>;
  readonly dependents: Method<[root: string, file: string], DependentsGraph>;
  readonly lenses: Method<
    [root: string, file: string, before: string | undefined, trusted: boolean | undefined],
    readonly ExportImpact[]
  >;
  readonly setUnsavedText: Method<[root: string, path: string, text: string | null]>;
  readonly filesChanged: Method<[root: string, paths: readonly string[] | 'all']>;
  readonly open: Method<[root: string, options: OpenOptions | undefined]>;
  readonly close: Method<[root: string]>;
  readonly dispose: Method<[]>;
  /** What a hosted validator asks for while it works. */
  readonly textFor: Method<[ticket: number, path: string], string | undefined>;
  readonly stepFor: Method<[ticket: number, id: string], string>;
};

/** What the host can be asked by its worker. */
export type HostMethods = {
  readonly environment: Method<[name: string], string | undefined>;
  /** The model that judges; undefined where none is configured. */
  readonly judgeModel: Method<[], string | undefined>;
  readonly judge: Method<[JudgeQuestion], JudgeVerdict>;
  readonly keptVerdict: Method<[key: string], JudgeVerdict | undefined>;
  readonly keepVerdict: Method<[key: string, JudgeVerdict]>;
  readonly validators: Method<[], readonly HostedValidator[]>;
  readonly supports: Method<[id: number, Resource], boolean>;
  readonly validate: Method<[id: number, Resource, Assertion, HostedContext], unknown>;
  readonly log: Method<[line: string]>;
};
