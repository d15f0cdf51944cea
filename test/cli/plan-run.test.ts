import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult, ContractRunResult } from '../../src/run/report/run-result.ts';
import { isFullRun } from '../scripts/full-run.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply, writeFileReply } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

/** Exits with 0 when the other of two programs runs at the same time, and with 1 if it never does. */
const MEET = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const [, , folder, own, other] = process.argv;
mkdirSync(folder, { recursive: true });
writeFileSync(folder + '/' + own, '');
for (let tries = 0; tries < 400 && !existsSync(folder + '/' + other); tries++) await setTimeout(50);
process.exit(existsSync(folder + '/' + other) ? 0 : 1);
`;

/** Exits with 1 if another instance runs at the same time. */
const ALONE = `import { mkdirSync, rmdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
const [, , lock] = process.argv;
try { mkdirSync(lock); } catch { process.exit(1); }
await setTimeout(300);
rmdirSync(lock);
`;

/** Exits with 1 if both files exist: each chunk passes alone, but not with the other. */
const NOT_BOTH = `import { existsSync } from 'node:fs';
process.exit(existsSync('src/left.ts') && existsSync('src/right.ts') ? 1 : 0);
`;

interface PlanChunk {
  readonly id: string;
  readonly [key: string]: unknown;
}

function createPlanFiles(chunks: readonly PlanChunk[], more: Record<string, unknown> = {}): Record<string, string> {
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

/** Answers each chunk with its file and then ends the attempt, in any order of the chunks. */
function answerChunks(contents: Readonly<Record<string, readonly (readonly [file: string, content: string])[]>>) {
  const turns = new Map<string, number>();
  return (request: RecordedRequest): ScriptedReply => {
    const id = Object.keys(contents).find((name) => request.text.includes(`This is chunk ${name}.`)) ?? '';
    const turn = turns.get(id) ?? 0;
    turns.set(id, turn + 1);
    const [file, content] = contents[id]?.[Math.floor(turn / 2)] ?? ['none.ts', ''];
    return turn % 2 === 0 ? writeFileReply(content, file) : textReply('Done.');
  };
}

/** A folder that the commands of all chunks can write, and the variables that permit it. */
function shareFolder(workspace: Workspace): { readonly folder: string; readonly variables: NodeJS.ProcessEnv } {
  const folder = join(workspace.folder, '..', 'shared');
  mkdirSync(folder);
  return { folder, variables: { HOLDFAST_CONFINEMENT_WRITE: folder } };
}

/** Runs the only chunk of a plan. */
async function runOnlyChunk(
  workspace: Workspace,
  server: LoopbackServer,
): Promise<{ readonly code: number | null; readonly result: ChunkRunResult }> {
  const args = ['run', 'plan.contract.json', '--format', 'json'];
  const { code, stdout } = await callHoldfast(workspace.folder, args, workspace.environment(server));
  return { code, result: JSON.parse(stdout) as ChunkRunResult };
}

const exportSource = (name: string): string => `export const ${name} = 1;\n`;
const fileExists = (path: string) => ({ kind: 'file_exists', path });
const fileAbsent = (path: string) => ({ kind: 'file_absent', path });

describe('running a plan', () => {
  // The unit tests of the result stack keep the results of several chunks, too.
  for (const apply of isFullRun ? (['commit', 'none'] as const) : (['commit'] as const)) {
    it(`[ENF-FUTURE-2] runs independent chunks in parallel and dependent chunks after them (--apply ${apply})`, async () => {
      using workspace = new Workspace({ 'readme.md': 'A plan.\n' });
      const shared = shareFolder(workspace);
      const folder = join(shared.folder, 'meeting');
      const meets = (own: string, other: string): string => `node meet.mjs '${folder}' ${own} ${other}`;
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
      workspace.write(createPlanFiles(chunks));
      workspace.git('add', '-A');
      workspace.git('commit', '-q', '-m', 'plan');
      const script = answerChunks({
        left: [['src/left.ts', exportSource('left')]],
        right: [['src/right.ts', exportSource('right')]],
        both: [['src/both.ts', exportSource('both')]],
      });
      await using server = await startOpenAiChatServer(script);
      const run = await callHoldfast(
        workspace.folder,
        ['run', 'plan.contract.json', '--all', '--jobs', '2', '--apply', apply, '--format', 'json'],
        { ...workspace.environment(server), ...shared.variables },
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
        assert.equal(kept, `refs/holdfast/results/${result.keptAs}`);
        const tree = workspace.git('ls-tree', '-r', '--name-only', kept);
        assert.ok(
          ['left', 'right', 'both'].every((name) => tree.includes(`src/${name}.ts`)),
          tree,
        );
        assert.equal(workspace.git('rev-list', '--count', 'HEAD'), '2');
      }
    });
  }

  it('[ENF-FUTURE-2] [ENF-ACC-3] records a conflict of two results that pass alone but not together', async () => {
    using workspace = new Workspace({ 'readme.md': 'A plan.\n' });
    const shared = shareFolder(workspace);
    const folder = join(shared.folder, 'meeting');
    const chunk = (id: string, other: string): PlanChunk => ({
      id,
      creates: [id],
      allowedFiles: [`src/${id}.ts`],
      acceptanceCommands: [`node meet.mjs '${folder}' ${id} ${other}`, 'node not-both.mjs'],
    });
    workspace.write(createPlanFiles([chunk('left', 'right'), chunk('right', 'left')]));
    const script = answerChunks({
      left: [['src/left.ts', exportSource('left')]],
      right: [['src/right.ts', exportSource('right')]],
    });
    await using server = await startOpenAiChatServer(script);
    const run = await callHoldfast(
      workspace.folder,
      ['run', 'plan.contract.json', '--all', '--jobs', '2', '--apply', 'none', '--format', 'json'],
      { ...workspace.environment(server), ...shared.variables },
    );
    assert.equal(run.code, 1, run.stderr);
    const { chunks } = JSON.parse(run.stdout) as ContractRunResult;
    assert.deepEqual(chunks.map(({ status }) => status).sort(), ['conflict', 'pass']);
    assert.match(run.stderr, /conflict: nothing landed/);
    const history = await callHoldfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
    const { runs } = JSON.parse(history.stdout) as { runs: { runId: string; status: string }[] };
    const recorded = new Map(runs.map(({ runId, status }) => [runId, status]));
    assert.deepEqual(
      chunks.map(({ runId }) => recorded.get(runId)),
      chunks.map(({ status }) => status),
    );
  });

  it('[ENF-ACC-3] reports and keeps earlier results if a chunk fails with an error, and starts no other chunk', async () => {
    const ids = ['one', 'two', 'three'];
    const chunks = ids.map((id) => ({ id, allowedFiles: [`src/${id}.ts`], creates: [id] }));
    using workspace = new Workspace(createPlanFiles(chunks));
    const replies = [writeFileReply(exportSource('one'), 'src/one.ts'), textReply('Done.')];
    const refusal = { status: 401, body: { error: { message: 'no such key' } } };
    await using server = await startOpenAiChatServer((_, index) => replies[index] ?? refusal);
    const run = await callHoldfast(
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
    assert.equal(
      workspace.git('show', `refs/holdfast/results/${result.chunks[0]?.runId}:src/one.ts`),
      exportSource('one').trimEnd(),
    );
  });

  it('[ENF-FUTURE-2] never runs chunks in parallel that may write the same file', async () => {
    using workspace = new Workspace({ 'readme.md': 'A plan.\n' });
    const shared = shareFolder(workspace);
    const folder = join(shared.folder, 'lonely');
    const acceptanceCommands = [`node alone.mjs '${folder}'`];
    const chunks = [
      { id: 'one', allowedFiles: ['src/**/*.ts'], creates: ['one'], acceptanceCommands },
      { id: 'two', allowedFiles: ['src/two.ts'], creates: ['two'], acceptanceCommands },
      { id: 'three', creates: ['three'], acceptanceCommands },
    ];
    workspace.write(createPlanFiles(chunks));
    const script = answerChunks({
      one: [['src/one.ts', exportSource('one')]],
      two: [['src/two.ts', exportSource('two')]],
      three: [['three.ts', exportSource('three')]],
    });
    await using server = await startOpenAiChatServer(script);
    const args = ['run', 'plan.contract.json', '--all', '--jobs', '3', '--format', 'json'];
    const environment = { ...workspace.environment(server), ...shared.variables };
    const run = await callHoldfast(workspace.folder, args, environment);
    assert.equal(run.code, 0, run.stderr);
    const result = JSON.parse(run.stdout) as ContractRunResult;
    assert.deepEqual(
      result.chunks.map(({ attempts }) => attempts.length),
      [1, 1, 1],
    );
  });

  it('[COMP-PRE] reports a false precondition as a plan error without calling the model', async () => {
    using workspace = new Workspace(
      createPlanFiles([{ id: 'one', allowedFiles: ['b.ts'], preconditions: [fileExists('a.ts')] }]),
    );
    await using server = await startOpenAiChatServer([]);
    const { code, result } = await runOnlyChunk(workspace, server);
    assert.deepEqual([code, result.status, result.attempts], [1, 'blocked', []]);
    assert.deepEqual(
      result.blockedBy?.map(({ type, item }) => [type, item]),
      [['precondition', 'a.ts']],
    );
    assert.match(result.reason ?? '', /Plan error.*No retry can fix this/s);
    assert.equal(server.requests.length, 0);
  });

  it('[COMP-R3] [COMP-R5] reports broken rules without calling the model if no attempt can succeed', async () => {
    const chunk = {
      id: 'one',
      allowedFiles: ['a.ts'],
      postconditions: [fileExists('b.ts')],
      acceptanceCommands: ['node missing.mjs'],
    };
    using workspace = new Workspace(createPlanFiles([chunk]));
    await using server = await startOpenAiChatServer([]);
    const { code, result } = await runOnlyChunk(workspace, server);
    assert.deepEqual([code, result.status, result.attempts], [1, 'blocked', []]);
    assert.deepEqual(
      result.blockedBy?.map(({ type, item }) => [type, item]),
      [
        ['plan_error', 'b.ts'],
        ['plan_error', 'missing.mjs'],
      ],
    );
    assert.match(result.reason ?? '', /Plan rule R3: .*Plan rule R5: /s);
    assert.equal(server.requests.length, 0);
  });

  it('[COMP-R6] stops the run before the model is called if the plan never satisfies the verify contract', async () => {
    const verify = { command: 'node -e "0"', requires: [fileExists('test.ts')] };
    const chunks = ['one', 'two'].map((id) => ({ id, allowedFiles: [`${id}.ts`], creates: [id] }));
    using workspace = new Workspace(createPlanFiles(chunks, { verify }));
    await using server = await startOpenAiChatServer([]);
    const args = ['run', 'plan.contract.json', '--all', '--format', 'json'];
    const { code, stdout } = await callHoldfast(workspace.folder, args, workspace.environment(server));
    const { status, chunks: results } = JSON.parse(stdout) as ContractRunResult;
    assert.deepEqual([code, status, results.length], [1, 'blocked', 1]);
    assert.match(results[0]?.reason ?? '', /Plan rule R6: .*add R6 to plan\.allow/s);
    assert.equal(server.requests.length, 0);
  });

  it('[COMP-STRUCT] stops a chunk before the model is called if its acceptance command cannot run', async () => {
    const chunk = { id: 'one', allowedFiles: ['one.ts'], creates: ['one'] };
    for (const [command, message] of [
      ['node a.mjs && node b.mjs', /Plan rule STRUCT: .*cannot be run: .*shell operator/s],
      ['node -e "const = 1"', /Plan rule STRUCT: .*has a syntax error.* Fix the code/s],
    ] as const) {
      using workspace = new Workspace(createPlanFiles([{ ...chunk, acceptanceCommands: [command] }]));
      await using server = await startOpenAiChatServer([]);
      const { code, result } = await runOnlyChunk(workspace, server);
      assert.deepEqual([code, result.status, result.blockedBy?.length], [1, 'blocked', 1], command);
      assert.match(result.reason ?? '', message);
      assert.doesNotMatch(result.reason ?? '', /plan\.allow/);
      assert.equal(server.requests.length, 0);
    }
  });

  it('[COMP-R4] [COMP-R7] warns about findings that an attempt can survive, and runs the chunk', async () => {
    const verify = { command: 'node -e "0"' };
    const chunk = {
      id: 'one',
      allowedFiles: ['one.ts', 'other.ts'],
      postconditions: [fileExists('one.ts')],
      acceptanceCommands: ['node -e "0"'],
    };
    using workspace = new Workspace(createPlanFiles([chunk], { verify }));
    await using server = await startOpenAiChatServer(answerChunks({ one: [['one.ts', exportSource('one')]] }));
    const { code, result } = await runOnlyChunk(workspace, server);
    assert.deepEqual([code, result.status], [0, 'pass'], result.reason);
    assert.deepEqual(
      result.planFindings?.map(({ rule, effect }) => [rule, effect]),
      [
        ['R4', 'warning'],
        ['R7', 'warning'],
      ],
    );
  });

  it('[ENF-VAL-15] warns about an export that exists before the chunk is run, until the chunk has landed', async () => {
    const chunk = { id: 'one', creates: ['one'], allowedFiles: ['one.ts'] };
    using workspace = new Workspace({ 'one.ts': exportSource('one') });
    workspace.write(createPlanFiles([chunk]));
    const isReported = async (): Promise<boolean> => {
      const args = ['plan', 'check', 'plan.contract.json', '--format', 'json'];
      const { stdout } = await callHoldfast(workspace.folder, args, {});
      return (JSON.parse(stdout) as { findings: { rule: string }[] }).findings.some(
        ({ rule }) => rule === 'creates-present' || rule === 'vacuous-chunk',
      );
    };
    assert.equal(await isReported(), true);
    await using server = await startOpenAiChatServer(answerChunks({ one: [['one.ts', 'export const one = 2;\n']] }));
    const { code, result } = await runOnlyChunk(workspace, server);
    assert.deepEqual([code, result.status], [0, 'pass'], result.reason);
    assert.deepEqual(
      result.planFindings?.map(({ rule, effect }) => [rule, effect]),
      [['vacuous-chunk', 'warning']],
    );
    assert.deepEqual(result.strength, {
      failing: 0,
      total: 1,
      requirements: [{ message: 'Must create one', role: 'vacuous', reason: 'the export exists before the work' }],
    });
    assert.equal(await isReported(), false);
  });

  it('[COMP-R1] [COMP-R3] [COMP-R5] runs a chunk whose findings the contract allows, and reports them', async () => {
    const chunk = {
      id: 'one',
      allowedFiles: ['one.ts'],
      preconditions: [fileExists('gone.ts')],
      postconditions: [fileExists('one.ts'), fileExists('made.ts')],
      acceptanceCommands: ['bash made.sh'],
      maxAttempts: 1,
    };
    using workspace = new Workspace(createPlanFiles([chunk], { plan: { allow: ['R1', 'R3', 'R5'] } }));
    await using server = await startOpenAiChatServer(answerChunks({ one: [['one.ts', exportSource('one')]] }));
    const { result } = await runOnlyChunk(workspace, server);
    assert.equal(result.status, 'fail', result.reason);
    assert.ok(server.requests.length > 0);
    assert.deepEqual(
      result.planFindings?.map(({ rule, effect }) => [rule, effect]),
      [
        ['R1', 'allowed'],
        ['R3', 'allowed'],
        ['R5', 'allowed'],
      ],
    );
    const text = await callHoldfast(workspace.folder, ['plan', 'check', 'plan.contract.json'], {});
    assert.equal(text.code, 0, text.stdout);
    assert.match(text.stdout, /allowed R1 plan\.contract\.json:1:\d+ \[one\]/);
    const json = await callHoldfast(workspace.folder, ['plan', 'check', 'plan.contract.json', '--format', 'json'], {});
    const report = JSON.parse(json.stdout) as { ok: boolean; findings: unknown[]; allowed: { rule: string }[] };
    assert.deepEqual([report.ok, report.findings], [true, []]);
    assert.deepEqual(
      report.allowed.map(({ rule }) => rule),
      ['R1', 'R3', 'R5'],
    );
    const check = await callHoldfast(workspace.folder, ['check', 'plan.contract.json', '--format', 'json'], {});
    const [checked] = (JSON.parse(check.stdout) as { contracts: { allowedFindings?: { rule: string }[] }[] }).contracts;
    assert.deepEqual(
      checked?.allowedFindings?.map(({ rule }) => rule),
      ['R1', 'R3', 'R5'],
    );
  });

  it('[COMP-R1] passes with several jobs if it passes with one', async () => {
    const chunks = [
      { id: 'slow', allowedFiles: ['slow.ts'], acceptanceCommands: ['node -e "setTimeout(() => {}, 300)"'] },
      { id: 'user', dependsOn: ['slow'], allowedFiles: ['user.ts'], preconditions: [fileAbsent('made.ts')] },
      { id: 'maker', allowedFiles: ['made.ts'], postconditions: [fileExists('made.ts')] },
    ];
    // Several jobs can fail where one passes, so they are the sample.
    for (const jobs of isFullRun ? ['1', '2'] : ['2']) {
      using workspace = new Workspace(createPlanFiles(chunks));
      await using server = await startOpenAiChatServer(
        answerChunks({
          slow: [['slow.ts', exportSource('slow')]],
          user: [['user.ts', exportSource('user')]],
          maker: [['made.ts', exportSource('made')]],
        }),
      );
      const args = ['run', 'plan.contract.json', '--all', '--jobs', jobs, '--format', 'json'];
      const { stdout, stderr } = await callHoldfast(workspace.folder, args, workspace.environment(server));
      const { status } = JSON.parse(stdout) as ContractRunResult;
      assert.equal(status, 'pass', `${jobs} jobs: ${stderr}`);
    }
  });

  it('[COMP-POST] retries if only a postcondition is false, without running acceptance commands', async () => {
    const one = {
      id: 'one',
      allowedFiles: ['a.ts', 'b.ts'],
      creates: ['b'],
      postconditions: [fileExists('a.ts'), fileExists('b.ts')],
      acceptanceCommands: ['node -e "0"'],
    };
    using workspace = new Workspace({ ...createPlanFiles([one]), 'a.ts': exportSource('a') });
    workspace.git('rm', '-q', 'a.ts');
    await using server = await startOpenAiChatServer(
      answerChunks({
        one: [
          ['b.ts', exportSource('b')],
          ['a.ts', exportSource('a')],
        ],
      }),
    );
    const { attempts } = (await runOnlyChunk(workspace, server)).result;
    const [first] = attempts;
    assert.equal(first?.validation.passed, false);
    assert.equal(first.validation.retryable, true);
    assert.deepEqual(first.validation.commands, []);
    assert.deepEqual(
      first.validation.postconditionResults.map(({ passed, assertion }) => [assertion.check.target, passed]),
      [
        ['a.ts', false],
        ['b.ts', true],
      ],
    );
    assert.deepEqual(first.validation.problems, []);
    assert.ok(attempts.length > 1);
  });

  it('[COMP-EXEMPT] checks only the syntax until the verify command applies', async () => {
    const verify = { command: 'node -e "process.exit(1)"', requires: [fileExists('test.ts')] };
    const one = { id: 'one', allowedFiles: ['a.ts', 'test.ts'], postconditions: [fileExists('a.ts')], creates: ['a'] };
    using workspace = new Workspace(createPlanFiles([one], { verify }));
    await using server = await startOpenAiChatServer(
      answerChunks({
        one: [
          ['a.ts', 'export const = 1; export const a = 1;\n'],
          ['a.ts', exportSource('a')],
        ],
      }),
    );
    const { code, result } = await runOnlyChunk(workspace, server);
    assert.equal(code, 0, result.reason);
    const { attempts } = result;
    assert.deepEqual(
      attempts.map(({ validation }) => validation.passed),
      [false, true],
    );
    assert.match(attempts[0]?.validation.problems[0]?.message ?? '', /Syntax error: a\.ts:1:14/);
    assert.ok(attempts.every(({ validation }) => validation.commands.length === 0));
  });

  it('[ENF-VAL-15] fails a module that does not parse, although no command reads it', async () => {
    const check = { type: 'export_exists', target: 'a', file: 'a.ts' };
    const assertions = [{ type: 'assert', message: 'Must export a', check }];
    using workspace = new Workspace(createPlanFiles([{ id: 'one', allowedFiles: ['a.ts'], assertions }]));
    const broken = `${exportSource('a')}function b() { return = 1; }\n`;
    await using server = await startOpenAiChatServer(
      answerChunks({
        one: [
          ['a.ts', broken],
          ['a.ts', exportSource('a')],
        ],
      }),
    );
    const { code, result } = await runOnlyChunk(workspace, server);
    assert.equal(code, 0, result.reason);
    assert.deepEqual(
      result.attempts.map(({ validation }) => validation.passed),
      [false, true],
    );
    assert.match(result.attempts[0]?.validation.problems[0]?.message ?? '', /Syntax error: a\.ts:2:/);
  });
});
