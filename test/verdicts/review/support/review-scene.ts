import { createAnalysis } from '../../../../src/verdicts/analysis/in-process-analysis.ts';
import { DEFAULT_RETRY_POLICY } from '../../../../src/models/calls/retry-policy.ts';
import { CostBudget } from '../../../../src/models/cost/cost-budget.ts';
import { createModel } from '../../../../src/models/create-model.ts';
import { readChange } from '../../../../src/verdicts/review/read-change.ts';
import { reviewChange } from '../../../../src/verdicts/review/review-change.ts';
import type { ReviewInput, ReviewServices } from '../../../../src/verdicts/review/review-input.ts';
import type { ReviewReport } from '../../../../src/verdicts/review/review-report.ts';
import { systemClock } from '../../../../src/foundation/clock.ts';
import { openRepository } from '../../../../src/workspace/open-repository.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../../servers/openai-chat.ts';
import type { Workspace } from '../../../cli/support/workspace.ts';

export type ModelPassName = 'quality' | 'architecture' | 'security';

export const NO_CONSTRAINTS: ReviewInput['constraints'] = () => Promise.resolve({ findings: [], warnings: [] });

/** The answer of one pass. */
export function findingsReply(...findings: readonly Readonly<Record<string, unknown>>[]): ScriptedReply {
  return { text: JSON.stringify({ findings }), usage: { input: 1000, output: 100 } };
}

/** The text of all messages of a request. */
export function promptOf({ body }: RecordedRequest): string {
  const { messages } = body as { messages: { content: unknown }[] };
  return messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n');
}

/** The pass that a request belongs to, by the instructions of the pass. */
export function passOf(request: RecordedRequest): ModelPassName {
  const prompt = promptOf(request);
  if (prompt.includes('for correctness and quality')) return 'quality';
  return prompt.includes('for its architecture') ? 'architecture' : 'security';
}

/** The replies of each pass in their order. A pass without replies finds nothing. */
export type PassReplies = Partial<Readonly<Record<ModelPassName, readonly ScriptedReply[]>>>;

/**
 * A model on loopback that answers each pass by its own script.
 *
 * @param others the replies to requests that are not part of a review, in their order
 */
export function startReviewServer(
  replies: PassReplies = {},
  others: readonly ScriptedReply[] = [],
): Promise<LoopbackServer> {
  const counts = { quality: 0, architecture: 0, security: 0, others: 0 };
  const none = { status: 500, body: { error: { message: 'no scripted reply' } } };
  return startOpenAiChatServer((request) => {
    if (!isReviewRequest(request)) return others[counts.others++] ?? none;
    const pass = passOf(request);
    return replies[pass] === undefined ? findingsReply() : (replies[pass][counts[pass]++] ?? none);
  });
}

export function isReviewRequest(request: RecordedRequest): boolean {
  return promptOf(request).includes('You review a change of a code base');
}

export interface ReviewSceneOptions extends Partial<Omit<ReviewInput, 'change' | 'protectedChanges'>> {
  readonly maxCostUsd?: number;
  readonly answers?: ReviewServices['answers'];
  readonly signal?: AbortSignal;
  readonly onEvent?: ReviewServices['onEvent'];
  /** Called when the model is opened. */
  readonly onOpen?: () => void;
}

/** Reviews what changed between the first commit of a repository and its current files. */
export async function reviewWorkspace(
  workspace: Workspace,
  server: LoopbackServer,
  options: ReviewSceneOptions = {},
): Promise<ReviewReport> {
  const { maxCostUsd, answers, signal = new AbortController().signal, onEvent, onOpen, ...input } = options;
  await using repository = await openRepository({
    folder: workspace.folder,
    storage: workspace.environment()['HOLDFAST_STORAGE']!,
  });
  await using analysis = createAnalysis({ environment: () => undefined });
  const { commit } = await repository.createBase();
  const from = workspace.git('rev-list', '--max-parents=0', 'HEAD');
  const read = await readChange({ repository, analysis, from, to: commit, signal });
  return await reviewChange(
    { ...read, standards: [], constraints: NO_CONSTRAINTS, ...input },
    {
      openModel: () => {
        onOpen?.();
        return createModel({
          reference: 'openai-compatible:test-model',
          baseUrl: server.baseUrl,
          keys: () => Promise.resolve('sk-loopback-key'),
          prices: { inputPerMillion: 1, outputPerMillion: 10 },
        });
      },
      policy: {
        retry: { ...DEFAULT_RETRY_POLICY, maxRetries: 0 },
        stallTimeoutMs: 60_000,
        clock: systemClock,
        budget: new CostBudget(maxCostUsd),
      },
      redact: (text) => text,
      answers,
      signal,
      onEvent,
    },
  );
}
