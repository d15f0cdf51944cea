import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemErrorCode } from '../../../src/foundation/system-error.ts';
import type { ProcessCall, ProcessEnd } from '../../../src/workspace/process-starter/process-call.ts';
import { ProcessStarter } from '../../../src/workspace/process-starter/process-starter.ts';
import { runDirectly } from '../../../src/workspace/process-starter/run-directly.ts';
import { findProcesses, isAlive, waitUntilEnded } from '../support/running-processes.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary.ts';
import { withVariables } from '../support/variables.ts';

const MEGABYTE = 1024 * 1024;
const PATH = process.env['PATH'];

function shell(script: string, options: Partial<ProcessCall> = {}): ProcessCall {
  return {
    program: 'sh',
    arguments: ['-c', script],
    cwd: '/',
    environment: { PATH },
    outputLimit: 16 * MEGABYTE,
    errorLimit: MEGABYTE,
    ...options,
  };
}

/** A shell with a child process. Both can be found by `name`, and run until they are ended. */
function endless(home: TemporaryFolder): {
  readonly name: string;
  readonly script: string;
  readonly started: () => Promise<unknown>;
} {
  execFileSync('mkfifo', [home.at('started'), home.at('never')]);
  return {
    name: home.at('never'),
    script: `cat '${home.at('never')}' & echo $! > '${home.at('started')}'; wait`,
    started: () => readFile(home.at('started')),
  };
}

async function waitForEnd(pid: number): Promise<void> {
  while (isAlive(pid)) await nextTurn();
}

function starterPid(starter: ProcessStarter): number {
  assert.ok(starter.pid !== undefined, 'no second process is running');
  return starter.pid;
}

function comparable({ cause, exitCode, stdout, stderr, exceeded, cancelled }: ProcessEnd): unknown {
  return { exitCode, stdout, stderr, exceeded, cancelled, cause: systemErrorCode(cause) };
}

