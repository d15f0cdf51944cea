import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { textReply } from '../../cli/support/health-check.ts';
import { runHoldfast, startHoldfast } from '../../cli/support/holdfast.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { projectRoot } from '../../scripts/project.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { ManualClock } from '../../foundation/manual-clock.ts';
import { findProcesses, waitUntilEnded } from '../../workspace/support/running-processes.ts';
import { BUILD_CHECK, CONTRACT, converse, createFiles, FILE, RIGHT, write } from '../support/check-conversation.ts';

const UNCONFINED = { HOLDFAST_CONFINEMENT: 'off' };

/** Starts a process with a name in another session, reports to a server, and never ends if the answer is "wait". */
const ENDLESS = `import { spawn } from 'node:child_process';
import { request } from 'node:http';
const [name, port] = process.argv.slice(2);
process.on('SIGTERM', () => {});
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', name], { detached: true, stdio: 'ignore' });
request({ host: '127.0.0.1', port }, (response) => {
  let text = '';
  response.on('data', (part) => (text += part));
  response.on('data', () => { if (text === 'end') { child.kill('SIGKILL'); process.exit(0); } });
}).end();
`;

interface Watcher extends AsyncDisposable {
  /** The acceptance command that reports here. */
  readonly command: string;
  /** The name of the processes that the command starts. */
  readonly name: string;
  /** Resolves when the first command runs. */
  readonly started: Promise<unknown>;
  /** Resolves when the first command has lost its connection. */
  readonly ended: Promise<unknown>;
}

