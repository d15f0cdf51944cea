import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as z from 'zod';
import { START_LIMIT_MS } from '../../../src/models/agent/acp/agent-session.ts';
import { AGENT_TOOL_NAMES } from '../../../src/mcp/tool-names.ts';
import { OFFERED_TOOLS } from '../../../src/run/attempt/agent-executor.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { systemClock } from '../../../src/foundation/clock.ts';
import { createHealthFiles } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { createHealthContract, INVALID_TYPES, TYPES_FILE, VALID_TYPES } from '../../cli/support/health-check.ts';
import { AgentRun, OWN_PROGRAM, WRITE_INVALID, WRITE_VALID, type AgentTurn } from '../support/agent-run.ts';

const SECOND_TURN: AgentTurn = {
  actions: [WRITE_VALID, { say: 'Fixed.' }],
  usage: { inputTokens: 2000, outputTokens: 20, totalTokens: 2020 },
};
const TWO_TURNS: readonly AgentTurn[] = [
  {
    actions: [WRITE_INVALID, { say: 'Do' }, { say: 'ne.' }],
    usage: { inputTokens: 1000, outputTokens: 10, totalTokens: 1010 },
  },
  SECOND_TURN,
];
const PRICES = { 'holdfast.config.yaml': 'prices: { inputPerMillion: 1, outputPerMillion: 10 }\n' };

const serversSchema = z.array(z.looseObject({ env: z.array(z.object({ name: z.string(), value: z.string() })) }));

