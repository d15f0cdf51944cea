import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { INVALID_TYPES, TYPES_FILE, VALID_TYPES } from '../cli/support/health-check.ts';
import type { RecordedRequest, ScriptedReply } from '../servers/loopback-server.ts';
import { lastMessage } from '../servers/agent-model.ts';
import { EXTERNAL_AGENTS, ExternalAgentSite } from './support/external-agent.ts';

const { codex, gemini, qwen, opencode } = EXTERNAL_AGENTS;

/** A command that writes a text that contains no single quotes to a file. */
function writeCommand(file: string, text: string): string {
  return `mkdir -p src/health && printf '%s' '${text}' > ${file}`;
}

describe('agents that carry out a chunk over ACP', function () {
  this.timeout(300_000);

  for (const agent of [codex, gemini]) {
    it(`[AGENT-4] ${agent.id} learns the violations in the same session, and its second result lands`, async () => {
      const { dialect, callTool } = agent;
      const replies: ScriptedReply[] = [];
      await using site = await ExternalAgentSite.open(agent, replies);
      const { folder } = site.site;
      replies.push(
        { toolCalls: [dialect.shell(`touch ${folder}/escaped.ts`)] },
        { toolCalls: [dialect.write(site.site, 'src/forbidden.ts', 'export const x = 1;\n')] },
        { toolCalls: [dialect.write(site.site, TYPES_FILE, INVALID_TYPES)] },
        { toolCalls: [callTool('check')] },
        { text: 'Done.' },
        { toolCalls: [dialect.shell('test ! -e src/forbidden.ts || rm src/forbidden.ts')] },
        { toolCalls: [dialect.write(site.site, TYPES_FILE, VALID_TYPES)] },
        { text: 'Done again.' },
      );

      const run = await site.run('--max-cost', '1');
      assert.equal(run.status, 'pass', JSON.stringify(run));
      assert.equal(site.site.workspace.read(TYPES_FILE), VALID_TYPES);
      assert.equal(site.site.workspace.git('log', '-1', '--format=%s'), 'chunk: Health check types');
      assert.equal(site.site.workspace.git('status', '--porcelain'), '');
      if (!('reason' in (await findSandbox()))) {
        assert.ok(!existsSync(join(folder, 'escaped.ts')), 'the agent does not write among the files of the user');
      }

      const [first, , , , afterCheck, second, , last] = site.model.turns;
      assert.match(first?.text ?? '', /Declare the result of a health check/);
      assert.match(
        lastMessage(afterCheck!),
        /exports HealthCheckStatus, but not HealthCheckResult/,
        'the tool answers',
      );
      assert.match(
        lastMessage(second!),
        /PREVIOUS ATTEMPT FAILED.*exports HealthCheckStatus, but not HealthCheckResult/,
      );
      assert.match(second!.text, /Declare the result of a health check/, 'the session contains the task');
      assert.ok(last !== undefined && site.model.turns.length === replies.length, 'nothing else was prompted');

      const [failed, passed] = run.attempts;
      assert.deepEqual([failed?.validation.passed, passed?.validation.passed], [false, true]);
      assert.equal(passed?.validation.continuedFrom, 1);
      // 100 tokens in and 20 out for each request.
      assert.deepEqual([failed?.inputTokens, failed?.outputTokens, failed?.costUsd?.toFixed(4)], [500, 100, '0.0150']);
      assert.deepEqual([passed.inputTokens, passed.outputTokens, passed.costUsd?.toFixed(4)], [300, 60, '0.0090']);
      assert.deepEqual(await site.processes(), []);
    });
  }

  it('[AGENT-4] gemini requests permission for a file that the chunk may not write, and is refused', async () => {
    const { dialect } = gemini;
    const replies: ScriptedReply[] = [];
    await using site = await ExternalAgentSite.open(gemini, replies);
    replies.push(
      { toolCalls: [dialect.write(site.site, 'src/main.ts', 'export const answer = 43;\n')] },
      { toolCalls: [dialect.write(site.site, TYPES_FILE, VALID_TYPES)] },
      { text: 'Done.' },
    );
    const run = await site.run();
    assert.equal(run.status, 'pass', JSON.stringify(run));
    assert.deepEqual(
      run.attempts.map(({ refusedWrites }) => refusedWrites.map(({ path }) => path)),
      [['src/main.ts']],
    );
    assert.match(lastMessage(site.model.turns[1]!), /cancel/);
    assert.equal(site.site.workspace.read('src/main.ts'), 'export const answer = 42;\n');
  });

  for (const agent of [qwen, opencode]) {
    it(`[AGENT-4] ${agent.id} works the same way, but its cost is unknown, and a cost limit refuses it`, async () => {
      const { dialect, callTool } = agent;
      await using site = await ExternalAgentSite.open(agent, [
        { toolCalls: [dialect.shell(writeCommand(TYPES_FILE, INVALID_TYPES))] },
        { toolCalls: [callTool('check')] },
        { text: 'Done.' },
        { toolCalls: [dialect.shell(writeCommand(TYPES_FILE, VALID_TYPES))] },
        { text: 'Done again.' },
      ]);
      const limited = await site.run('--max-cost', '1');
      assert.match(limited.error?.message ?? '', /does not report the usage of a whole prompt/);
      assert.deepEqual(site.model.requests, [], 'nothing was spent');

      const run = await site.run();
      assert.equal(run.status, 'pass', JSON.stringify(run));
      assert.equal(site.site.workspace.read(TYPES_FILE), VALID_TYPES);
      const [, , afterCheck, second] = site.model.turns;
      assert.match(
        lastMessage(afterCheck!),
        /exports HealthCheckStatus, but not HealthCheckResult/,
        'the tool answers',
      );
      assert.match(
        lastMessage(second!),
        /PREVIOUS ATTEMPT FAILED.*exports HealthCheckStatus, but not HealthCheckResult/,
      );
      assert.deepEqual(
        run.attempts.map(({ costUsd }) => costUsd),
        [null, null],
      );
    });
  }

  for (const agent of [codex, gemini]) {
    it(`[AGENT-4] ${agent.id} is cancelled with SIGINT, without a process, a worktree or a lock`, async function () {
      if (process.platform !== 'linux') this.skip();
      const { dialect } = agent;
      const isTurn = (request: RecordedRequest): boolean => request.path === '/waiting' || dialect.isTurn(request);
      const replies: ScriptedReply[] = [];
      await using site = await ExternalAgentSite.open({ ...agent, dialect: { ...dialect, isTurn } }, replies);
      const wait = `node -e "fetch('${site.model.baseUrl}/waiting')" ${site.site.folder}`;
      replies.push(
        { toolCalls: [dialect.shell(writeCommand(TYPES_FILE, VALID_TYPES))] },
        { toolCalls: [dialect.shell(wait)] },
        // The command of the agent waits for this answer.
        { stall: 'at-once' },
      );
      const before = site.site.workspace.state();
      const holdfast = site.site.start('holdfast', site.arguments, site.environment);
      const exited = once(holdfast, 'exit');
      try {
        await site.model.turn(3);
        const running = (await site.processes()).join('\n');
        assert.match(running, new RegExp(`node_modules/.bin/${agent.client}`));
        assert.match(running, /cli\.js mcp/);
        assert.match(running, /node -e fetch/);
      } finally {
        holdfast.kill('SIGINT');
      }
      assert.deepEqual(await exited, [130, null]);
      assert.deepEqual(await site.processes(), []);
      assert.deepEqual(site.leftovers(), []);
      assert.ok((await site.acquireLocks()) > 0);
      assert.equal(site.site.workspace.git('worktree', 'list').split('\n').length, 1);
      assert.deepEqual(site.site.workspace.state(), before);
    });
  }
});
