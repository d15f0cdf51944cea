import { createHash, randomUUID } from 'node:crypto';
import { affectedChunks } from './rules/affected-chunks.ts';
import { requestAmendment, type AmendmentAnswer } from './rules/request-amendment.ts';
import { oldAndNewNames } from './rules/changed-names.ts';
import { declarationViolations, recurringViolations, type ValidatedAttempt } from './rules/declaration-violations.ts';
import type { StoredProposal } from './rules/stored-proposal.ts';
import { findUses } from './rules/find-uses.ts';
import { guardModel } from '../../models/calls/guarded-model.ts';
import { readPlanSituation } from '../../verdicts/plan/plan-situation.ts';
import { CancelledError, messageOf } from '../../foundation/errors.ts';
import type { AttemptReport, Violation } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { withRecordedCalls } from '../services/recorded-calls.ts';

export interface AmendmentInput extends Pick<
  ChunkRunInput,
  'document' | 'contract' | 'chunk' | 'landing' | 'maxAttempts' | 'allowFailingBuild' | 'services'
> {
  readonly runId: string;
  /** The attempts since the count began, oldest first. */
  readonly attempts: readonly AttemptReport[];
  /** Why the model requested an amendment in the last attempt, if it did. */
  readonly modelRequest: string | undefined;
}

/** The amendment that waits for a person, or why none could be proposed. */
export type AmendmentOutcome = { readonly id: string } | { readonly note: string };

/** Whether the model's request ends the attempts: the failure must be one that an amendment can fix. */
export function isAmendmentRequestJustified(modelRequest: string | undefined, validation: ValidatedAttempt): boolean {
  return modelRequest !== undefined && declarationViolations(validation).length > 0;
}

/**
 * [ENF-AMEND-1] Proposes and stores an amendment if the failed attempts call for one; otherwise returns undefined. The
 * run has already failed, so an error here becomes a note.
 * @throws CancelledError if the run is cancelled
 */
export async function proposeAmendment(input: AmendmentInput): Promise<AmendmentOutcome | undefined> {
  const violations = findAmendableViolations(input);
  if (violations.length === 0) return undefined;
  const { chunk, services } = input;
  services.report({
    type: 'note',
    chunk: chunk.id,
    level: 'info',
    message:
      input.modelRequest === undefined
        ? 'The same violation of the contract recurred. Proposing an amendment.'
        : 'The model requested an amendment of the contract. Proposing an amendment.',
  });
  try {
    const answer = await askModel(input, violations);
    return await storeAmendment(input, violations, answer);
  } catch (thrown) {
    if (thrown instanceof CancelledError || services.signal.aborted) throw thrown;
    return { note: `Failed to propose an amendment: ${messageOf(thrown)}` };
  }
}

function findAmendableViolations({ attempts, modelRequest }: AmendmentInput): readonly Violation[] {
  const validations = attempts.map(({ validation }) => validation);
  const recurring = recurringViolations(validations);
  if (recurring.length > 0 || modelRequest === undefined) return recurring;
  return declarationViolations(validations.at(-1));
}

async function askModel(
  { runId, document, chunk, attempts, modelRequest, services }: AmendmentInput,
  violations: readonly Violation[],
): Promise<AmendmentAnswer> {
  const { repository, analysis, signal } = services;
  const model = await services.model();
  const last = attempts.at(-1);
  const situation = await readPlanSituation(repository.tree, analysis);
  return withRecordedCalls(services, { purpose: 'amendment', runId, chunk: chunk.id }, (policy) =>
    requestAmendment({
      document,
      chunkId: chunk.id,
      violations,
      diff: last?.diff ?? '',
      output: { message: last?.output ?? '', commands: last?.validation.commands ?? [] },
      developerReason: modelRequest,
      situation,
      model: guardModel(model, policy),
      redact: services.redact,
      signal,
    }),
  );
}

async function storeAmendment(
  input: AmendmentInput,
  violations: readonly Violation[],
  answer: AmendmentAnswer,
): Promise<AmendmentOutcome> {
  const { runId, document, contract, chunk, landing, services } = input;
  const { repository, analysis, history, configuration, signal } = services;
  const reviewed = 'reviewed' in answer ? answer.reviewed : undefined;
  const names = reviewed?.names ?? [];
  const after = reviewed?.text ?? document.text;
  const id = randomUUID();
  const proposal: StoredProposal = {
    contract: document.file,
    chunkTitle: chunk.title,
    reason: answer.proposal?.reason ?? '',
    proposedChanges: answer.proposal?.proposedChanges ?? [],
    additionalTypes: answer.proposal?.additionalTypes ?? [],
    violations: [...violations],
    affectedChunks: affectedChunks(contract, chunk, oldAndNewNames(names)).map((affected) => ({
      ...affected,
      reasons: [...affected.reasons],
    })),
    usedBy: [...(await findUses(names, { analysis, root: repository.folder, signal }))],
    before: document.text,
    after,
    afterHash: createHash('sha256').update(after, 'utf8').digest('hex'),
    ...('dropped' in answer ? { note: answer.dropped } : {}),
    run: {
      model: (await services.model()).reference,
      landing,
      jobs: configuration.jobs,
      maxAttempts: input.maxAttempts,
      allowFailingBuild: input.allowFailingBuild,
      maxCostUsd: configuration.limits.maxCostUsd,
    },
  };
  await history.proposeAmendment({
    id,
    specId: contract.spec.id,
    chunkId: chunk.id,
    runId,
    proposedBy: 'model',
    contractHash: document.contentHash,
    proposal,
    status: 'dropped' in answer ? 'dropped' : 'pending',
  });
  if ('dropped' in answer) return { note: `The proposed amendment was dropped: ${answer.dropped}` };
  services.report({ type: 'amendment-proposed', chunk: chunk.id, id });
  return { id };
}
