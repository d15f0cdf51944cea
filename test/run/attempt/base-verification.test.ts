import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'sum.contract.json';
const WRONG = 'export const sum = (a, b) => a - b;\n';
const RIGHT = 'export const sum = (a, b) => a + b;\n';
/** A failure that no chunk causes. Its output contains a duration. */
const UNRELATED = 'console.error(`the server is down, after ${Math.random() * 100} ms`);\nprocess.exitCode = 1;\n';
const OF_THE_WORK = `import { readFileSync } from 'node:fs';
const text = readFileSync('src/sum.mjs', 'utf8');
if (!text.includes('a + b')) throw new Error(text);
`;

interface Outcome {
  readonly result: ChunkRunResult;
  /** How often the verification ran on the base. */
  readonly runsOnBase: number;
  /** The texts that the model received. */
  readonly prompts: string;
}

async function run(verify: string, texts: readonly string[]): Promise<Outcome> {
  using workspace = new Workspace({
    [CONTRACT]: JSON.stringify({
      spec: { id: 'sum', title: 'Sums' },
      verify: { command: 'node verify.mjs' },
      chunks: [
        { id: 'sum', title: 'Sum', allowedFiles: ['src/sum.mjs'], creates: ['sum()'], maxAttempts: texts.length },
      ],
    }),
    'verify.mjs': verify,
    'src/sum.mjs': 'export {};\n',
  });
  await using server = await startOpenAiChatServer(
    texts.flatMap((text) => [writeFileReply(text, 'src/sum.mjs'), textReply('Done.')]),
  );
  await using engine = openFolderEngine(workspace, { server, landing: 'none' });
  const events: RunEvent[] = [];
  const result = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'sum',
    onEvent: (event) => void events.push(event),
  });
  const runsOnBase = events.filter((event) => event.type === 'stage' && event.detail?.startsWith('without the change'));
  return { result, runsOnBase: runsOnBase.length, prompts: JSON.stringify(server.requests.map(({ body }) => body)) };
}

function listFailsOnBase({ attempts }: ChunkRunResult): readonly unknown[] {
  return attempts.map(({ validation }) => validation.commands.find(({ stage }) => stage === 'verify')?.failsOnBase);
}

describe('A verification that fails', () => {
  it('[ENF-CTX-4] is reported as failing without the change if its output is the same, and runs there once', async () => {
    const { result, runsOnBase, prompts } = await run(UNRELATED, [RIGHT, RIGHT]);
    assert.deepEqual(listFailsOnBase(result), [true, true]);
    assert.match(
      result.reason ?? '',
      /"node verify\.mjs" \(it fails in the same way without the change\) exited with 1/,
    );
    assert.match(prompts, /It fails with the same output without your change/);
    assert.equal(runsOnBase, 1);
  });

  it('[ENF-CTX-4] is not if the change affects what fails', async () => {
    const { result, prompts } = await run(OF_THE_WORK, [WRONG, RIGHT]);
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(listFailsOnBase(result), [undefined, undefined]);
    assert.doesNotMatch(prompts, /without your change/);
  });

  it('[ENF-CTX-4] does not run on the base while the attempt fails in another way, too', async () => {
    const { runsOnBase } = await run(UNRELATED, ['export const other = 1;\n']);
    assert.equal(runsOnBase, 0);
  });
});
