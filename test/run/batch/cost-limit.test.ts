import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../../../src/engine.ts';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'judged.contract.yaml';
const LIMIT_USD = 0.03;
/** Two dollars per million input tokens, eight per million output tokens. */
const PRICES = 'prices: { inputPerMillion: 2, outputPerMillion: 8 }\n';
/** A call of a judge costs $0.00252, as much as in the attack that found the leak. */
const VERDICT_USAGE = { input: 900, output: 90 };
const VERDICT_USD = 0.00252;

const VERDICT = JSON.stringify({ verdict: 'pass', rationale: 'It is.', confidence: 1, evidence: [] });

function createContract(count: number, gates = ''): string {
  const assertions = Array.from(
    { length: count },
    (_, index) => `      - message: Statement ${index + 1}
        check: { type: llm_judge, target: src/one.ts, question: Is statement ${index + 1} true? }
`,
  );
  return `version: 1
spec: { id: judged, title: Judged }
${gates}chunks:
  - id: one
    title: One
    creates: [one]
    allowedFiles: [src/one.ts]
    maxAttempts: 1
    assertions:
${assertions.join('')}`;
}

function createWorkspace(contract: string): Workspace {
  return new Workspace({
    [CONTRACT]: contract,
    'holdfast.config.yaml': PRICES,
    'package.json': '{ "name": "judged", "private": true, "type": "module" }\n',
    '.gitignore': 'node_modules/\n',
  });
}

function isJudgeRequest({ text }: RecordedRequest): boolean {
  return text.includes('You judge');
}

/** An attempt that writes one file, and a verdict for every other request. */
function startServer(): Promise<LoopbackServer> {
  const attempt: ScriptedReply[] = [writeFileReply('export const one = 1;\n', 'src/one.ts'), textReply('Done.')];
  return startOpenAiChatServer((request) => {
    if (isJudgeRequest(request)) return { text: VERDICT, usage: VERDICT_USAGE };
    return attempt.shift() ?? textReply('Nothing left to do.');
  });
}

/** The price of everything that the server answered, which is what a provider bills. */
function spent({ requests }: LoopbackServer): number {
  const judged = requests.filter(isJudgeRequest).length;
  const attempts = requests.length - judged;
  // The replies of an attempt report 1,000 + 100 tokens for the first call and 1,100 + 10 for each later one.
  const attemptUsd = attempts === 0 ? 0 : 0.0028 + (attempts - 1) * 0.00228;
  return judged * VERDICT_USD + attemptUsd;
}

interface StoredCalls {
  readonly calls: number;
  readonly cost: number;
}

function readStoredCalls(workspace: Workspace, where = '1 = 1'): StoredCalls {
  const database = new DatabaseSync(join(workspace.folder, '.git', 'holdfast', 'history.db'));
  try {
    const row = database
      .prepare(`select count(*) as calls, coalesce(sum(cost_usd), 0) as cost from model_calls where ${where}`)
      .get();
    return { calls: Number(row?.['calls']), cost: Number(row?.['cost']) };
  } finally {
    database.close();
  }
}

function assertDollars(actual: number | null | undefined, expected: number, label: string): void {
  assert.equal(actual?.toFixed(6), expected.toFixed(6), label);
}

async function totalReported(engine: Engine, runId: string): Promise<number | null | undefined> {
  return (await engine.history.list()).find((run) => run.runId === runId)?.costUsd;
}

describe('the cost limit of a run', () => {
  it('[TRUST-9] covers thirty judge assertions: what was spent, reported and stored is equal and within the limit', async () => {
    using workspace = createWorkspace(createContract(30));
    await using server = await startServer();
    await using engine = openFolderEngine(workspace, { server, landing: 'none' });
    const events: RunEvent[] = [];
    const result = await engine.runs.runChunk({
      contract: CONTRACT,
      chunk: 'one',
      maxCostUsd: LIMIT_USD,
      onEvent: (event) => events.push(event),
    });
    assert.equal(result.status, 'fail');
    const billed = spent(server);
    assert.ok(billed <= LIMIT_USD, `spent $${billed.toFixed(6)} of $${LIMIT_USD}`);
    assert.ok(billed > LIMIT_USD - VERDICT_USD, 'the limit is used');
    const judged = server.requests.filter(isJudgeRequest).length;
    assert.equal(judged, 9);
    assertDollars(result.usage?.costUsd, billed, 'reported by the run');
    assert.deepEqual(
      result.usage?.byPurpose.map(({ purpose, calls }) => [purpose, calls]),
      [
        ['attempt', 2],
        ['judge', judged],
      ],
    );
    const progress = events.reduce((sum, event) => (event.type === 'usage' ? sum + (event.costUsd ?? 0) : sum), 0);
    assertDollars(progress, billed, 'reported while it ran');
    assertDollars(await totalReported(engine, result.runId), billed, 'listed in the history');
    assert.equal(readStoredCalls(workspace).calls, server.requests.length);
    assertDollars(readStoredCalls(workspace, `run_id = '${result.runId}'`).cost, billed, 'stored');
    const [attempt] = result.attempts;
    const refused = attempt?.validation.assertResults.filter(({ error }) => error?.includes('Cost limit reached'));
    assert.equal(refused?.length, 30 - judged, 'an assertion that is not judged has not passed');
  });

  it('[TRUST-9] covers gates that a model judges, and their assertions', async () => {
    const gates = `gates:
  - id: sound
    enforcementMode: blocking
    criteria: [It is documented.]
    judge: true
    assertions:
      - { message: Is sound, check: { type: llm_judge, target: src/one.ts, question: Is it sound? } }
`;
    using workspace = createWorkspace(createContract(2, gates));
    await using server = await startServer();
    await using engine = openFolderEngine(workspace, { server, landing: 'none' });
    const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one', maxCostUsd: 1 });
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(server.requests.filter(isJudgeRequest).length, 4);
    assertDollars(result.usage?.costUsd, spent(server), 'reported by the run');
    assertDollars(
      readStoredCalls(workspace, `run_id = '${result.runId}' and attempt is not null`).cost,
      spent(server),
      'stored',
    );
  });

  it('[TRUST-9] is one limit for all checks of a contract outside a run, whose calls are recorded if there is a history', async () => {
    using workspace = createWorkspace(createContract(30));
    await using server = await startServer();
    await using engine = openFolderEngine(workspace, { server, landing: 'none' });
    await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one', maxCostUsd: 0.006 });
    const before = server.requests.length;
    workspace.write({
      'src/one.ts': 'export const one = 2;\n',
      'holdfast.config.yaml': `${PRICES}limits: { maxCostUsd: ${LIMIT_USD} }\n`,
    });
    await engine.checks.check(CONTRACT);
    const checked = server.requests.length - before;
    assert.equal(checked, Math.floor(LIMIT_USD / VERDICT_USD));
    await engine[Symbol.asyncDispose]();
    assert.equal(readStoredCalls(workspace, 'run_id is null').calls, checked);
  });
});
