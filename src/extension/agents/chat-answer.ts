import * as l10n from '@vscode/l10n';
import type { Engine } from '../../engine.ts';
import { createChatPrompt } from '../../mcp/chat-prompt.ts';
import { ToolSession } from '../../mcp/base/tool-session.ts';
import { agentTools } from '../../mcp/tool-table.ts';
import type { RunStatus } from '../../run/report/run-result.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { isCancelled, toFailure } from '../base/failure.ts';
import type { ChunkTarget } from '../state/target.ts';

export const CHAT_COMMANDS = ['explain', 'draft', 'run'] as const;

export type ChatCommand = (typeof CHAT_COMMANDS)[number];

export interface ChatQuestion {
  /** `undefined` for a question without a command. */
  readonly command: ChatCommand | undefined;
  readonly text: string;
  /** The model that the person selected in the chat, as `vscode:vendor/id`. */
  readonly model: string;
  readonly signal: AbortSignal;
}

/** What the participant needs of the editor. */
export interface ChatHost {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly engine: Engine;
  /** Whether the workspace is trusted. */
  readonly trusted: boolean;
  /** Sends a message to the model of the chat. */
  readonly ask: (message: string) => AsyncIterable<string>;
  /** Runs a chunk with the configured model. `undefined` if no run was started. */
  readonly run: (target: ChunkTarget) => Promise<RunStatus | undefined>;
}

/** Shows parts of the answer in the chat. */
export interface ChatOutput {
  markdown(text: string): void;
  progress(text: string): void;
  /** Shows a button that opens the results of a contract. */
  showResults(target: Omit<ChunkTarget, 'chunk'> & { readonly chunk?: string | undefined }): void;
  /** Shows a button that opens a contract in an editor. It is written when the person saves it. */
  offerDraft(draft: ChatDraft): void;
}

/** A contract that was drafted in the chat. */
export interface ChatDraft {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  /** The id of its specification. */
  readonly id: string;
  readonly text: string;
}

/** What an answer reports to programs. */
export interface ChatOutcome {
  readonly command: ChatCommand | 'question';
  readonly violations?: number | undefined;
  readonly status?: RunStatus | undefined;
  /** Whether a contract was drafted. */
  readonly drafted?: boolean | undefined;
}

/** [AGENT-5] Answers a question to `@holdfast`. Every verdict comes from the engine; the model only explains it. */
export async function answerChat(question: ChatQuestion, host: ChatHost, output: ChatOutput): Promise<ChatOutcome> {
  switch (question.command) {
    case 'explain':
      return explain(question, host, output);
    case 'draft':
      return draft(question, host, output);
    case 'run':
      return run(question, host, output);
    case undefined:
      return answerQuestion(question, host, output);
  }
}

async function explain(question: ChatQuestion, host: ChatHost, output: ChatOutput): Promise<ChatOutcome> {
  const { engine, folder } = host;
  const { signal } = question;
  output.progress(l10n.t('Checking contracts'));
  const targets =
    question.text === '' ? await findFailing(engine, signal) : [await engine.agents.findChunk(question.text)];
  const facts: string[] = [];
  let violations = 0;
  for (const { contract, chunk } of targets) {
    const context = { engine, session: new ToolSession(), signal };
    const { text, data } = await agentTools.explain_violation.call(context, { chunk: `${contract}#${chunk}` });
    facts.push(text);
    violations += Array.isArray(data['explanations']) ? data['explanations'].length : 0;
  }
  if (violations === 0) {
    output.markdown(l10n.t('Every requirement that can be checked in the files holds.'));
    return { command: 'explain', violations };
  }
  await explainFacts({ question: '', facts: facts.join('\n\n') }, host, output);
  const [first] = targets;
  if (first !== undefined) output.showResults({ folder, contract: first.contract, chunk: first.chunk });
  return { command: 'explain', violations };
}

/** More chunks do not fit into one answer. */
const MAX_CHUNKS = 5;

