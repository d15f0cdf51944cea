import { createHash, randomUUID } from 'node:crypto';
import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import { guardModel } from '../../models/calls/guarded-model.ts';
import { applyAllFixes, applyFix } from '../../verdicts/plan/apply-fixes.ts';
import { checkPlan } from '../../verdicts/plan/check-plan.ts';
import { compilePlan } from '../../verdicts/plan/compile/compile-plan.ts';
import { createRepositoryOutline } from '../../verdicts/plan/compile/repository-outline.ts';
import { reviewPlan, type PlanObjection } from '../../verdicts/plan/compile/review-plan.ts';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';
import { findPlanFlow } from '../../verdicts/plan/plan-flow.ts';
import { readPlanSituation } from '../../verdicts/plan/plan-situation.ts';
import { PLAN_RULES } from '../../verdicts/plan/rules/rule-table.ts';
import { checkPlanFile, readSituation, type CheckedPlan, type PlanCheckOptions } from '../../run/check/check-plan.ts';
import type { CheckServices } from '../../run/check/check-services.ts';
import type { ContractCheck } from '../../run/check/check-types.ts';
import type { SyncedPlan, SyncPlanOptions } from '../../run/plans/sync-plan.ts';
import type { PlanStarts } from '../../run/plans/plan-starts.ts';
import type { PlanReport } from '../../run/plans/report-plan.ts';
import type { Trace } from '../../run/plans/trace.ts';
import { listPlanFiles } from '../../run/contracts/plan-activity.ts';
import { readPlanOverview, type PlanOverview } from '../../run/plans/read-plan-overview.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import { withRecordedCalls } from '../../run/services/recorded-calls.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { detectTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import type { ProposedChecks } from '../contracts/authoring-types.ts';
import { proposeChecks } from '../contracts/proposed-checks.ts';
import type {
  CompilePlanOptions,
  PlanCompilation,
  PlanCompilationSummary,
  PlanFlow,
  PlanRuleDescription,
  ReviewPlanOptions,
} from './plan-types.ts';

/** Plans: contracts and manifests before any part of them runs. */
export interface Plans {
  /** Finds the problems of a contract or a manifest before any part of it runs. Writes nothing. */
  check(file: string, options?: PlanCheckOptions): Promise<CheckedPlan>;
  /** Reads a plan of another tool, and finds what its tasks say against each other. Runs nothing, and writes nothing. */
  readPlan(file: string, options?: PlanCheckOptions): Promise<PlanOverview>;
  /** The files that the globs of plans name, active or not. */
  listNamed(): Promise<readonly string[]>;
  /** The plans of other tools that judge now: open, and changed since the merge base. */
  listActive(): Promise<readonly string[]>;
  /** Corrects the boxes of a plan by what the files show. Writes only with `write`. */
  sync(file: string, options?: SyncPlanOptions): Promise<SyncedPlan>;
  /** What an editor shows of a plan that was just checked: contradictions, untrue claims, traces. Runs and writes nothing. */
  report(check: ContractCheck, options?: { readonly signal?: AbortSignal | undefined }): Promise<PlanReport>;
  /** The requirements of contracts and plans with their tasks, checks, verdicts and commits. Default: of all that judge now. */
  trace(files?: readonly string[], options?: { readonly signal?: AbortSignal | undefined }): Promise<Trace>;
  /** Finds the dependencies between the chunks of a plan: what one chunk provides and a later chunk uses. Only reads files. */
  readFlow(file: string): Promise<PlanFlow>;
  /** The text of a plan with one fix or all fixes applied; `undefined` if the given fix does not apply. */
  fix(file: string, fix?: PlanFix): Promise<string | undefined>;
  rules(): Promise<readonly PlanRuleDescription[]>;
  /** The test commands of the repository that a contract can use. Runs nothing. */
  proposeChecks(id: string): Promise<ProposedChecks>;
  /**
   * Creates a plan from a specification with the configured model: a contract that satisfies every rule, or none. The
   * tries are recorded. The plan is returned and not written.
   */
  compile(options: CompilePlanOptions): Promise<PlanCompilation>;
  /**
   * Lets the configured model review the acceptance commands of a plan for semantic errors, such as a call that contradicts
   * a signature. Throws `contract` if the plan is invalid.
   */
  review(file: string, options?: ReviewPlanOptions): Promise<readonly PlanObjection[]>;
  /** Recorded compilations with their tries, newest first. */
  listCompilations(limit?: number): Promise<readonly PlanCompilationSummary[]>;
}

type PlanServices = CheckServices & Pick<FolderServices, 'openServices'>;

/** The default maximum number of answers of the model. */
const DEFAULT_TRIES = 4;

/** The plans of one folder. */
export class FolderPlans implements Plans {
  readonly #services: PlanServices;
  readonly #trusted: () => boolean;
  #starts: PlanStarts | undefined;

  constructor(services: PlanServices, trusted: () => boolean) {
    this.#services = services;
    this.#trusted = trusted;
  }

  check(file: string, options: PlanCheckOptions = {}): Promise<CheckedPlan> {
    return checkPlanFile(this.#services, file, options);
  }

  readPlan(file: string, options: PlanCheckOptions = {}): Promise<PlanOverview> {
    return readPlanOverview(this.#services, file, options);
  }

  async listNamed(): Promise<readonly string[]> {
    return listPlanFiles(await this.#services.configuration(), await this.#services.tree.listFiles());
  }

  async listActive(): Promise<readonly string[]> {
    const documents = await this.#services.contracts.readAll();
    return documents.filter(({ form }) => form === 'plan').map(({ file }) => file);
  }

  async sync(file: string, options: SyncPlanOptions = {}): Promise<SyncedPlan> {
    const { syncPlan } = await import('../../run/plans/sync-plan.ts');
    return syncPlan({ ...this.#checkServices(), isTrusted: this.#trusted }, file, options);
  }

  async report(
    check: ContractCheck,
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<PlanReport> {
    const [{ reportPlan }, { PlanStarts }] = await Promise.all([
      import('../../run/plans/report-plan.ts'),
      import('../../run/plans/plan-starts.ts'),
    ]);
    this.#starts ??= new PlanStarts(this.#services);
    return reportPlan(this.#services, this.#starts, check, signal);
  }

  async trace(
    files?: readonly string[],
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Trace> {
    const { contracts } = this.#services;
    const documents =
      files === undefined ? await contracts.readAll() : await Promise.all(files.map((file) => contracts.read(file)));
    const { traceRequirements } = await import('../../run/plans/trace.ts');
    return traceRequirements({ ...this.#checkServices(), isTrusted: this.#trusted }, documents, signal);
  }

  #checkServices(): CheckServices {
    const services = this.#services;
    const { analysis, contracts, models, onProgress, secrets, tree } = services;
    return {
      analysis,
      contracts,
      models,
      onProgress,
      secrets,
      tree,
      configuration: () => services.configuration(),
      history: () => services.history(),
      openCheckServices: (signal, report) => services.openCheckServices(signal, report),
      openCheckServicesOf: (text, signal, report) => services.openCheckServicesOf(text, signal, report),
      repository: () => services.repository(),
    };
  }

  async readFlow(file: string): Promise<PlanFlow> {
    const document = await this.#services.contracts.read(file);
    return { document, edges: await findPlanFlow(document) };
  }

  async fix(file: string, fix?: PlanFix): Promise<string | undefined> {
    const { contracts } = this.#services;
    const document = await contracts.read(file);
    if (fix) return applyFix(document, fix);
    const situation = await readSituation(this.#services);
    return applyAllFixes(document, async (text) => {
      const edited = await contracts.parse(file, text);
      const sharedGates = await contracts.readSharedGates(edited);
      const { findings } = await checkPlan({ ...situation, document: edited, sharedGates });
      return findings;
    });
  }

  rules(): Promise<readonly PlanRuleDescription[]> {
    return Promise.resolve(PLAN_RULES);
  }

  proposeChecks(id: string): Promise<ProposedChecks> {
    return proposeChecks(this.#services.tree, id);
  }

  async compile(options: CompilePlanOptions): Promise<PlanCompilation> {
    const services = await this.#services.openServices(
      options,
      options.signal ?? new AbortController().signal,
      () => undefined,
    );
    const { history, analysis, signal } = services;
    const { tree } = this.#services;
    const model = await services.model();
    const { file, text } = options.specification;
    const situation = await readPlanSituation(tree, analysis, { setup: services.configuration.attempt.setup });
    const testCommand = (await detectTestCommand(tree))?.command;
    const outline = await createRepositoryOutline(tree, analysis, services.redact);
    const compiled = await withRecordedCalls(services, { purpose: 'plan' }, (policy) =>
      compilePlan({
        specification: { file, text: services.redact(text) },
        outline,
        testCommand,
        reading: {
          ...situation,
          findTestCommand: () => Promise.resolve(testCommand),
          file: options.out,
          source: file,
          checks: CHECKS,
          form: options.form,
        },
        configured: model,
        model: guardModel(model, policy),
        redact: services.redact,
        maxTries: options.tries ?? DEFAULT_TRIES,
        signal,
        ...(options.onTry ? { onTry: options.onTry } : {}),
        ...(options.onNote ? { onNote: options.onNote } : {}),
      }),
    );
    await history.recordCompilation({
      id: randomUUID(),
      specification: file,
      specificationHash: createHash('sha256').update(text, 'utf8').digest('hex'),
      model: model.reference,
      status: compiled.plan ? 'valid' : 'invalid',
      tries: compiled.tries,
    });
    return compiled;
  }

  /** [COMP-REVIEW] Lets the model review the acceptance commands of a plan that was not compiled. */
  async review(file: string, options: ReviewPlanOptions = {}): Promise<readonly PlanObjection[]> {
    const { text, specification, signal = new AbortController().signal } = options;
    const services = await this.#services.openServices(options, signal, () => undefined);
    const { contracts } = this.#services;
    const document = text === undefined ? await contracts.read(file) : await contracts.parse(file, text);
    const { contract } = document;
    if (contract === undefined) {
      throw new HoldfastError('contract', `Failed to review ${file}: it is not a valid plan`, {
        hint: `Run "holdfast plan check ${file}" to list its errors.`,
      });
    }
    const model = await services.model();
    return withRecordedCalls(services, { purpose: 'plan' }, (policy) =>
      reviewPlan({
        contract,
        text: services.redact(document.text),
        specification: specification && { ...specification, text: services.redact(specification.text) },
        model: guardModel(model, policy),
        redact: services.redact,
        signal,
      }),
    );
  }

  async listCompilations(limit?: number): Promise<readonly PlanCompilationSummary[]> {
    return (await (await this.#services.history())?.listCompilations(limit)) ?? [];
  }
}