describe('attempts of an external agent', () => {
  it('[AGENT-4] continue one session: a wrong export is the next prompt, and the corrected tree lands', async () => {
    await using agent = new AgentRun(TWO_TURNS, PRICES);
    const result = await agent.run({ maxCostUsd: 1, landing: 'commit' });
    assert.equal(result.status, 'pass', JSON.stringify(result.error ?? result.reason));
    assert.equal(agent.workspace.read(TYPES_FILE), VALID_TYPES);
    const [first = '', second = ''] = agent.prompts;
    assert.equal(agent.prompts.length, 2);
    assert.match(first, /Declare the result of a health check/);
    assert.doesNotMatch(first, /write_file|check_contract|edit_file/, 'the agent has its own tools');
    assert.match(second, /Must export the HealthCheckResult type[^]*Actual:/);
    assert.doesNotMatch(second, /Declare the result of a health check/, 'the session contains the task');
    assert.equal(new Set(agent.log.map(({ pid }) => pid)).size, 1, 'one process');
    assert.deepEqual(
      result.attempts.map(({ validation, costUsd, inputTokens, output }) => [
        validation.passed,
        validation.continuedFrom,
        costUsd?.toFixed(6),
        inputTokens,
        output,
      ]),
      [
        [false, undefined, '0.001100', 1000, 'Done.'],
        [true, 1, '0.002200', 2000, 'Fixed.'],
      ],
    );
    assert.equal(result.usage?.costUsd?.toFixed(6), '0.003300');
    assert.deepEqual(await agent.processes(), []);
    const folder = agent.log.find(({ started }) => started !== undefined)?.started ?? '';
    assert.notEqual(folder, agent.workspace.folder, 'it works in a worktree');
  });

  it('[AGENT-4] receive the reason of a refused write, and a refused file is not in the result', async () => {
    await using agent = new AgentRun([
      { actions: [{ request: { kind: 'edit', path: 'src/main.ts', content: 'changed\n' } }] },
      { actions: [{ request: { kind: 'edit', path: TYPES_FILE, content: VALID_TYPES } }, { say: 'Done.' }] },
    ]);
    const result = await agent.run({ landing: 'commit' });
    assert.equal(result.status, 'pass', JSON.stringify(result.error ?? result.reason));
    assert.equal(result.attempts.length, 1, 'a turn that a refusal ended does not use up an attempt');
    const answers = agent.log.filter(({ permission }) => permission !== undefined);
    assert.deepEqual(
      answers.map(({ permission, outcome }) => [permission, outcome]),
      [
        ['src/main.ts', 'no'],
        [TYPES_FILE, 'yes'],
      ],
    );
    assert.match(agent.prompts[1] ?? '', /src\/main\.ts: the contract allows changes only to these files/);
    assert.deepEqual(
      result.attempts[0]?.refusedWrites.map(({ path }) => path),
      ['src/main.ts'],
    );
    assert.equal(agent.workspace.read('src/main.ts'), 'export const answer = 42;\n');
  });

  it('[AGENT-4] are judged by the tree: a file that the agent wrote without a request fails them', async () => {
    const write = (path: string): AgentTurn['actions'] => [{ write: { path, content: 'written = true;\n' } }];
    await using agent = new AgentRun([
      { actions: [WRITE_VALID, ...write('src/other.ts'), ...write('health.contract.yaml')] },
    ]);
    const result = await agent.run({ maxAttempts: 1, landing: 'commit' });
    assert.equal(result.status, 'fail');
    const failed = result.attempts[0]?.validation.assertResults.filter(({ passed }) => !passed) ?? [];
    assert.deepEqual(failed.map(({ assertion }) => assertion.check.type).sort(), [
      'files_kept',
      'files_kept',
      'terms_kept',
    ]);
    assert.ok(!agent.workspace.state()['src/other.ts']);
  });

  it('[AGENT-4] are judged while the agent and its background processes are paused', async function () {
    if (process.platform !== 'linux') this.skip();
    await using agent = new AgentRun([{ actions: [WRITE_INVALID, { rewrite: TYPES_FILE }] }, { actions: [] }]);
    const result = await agent.run({ maxAttempts: 2, landing: 'commit' });
    assert.equal(result.status, 'pass', JSON.stringify(result.error ?? result.reason));
    assert.match(agent.workspace.read(TYPES_FILE), /^export interface HealthCheckResult \{ n: \d+ \}$/);
    assert.match(
      result.attempts.at(-1)?.diff ?? '',
      new RegExp(agent.workspace.read(TYPES_FILE).replace(/[{}]/g, '.')),
    );
    assert.deepEqual(await agent.processes(), []);
  });

  it('[AGENT-4] are refused with a cost limit if the usage is unknown, and have no cost without one', async () => {
    await using unpriced = new AgentRun(TWO_TURNS);
    const refused = await unpriced.run({ maxCostUsd: 1 });
    assert.match(refused.error?.message ?? '', /the price of acp:.* is unknown/);
    assert.deepEqual(unpriced.prompts, [], 'nothing is spent');

    await using silent = new AgentRun([{ actions: [WRITE_VALID] }], PRICES);
    const unreported = await silent.run({ maxCostUsd: 1 });
    assert.match(unreported.error?.message ?? '', /it did not report the usage of a prompt/);
    const unlimited = await silent.run();
    assert.equal(unlimited.status, 'pass', JSON.stringify(unlimited.error ?? unlimited.reason));
    assert.equal(unlimited.attempts[0]?.costUsd, null);
  });

  it('[AGENT-4] record the usage that Gemini reports, and the cost that an agent reports for its session', async () => {
    const meta = { quota: { token_count: { input_tokens: 500, output_tokens: 5 } } };
    await using agent = new AgentRun([
      { actions: [WRITE_INVALID, { cost: 0.25 }], meta },
      { actions: [WRITE_VALID, { cost: 0.75 }], meta },
    ]);
    const result = await agent.run();
    assert.deepEqual(
      result.attempts.map(({ inputTokens, outputTokens, costUsd }) => [inputTokens, outputTokens, costUsd]),
      [
        [500, 5, 0.25],
        [500, 5, 0.5],
      ],
    );
  });

  for (const hang of ['cancellable', 'deaf'] as const) {
    it(`[AGENT-4] end at a cancellation without a process, a worktree or a lock (${hang} agent)`, async () => {
      await using agent = new AgentRun([{ actions: [WRITE_VALID, { hang }] }]);
      const before = agent.workspace.state();
      const controller = new AbortController();
      const result = await agent.run({
        signal: controller.signal,
        landing: 'commit',
        onEvent: (event) => {
          if (event.type === 'model-text') controller.abort();
        },
      });
      assert.equal(result.status, 'cancelled');
      assert.ok(
        agent.log.some(({ cancelled }) => cancelled),
        'the agent received the cancellation',
      );
      assert.deepEqual(await agent.processes(), []);
      assert.deepEqual(agent.leftovers(), []);
      assert.ok((await agent.acquireLocks()) > 0);
      assert.deepEqual(agent.workspace.state(), before);
    });
  }

  it('[AGENT-4] end at the limits of steps and of time, and continue in the same session', async () => {
    const limits = 'limits: { maxSteps: 2, attemptTimeoutSeconds: 3 }\n';
    await using agent = new AgentRun(
      [
        { actions: [WRITE_INVALID, WRITE_INVALID, WRITE_INVALID, { hang: 'cancellable' }] },
        { actions: [{ hang: 'cancellable' }] },
        { actions: [WRITE_VALID] },
      ],
      { 'holdfast.config.yaml': limits },
    );
    const result = await agent.run({ maxAttempts: 3 });
    assert.equal(result.status, 'pass', JSON.stringify(result.error ?? result.reason));
    assert.deepEqual(
      result.attempts.map(({ stopReason }) => stopReason),
      ['step-limit', 'time-limit', 'finished'],
    );
    assert.match(agent.prompts[1] ?? '', /limit of 2 steps/);
    assert.match(agent.prompts[2] ?? '', /time limit of 3 s/);
    assert.equal(new Set(agent.log.map(({ pid }) => pid)).size, 1, 'one process');
  });

  it('[AGENT-4] fail with the error output of an agent that ends', async () => {
    await using agent = new AgentRun([{ actions: [{ exit: 7 }] }]);
    const result = await agent.run();
    assert.equal(result.status, 'aborted');
    assert.match(result.error?.message ?? '', /its process ended with exit code 7.*the scripted agent gives up/);
    assert.deepEqual(agent.leftovers(), []);
  });

  it('[AGENT-4] run in a sandbox like a command, without the keys of models', async function () {
    if (process.platform !== 'linux') this.skip();
    await using agent = new AgentRun([{ actions: [WRITE_VALID, { request: { kind: 'execute', command: 'ls' } }] }]);
    process.env['DEEPSEEK_API_KEY'] = 'sk-not-for-agents';
    try {
      const result = await agent.run({ maxAttempts: 1 });
      assert.equal(result.status, 'pass', JSON.stringify(result.error ?? result.reason));
    } finally {
      delete process.env['DEEPSEEK_API_KEY'];
    }
    const [started] = agent.log;
    assert.ok(!started?.variables?.includes('DEEPSEEK_API_KEY'));
    // In a sandbox with its own process ids, the agent is among the first processes.
    assert.ok((started?.pid ?? Infinity) < 100, `process id ${started?.pid}`);
    assert.equal(agent.log.find(({ permission }) => permission === 'ls')?.outcome, 'yes');
  });

  it('[AGENT-4] without a sandbox run only the commands of the contract', async () => {
    await using agent = new AgentRun(
      [
        {
          actions: [
            WRITE_VALID,
            { request: { kind: 'execute', command: 'node  --version' } },
            { request: { kind: 'execute', command: 'curl example.org' } },
          ],
        },
        { actions: [] },
      ],
      {
        'holdfast.config.yaml': 'confinement: off\n',
        'health.contract.yaml': createHealthContract({ more: '    acceptanceCommands: [node --version]\n' }),
      },
    );
    assert.equal((await agent.run()).status, 'pass');
    const requests = agent.log.filter(({ permission }) => permission !== undefined);
    assert.deepEqual(
      requests.map(({ permission, outcome }) => [permission, outcome]),
      [
        ['node  --version', 'yes'],
        ['curl example.org', 'no'],
      ],
    );
    assert.match(agent.prompts[1] ?? '', /curl example\.org: without a sandbox, only the commands of the contract/);
  });

  it("[AGENT-4] have Holdfast's tools for the chunk, whose storage is removed with the agent", async () => {
    await using agent = new AgentRun([{ actions: [WRITE_VALID] }]);
    assert.equal((await agent.run()).status, 'pass');
    const servers = agent.log.find((entry) => entry.servers !== undefined)?.servers;
    const [offered] = serversSchema.parse(servers);
    assert.ok(offered !== undefined);
    const { env, ...server } = offered;
    const [program, script] = OWN_PROGRAM.command;
    assert.deepEqual(server, {
      name: 'holdfast',
      command: program,
      args: [script, 'mcp', '--chunk', 'health.contract.yaml#types', '--tools', OFFERED_TOOLS.join(',')],
    });
    for (const name of OFFERED_TOOLS)
      assert.ok(
        AGENT_TOOL_NAMES.some((tool) => tool === name),
        name,
      );
    const variables = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    assert.equal(variables['ACTS_AS_NODE'], '1');
    assert.ok(!existsSync(variables['HOLDFAST_STORAGE'] ?? '/'));
  });

  it('[AGENT-4] fail at once if the agent opens no session in time, and leave nothing', async () => {
    using workspace = new Workspace(createHealthFiles());
    const environment = {
      ...workspace.environment(),
      HOLDFAST_MODEL: `acp:'${process.execPath}' -e 'setInterval(() => {}, 1000)'`,
    };
    // The time limit of the start is reached at once, and no other.
    const clock = {
      ...systemClock,
      after: (ms: number, action: () => void) => systemClock.after(ms === START_LIMIT_MS ? 1 : ms, action),
    };
    await using engine = openFolderEngine({ folder: workspace.folder, environment: () => environment }, { clock });
    const result = await engine.runs.runChunk({
      contract: 'health.contract.yaml',
      chunk: 'types',
      onEvent: () => undefined,
    });
    assert.equal(result.status, 'aborted');
    assert.match(result.error?.message ?? '', /opened no session within 120 s/);
    assert.match(result.error?.hint ?? '', /Start the command by hand/);
    assert.equal(result.attempts.length, 0);
  });

  it('[AGENT-4] say how an agent is installed whose program is missing', async () => {
    using workspace = new Workspace(createHealthFiles());
    const run = async (model: string): Promise<ChunkRunResult> => {
      const environment = { ...workspace.environment(), HOLDFAST_MODEL: model };
      await using engine = openFolderEngine({ folder: workspace.folder, environment: () => environment });
      return await engine.runs.runChunk({ contract: 'health.contract.yaml', chunk: 'types', onEvent: () => undefined });
    };
    const known = await run('acp:/no/such/folder/codex-acp');
    assert.match(known.error?.message ?? '', /Failed to start the agent codex: Command not found: \/no\/such/);
    assert.match(known.error?.hint ?? '', /Install @agentclientprotocol\/codex-acp/);
    const unknown = await run('acp:no-such-agent');
    assert.match(unknown.error?.message ?? '', /Failed to start the agent no-such-agent: Command not found/);
    assert.match(unknown.error?.hint ?? '', /The known agents are acp:codex/);
  });

  it('[AGENT-4] are no model: work that needs one fails with what to do', async () => {
    await using agent = new AgentRun([{ actions: [{ write: { path: TYPES_FILE, content: INVALID_TYPES } }] }]);
    const result = await agent.run({ maxAttempts: 2 });
    assert.equal(result.status, 'fail');
    assert.match(JSON.stringify(agent.events), /external agent, which only carries out attempts/);
  });
});
