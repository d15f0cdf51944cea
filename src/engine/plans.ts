import { createHash, randomUUID } from 'node:crypto';
import type { Analysis } from '../analysis/analysis.ts';
import { CHECKS } from '../checks/definitions/check-table.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Chunk } from '../contract/model.ts';
import type { History } from '../history/history.ts';
import { guardModel } from '../models/calls/guarded-model.ts';
import { applyAllFixes, applyFix } from '../plan/apply-fixes.ts';
import { checkPlan, type PlanInput } from '../plan/check-plan.ts';
import { compilePlan } from '../plan/compile/compile-plan.ts';
import { createRepositoryOutline } from '../plan/compile/repository-outline.ts';
import { reviewPlan, type PlanObjection } from '../plan/compile/review-plan.ts';
import type { PlanFix } from '../plan/findings/plan-fix.ts';
import { findPresentCreates } from '../plan/present-creates.ts';
import { readPlanSituation } from '../plan/plan-situation.ts';
import { readLandedChunks } from '../run/records/landed-chunks.ts';
import { withRecordedCalls } from '../run/services/recorded-calls.ts';
import type { RunServices } from '../run/services/run-services.ts';
import { checkChunk } from '../run/validation/check-chunk.ts';
import { HoldfastError } from '../shared/errors.ts';
import { detectTestCommand } from '../test-runners/detect-test-command.ts';
import type { SourceTree } from '../workspace/files/source-tree.ts';
import type { Repository } from '../workspace/repository.ts';
import type {
  CheckedPlan,
  CompilePlanOptions,
  PlanCheckOptions,
  PlanCompilation,
  ReviewPlanOptions,
} from './api/plan-types.ts';
import type { ContractFiles } from './services/contract-files.ts';
import { requiredResults, verdictOf } from '../shared/verdict.ts';

export interface PlanSources {
  readonly tree: SourceTree;
  readonly contracts: ContractFiles;
  readonly analysis: Analysis;
  configuration(): Promise<Pick<Configuration, 'attempt'>>;
  repository(): Promise<Repository>;
  /** Undefined if there is none yet. */
  history(): Promise<History | undefined>;
}

/** Checks a plan against the current tree. Runs no command and writes nothing. */
export async function checkPlanFile(
  sources: PlanSources,
  file: string,
  { text }: PlanCheckOptions,
): Promise<CheckedPlan> {
  const { contracts } = sources;
  const document = text === undefined ? await contracts.read(file) : await contracts.parse(file, text);
  const sharedGates = await contracts.readSharedGates(document);
  const check = await checkPlan({ ...(await readSituation(sources)), document, sharedGates });
  return { ...check, document };
}

/** The text of a plan with one fix or all fixes applied; undefined if the given fix does not apply. */
export async function fixPlanFile(
  sources: PlanSources,
  file: string,
  fix: PlanFix | undefined,
): Promise<string | undefined> {
  const { contracts } = sources;
  const document = await contracts.read(file);
  if (fix) return applyFix(document, fix);
  const situation = await readSituation(sources);
  return applyAllFixes(document, async (text) => {
    const edited = await contracts.parse(file, text);
    const sharedGates = await contracts.readSharedGates(edited);
    const { findings } = await checkPlan({ ...situation, document: edited, sharedGates });
    return findings;
  });
}

async function readSituation(sources: PlanSources): Promise<Omit<PlanInput, 'document'>> {
  const { attempt } = await sources.configuration();
  const { tree, analysis } = sources;
  const situation = await readPlanSituation(tree, analysis, { setup: attempt.setup });
  let landed: Promise<ReadonlySet<string>> | undefined;
  return {
    ...situation,
    findTestCommand: async () => (await detectTestCommand(tree))?.command,
    readPastWork: async (document, chunk) => {
      landed ??= readLanded(sources, document);
      if ((await landed).has(chunk.id)) return 'landed';
      if (await (await sources.repository()).commits?.isShallow()) return 'unknown';
      return (await isSatisfiedInFiles(sources, document, chunk)) ? 'satisfied' : 'none';
    },
    presentCreates: async (document, chunk) => {
      landed ??= readLanded(sources, document);
      return (await landed).has(chunk.id) ? [] : findPresentCreates({ document, chunk, root: tree.root, analysis });
    },
  };
}

async function readLanded(sources: PlanSources, { contract }: ContractDocument): Promise<ReadonlySet<string>> {
  if (contract === undefined) return new Set();
  const [repository, history] = await Promise.all([sources.repository(), sources.history()]);
  return readLandedChunks({ repository, history }, contract.spec.id);
}

/** Whether the tree satisfies a chunk, as far as files can show it: no command, request, validator or model is used. */
async function isSatisfiedInFiles(
  { tree, analysis }: PlanSources,
  document: ContractDocument,
  chunk: Chunk,
): Promise<boolean> {
  const { contract } = document;
  if (contract === undefined) return false;
  const checked = await checkChunk({
    document,
    contract,
    chunk,
    tree,
    analysis,
    trusted: false,
    filesOnly: true,
    commandTimeoutMs: 0,
    commandRules: { passedVariables: [] },
  });
  return verdictOf(requiredResults(checked).filter(({ untrusted }) => !untrusted)) === 'satisfied';
}

/** The default maximum number of answers of the model. */
const DEFAULT_TRIES = 4;

/** Creates a plan from a specification and records the tries in the history. The plan is returned and not written. */
export async function compilePlanFile(
  tree: SourceTree,
  services: RunServices,
  options: CompilePlanOptions,
): Promise<PlanCompilation> {
  const { history, analysis, signal } = services;
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
export async function reviewPlanFile(
  { contracts }: PlanSources,
  services: RunServices,
  file: string,
  { text, specification }: ReviewPlanOptions,
): Promise<readonly PlanObjection[]> {
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
      signal: services.signal,
    }),
  );
}
