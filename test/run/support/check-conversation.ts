import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../src/foundation/clock.ts';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { textReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { RecordedRequest, ScriptedReply, ScriptedToolCall } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from './folder-engine.ts';

/** Runs attempts of a model that calls check_contract, in a real repository. */
export const CONTRACT = 'sum.contract.json';
export const FILE = 'src/sum.mjs';
/** Compiles nothing, but reports a missing type as a compiler does, and writes output and a file of the repository. */
const BUILD = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const text = readFileSync('src/sum.mjs', 'utf8');
mkdirSync('dist', { recursive: true });
writeFileSync('dist/sum.mjs', text);
writeFileSync('src/generated.mjs', '');
if (!text.includes('@type')) {
  console.error('src/sum.mjs(1,1): error: the type is missing');
  process.exitCode = 2;
}
`;
const TYPED = '/** @type {(a: number, b: number) => number} */\n';
export const UNTYPED = 'export const sum = (a, b) => a + b;\n';
export const WRONG = 'export const sum = (a, b) => a - b;\n';
export const RIGHT = `${TYPED}export const sum = (a, b) => a + b;\n`;

export const COMMANDS = {
  build: { command: 'node build.mjs' },
  verify: { command: 'node verify.mjs' },
  gates: [{ id: 'small', enforcementMode: 'advisory', command: 'node verify.mjs' }],
};
export const ACCEPTANCE = { acceptanceCommands: ['node --test test/sum.test.mjs', 'test -f dist/sum.mjs'] };

export interface ContractOptions {
  readonly contract?: object;
  readonly chunk?: object;
}

export function createFiles({ contract = COMMANDS, chunk = ACCEPTANCE }: ContractOptions): Record<string, string> {
  return {
    [CONTRACT]: JSON.stringify({
      spec: { id: 'sum', title: 'Sums' },
      ...contract,
      chunks: [{ id: 'sum', title: 'Sum', allowedFiles: ['src/**'], creates: ['sum()'], maxAttempts: 1, ...chunk }],
    }),
    '.gitignore': 'dist/\nnode_modules/\n',
    'build.mjs': BUILD,
    'verify.mjs': '',
    [FILE]: `${TYPED}export {};\n`,
    'test/sum.test.mjs': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sum } from '../src/sum.mjs';
it('adds', () => assert.equal(sum(1, 2), 3));
`,
  };
}

export const write = (content: string, path = FILE): ScriptedToolCall => ({
  name: 'write_file',
  input: { path, content },
});
export const CHECK: ScriptedToolCall = { name: 'check_contract', input: {} };
export const BUILD_CHECK: ScriptedToolCall = { name: 'check_contract', input: { build: true } };

/** The calls of a model, one per answer, or a function that returns the next call for the results so far. */
export type Calls = readonly ScriptedToolCall[] | ((results: readonly string[]) => ScriptedToolCall | undefined);

export interface Conversation {
  readonly result: ChunkRunResult;
  /** The results of the calls of check_contract that the model received. */
  readonly answers: readonly string[];
  readonly events: readonly RunEvent[];
  /** The worktrees in Holdfast's storage after the run that no later attempt can use. */
  readonly leftWorktrees: readonly string[];
}

export interface RunOptions extends ContractOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  readonly clock?: Clock;
  /** Files that replace or complete those of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** Cancels the run when the model has its answers, if the test reads nothing else. */
  readonly answersOnly?: boolean;
  /** Default: none, since the conversation ends before. */
  readonly landing?: 'commit' | 'none';
  /** Called with the workspace before the run. */
  readonly prepare?: (workspace: Workspace) => void;
}

/** Runs the chunk with a model that makes one call per answer, and then ends. */
export async function converse(calls: Calls, options: RunOptions = {}): Promise<Conversation> {
  using workspace = new Workspace({ ...createFiles(options), ...options.files });
  options.prepare?.(workspace);
  const answered = new AbortController();
  await using server = await startOpenAiChatServer((request) => {
    const reply = createReply(calls, request);
    if (reply === DONE && options.answersOnly === true) answered.abort();
    return reply;
  });
  const environment = (): NodeJS.ProcessEnv => ({ ...workspace.environment(server), ...options.environment });
  const { clock, landing = 'none' } = options;
  await using engine = openFolderEngine({ folder: workspace.folder, environment }, { server, clock, landing });
  const events: RunEvent[] = [];
  const result = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'sum',
    signal: AbortSignal.any([answered.signal, ...(options.signal === undefined ? [] : [options.signal])]),
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const last = server.requests.at(-1);
  return {
    result,
    answers: last === undefined ? [] : readToolResults(last, 'check_contract'),
    events,
    leftWorktrees: listWorktrees(environment()['HOLDFAST_STORAGE'] ?? ''),
  };
}

const DONE = textReply('Done.');

function createReply(calls: Calls, request: RecordedRequest): ScriptedReply {
  const results = readToolResults(request);
  const call = typeof calls === 'function' ? calls(results) : calls[results.length];
  return call === undefined ? DONE : { toolCalls: [call] };
}

interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[];
}

/** The tool results in a request, of all tools or of one, in order. Each result follows the answer with its call. */
export function readToolResults({ body }: RecordedRequest, tool?: string): readonly string[] {
  const { messages } = body as unknown as { readonly messages: readonly ChatMessage[] };
  const names = messages.flatMap((message) => (message.tool_calls ?? []).map((call) => call.function.name));
  return messages
    .filter(({ role }) => role === 'tool')
    .filter((_, index) => tool === undefined || names[index] === tool)
    .map(({ content }) => String(content));
}

function listWorktrees(storage: string): readonly string[] {
  return readdirSync(storage).flatMap((repository) => {
    const folder = join(storage, repository, 'attempts');
    return existsSync(folder) ? readdirSync(folder) : [];
  });
}

/** The lines that the user sees on the checks. */
export function readNotes(events: readonly RunEvent[]): readonly (string | undefined)[] {
  return events.flatMap((event) => (event.type === 'tool' && event.name === 'check_contract' ? [event.note] : []));
}
