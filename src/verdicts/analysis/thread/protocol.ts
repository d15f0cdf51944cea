import type { InterfaceEvaluation } from '../../checks/interfaces/interface-evaluation.ts';
import type { JudgeQuestion, JudgeVerdict } from '../../checks/interfaces/judge.ts';
import type { ValidationContext } from '../../checks/interfaces/validator.ts';
import type { Assertion, Resource } from '../../../contract/model.ts';
import type { ANALYSIS_METHODS, InterfaceTrees } from '../analysis.ts';
import type { DeclaredMethods, Method } from '../method.ts';

/** The settings of a worker, which do not change while it runs. */
export interface WorkerSettings {
  readonly packagesFrom: string | undefined;
  readonly validatorTimeoutMs: number | undefined;
}

/** A validator that runs in the host thread. The id is stable while the validator is registered. */
export interface HostedValidator {
  readonly id: number;
  readonly type: string;
  readonly supportedResourceTypes: readonly string[];
  readonly protocol?: string | undefined;
}

/** The part of a validation context that is sent to the host. `contextId` identifies the rest, which stays in the worker. */
export interface HostedContext extends Pick<
  ValidationContext,
  'workingDir' | 'availableResources' | 'stepOutputs' | 'protocol'
> {
  readonly contextId: number;
}

/** The methods that the host calls in the worker: those of the analysis, and a few that manage the worker. */
export type WorkerMethods = DeclaredMethods<typeof ANALYSIS_METHODS> & {
  /** The host calls this before any other method of the worker. */
  readonly configure: Method<[settings: WorkerSettings], undefined>;
  readonly dispose: Method<[], undefined>;
  /** `ValidationContext.readText` of a hosted validator. */
  readonly readText: Method<[contextId: number, path: string], string | undefined>;
  /** `ValidationContext.stepOutput` of a hosted validator. */
  readonly stepOutput: Method<[contextId: number, step: string], string>;
};

/** The methods that the worker calls in its host. A type alias, because an interface does not match an index signature. */
export type HostMethods = {
  readonly environment: Method<[name: string], string | undefined>;
  /** The model of the judge; `undefined` if none is configured. */
  readonly judgeModel: Method<[account: string | undefined], string | undefined>;
  readonly judge: Method<[question: JudgeQuestion, account: string | undefined], JudgeVerdict>;
  readonly getVerdict: Method<[key: string], JudgeVerdict | undefined>;
  readonly putVerdict: Method<[key: string, verdict: JudgeVerdict], undefined>;
  readonly evaluateInterfaces: Method<[trees: InterfaceTrees], InterfaceEvaluation>;
  readonly validators: Method<[], readonly HostedValidator[]>;
  readonly supports: Method<[validatorId: number, resource: Resource], boolean>;
  readonly validate: Method<[validatorId: number, resource: Resource, assertion: Assertion, context: HostedContext]>;
  readonly log: Method<[line: string], undefined>;
};
