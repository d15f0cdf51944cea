import { createHash, randomUUID } from 'node:crypto';
import { affectedChunks } from '../amendments/affected-chunks.ts';
import { askForAmendment, type AmendmentAnswer } from '../amendments/ask-for-amendment.ts';
import { namesOf } from '../amendments/changed-names.ts';
import { contractShapedViolations, recurringViolations, type JudgedAttempt } from '../amendments/contract-shaped.ts';
import type { StoredProposal } from '../amendments/stored-amendment.ts';
import { usersOf } from '../amendments/used-by.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import { guardModel } from '../models/guarded-model.ts';
import { planSituation } from '../plan/plan-situation.ts';
import { CancelledError, messageOf } from '../shared/errors.ts';
import { withRecordedCalls, type CallsFor } from './recorded-calls.ts';
import type { AttemptReport, LandingMode, Violation } from './result.ts';
import type { RunServices } from './services.ts';

export interface AmendmentInput {
  readonly runId: string;
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly landing: LandingMode;
  readonly maxAttempts: number | undefined;
  /** Those since the count of attempts last began, the oldest first. */
  readonly attempts: readonly AttemptReport[];
  /** Why the model asked for an amendment in the last attempt, where it did. */
  readonly asked: string | undefined;
  readonly services: RunServices;
}

/** The amendment that waits for a person, or why there is none although one was due. */
export type AmendmentOutcome = { readonly id: string } | { readonly note: string };

/** Whether the model's own request ends the attempts: it asked, and the failure is one that the contract answers for. */
export function asksForAmendment(asked: string | undefined, validation: JudgedAttempt): boolean {
  return asked !== undefined && contractShapedViolations(validation).length > 0;
}

/**
 * [ENF-AMEND-1] Has an amendment proposed where the failed attempts call for one, and stores it; undefined where they do
 * not. What goes wrong in it fails no run that has not failed already.
 * @throws CancelledError when the run is cancelled
 */
export async function proposeAmendment(input: AmendmentInput): Promise<AmendmentOutcome | undefined> {
  const violations = violationsThatCall(input);
  if (violations.length === 0) return undefined;
  const { chunk, services } = input;
  services.report({
    type: 'note',
    chunk: chunk.id,
    level: 'info',
    message:
      input.asked === undefined
        ? 'The same failure of the contract itself came back: an amendment is being proposed.'
        : 'The model asks for an amendment of the contract: it is being proposed.',
  });
  try {
    const outcome = await ask(input, violations);
    return await store(input, violations, outcome);
  } catch (thrown) {
    if (thrown instanceof CancelledError || services.signal.aborted) throw thrown;
    return { note: `No amendment could be proposed: ${messageOf(thrown)}` };
  }
}

function violationsThatCall({ attempts, asked }: AmendmentInput): readonly Violation[] {
  const judged = attempts.map(({ validation }) => validation);
  const recurring = recurringViolations(judged);
  return recurring.length > 0 || asked === undefined ? recurring : contractShapedViolations(judged.at(-1));
}

async function ask(
  { runId, document, chunk, attempts, asked, services }: AmendmentInput,
  violations: readonly Violation[],
): Promise<AmendmentAnswer> {
  const { repository, analysis, report, signal } = services;
  const model = await services.model();
  const situation = await planSituation(repository.tree, analysis);
  const calls: CallsFor = {
    purpose: 'amendment',
    runId,
    onCall: ({ inputTokens, outputTokens, costUsd }) =>
      report({ type: 'usage', chunk: chunk.id, inputTokens, outputTokens, costUsd }),
    onRetry: ({ reason, delayMs }) => report({ type: 'model-retry', chunk: chunk.id, reason, delayMs }),
  };
  return withRecordedCalls(services, calls, (policy) =>
    askForAmendment({
      document,
      chunkId: chunk.id,
      violations,
      diff: attempts.at(-1)?.diff ?? '',
      asked,
      situation,
      model: guardModel(model, policy),
      redact: model.redact,
      signal,
    }),
  );
}

async function store(
  input: AmendmentInput,
  violations: readonly Violation[],
  outcome: AmendmentAnswer,
): Promise<AmendmentOutcome> {
  const { runId, document, contract, chunk, landing, services } = input;
  const { repository, analysis, history, signal } = services;
  const reviewed = 'reviewed' in outcome ? outcome.reviewed : undefined;
  const names = reviewed?.names ?? [];
  const after = reviewed?.text ?? document.text;
  const id = randomUUID();
  const proposal: StoredProposal = {
    contract: document.file,
    chunkTitle: chunk.title,
    reason: outcome.proposal?.reason ?? '',
    proposedChanges: outcome.proposal?.proposedChanges ?? [],
    additionalTypes: outcome.proposal?.additionalTypes ?? [],
    violations: [...violations],
    affectedChunks: affectedChunks(contract, chunk, namesOf(names)).map((affected) => ({
      ...affected,
      reasons: [...affected.reasons],
    })),
    usedBy: [...(await usersOf(names, { analysis, root: repository.folder, signal }))],
    before: document.text,
    after,
    afterHash: createHash('sha256').update(after, 'utf8').digest('hex'),
    ...('dropped' in outcome ? { note: outcome.dropped } : {}),
    run: {
      model: (await services.model()).reference,
      landing,
      jobs: services.configuration.jobs,
      maxAttempts: input.maxAttempts,
      maxCostUsd: services.configuration.limits.maxCostUsd,
    },
  };
  const status = 'dropped' in outcome ? 'dropped' : 'pending';
  const contractHash = document.contentHash;
  await history.proposeAmendment({
    id,
    specId: contract.spec.id,
    chunkId: chunk.id,
    runId,
    contractHash,
    proposal,
    status,
  });
  if ('dropped' in outcome) return { note: `An amendment was proposed and dropped: ${outcome.dropped}` };
  services.report({ type: 'amendment-proposed', chunk: chunk.id, id });
  return { id };
}
