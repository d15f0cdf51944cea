import { countTextTokens } from '../../../src/models/cost/token-estimate.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import type { RecordedRequest, ScriptedReply, ScriptedToolCall } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { moduleText, resultOf, testText, type AttemptScenario } from './attempt-scenarios.ts';

const CONTRACT = 'scenario.contract.json';

export interface ScenarioOutcome {
  readonly status: ChunkRunResult['status'];
  readonly attempts: number;
  /** The calls of the model. */
  readonly steps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Runs a scenario with one setting of `attempts`. The tokens are those of the requests and the replies. */
export async function runScenario(scenario: AttemptScenario, attempts: 'fresh' | 'continue'): Promise<ScenarioOutcome> {
  using workspace = new Workspace(createFiles(scenario, attempts));
  const replies: ScriptedReply[] = [];
  await using server = await startOpenAiChatServer((request) => {
    const reply = answer(scenario, request);
    replies.push(reply);
    return reply;
  });
  await using engine = openFolderEngine(workspace, { server, landing: 'none' });
  const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'task' });
  return {
    status: result.status,
    attempts: result.attempts.length,
    steps: replies.length,
    inputTokens: await countTextTokens(server.requests.map(({ text }) => text).join('\n')),
    outputTokens: await countTextTokens(replies.map((reply) => JSON.stringify(reply)).join('\n')),
  };
}

/** The next step of the model: one tool call per answer, then a check, then the end. */
function answer(scenario: AttemptScenario, { body }: RecordedRequest): ScriptedReply {
  const { messages } = body as { messages: readonly { role: string; content: unknown }[] };
  const prompt = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content);
  const attempt = Number(/attempt (\d)/.exec(prompt)?.[1]);
  const isContinued = prompt.includes('The files are as the previous attempt left them');
  const calls = [...planCalls(scenario, attempt, isContinued), { name: 'check_contract', input: {} }];
  const call = calls[messages.filter(({ role }) => role === 'tool').length];
  return call === undefined ? { text: 'Done.' } : { toolCalls: [call] };
}

/** The model repairs a tree that it can see, and otherwise writes the whole task again. */
function planCalls(
  { modules, mistakes, strayFiles }: AttemptScenario,
  attempt: number,
  isContinued: boolean,
): readonly ScriptedToolCall[] {
  const write = (path: string, content: string): ScriptedToolCall => ({ name: 'write_file', input: { path, content } });
  const fixed = mistakes[attempt - 2];
  if (isContinued) {
    const edit = {
      path: `src/${fixed}.mjs`,
      oldText: `return ${resultOf(true)}`,
      newText: `return ${resultOf(false)}`,
    };
    return [
      ...(fixed === undefined ? [] : [{ name: 'edit_file', input: edit }]),
      ...strayFiles.map((path) => ({ name: 'delete_file', input: { path } })),
    ];
  }
  const wrong = new Set(mistakes.slice(attempt - 1));
  return [
    ...modules.map((name) => write(`src/${name}.mjs`, moduleText(name, wrong.has(name)))),
    ...(attempt === 1 ? strayFiles.map((path) => write(path, moduleText('wrong', true))) : []),
  ];
}

function createFiles(scenario: AttemptScenario, attempts: 'fresh' | 'continue'): Record<string, string> {
  const chunk = {
    id: 'task',
    title: 'Task',
    description: `Write the modules ${scenario.modules.join(', ')}.`,
    attempts,
    allowedFiles: ['src/*.mjs'],
    creates: scenario.modules,
    acceptanceCommands: ['node --test test/all.test.mjs'],
  };
  return {
    [CONTRACT]: JSON.stringify({ spec: { id: 'scenario', title: 'Scenario' }, chunks: [chunk] }),
    'package.json': '{ "name": "scenario", "private": true, "type": "module" }\n',
    'test/all.test.mjs': testText(scenario),
  };
}
