import assert from 'node:assert/strict';
import type { ChunkRunResult, CommandReport } from '../../../src/run/report/run-result.ts';
import { describeFailureBefore } from '../../../src/run/validation/judge-by-commands.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { RecordedRequest } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'sum.contract.json';
const TEST = 'node --test test/sum.test.mjs';
/** Fails if a module does not name its types, and never ends if one requests it. */
const BUILD = `import { readFileSync } from 'node:fs';
const text = readFileSync('src/sum.mjs', 'utf8');
if (text.includes('endless')) setInterval(() => {}, 1000);
else if (!text.includes('@type')) {
  console.error('src/sum.mjs(1,1): error: the type is missing');
  process.exitCode = 2;
}
`;
const TYPED = '/** @type {(a: number, b: number) => number} */\n';
const BASE = `${TYPED}export {};\n`;
const WRONG = 'export const sum = (a, b) => a - b;\n';
const RIGHT = 'export const sum = (a, b) => a + b;\n';

function createFiles(base = BASE): Record<string, string> {
  return {
    [CONTRACT]: JSON.stringify({
      spec: { id: 'sum', title: 'Sums' },
      build: { command: 'node build.mjs', timeoutSeconds: 2 },
      verify: { command: 'node verify.mjs' },
      chunks: [
        {
          id: 'sum',
          title: 'Sum',
          allowedFiles: ['src/sum.mjs'],
          creates: ['sum()'],
          acceptanceCommands: [TEST],
          maxAttempts: 2,
        },
      ],
    }),
    'build.mjs': BUILD,
    'verify.mjs': '',
    'src/sum.mjs': base,
    'test/sum.test.mjs': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sum } from '../src/sum.mjs';
it('adds', () => assert.equal(sum(1, 2), 3));
`,
  };
}

interface Outcome {
  readonly result: ChunkRunResult;
  /** The prompt of the second attempt. */
  readonly retry: string;
}

async function run(texts: readonly string[], { base }: { readonly base?: string } = {}): Promise<Outcome> {
  using workspace = new Workspace(createFiles(base));
  const replies = texts.flatMap((text) => [writeFileReply(text, 'src/sum.mjs'), textReply('Done.')]);
  await using server = await startOpenAiChatServer(replies);
  await using engine = openFolderEngine(workspace, { server, landing: 'none' });
  const result = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'sum',
    allowFailingBuild: base !== undefined,
  });
  return { result, retry: readPrompt(server.requests[2]) };
}

function readPrompt(request: RecordedRequest | undefined): string {
  const { messages } = (request?.body ?? { messages: [] }) as { messages: { role: string; content: unknown }[] };
  return messages.flatMap(({ role, content }) => (role === 'user' ? [String(content)] : [])).join('\n');
}

/** The commands of the first attempt as "stage passed afterFailedBuild". */
function listCommands({ attempts }: ChunkRunResult): string[] {
  return (attempts[0]?.validation.commands ?? []).map(({ stage, passed, afterFailedBuild }) =>
    [stage, passed, ...(afterFailedBuild === undefined ? [] : ['afterFailedBuild'])].join(' '),
  );
}

describe('Acceptance commands after a failed build', () => {
  it('[ENF-VAL-18] [ENF-CTX-4] run, and the next attempt sees both failures, the build first', async () => {
    const { result, retry } = await run([WRONG, TYPED + RIGHT]);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(listCommands(result), ['build false', 'acceptance false afterFailedBuild']);
    assert.match(retry, /The build failed\. Its output:[^]*the type is missing[^]*The acceptance command `node --test/);
    assert.match(retry, /failed too: it exited with code 1\. It ran after the failed build, so fix the build first/);
    assert.match(retry, /-1 !== 3/);
    const { problems } = result.attempts[0]!.validation;
    assert.match(problems.find(({ stage }) => stage === 'acceptance')?.message ?? '', /\(run after the failed build\)/);
  });

  it('[ENF-VAL-18] never make a failed build pass', async () => {
    const { result, retry } = await run([RIGHT, RIGHT]);
    assert.equal(result.status, 'fail');
    assert.deepEqual(listCommands(result), ['build false', 'acceptance true afterFailedBuild']);
    assert.match(result.reason ?? '', /The build command "node build\.mjs" exited with 2/);
    assert.doesNotMatch(retry, /acceptance command/);
  });

  it('[ENF-VAL-18] do not run if the build was stopped at its time limit', async () => {
    const { result } = await run([`// endless\n${WRONG}`, TYPED + RIGHT]);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(listCommands(result), ['build false']);
  });

  it('[ENF-CTX-4] are not described as failing before the run, unlike the build', async () => {
    const { result, retry } = await run([WRONG, TYPED + RIGHT], { base: 'export {};\n' });
    assert.equal(result.status, 'pass', result.reason);
    assert.match(retry, /build: The build was already failing before this run\. It must pass after your changes\./);
    assert.equal(retry.match(/before this run/g)?.length, 1);
    assert.match(retry, /The acceptance command `node --test test\/sum\.test\.mjs` failed too/);
  });
});

describe('describeFailureBefore', () => {
  const report = (more: Partial<CommandReport> = {}): CommandReport => ({
    ...{ stage: 'build', command: 'npm run it', passed: false, exitCode: 1, output: '', durationMs: 1 },
    ...more,
  });

  it('[ENF-VAL-18] reports a build that failed before the run', () => {
    const problem = describeFailureBefore(report(), report());
    assert.equal(problem?.stage, 'build');
    assert.match(problem.message, /before this run\. It must pass after your changes\.$/);
  });

  it('[ENF-VAL-18] reports no other command, and no build that passed', () => {
    assert.equal(describeFailureBefore(report(), report({ command: 'make' })), undefined);
    assert.equal(describeFailureBefore(report(), report({ passed: true })), undefined);
    assert.equal(describeFailureBefore(report({ passed: true }), report()), undefined);
    assert.equal(describeFailureBefore(report({ stage: 'setup' }), report()), undefined);
  });
});
