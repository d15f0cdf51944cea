import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { History } from '../../history/history.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Redact } from '../../foundation/output-redaction.ts';
import type { ConfiguredAgent } from '../../models/agent/acp/external-agent.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import type { CostBudget } from '../../models/cost/cost-budget.ts';
import type { EvaluateConstraints } from '../../verdicts/review/review-input.ts';
import type { Telemetry } from '../../foundation/telemetry/telemetry.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { JudgeByDomains } from './judge-by-domains.ts';
import type { RunListener } from '../report/run-events.ts';
import type { JudgeAccounts } from './judge-accounts.ts';
import type { RunConfinement } from './run-confinement.ts';

/** How another program starts the command line of Holdfast. */
export interface OwnProgram {
  /** The program, as an absolute path, and the arguments before those of the command line. */
  readonly command: readonly [program: string, ...args: readonly string[]];
  readonly variables: Readonly<Record<string, string>>;
}

/** The collaborators of a run. Each is passed in, so that a test can replace it. */
export interface RunServices {
  readonly repository: Repository;
  readonly analysis: Analysis;
  readonly history: History;
  readonly configuration: Configuration;
  readonly confinement: RunConfinement;
  /**
   * The external agent that carries out the attempts; undefined if the model does. With an agent, `model` and `judgeModel`
   * have no configured model.
   */
  readonly agent?: (() => Promise<ConfiguredAgent>) | undefined;
  /** Serves tools to an external agent; without it, an agent has only its own tools. */
  readonly ownProgram?: OwnProgram | undefined;
  /** Opened after preflight has passed for the first chunk, never before. */
  readonly model: () => Promise<ConfiguredModel>;
  /** The model that judges gates: the referenced model, else the model of the run; undefined if no model is configured. */
  readonly judgeModel: (reference?: string) => Promise<ConfiguredModel | undefined>;
  /** Masks every API key that is known. */
  readonly redact: Redact;
  readonly budget: CostBudget;
  /** Compares the artifacts of a tree with its interface registry, for reviews. */
  readonly constraints: EvaluateConstraints;
  /** The accounts of the judges of checks. */
  readonly judges: JudgeAccounts;
  readonly clock: Clock;
  /** Judges a tree with the domain services that the repository declares. Absent where no service may start. */
  readonly judgeByDomains?: JudgeByDomains | undefined;
  readonly telemetry: Telemetry;
  readonly report: RunListener;
  readonly signal: AbortSignal;
  /**
   * The folder whose validators judge. Default: the workspace folder. A run that starts from a commit sets it, and then
   * reads nothing of the user's files except installed dependencies.
   */
  readonly termsFolder?: string | undefined;
}
