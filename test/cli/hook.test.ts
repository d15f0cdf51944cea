import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { isFullRun } from '../scripts/full-run.ts';
import { cacheFolder, projectRoot } from '../scripts/project.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { createHealthFiles, INVALID_TYPES, TYPES_FILE, VALID_TYPES } from './support/health-check.ts';
import { callHoldfast, runHoldfast, type ProcessResult } from './support/holdfast.ts';
import { isAlive } from '../workspace/support/running-processes.ts';
import { Workspace } from './support/workspace.ts';

const CLIENTS = ['codex', 'gemini', 'qwen'] as const;
type Client = (typeof CLIENTS)[number];
type Event = 'stop' | 'pre-edit';

interface ObservedInput {
  readonly client: string;
  readonly event: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const observed = JSON.parse(
  readFileSync(join(projectRoot, 'test/fixtures/agents/hook-inputs.json'), 'utf8'),
) as readonly ObservedInput[];

/** An input as the client sent it, in the folder of a test. */
function inputOf(client: Client, event: Event, workspace: Workspace): Record<string, unknown> {
  const found = observed.find((one) => one.client === client && one.event === event);
  assert.ok(found);
  return { ...found.input, cwd: workspace.folder };
}

/** How each client writes a file. */
const WRITES: Readonly<Record<Client, (file: string, workspace: Workspace) => unknown>> = {
  codex: (file) => ({ command: `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\n` }),
  gemini: (file) => ({ file_path: file, content: 'x' }),
  qwen: (file, { folder }) => ({ file_path: join(folder, file), content: 'x' }),
};

function hook(workspace: Workspace, args: readonly string[], input: unknown): Promise<ProcessResult> {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  return callHoldfast(
    workspace.folder,
    ['hook', ...args, ...UNHURRIED],
    { ...workspace.environment(), ...SETTINGS },
    text,
  );
}

/** On a busy machine, the end of the time would end the process of the tests. */
const UNHURRIED = ['--timeout', '120'];

/** Settings of an agent can contain variables. A hook does not read them as settings, so an invalid one does not free it. */
const SETTINGS = { HOLDFAST_MAX_STEPS: 'many', HOLDFAST_CONFINEMENT: 'none', HOLDFAST_CONFINEMENT_WRITE: '/' };

const SESSION = { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' };

/** Starts a session that carries out the chunk of the health check. */
async function startSession(
  workspace: Workspace,
  session = 's1',
  args: readonly string[] = ['--chunk', 'types'],
): Promise<string> {
  const run = await hook(workspace, ['session-start', ...args], {
    ...SESSION,
    session_id: session,
    cwd: workspace.folder,
  });
  assert.equal(run.code, 0, run.stderr);
  return run.stdout;
}

function stop(workspace: Workspace, session = 's1', args: readonly string[] = []): Promise<ProcessResult> {
  return hook(workspace, ['stop', ...args], { session_id: session, hook_event_name: 'Stop', cwd: workspace.folder });
}

describe('holdfast hook', () => {
  it('[AGENT-1] ends although its input is never closed', async () => {
    using workspace = new Workspace(createHealthFiles());
    const input = new PassThrough();
    const args = ['hook', 'pre-edit', '--timeout', '1'];
    const { code, stderr } = await callHoldfast(workspace.folder, args, workspace.environment(), input);
    assert.equal(code, 0);
    assert.match(stderr, /did not judge the edit: The judgement took longer than 1 seconds/);
    assert.equal(input.destroyed, true, 'it would keep the process alive');
  });

  // The unit tests of hook inputs and answers cover what differs between the clients.
  for (const client of isFullRun ? CLIENTS : (['codex'] as const)) {
    it(`[AGENT-1] [AGENT-2] holds ${client} to its chunk until the tree satisfies it`, async () => {
      using workspace = new Workspace(createHealthFiles());
      const session = { session_id: inputOf(client, 'stop', workspace)['session_id'], cwd: workspace.folder };
      const start = await hook(workspace, ['session-start', '--client', client, '--chunk', 'types'], {
        ...SESSION,
        ...session,
      });
      const context = JSON.parse(start.stdout) as { hookSpecificOutput: { additionalContext: string } };
      assert.match(
        context.hookSpecificOutput.additionalContext,
        /# Task: Health check types[\s\S]*`HealthCheckResult`/,
      );

      const edit = (file: string) =>
        hook(workspace, ['pre-edit'], {
          ...inputOf(client, 'pre-edit', workspace),
          tool_input: WRITES[client](file, workspace),
        });
      const denied = await edit('src/forbidden.ts');
      assert.equal(denied.code, 2);
      assert.match(denied.stderr, /^Holdfast: .*src\/forbidden\.ts is outside of the files of the chunk "types"/);
      assert.equal((await edit(TYPES_FILE)).code, 0);
      assert.match((await edit('health.contract.yaml')).stderr, /one of the files that the work is judged by/);

      workspace.write({ [TYPES_FILE]: INVALID_TYPES });
      // A commit does not hide the change.
      workspace.git('add', '-A');
      workspace.git('commit', '-qm', 'wrong');
      const blocked = await hook(workspace, ['stop'], inputOf(client, 'stop', workspace));
      assert.equal(blocked.code, 2);
      assert.equal(blocked.stdout, '');
      assert.match(blocked.stderr, /\(refusal 1 of 5\)/);
      assert.match(blocked.stderr, /Must export the HealthCheckResult type/);
      assert.match(blocked.stderr, /actual: .*exports HealthCheckStatus, but not HealthCheckResult/);

      workspace.write({ [TYPES_FILE]: VALID_TYPES });
      const done = await hook(workspace, ['stop'], inputOf(client, 'stop', workspace));
      assert.deepEqual([done.code, done.stdout, done.stderr], [0, '', '']);
    });
  }

  it('[AGENT-1] refuses the end at most as often as configured, for each session', async () => {
    using workspace = new Workspace(createHealthFiles());
    await startSession(workspace);
    await startSession(workspace, 's2');
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    const codes = [];
    for (let turn = 0; turn < 3; turn++) codes.push(await stop(workspace, 's1', ['--max-blocks', '2']));
    assert.deepEqual(
      codes.map(({ code }) => code),
      [2, 2, 0],
    );
    assert.match(
      codes[2]?.stderr ?? '',
      /refused 2 times\. The agent may end now[\s\S]*Must export the HealthCheckResult type/,
    );
    assert.equal((await stop(workspace, 's2')).code, 2, 'another session has its own count');
  });

  it('[AGENT-1] judges by the contract of the start, and reports a change of it', async () => {
    using workspace = new Workspace(createHealthFiles());
    await startSession(workspace);
    const weakened = workspace.read('health.contract.yaml').replaceAll('HealthCheckResult', 'HealthCheckStatus');
    workspace.write({ [TYPES_FILE]: INVALID_TYPES, 'health.contract.yaml': weakened });
    const run = await stop(workspace);
    assert.equal(run.code, 2);
    assert.match(run.stderr, /Must export the HealthCheckResult type/);
    assert.match(run.stderr, /health\.contract\.yaml/);
  });

  it('[AGENT-1] keeps the base of a session that is started again, and judges the merge base without a record', async () => {
    using workspace = new Workspace(createHealthFiles());
    await startSession(workspace);
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    await startSession(workspace, 's1', []);
    assert.equal((await stop(workspace)).code, 2);
    workspace.git('checkout', '-qb', 'topic');
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'wrong');
    assert.match((await stop(workspace, 'unknown')).stderr, /Must export the HealthCheckResult type/);
  });

  it('[AGENT-1] does not hold back a session that changed nothing, or nothing that a contract names', async () => {
    using workspace = new Workspace(createHealthFiles());
    const context = await startSession(workspace, 's1', []);
    assert.match(context, /health\.contract\.yaml: Health checks/);
    assert.deepEqual((await stop(workspace)).code, 0);
    workspace.write({ 'src/main.ts': 'export const answer = 43;\n' });
    const run = await stop(workspace);
    assert.deepEqual([run.code, run.stderr], [0, '']);
  });

  it('[SESSION-1] only records the start in a repository without contracts', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    const before = workspace.state();
    for (const event of ['session-start', 'stop', 'pre-edit']) {
      const run = await hook(workspace, [event], { ...SESSION, cwd: workspace.folder });
      assert.deepEqual([run.code, run.stdout, run.stderr], [0, '', ''], event);
    }
    assert.deepEqual(workspace.state(), before);
    const files = readdirSync(join(workspace.folder, '.git', 'holdfast'), { recursive: true }).map(String);
    assert.deepEqual(
      files.filter((file) => file.endsWith('.json')).map((file) => file.replace(/[0-9a-f]{32}/, '…')),
      [join('agents', 'session-….json')],
    );
  });

  it('[AGENT-2] lets an agent draft a contract, and denies git hooks and links to contracts', async () => {
    using workspace = new Workspace(createHealthFiles());
    const edit = (file: string) =>
      hook(workspace, ['pre-edit'], {
        session_id: 's',
        cwd: workspace.folder,
        tool_name: 'Write',
        tool_input: { file_path: file },
      });
    assert.equal((await edit('new.contract.yaml')).code, 0);
    assert.match((await edit('.git/hooks/pre-commit')).stderr, /in the folder of git/);
    assert.equal((await edit('/elsewhere/file.ts')).code, 0);
    assert.equal((await edit('./src/../HEALTH.contract.yaml'.replace('HEALTH', 'health'))).code, 2);
  });

  describe('a fault', () => {
    it('[AGENT-1] never holds back an agent that has not caused it: broken input, unknown options, a repository that git cannot read', async () => {
      using workspace = new Workspace(createHealthFiles());
      await startSession(workspace);
      workspace.write({ [TYPES_FILE]: INVALID_TYPES });
      for (const [args, input] of [
        [['stop'], '{'],
        [['stop', '--unknown'], '{}'],
        [['unknown'], '{}'],
      ] as const) {
        const run = await hook(workspace, args, input);
        assert.equal(run.code, 0, `${args.join(' ')}: ${run.stderr}`);
        assert.notEqual(run.stderr, '', args.join(' '));
      }
      writeFileSync(join(workspace.folder, '.git/index'), 'not an index');
      const unknown = await hook(workspace, ['stop'], { session_id: 'another', cwd: workspace.folder });
      assert.equal(unknown.code, 0);
      assert.match(unknown.stderr, /^Holdfast did not judge the work: [\s\S]*Run "holdfast check"/);
    });

    it('[AGENT-1] a repository that git could read at the start of the session holds the agent back', async () => {
      using workspace = new Workspace(createHealthFiles());
      await startSession(workspace);
      writeFileSync(join(workspace.folder, '.git/index'), 'not an index');
      const run = await stop(workspace);
      assert.equal(run.code, 2);
      assert.match(run.stderr, /Undo what broke it: it could be read at the start of the session/);
    });

    it('[AGENT-1] does not hold an agent back if it is slow', async () => {
      using workspace = new Workspace(createHealthFiles());
      await startSession(workspace);
      workspace.write({ [TYPES_FILE]: INVALID_TYPES });
      const input = JSON.stringify({ session_id: 's1', cwd: workspace.folder });
      // A separate process, because it ends itself.
      const run = await runHoldfast(
        workspace.folder,
        ['hook', 'stop', '--timeout', '0.001'],
        workspace.environment(),
        input,
      );
      assert.equal(run.code, 0);
      assert.match(run.stderr, /took longer than 0\.001 seconds/);
    });

    it('[AGENT-1] judges although the history is locked, and although another contract of the base does not parse', async () => {
      using workspace = new Workspace({ ...createHealthFiles(), 'broken.contract.yaml': 'version: [\n' });
      await startSession(workspace);
      using history = new DatabaseSync(join(workspace.folder, '.git/holdfast/history.db'));
      history.exec('CREATE TABLE locked (id INTEGER); BEGIN EXCLUSIVE');
      workspace.write({ [TYPES_FILE]: VALID_TYPES });
      const done = await stop(workspace);
      assert.equal(done.code, 0, done.stderr);
      workspace.write({ [TYPES_FILE]: INVALID_TYPES });
      const blocked = await stop(workspace);
      assert.equal(blocked.code, 2);
      assert.ok(!blocked.stderr.includes('broken.contract.yaml'), blocked.stderr);
    });

    it('[AGENT-1] [SESSION-1] warns of a contract that did not parse at the start and names the review, and refuses one that the agent broke', async () => {
      using workspace = new Workspace({ ...createHealthFiles(), 'broken.contract.yaml': 'version: [\n' });
      await startSession(workspace);
      workspace.write({ [TYPES_FILE]: VALID_TYPES });
      const warned = await stop(workspace);
      assert.equal(warned.code, 0);
      assert.equal(
        warned.stderr,
        'Holdfast has warnings:\n- Unclosed "[". Add "]". (it was so at the start) (broken.contract.yaml:1)\n' +
          'Review what it changed: holdfast review-session s1\n',
      );
      workspace.write({ 'mine.contract.yaml': 'version: [\n' });
      const refused = await stop(workspace);
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /1 violation[\s\S]*- Unclosed "\[". Add "\]"\. \(mine\.contract\.yaml:1\)/);
    });

    it('[AGENT-1] records the start of a session although its chunk cannot be found', async () => {
      using workspace = new Workspace({ ...createHealthFiles(), 'broken.contract.yaml': 'version: [\n' });
      const start = await hook(workspace, ['session-start', '--chunk', 'absent'], {
        ...SESSION,
        cwd: workspace.folder,
      });
      assert.equal(start.code, 0);
      assert.match(start.stderr, /^Holdfast did not prepare the session: Chunk not found in any contract: "absent"/);
      assert.match(start.stderr, /Contracts with errors: broken\.contract\.yaml\./);
      workspace.write({ [TYPES_FILE]: INVALID_TYPES });
      workspace.git('add', '-A');
      workspace.git('commit', '-qm', 'wrong');
      assert.equal((await stop(workspace)).code, 2, 'the commit does not hide the change');
    });

    it('[AGENT-1] ends a judgement whose thread is blocked, shortly after its time', async () => {
      using workspace = new Workspace(createHealthFiles());
      await startSession(workspace);
      workspace.write({ [TYPES_FILE]: INVALID_TYPES });
      const begun = performance.now();
      const ids = join(workspace.folder, '..', 'ids');
      const blocked = `data:text/javascript,import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(ids)}, process.pid + ' '); setTimeout(() => { for (;;); }, 1)`;
      const run = await runHoldfast(
        workspace.folder,
        ['hook', 'stop', '--timeout', '0.5'],
        { ...workspace.environment(), NODE_OPTIONS: `--import=${JSON.stringify(blocked)}` },
        JSON.stringify({ session_id: 's1', cwd: workspace.folder }),
      );
      assert.equal(run.signal, 'SIGKILL');
      assert.match(run.stderr, /^The judgement took longer than 0\.5 seconds\./);
      assert.ok(performance.now() - begun < 30_000, 'half of the limit of the client');
      const started = readFileSync(ids, 'utf8').trim().split(' ').map(Number);
      // The kernel ends them a moment later.
      while (started.some(isAlive)) await nextTurn();
    });
  });

