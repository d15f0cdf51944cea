import { createHash } from 'node:crypto';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import { ModelError } from '../../models/base/model-error.ts';
import { guardModel } from '../../models/calls/guarded-model.ts';
import { requestStructuredAnswer } from '../../models/calls/structured-answer.ts';
import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import { checkFindings, describeDroppedBlocking, passAnswerSchema, type PassAnswer } from './check-findings.ts';
import type { FileDiff } from './diff/parse-diff.ts';
import { splitDiff, type DiffPart } from './diff/split-diff.ts';
import { instructionsOf, type ModelPass } from './pass-instructions.ts';
import { maskRequest } from './secrets/mask-request.ts';
import { createPassPrompt, DEFAULT_LIMITS, reduceLimits, type RequestLimits } from './pass-prompt.ts';
import type { ReviewFinding } from './review-finding.ts';
import type { PassOutcome, ReviewInput, ReviewServices } from './review-input.ts';

/** The maximum number of answers to one request, including invalid ones. */
const MAX_TRIES = 3;

/** A change that needs more requests is too large for one review. */
export const MAX_REQUESTS = 24;

/** How much shorter the requests become after the model refused one because of its length. */
const LIMIT_DIVISORS = [1, 4, 16] as const;

export interface ModelPassInput {
  readonly pass: ModelPass;
  readonly review: ReviewInput;
  /** The files whose diff a model reviews. */
  readonly files: readonly FileDiff[];
  /** Masks secrets in everything that is sent. */
  readonly mask: (text: string) => string;
  /** Opens the model of the review. */
  readonly openModel: () => Promise<ConfiguredModel>;
}

/** The calls of one pass so far. */
interface PassAccount {
  calls: number;
  costUsd: number | null;
}

/** What the requests of a pass have produced so far. It is kept if a later request fails. */
interface Collected {
  readonly findings: ReviewFinding[];
  dropped: number;
}

/**
 * Performs one pass of a model. A pass is broken if a request has no valid answer: the findings of its other requests are
 * kept. Only a cancellation is thrown.
 */
export async function runModelPass(input: ModelPassInput, services: ReviewServices): Promise<PassOutcome> {
  const { pass } = input;
  const account: PassAccount = { calls: 0, costUsd: 0 };
  let collected: Collected = { findings: [], dropped: 0 };
  let reason: string | undefined;
  for (const divisor of LIMIT_DIVISORS) {
    collected = { findings: [], dropped: 0 };
    try {
      await performRequests(input, services, reduceLimits(DEFAULT_LIMITS, divisor), account, collected);
      reason = undefined;
      break;
    } catch (thrown) {
      if (thrown instanceof CancelledError || services.signal.aborted) throw thrown;
      reason = describeFailure(thrown, services);
      if (!(thrown instanceof ModelError) || thrown.limitation !== 'context-length') break;
    }
  }
  const report = { pass, dropped: collected.dropped, ...account };
  return {
    report: { ...report, ...(reason === undefined ? { status: 'completed' } : { status: 'broken', reason }) },
    findings: collected.findings,
    warnings: [],
  };
}

async function performRequests(
  input: ModelPassInput,
  services: ReviewServices,
  limits: RequestLimits,
  account: PassAccount,
  collected: Collected,
): Promise<void> {
  const { pass, files } = input;
  const { parts } = splitDiff(files, limits.diff);
  services.onEvent?.({ type: 'pass-started', pass, requests: parts.length });
  if (parts.length > MAX_REQUESTS) {
    throw new HoldfastError('limit', `The change needs ${parts.length} requests; the limit is ${MAX_REQUESTS}.`, {
      hint: 'Divide the change, or review it in smaller steps with --base.',
    });
  }
  if (parts.length === 0) return;
  const configured = await input.openModel();
  const model = guardModel(configured, {
    ...services.policy,
    onCall: (call) => {
      account.calls++;
      account.costUsd = account.costUsd === null || call.costUsd === null ? null : account.costUsd + call.costUsd;
      services.policy.onCall?.(call);
    },
  });
  for (const [index, part] of parts.entries()) {
    await performRequest(
      { ...input, configured, model, part, limits, number: index + 1, of: parts.length },
      services,
      collected,
    );
  }
}

interface RequestInput extends ModelPassInput {
  readonly configured: ConfiguredModel;
  readonly model: LanguageModelV4;
  readonly part: DiffPart;
  readonly limits: RequestLimits;
  readonly number: number;
  readonly of: number;
}

async function performRequest(
  input: RequestInput,
  { answers, redact, label, signal }: ReviewServices,
  collected: Collected,
): Promise<void> {
  const { pass, review, configured, model, part, limits, number, of, files, mask } = input;
  const hide = (text: string): string => redact(configured.redact(mask(text)));
  const system = instructionsOf(pass);
  const material = {
    part,
    number,
    of,
    allFiles: review.change.changedFiles.map(({ path }) => path),
    specification: review.specification,
    standards: review.standards,
    criteria: review.criteria ?? [],
    files: review.change.files,
  };
  const prompt = await maskRequest(hide(createPassPrompt(material, limits)));
  const key = createHash('sha256')
    .update(JSON.stringify(['review', configured.reference, system, prompt]))
    .digest('hex');
  const check = (answer: PassAnswer): ReturnType<typeof checkFindings> => checkFindings(pass, answer, files);
  const findMistake = (answer: PassAnswer): string | undefined => describeDroppedBlocking(check(answer).dropped, files);
  const stored = passAnswerSchema.safeParse(await answers?.get(key));
  let answer = stored.success && findMistake(stored.data) === undefined ? stored.data : undefined;
  let last: PassAnswer | undefined;
  try {
    if (answer === undefined) {
      answer = await requestStructuredAnswer({
        model,
        system,
        prompt,
        schema: passAnswerSchema,
        redact: hide,
        findMistake: (candidate) => {
          last = candidate;
          return Promise.resolve(findMistake(candidate));
        },
        label: { ...label, purpose: `review-${pass}` },
        maxTries: MAX_TRIES,
        signal,
      });
      await answers?.put(key, answer);
    }
  } finally {
    // The findings of an invalid answer that are on the change still help the author.
    const { findings, dropped } = check(answer ?? last ?? { findings: [] });
    collected.findings.push(...findings);
    collected.dropped += dropped.length;
  }
}

function describeFailure(thrown: unknown, { redact }: ReviewServices): string {
  const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? ` ${thrown.hint}` : '';
  return redact(`${messageOf(thrown)}${hint}`);
}