/** A server that lets the first command wait forever. Later commands end at once. */
async function startWatcher(): Promise<Watcher> {
  const events = new EventEmitter();
  const started = once(events, 'started');
  const ended = once(events, 'ended');
  let count = 0;
  const server = createServer((_, response) => {
    if (count++ > 0) {
      response.end('end');
      return;
    }
    response.on('close', () => events.emit('ended'));
    response.write('wait');
    events.emit('started');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const name = `endless-${randomUUID()}`;
  return {
    command: `node endless.mjs ${name} ${(server.address() as AddressInfo).port}`,
    name,
    started,
    ended,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('Commands that check_contract runs', () => {
  for (const [mode, environment] of [
    ['in the sandbox', {}],
    ['without a sandbox', UNCONFINED],
  ] as const) {
    it(`[ENF-RETRY-6] [AGENT-9] end with a cancel, ${mode}`, async () => {
      await using watcher = await startWatcher();
      const abort = new AbortController();
      void watcher.started.then(() => abort.abort());
      const { result, leftWorktrees } = await converse([write(RIGHT), BUILD_CHECK], {
        contract: {},
        chunk: { acceptanceCommands: [watcher.command] },
        files: { 'endless.mjs': ENDLESS },
        signal: abort.signal,
        environment,
      });
      assert.equal(result.status, 'cancelled');
      assert.deepEqual(await findProcesses(watcher.name), []);
      assert.deepEqual(leftWorktrees, []);
    });
  }

  it('[AGENT-9] end at the time limit of the attempt, and the files are judged', async () => {
    await using watcher = await startWatcher();
    const clock = new ManualClock();
    void watcher.started.then(() => clock.advance(900_000));
    const { result, leftWorktrees } = await converse([write(RIGHT), BUILD_CHECK], {
      contract: {},
      chunk: { acceptanceCommands: [watcher.command] },
      files: { 'endless.mjs': ENDLESS },
      clock,
    });
    assert.equal(result.attempts[0]?.stopReason, 'time-limit');
    assert.equal(result.status, 'pass', result.reason);
    assert.deepEqual(await findProcesses(watcher.name), []);
    assert.deepEqual(leftWorktrees, []);
  });

  it('[AGENT-9] end at their own time limit, which the model receives', async () => {
    await using watcher = await startWatcher();
    const { answers, result } = await converse([write(RIGHT), BUILD_CHECK], {
      contract: {},
      chunk: { acceptanceCommands: [watcher.command] },
      files: { 'endless.mjs': ENDLESS, 'holdfast.config.yaml': 'limits: { commandTimeoutSeconds: 3 }\n' },
    });
    assert.match(answers[0] ?? '', /^FAILS {4}acceptance: `node endless\.mjs .*`; It was stopped after 3 s\.$/m);
    assert.deepEqual(await findProcesses(watcher.name), []);
    assert.equal(result.status, 'pass', 'the command ends at once in the validation');
  });

  it('[AGENT-9] end with Holdfast, and the next start removes their worktree', async function () {
    const sandbox = await findSandbox();
    if ('reason' in sandbox || sandbox.kind !== 'bubblewrap') this.skip();
    await using watcher = await startWatcher();
    const options = { contract: {}, chunk: { acceptanceCommands: [watcher.command] } };
    using workspace = new Workspace({ ...createFiles(options), 'endless.mjs': ENDLESS });
    const before = workspace.state();
    const calls = [write(RIGHT), BUILD_CHECK, write(RIGHT), BUILD_CHECK];
    await using server = await startOpenAiChatServer((_, index) => {
      const call = calls[index];
      return call === undefined ? textReply('Done.') : { toolCalls: [call] };
    });
    const flags = ['run', CONTRACT, '--chunk', 'sum', '--apply', 'none'];
    const run = startHoldfast(workspace.folder, flags, workspace.environment(server));
    await watcher.started;
    run.process.kill('SIGKILL');
    await Promise.all([run.finished, watcher.ended]);
    await waitUntilEnded(watcher.name);
    const next = await runHoldfast(workspace.folder, flags, workspace.environment(server));
    assert.equal(next.code, 0, next.stderr + next.stdout);
    assert.deepEqual(workspace.state(), before);
  });

  it('[AGENT-9] change no file of the attempt, even without a sandbox', async () => {
    const tamper = `import { existsSync, readdirSync, writeFileSync } from 'node:fs';
writeFileSync('src/made.mjs', 'export const made = 1;\\n');
for (const id of readdirSync('../..')) {
  const root = '../../' + id + '/repository/';
  if (!existsSync(root + 'src')) continue;
  writeFileSync(root + 'src/sum.mjs', '// tampered\\n');
  writeFileSync(root + 'src/more.mjs', '');
}
`;
    const tools = [write(RIGHT), BUILD_CHECK, { name: 'read_file', input: { path: FILE } }];
    let last: readonly string[] = [];
    const { result, events } = await converse(
      (results) => {
        last = results;
        return tools[results.length];
      },
      {
        contract: {},
        chunk: { acceptanceCommands: ['node tamper.mjs'] },
        files: { 'tamper.mjs': tamper },
        environment: UNCONFINED,
        landing: 'commit',
      },
    );
    assert.match(last[2] ?? '', /a \+ b/);
    assert.deepEqual(result.landed?.files, [FILE]);
    const notes = events.flatMap((event) => (event.type === 'note' ? [event.message] : []));
    assert.ok(
      notes.some((note) =>
        /^Restored files that commands of check_contract changed .*: src\/more\.mjs, src\/sum\.mjs$/.test(note),
      ),
      notes.join('\n'),
    );
  });

  it('[TRUST-8] [AGENT-9] fail the attempt if they change installed packages', async () => {
    const attack = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
if (readFileSync('src/sum.mjs', 'utf8').includes('first')) writeFileSync('node_modules/dep/index.js', 'module.exports = 2;');
`;
    const { answers, result } = await converse([write(`// first\n${RIGHT}`), BUILD_CHECK, write(RIGHT)], {
      contract: {},
      chunk: { acceptanceCommands: ['node attack.mjs'] },
      files: {
        'attack.mjs': attack,
        'node_modules/dep/package.json': '{ "name": "dep", "version": "1.0.0" }',
        'node_modules/dep/index.js': 'module.exports = 1;',
      },
      environment: UNCONFINED,
    });
    assert.match(answers[0] ?? '', /Failures: 1 changed file of an installed package\./);
    assert.match(answers[0] ?? '', /Installed packages changed while commands ran without a sandbox/);
    assert.equal(result.status, 'fail');
    assert.equal(result.attempts[0]?.validation.changedPackages?.length, 1);
  });

  it('[AGENT-9] return bounded output with its beginning and its end', async () => {
    const noise = `console.log('the first line');
for (let line = 0; line < 20000; line++) console.log('noise ' + line + ' '.repeat(40) + 'x');
console.log('src/sum.mjs(2,1): error: the last line');
process.exitCode = 1;
`;
    const assertions = Array.from({ length: 200 }, (_, index) => ({
      message: `Requirement ${index}`,
      check: { type: 'pattern_match', target: FILE, pattern: `missing-${index}-${'x'.repeat(200)}` },
    }));
    const { answers } = await converse([write(RIGHT), BUILD_CHECK], {
      contract: {},
      chunk: { acceptanceCommands: ['node noise.mjs'], assertions },
      files: { 'noise.mjs': noise },
      answersOnly: true,
    });
    const [answer = ''] = answers;
    assert.ok(answer.includes('the first line') && answer.includes('the last line'), answer.slice(-2_000));
    assert.match(answer, /Failures: 200 requirements, 1 acceptance command\./);
    assert.match(answer, /^… and \d+ more$/m);
    assert.ok(answer.length < 80_000, `${answer.length} characters`);
  });

  it('[AGENT-9] return errors of a real compiler, which the model fixes in the same attempt', async () => {
    const file = 'src/total.ts';
    const wrong = 'export function total(prices: readonly number[]): number {\n  return prices.join("+");\n}\n';
    const right = wrong.replace('prices.join("+")', 'prices.reduce((sum, price) => sum + price, 0)');
    const located = /src\/total\.ts\(2,3\): error TS2322: Type 'string' is not assignable to type 'number'/;
    const { result, answers } = await converse(
      (results) => {
        const [, checked, , again] = results;
        if (checked === undefined) return results.length === 0 ? write(wrong, file) : BUILD_CHECK;
        // The model repairs only what the build reports.
        if (!located.test(checked) || again !== undefined) return undefined;
        return results.length === 2 ? write(right, file) : BUILD_CHECK;
      },
      {
        contract: { build: { command: 'node node_modules/typescript/lib/tsc.js -p .' } },
        chunk: {
          functions: [{ name: 'total', file, signature: '(prices: readonly number[]) => number' }],
          creates: ['total()'],
        },
        files: {
          'src/index.ts': 'export {};\n',
          // Most of the time of the compiler would go into the declarations of browsers.
          'tsconfig.json':
            '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "lib": ["es5"] }, "include": ["src"] }\n',
        },
        landing: 'commit',
        prepare(workspace) {
          mkdirSync(join(workspace.folder, 'node_modules'));
          symlinkSync(
            join(projectRoot, 'node_modules', 'typescript'),
            join(workspace.folder, 'node_modules', 'typescript'),
          );
        },
      },
    );
    const [failed = '', passed = ''] = answers;
    assert.match(failed, /^The contract is not met\. Failures: build\. /);
    assert.match(failed, /^ok {7}.*total/m, 'no assert sees the error');
    assert.match(passed, /^Nothing fails in what was checked: \d+ requirements, syntax, file rules, build\./);
    assert.equal(result.status, 'pass', result.reason);
    assert.equal(result.attempts.length, 1);
    assert.deepEqual(result.landed?.files, [file]);
  });
});