  it('[AGENT-1] ignores --run-commands if a file of the repository contains it', async () => {
    const command = 'holdfast hook stop --client codex --run-commands';
    using workspace = new Workspace({
      ...createHealthFiles({ build: "node -e \"require('fs').writeFileSync(process.env.HOME + '/ran', '')\"" }),
      '.codex/hooks.json': JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }),
    });
    await startSession(workspace);
    workspace.write({ [TYPES_FILE]: VALID_TYPES });
    const run = await stop(workspace, 's1', ['--run-commands']);
    assert.equal(run.code, 0);
    assert.match(
      run.stderr,
      /--run-commands is in \.codex\/hooks\.json, which is part of the repository, so no command ran/,
    );
  });

  describe('with --run-commands in the own configuration of the user', () => {
    const FAILING = 'node -e "console.log(process.env.HOLDFAST_API_KEY ?? 1); process.exit(3)"';

    it('[AGENT-1] runs the commands of the contract, confined, and refuses if one fails', async function () {
      if ('reason' in (await findSandbox())) this.skip();
      using workspace = new Workspace(createHealthFiles({ build: FAILING }));
      await startSession(workspace);
      workspace.write({ [TYPES_FILE]: VALID_TYPES });
      assert.equal((await stop(workspace)).code, 0, 'without the flag, no command runs');
      const failed = await stop(workspace, 's1', ['--run-commands']);
      assert.equal(failed.code, 2);
      assert.match(failed.stderr, /The command must pass: node -e/);
    });

    it('[AGENT-1] does not let a command write outside of the work, or reach the network', async function () {
      if ('reason' in (await findSandbox())) this.skip();
      // A command may write to the folder for temporary files, which can contain the whole project.
      mkdirSync(cacheFolder, { recursive: true });
      const isTemporary = !relative(realpathSync(tmpdir()), realpathSync(cacheFolder)).startsWith('..');
      const outside = mkdtempSync(join(isTemporary ? homedir() : cacheFolder, '.holdfast-outside-'));
      using cleanup = new DisposableStack();
      cleanup.defer(() => rmSync(outside, { recursive: true }));
      const server = await startOpenAiChatServer([]);
      await using disposed = server;
      const script = [
        `fs.writeFileSync(${JSON.stringify(join(outside, 'escaped'))}, '')`,
        `await fetch(${JSON.stringify(server.baseUrl)})`,
      ].map((code) => `try { ${code}; console.log('ESCAPED') } catch {}`);
      const files = createHealthFiles({ build: 'node build.mjs' });
      using workspace = new Workspace({ ...files, 'build.mjs': `import fs from 'node:fs';\n${script.join('\n')}\n` });
      await startSession(workspace);
      workspace.write({ [TYPES_FILE]: VALID_TYPES });
      const run = await stop(workspace, 's1', ['--run-commands']);
      assert.equal(run.code, 0, run.stderr);
      assert.deepEqual(readdirSync(outside), []);
      assert.deepEqual(disposed.requests, []);
    });

    it('[AGENT-1] warns of a validator that was broken at the start, and refuses one that the agent broke', async function () {
      if ('reason' in (await findSandbox())) this.skip();
      const check = '{ type: custom, validator: no-output, target: src/health/types.ts }';
      const files = createHealthFiles({ more: `      - { type: assert, message: No output, check: ${check} }\n` });
      using workspace = new Workspace({ ...files, '.holdfast/validators/v.mjs': 'throw new Error("broken");\n' });
      await startSession(workspace);
      workspace.write({ [TYPES_FILE]: VALID_TYPES });
      const quiet = await stop(workspace);
      assert.deepEqual([quiet.code, quiet.stderr], [0, ''], 'no code of the workspace runs without the flag');
      const warned = await stop(workspace, 's1', ['--run-commands']);
      assert.equal(warned.code, 0);
      assert.match(
        warned.stderr,
        /^Holdfast has warnings:\n- \[health\.contract\.yaml#types\] Some of its checks cannot run/,
      );
      workspace.write({ '.holdfast/validators/v.mjs': 'throw new Error("other");\n' });
      const refused = await stop(workspace);
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /Keep \.holdfast\/validators\/v\.mjs: the change is judged by it/);
    });
  });
});