describe('A process starter', () => {
  if (process.platform !== 'linux') return;

  it('[TRUST-5] returns every byte and every failure as a direct call does', async () => {
    using starter = new ProcessStarter({ directCalls: 0 });
    const everyByte = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    const calls: Record<string, ProcessCall> = {
      'binary output that is longer than a pipe': shell('cat; cat >&2', { input: everyByte }),
      'text as input': shell('cat', { input: 'grün\n' }),
      'no input': shell('cat'),
      'input that is not read': shell('exec true', { input: everyByte }),
      'an exit code with an error': shell('echo wrong >&2; exit 3'),
      'output after the end of the shell': shell('(cat /dev/zero | head -c 200000) & exit 0'),
      // `cat` can report that its output is closed before it is ended.
      'too much output': shell('cat /dev/zero 2>/dev/null', { outputLimit: 10 }),
      'too many errors': shell('cat /dev/zero >&2', { errorLimit: 10 }),
      'no more output than allowed': shell('printf 12345', { outputLimit: 5 }),
      'an environment without inherited variables': shell(
        '/usr/bin/env | grep -cv "^\\(PATH\\|PWD\\|SHLVL\\|_\\|HOLDFAST_COMMAND_ID\\)="',
      ),
      'a program that ends itself': shell('kill -9 $$'),
      'a missing program': { ...shell(''), program: 'no-such-program' },
      'a missing folder': shell('true', { cwd: '/no/such/folder' }),
      'arguments that are too long': shell(':'.repeat(MEGABYTE)),
    };
    for (const [name, call] of Object.entries(calls)) {
      assert.deepEqual(comparable(await starter.run(call)), comparable(await runDirectly(call)), name);
    }
    assert.ok(isAlive(starterPid(starter)));
  });

  it('answers concurrent calls', async () => {
    using starter = new ProcessStarter({ directCalls: 0 });
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const ends = await Promise.all(numbers.map((number) => starter.run(shell(`echo ${number}`))));
    assert.deepEqual(
      ends.map((end) => end.stdout.toString()),
      numbers.map((number) => `${number}\n`),
    );
  });

  it('starts its process after some direct calls, and ends it when nothing is left to do', async () => {
    using starter = new ProcessStarter({ directCalls: 2, idleMs: 1 });
    const pids: (number | undefined)[] = [];
    for (let call = 0; call < 3; call++) {
      const ended = starter.run(shell('true'));
      pids.push(starter.pid);
      await ended;
    }
    const [first, second, pid] = pids;
    assert.deepEqual([first, second], [undefined, undefined]);
    assert.ok(pid !== undefined);
    await waitForEnd(pid);
    await starter.run(shell('true'));
    assert.equal(starter.pid, undefined);
  });

  it('[TRUST-3] has no secret in the environment of its process', async () => {
    const secret = randomUUID();
    await withVariables({ HOLDFAST_API_KEY: secret, NODE_OPTIONS: `--title=${secret}` }, async () => {
      using starter = new ProcessStarter({ directCalls: 0 });
      const { stdout } = await starter.run(shell('cat /proc/$PPID/environ; env'));
      assert.match(stdout.toString(), /HOME=/);
      assert.ok(!stdout.includes(secret));
    });
  });

  it('[ENF-RETRY-6] ends a cancelled process with its child processes', async () => {
    await using home = await temporaryFolder();
    using starter = new ProcessStarter({ directCalls: 0 });
    const { name, script, started } = endless(home);
    const cancel = new AbortController();
    const ended = starter.run(shell(script), cancel.signal);
    await started();
    cancel.abort();
    assert.equal((await ended).cancelled, true);
    await waitUntilEnded(name);
    const late = await starter.run(shell(`touch '${home.at('late')}'`), cancel.signal);
    assert.deepEqual([late.cancelled, existsSync(home.at('late'))], [true, false]);
    assert.ok(isAlive(starterPid(starter)));
  });

  it('[ENF-RETRY-6] kills a cancelled process that ignores the signal', async () => {
    await using home = await temporaryFolder();
    using starter = new ProcessStarter({ directCalls: 0 });
    const { name, script, started } = endless(home);
    const cancel = new AbortController();
    const ended = starter.run(shell(`trap '' TERM; ${script}`), cancel.signal);
    await started();
    cancel.abort();
    assert.equal((await ended).cancelled, true);
    await waitUntilEnded(name);
  });

  it('[TRUST-5] repeats a call directly if its process is killed, after the end of what it had started', async () => {
    await using home = await temporaryFolder();
    using starter = new ProcessStarter({ directCalls: 0 });
    const { name, script, started } = endless(home);
    const again = `test -e '${home.at('once')}' && cat && exit 3; touch '${home.at('once')}'; ${script}`;
    const ended = starter.run(shell(again, { input: 'input' }));
    await started();
    process.kill(starterPid(starter), 'SIGKILL');
    const end = await ended;
    assert.deepEqual([end.exitCode, end.stdout.toString()], [3, 'input']);
    assert.deepEqual(await findProcesses(name), []);
    assert.equal((await starter.run(shell('echo next'))).stdout.toString(), 'next\n');
    assert.ok(isAlive(starterPid(starter)));
  });

  it('runs every call directly if its process cannot start', async () => {
    await using home = await temporaryFolder();
    using starter = new ProcessStarter({ directCalls: 0, program: home.at('missing.js') });
    for (let call = 0; call < 5; call++)
      assert.equal((await starter.run(shell('echo one'))).stdout.toString(), 'one\n');
    assert.equal(starter.pid, undefined);
  });

  it('[ENF-RETRY-6] ends with the process that uses it, and so does what it runs', async () => {
    await using home = await temporaryFolder();
    const { name, script, started } = endless(home);
    const program = new URL('../support/run-and-wait.ts', import.meta.url).pathname;
    const user = spawn(process.execPath, [program, script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: user.stdout }), 'line')) as [string];
    await started();
    assert.ok(isAlive(Number(line)));
    user.kill('SIGKILL');
    await waitForEnd(Number(line));
    await waitUntilEnded(name);
  });
});