/** The first chunks of the folder that fail. */
async function findFailing(
  engine: Engine,
  signal: AbortSignal,
): Promise<readonly { contract: string; chunk: string }[]> {
  const failing: { contract: string; chunk: string }[] = [];
  for (const { file } of await engine.contracts.readAll()) {
    const { chunks } = await engine.checks.check(file, { signal });
    failing.push(
      ...chunks.filter(({ verdict }) => verdict === 'unsatisfied').map(({ id }) => ({ contract: file, chunk: id })),
    );
    if (failing.length >= MAX_CHUNKS) break;
  }
  return failing.slice(0, MAX_CHUNKS);
}

async function answerQuestion(question: ChatQuestion, host: ChatHost, output: ChatOutput): Promise<ChatOutcome> {
  output.progress(l10n.t('Checking contracts'));
  const context = { engine: host.engine, session: new ToolSession(), signal: question.signal };
  const { text } = await agentTools.check.call(context, { all: true });
  await explainFacts({ question: question.text, facts: text }, host, output);
  return { command: 'question' };
}

/** Lets the model explain facts. If it fails, the facts are shown as they are. */
async function explainFacts(
  content: { readonly question: string; readonly facts: string },
  { ask }: ChatHost,
  output: ChatOutput,
): Promise<void> {
  try {
    for await (const part of ask(createChatPrompt(content))) output.markdown(part);
  } catch (thrown) {
    if (isCancelled(thrown)) throw thrown;
    output.markdown(l10n.t('The model did not answer: {0}', toFailure(thrown).message));
    output.markdown(`\n\n${fence(content.facts, 'text')}\n`);
  }
}

async function draft(
  question: ChatQuestion,
  { engine, folder, trusted }: ChatHost,
  output: ChatOutput,
): Promise<ChatOutcome> {
  if (question.text === '') {
    throw new HoldfastError('not-found', l10n.t('The task is missing.'), {
      hint: l10n.t('Write what the code must do after "/draft".'),
    });
  }
  if (!trusted) {
    throw new HoldfastError('untrusted', l10n.t('Failed to draft a contract: this workspace is not trusted.'), {
      hint: l10n.t('Trust the workspace to draft a contract.'),
    });
  }
  output.progress(l10n.t('waiting for the model'));
  const { plan, tries } = await engine.plans.compile({
    specification: { file: 'chat.md', text: question.text },
    out: 'draft.contract.yaml',
    model: question.model,
    signal: question.signal,
    onTry: ({ errors }) => {
      if (errors.length > 0) output.progress(l10n.t('The draft has errors. Trying again'));
    },
  });
  if (plan === undefined) {
    output.markdown(l10n.t('No answer of the model was a valid contract. The last one had these errors:'));
    output.markdown(`\n\n${fence((tries.at(-1)?.errors ?? []).join('\n'), 'text')}\n`);
    return { command: 'draft', drafted: false };
  }
  output.markdown(l10n.t('This contract has no errors. It is not written yet: open it, review it, and save it.'));
  output.markdown(`\n\n${fence(plan.text, 'yaml')}\n`);
  output.offerDraft({ folder, id: plan.document.contract?.spec.id ?? 'draft', text: plan.text });
  return { command: 'draft', drafted: true };
}

async function run(question: ChatQuestion, host: ChatHost, output: ChatOutput): Promise<ChatOutcome> {
  const { engine, folder } = host;
  const { contract, chunk } = await new ToolSession().requireChunk(
    engine,
    question.text === '' ? undefined : question.text,
  );
  output.progress(l10n.t('Running the chunk {0}', chunk));
  const status = await host.run({ folder, contract, chunk });
  output.markdown(
    status === undefined
      ? l10n.t('No run was started.')
      : status === 'pass'
        ? l10n.t('The chunk passed.')
        : l10n.t('The chunk did not pass. The results show why.'),
  );
  if (status !== undefined) output.showResults({ folder, contract, chunk });
  return { command: 'run', status };
}

/** A code block that the text cannot end. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}
