import assert from 'node:assert/strict';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { EIGHT_TASKS, lineOf, tickTasks } from '../fixtures/eight-task-plan.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply, writeFileReply } from './support/health-check.ts';
import { callHoldfast, type ProcessResult } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const PLAN = 'docs/superpowers/plans/2026-01-01-shop.md';
const MONEY = 'export function roundMoney(value: number): number {\n  return Math.round(value);\n}\n';
const DRIFTED = 'export function rateOf(country: string, year: number): number {\n  return country.length + year;\n}\n';
const RATES = 'export function rateOf(country: string): number {\n  return country.length;\n}\n';
const RECEIPT = 'export function formatReceipt(total: number): string {\n  return String(total);\n}\n';

/** The plan is in the repository before the work begins. */
function openShop(): Workspace {
  const workspace = new Workspace({
    'holdfast.config.yaml': "plans: ['docs/superpowers/plans/*.md']\n",
    'package.json': '{ "name": "shop", "type": "module" }\n',
    'src/main.ts': 'export const shop = 1;\n',
    [PLAN]: EIGHT_TASKS,
  });
  workspace.git('switch', '-qc', 'work');
  return workspace;
}

function call(workspace: Workspace, ...args: string[]): Promise<ProcessResult> {
  return callHoldfast(workspace.folder, args, workspace.environment());
}

describe('a plan of eight tasks with a drifted signature, two signatures of one export and a false box', () => {
  it('[PLANS-5] run shows the model that its signature drifted, and accepts the second attempt', async () => {
    using workspace = openShop();
    workspace.write({ 'src/money.ts': MONEY });
    const replies = [
      writeFileReply('export const note = 1;\n', 'src/note.ts'),
      writeFileReply(DRIFTED, 'src/rates.ts'),
      textReply('Done.'),
      writeFileReply(RATES, 'src/rates.ts'),
    ];
    const prompts: string[] = [];
    await using server = await startOpenAiChatServer(({ text }) => {
      prompts.push(text);
      return replies[prompts.length - 1] ?? textReply('Done.');
    });
    const args = ['run', PLAN, '--chunk', 'task-2', '--force', '--apply', 'none', '--format', 'json'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.equal(result.status, 'pass', run.stdout + run.stderr);
    assert.equal(result.attempts.length, 2);
    assert.match(
      run.stderr,
      /warning: docs\/superpowers\/plans\/2026-01-01-shop\.md:\d+: task-6 produces formatReceipt/,
    );
    assert.match(run.stderr, /The plan does not name src\/note\.ts for this task/);
    assert.doesNotMatch(run.stderr, /Plan rule R4/);
    assert.match(prompts[3] ?? '', /rateOf[^]*\(country: string\)[^]*\(country: string, year: number\)/);
  });

  it('[PLANS-5] a hook holds the agent to the tasks that it ticked, and reports the contradiction', async () => {
    using workspace = openShop();
    await using engine = openFolderEngine(workspace);
    const signal = new AbortController().signal;
    const stop = async (): Promise<string> => {
      const decision = await engine.agents.stop({ session: 's', maxBlocks: 9, runCommands: false, signal });
      assert.ok(decision.kind !== 'incomplete');
      return decision.kind === 'refuse' ? `refused: ${decision.reason}` : `allowed: ${decision.notes.join('\n')}`;
    };
    await engine.agents.start({ session: 's', signal });
    workspace.write({ 'src/money.ts': MONEY, 'src/rates.ts': DRIFTED, [PLAN]: tickTasks(1, 2) });
    assert.match(await stop(), /^refused: [^]*task-2\][^]*rateOf[^]*actual: [^]*year: number/);
    workspace.write({ 'src/rates.ts': RATES, [PLAN]: tickTasks(1, 2, 7) });
    assert.match(await stop(), /^refused: [^]*task-7\][^]*reportOf/);
    workspace.write({ [PLAN]: tickTasks(1, 2) });
    const allowed = await stop();
    assert.match(allowed, /^allowed: [^]*State one signature in the plan: task-6 produces formatReceipt/);
    workspace.write({ 'src/receipt.ts': RECEIPT, [PLAN]: tickTasks(1, 2, 5) });
    assert.match(await stop(), /^allowed/);
  });

  it('[PLANS-2] [PLANS-4] a person sees the contradiction before the work, and each false box after it', async () => {
    using workspace = openShop();
    const before = await call(workspace, 'plan', 'check', PLAN);
    assert.equal(before.code, 1);
    const line = lineOf('formatReceipt(total: string)');
    assert.match(before.stdout, new RegExp(`error produced-differently ${PLAN}:${line} \\[task-6\\]`));
    workspace.write({ 'src/money.ts': MONEY, 'src/rates.ts': DRIFTED, [PLAN]: tickTasks(1, 2, 7) });
    const check = await call(workspace, 'check');
    assert.equal(check.code, 1);
    assert.match(check.stdout, new RegExp(`warning ${PLAN}:${line}:\\d+ task-6 produces formatReceipt`));
    assert.match(check.stdout, /2 of 8 tasks are ticked and not true: task-2 \(line \d+\), task-7 \(line \d+\)/);
    const sync = await call(workspace, 'plan', 'sync');
    assert.equal(sync.code, 1);
    assert.match(sync.stdout, /task-2[^]*rateOf[^]*task-7[^]*report/);
    assert.equal(workspace.read(PLAN), tickTasks(1, 2, 7));
    workspace.write({ 'src/rates.ts': RATES, [PLAN]: tickTasks(1, 2) });
    assert.equal((await call(workspace, 'check')).code, 0);
    const change = await call(workspace, 'check', '--since', 'main');
    assert.equal(change.code, 0, change.stdout);
  });

  it('[PLANS-2] check shows the contradictions of a plan that is not committed yet, and fails for the certain one', async () => {
    using workspace = openShop();
    const file = 'docs/superpowers/plans/2026-02-02-new.md';
    workspace.write({
      [file]: `${EIGHT_TASKS}\n### Task 9: Late\n\n**Files:**\n- Modify: \`src/none.ts\`\n- Modify: \`src/main.ts\`\n`,
    });
    const run = await call(workspace, 'check');
    assert.equal(run.code, 1, run.stdout);
    assert.match(run.stdout, /error docs\/superpowers\/plans\/2026-02-02-new\.md:\d+:\d+ task-6 produces/);
    assert.match(run.stdout, /fact task-9 modifies src\/none\.ts, which does not exist/);
    const json = JSON.parse((await call(workspace, 'check', '--format', 'json')).stdout) as {
      contracts: { facts?: { rule: string }[] }[];
    };
    assert.deepEqual(
      json.contracts.flatMap(({ facts = [] }) => facts.map(({ rule }) => rule)),
      ['plan-modified-missing'],
    );
  });
});
