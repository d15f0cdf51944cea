import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ChunkRunResult, ContractRunResult } from '../../src/run/result.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { says, writes } from './support/health-check.ts';
import { holdfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

/** Exits with 0 once the other of two programs stands beside this one, and with 1 where none comes. */
const MEET = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const [, , place, own, other] = process.argv;
mkdirSync(place, { recursive: true });
writeFileSync(place + '/' + own, '');
for (let tries = 0; tries < 400 && !existsSync(place + '/' + other); tries++) await setTimeout(50);
process.exit(existsSync(place + '/' + other) ? 0 : 1);
`;

/** Exits with 1 where the other program is at work at the same moment. */
const ALONE = `import { mkdirSync, rmdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const [, , place] = process.argv;
try { mkdirSync(place); } catch { process.exit(1); }
await setTimeout(300);
rmdirSync(place);
`;

/** Exits with 1 where both files are there: neither of two chunks is wrong, and they do not go together. */
const NOT_BOTH = `import { existsSync } from 'node:fs';
process.exit(existsSync('src/left.ts') && existsSync('src/right.ts') ? 1 : 0);
`;

interface PlanChunk {
  readonly id: string;
  readonly [key: string]: unknown;
}

function files(chunks: readonly PlanChunk[], more: Record<string, unknown> = {}): Record<string, string> {
  const contract = {
    spec: { id: 'plan', title: 'Plan' },
    ...more,
    chunks: chunks.map((chunk) => ({
      title: `Chunk ${chunk.id}`,
      description: `This is chunk ${chunk.id}.`,
      ...chunk,
    })),
  };
  return {
    'plan.contract.json': JSON.stringify(contract),
    'meet.mjs': MEET,
    'alone.mjs': ALONE,
    'not-both.mjs': NOT_BOTH,
    '.gitignore': 'node_modules/\n',
  };
}

/** Answers each chunk with its file, then ends it, whatever the order in which the chunks ask. */
function answering(contents: Readonly<Record<string, readonly (readonly [file: string, content: string])[]>>) {
  const turns = new Map<string, number>();
  return (request: RecordedRequest): ScriptedReply => {
    const id = Object.keys(contents).find((name) => request.text.includes(`This is chunk ${name}.`)) ?? '';
    const turn = turns.get(id) ?? 0;
    turns.set(id, turn + 1);
    const [file, content] = contents[id]?.[Math.floor(turn / 2)] ?? ['none.ts', ''];
    return turn % 2 === 0 ? writes(content, file) : says('Done.');
  };
}

/** Runs the only chunk of a plan. */
async function runOnly(
  workspace: Workspace,
  server: LoopbackServer,
): Promise<{ readonly code: number | null; readonly result: ChunkRunResult }> {
  const args = ['run', 'plan.contract.json', '--format', 'json'];
  const { code, stdout } = await holdfast(workspace.folder, args, workspace.environment(server));
  return { code, result: JSON.parse(stdout) as ChunkRunResult };
}

const source = (name: string): string => `export const ${name} = 1;\n`;
const exists = (path: string) => ({ kind: 'file_exists', path });

describe('plans that are run', () => {
  for (const apply of ['commit', 'none'] as const) {
    it(`[ENF-FUTURE-2] runs what nothing orders side by side, and what depends on it afterwards (--apply ${apply})`, async () => {
      using workspace = new Workspace({ 'readme.md': 'A plan.\n' });
      const place = join(workspace.folder, '..', 'meeting');
      const meets = (own: string, other: string): string => `node meet.mjs '${place}' ${own} ${other}`;
      const assertion = (name: string) => ({
        message: `exports ${name}`,
        check: { type: 'export_exists', target: name },
      });
      const chunks = [
        {
          id: 'left',
          creates: ['left'],
          allowedFiles: ['src/left.ts'],
          acceptanceCommands: [meets('left', 'right')],
          assertions: [assertion('left')],
        },
        {
          id: 'right',
          creates: ['right'],
          allowedFiles: ['src/right.ts'],
          acceptanceCommands: [meets('right', 'left')],
          assertions: [assertion('right')],
        },
        {
          id: 'both',
          dependsOn: ['left', 'right'],
          consumes: ['left', 'right'],
          allowedFiles: ['src/both.ts'],
          assertions: [assertion('both')],
        },
      ];
      workspace.write(files(chunks));
      workspace.git('add', '-A');
      workspace.git('commit', '-q', '-m', 'plan');
      const script = answering({
        left: [['src/left.ts', source('left')]],
        right: [['src/right.ts', source('right')]],
        both: [['src/both.ts', source('both')]],
      });
      await using server = await startOpenAiChatServer(script);
      const run = await holdfast(
        workspace.folder,
        ['run', 'plan.contract.json', '--all', '--jobs', '2', '--apply', apply, '--format', 'json'],
        workspace.environment(server),
      );
      const result = JSON.parse(run.stdout) as ContractRunResult;
      assert.equal(run.code, 0, run.stderr);
      assert.deepEqual(
        result.chunks.map(({ chunk, status }) => [chunk, status]),
        [
          ['left', 'pass'],
          ['right', 'pass'],
          ['both', 'pass'],
        ],
      );
      if (apply === 'commit') {
        assert.equal(workspace.git('rev-list', '--count', 'HEAD'), '5');
        assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: Chunk both');
        assert.equal(workspace.git('status', '--porcelain'), '');
      } else {
        const kept = workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast');
        assert.equal(kept, `refs/holdfast/${result.keptAs}`);
        const tree = workspace.git('ls-tree', '-r', '--name-only', kept);
        assert.ok(
          ['left', 'right', 'both'].every((name) => tree.includes(`src/${name}.ts`)),
          tree,
        );
        assert.equal(workspace.git('rev-list', '--count', 'HEAD'), '2');
      }
    });
  }

  it('[ENF-FUTURE-2] [ENF-ACC-3] records a conflict where two results that passed alone do not go together', async () => {
    using workspace = new Workspace({ 'readme.md': 'A plan.\n' });
    const place = join(workspace.folder, '..', 'meeting');
    const chunk = (id: string, other: string): PlanChunk => ({
      id,
      creates: [id],
      allowedFiles: [`src/${id}.ts`],
      acceptanceCommands: [`node meet.mjs '${place}' ${id} ${other}`, 'node not-both.mjs'],
    });
    workspace.write(files([chunk('left', 'right'), chunk('right', 'left')]));
    const script = answering({
      left: [['src/left.ts', source('left')]],
      right: [['src/right.ts', source('right')]],
    });
    await using server = await startOpenAiChatServer(script);
    const run = await holdfast(
      workspace.folder,
      ['run', 'plan.contract.json', '--all', '--jobs', '2', '--apply', 'none', '--format', 'json'],
      workspace.environment(server),
    );
    assert.equal(run.code, 1, run.stderr);
    const { chunks } = JSON.parse(run.stdout) as ContractRunResult;
    assert.deepEqual(chunks.map(({ status }) => status).sort(), ['conflict', 'pass']);
    assert.match(run.stderr, /conflict: nothing landed/);
    const history = await holdfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
    const { runs } = JSON.parse(history.stdout) as { runs: { runId: string; status: string }[] };
    const recorded = new Map(runs.map(({ runId, status }) => [runId, status]));
    assert.deepEqual(
      chunks.map(({ runId }) => recorded.get(runId)),
      chunks.map(({ status }) => status),
    );
  });

  it('[ENF-ACC-3] tells and keeps what chunks came to before one could not be carried out, and begins no other', async () => {
    const ids = ['one', 'two', 'three'];
    const chunks = ids.map((id) => ({ id, allowedFiles: [`src/${id}.ts`], creates: [id] }));
    using workspace = new Workspace(files(chunks));
    const replies = [writes(source('one'), 'src/one.ts'), says('Done.')];
    const refusal = { status: 401, body: { error: { message: 'no such key' } } };
    await using server = await startOpenAiChatServer((_, index) => replies[index] ?? refusal);
    const run = await holdfast(
      workspace.folder,
      ['run', 'plan.contract.json', '--all', '--apply', 'none', '--format', 'json'],
      workspace.environment(server),
    );
    assert.equal(run.code, 2, run.stderr);
    const result = JSON.parse(run.stdout) as ContractRunResult;
    assert.equal(result.status, 'aborted');
    assert.deepEqual(
      result.chunks.map(({ chunk, status, error }) => [chunk, status, error?.code]),
      [
        ['one', 'pass', undefined],
        ['two', 'aborted', 'model'],
      ],
    );
    assert.match(run.stderr, /no such key/);
    assert.equal(workspace.git('show', `refs/holdfast/${result.chunks[0]?.runId}:src/one.ts`), source('one').trimEnd());
  });

  it('[ENF-FUTURE-2] never runs chunks side by side that may write one file', async () => {
    using workspace = new Workspace({ 'readme.md': 'A plan.\n' });
    const place = join(workspace.folder, '..', 'lonely');
    const acceptanceCommands = [`node alone.mjs '${place}'`];
    const chunks = [
      { id: 'one', allowedFiles: ['src/**/*.ts'], creates: ['one'], acceptanceCommands },
      { id: 'two', allowedFiles: ['src/two.ts'], creates: ['two'], acceptanceCommands },
      { id: 'three', creates: ['three'], acceptanceCommands },
    ];
    workspace.write(files(chunks));
    const script = answering({
      one: [['src/one.ts', source('one')]],
      two: [['src/two.ts', source('two')]],
      three: [['three.ts', source('three')]],
    });
    await using server = await startOpenAiChatServer(script);
    const args = ['run', 'plan.contract.json', '--all', '--jobs', '3', '--format', 'json'];
    const run = await holdfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = JSON.parse(run.stdout) as ContractRunResult;
    assert.deepEqual(
      result.chunks.map(({ attempts }) => attempts.length),
      [1, 1, 1],
    );
  });

  it('[COMP-PRE] stops before the model where a precondition is false, as a plan error', async () => {
    using workspace = new Workspace(files([{ id: 'one', allowedFiles: ['b.ts'], preconditions: [exists('a.ts')] }]));
    await using server = await startOpenAiChatServer([]);
    const { code, result } = await runOnly(workspace, server);
    assert.deepEqual([code, result.status, result.attempts], [1, 'blocked', []]);
    assert.deepEqual(
      result.blockedBy?.map(({ type, item }) => [type, item]),
      [['precondition', 'a.ts']],
    );
    assert.match(result.reason ?? '', /Plan error.*No retry can mend this/s);
    assert.equal(server.requests.length, 0);
  });

  it('[COMP-R3] [COMP-R5] stops before the model where no attempt could succeed, and names the rules', async () => {
    const chunk = {
      id: 'one',
      allowedFiles: ['a.ts'],
      postconditions: [exists('b.ts')],
      acceptanceCommands: ['node missing.mjs'],
    };
    using workspace = new Workspace(files([chunk]));
    await using server = await startOpenAiChatServer([]);
    const { code, result } = await runOnly(workspace, server);
    assert.deepEqual([code, result.status, result.attempts], [1, 'blocked', []]);
    assert.deepEqual(
      result.blockedBy?.map(({ type, item }) => [type, item]),
      [
        ['plan_error', 'b.ts'],
        ['plan_error', 'missing.mjs'],
      ],
    );
    assert.match(result.reason ?? '', /Rule R3 of plans: .*Rule R5 of plans: /s);
    assert.equal(server.requests.length, 0);
  });

  it('[COMP-POST] retries where only a postcondition is false, and asks no acceptance command before', async () => {
    const one = {
      id: 'one',
      allowedFiles: ['a.ts', 'b.ts'],
      creates: ['b'],
      postconditions: [exists('a.ts'), exists('b.ts')],
      acceptanceCommands: ['node -e "0"'],
    };
    using workspace = new Workspace({ ...files([one]), 'a.ts': source('a') });
    workspace.git('rm', '-q', 'a.ts');
    await using server = await startOpenAiChatServer(
      answering({
        one: [
          ['b.ts', source('b')],
          ['a.ts', source('a')],
        ],
      }),
    );
    const { attempts } = (await runOnly(workspace, server)).result;
    const [first] = attempts;
    assert.equal(first?.validation.passed, false);
    assert.equal(first.validation.retryable, true);
    assert.deepEqual(first.validation.commands, []);
    assert.deepEqual(
      first.validation.problems.map(({ stage }) => stage),
      ['write'],
    );
    assert.match(first.validation.problems[0]?.message ?? '', /a\.ts/);
    assert.ok(attempts.length > 1);
  });

  it('[COMP-EXEMPT] asks only for syntax until the verify command is due', async () => {
    const verify = { command: 'node -e "process.exit(1)"', requires: [exists('test.ts')] };
    const one = { id: 'one', allowedFiles: ['a.ts'], postconditions: [exists('a.ts')], creates: ['a'] };
    using workspace = new Workspace(files([one], { verify }));
    await using server = await startOpenAiChatServer(
      answering({
        one: [
          ['a.ts', 'export const = 1; export const a = 1;\n'],
          ['a.ts', source('a')],
        ],
      }),
    );
    const { code, result } = await runOnly(workspace, server);
    assert.equal(code, 0, result.reason);
    const { attempts } = result;
    assert.deepEqual(
      attempts.map(({ validation }) => validation.passed),
      [false, true],
    );
    assert.match(attempts[0]?.validation.problems[0]?.message ?? '', /Syntax error: a\.ts:1:14/);
    assert.ok(attempts.every(({ validation }) => validation.commands.length === 0));
  });
});
