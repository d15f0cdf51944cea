import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NOTHING_VISIBLE } from '../../../src/workspace/confinement/confinement-rules.ts';
import { runCommand } from '../../../src/workspace/processes/run-command.ts';
import { GitUser } from '../support/git-user.ts';
import { findProcesses, isAlive } from '../support/running-processes.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A program that starts a grandchild, ignores SIGTERM, writes both pids to a file and never ends. */
const STUBBORN = `
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
process.on('SIGTERM', () => {});
const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'inherit' });
writeFileSync('pids', process.pid + ' ' + child.pid);
console.log('started');
setInterval(() => {}, 1000);
`;

/**
 * A program whose child moves to a new session and whose grandchild outlives it, with no stream in common. The grandchild
 * carries a unique argument, which is written to a file. The program then exits, or runs until it is stopped.
 */
const DETACHING = `
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const name = 'sleeper-' + require('node:crypto').randomUUID();
const sleeper = ['-e', 'setInterval(() => {}, 1000)', name];
const middle = "require('node:child_process').spawn(process.execPath, " + JSON.stringify(sleeper) + ", { detached: true, stdio: 'ignore' }).unref()";
const child = spawn(process.execPath, ['-e', middle], { detached: true, stdio: 'ignore' });
child.on('exit', () => {
  writeFileSync('pids', name);
  if (process.argv[2] === 'exit') process.exit(0);
});
setInterval(() => {}, 1000);
`;

describe('runCommand', () => {
  it('[ENF-VAL-18] reports the exit code and the output, with standard output and error in order', async () => {
    await using home = await temporaryFolder();
    await writeFile(
      home.at('a.cjs'),
      'const { writeSync } = require("node:fs"); writeSync(1, "one\\n"); setTimeout(() => { writeSync(2, "two\\n"); setTimeout(() => { writeSync(1, "three\\n"); process.exit(3); }, 50); }, 50);',
    );
    const pieces: string[] = [];
    const outcome = await runCommand({
      command: 'node a.cjs',
      cwd: home.path,
      timeoutMs: 10_000,
      onOutput: (text) => pieces.push(text),
    });
    assert.equal(outcome.exitCode, 3);
    assert.equal(outcome.output, 'one\ntwo\nthree\n');
    assert.equal(outcome.standardOutput, 'one\nthree\n');
    assert.equal(pieces.join(''), outcome.output);
    assert.equal(outcome.timedOut || outcome.cancelled || outcome.truncated, false);
  });

  it('[ENF-VAL-18] keeps the beginning and the end of long output without cutting characters', async () => {
    await using home = await temporaryFolder();
    await writeFile(home.at('a.cjs'), 'process.stdout.write("FIRST" + "☂".repeat(200000) + "LAST");');
    const outcome = await runCommand({
      command: 'node a.cjs',
      cwd: home.path,
      timeoutMs: 10_000,
      outputLimitBytes: 1_000,
    });
    assert.equal(outcome.truncated, true);
    assert.match(outcome.output, /^FIRST☂+\n\[… \d+ bytes omitted …\]\n☂+LAST$/);
    assert.ok(Buffer.byteLength(outcome.output) < 1_100);
  });

  it('[ENF-RETRY-6] kills the process tree of a command after its time limit', async () => {
    await using home = await temporaryFolder();
    await writeFile(home.at('a.cjs'), STUBBORN);
    const outcome = await runCommand({ command: 'node a.cjs', cwd: home.path, timeoutMs: 1_500 });
    assert.equal(outcome.timedOut, true);
    assert.equal(outcome.exitCode, undefined);
    assert.equal(outcome.output, 'started\n');
    for (const pid of (await readFile(home.at('pids'), 'utf8')).split(' '))
      assert.equal(isAlive(Number(pid)), false, pid);
  });

  it('[ENF-RETRY-6] kills the process tree of a cancelled command immediately', async () => {
    await using home = await temporaryFolder();
    await writeFile(home.at('a.cjs'), STUBBORN);
    const controller = new AbortController();
    let cancelledAt = 0;
    const outcome = await runCommand({
      command: 'node a.cjs',
      cwd: home.path,
      timeoutMs: 60_000,
      signal: controller.signal,
      onOutput: () => {
        cancelledAt = performance.now();
        controller.abort();
      },
    });
    assert.equal(outcome.cancelled, true);
    assert.ok(performance.now() - cancelledAt < 8_000);
    for (const pid of (await readFile(home.at('pids'), 'utf8')).split(' '))
      assert.equal(isAlive(Number(pid)), false, pid);
    assert.equal(
      (await runCommand({ command: 'node a.cjs', cwd: home.path, timeoutMs: 1_000, signal: AbortSignal.abort() }))
        .cancelled,
      true,
    );
  });

  it('kills background processes of a finished command without waiting for them', async () => {
    await using home = await temporaryFolder();
    await writeFile(
      home.at('a.cjs'),
      `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
       require('node:fs').writeFileSync('pids', String(child.pid)); child.unref(); process.exit(0);`,
    );
    const outcome = await runCommand({ command: 'node a.cjs', cwd: home.path, timeoutMs: 60_000 });
    assert.equal(outcome.exitCode, 0);
    assert.ok(outcome.durationMs < 15_000);
    // A killed process takes a moment to end.
    while (isAlive(Number(await readFile(home.at('pids'), 'utf8')))) await nextTurn();
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  for (const confinement of ['off', 'auto'] as const) {
    onLinux(
      `[ENF-RETRY-6] kills processes that moved to a separate session (confinement: ${confinement})`,
      async () => {
        await using home = await temporaryFolder();
        await mkdir(home.at('tree'));
        await writeFile(home.at('tree/a.cjs'), DETACHING);
        const marks = home.at('tree/pids');
        const run = async (timeoutMs: number, mode: string): Promise<void> => {
          await runCommand({
            command: `node a.cjs ${mode}`,
            cwd: home.at('tree'),
            timeoutMs,
            rules: {
              passedVariables: [],
              confinement: {
                ...NOTHING_VISIBLE,
                mode: confinement,
                tree: home.at('tree'),
                read: [],
                write: [],
                network: false,
              },
            },
          });
          const name = (await readFile(marks, 'utf8')).trim();
          assert.deepEqual(await findProcesses(name), [], `${mode} left processes`);
        };
        await run(20_000, 'exit');
        await run(1_500, 'stay');
      },
    );
  }

  it('finds programs in node_modules/.bin of the folder and its parents', async () => {
    await using home = await temporaryFolder();
    const user = new GitUser(home.path);
    await user.write('node_modules/.bin/above', '#!/bin/sh\necho above\n', 0o755);
    await user.write('packages/app/node_modules/.bin/here', '#!/bin/sh\necho here\n', 0o755);
    const cwd = home.at('packages/app');
    assert.equal((await runCommand({ command: 'above', cwd, timeoutMs: 10_000 })).output, 'above\n');
    assert.equal((await runCommand({ command: 'here', cwd, timeoutMs: 10_000 })).output, 'here\n');
  });

  it('explains why a command could not start', async () => {
    await using home = await temporaryFolder();
    const missing = await runCommand({ command: 'no-such-program-at-all x', cwd: home.path, timeoutMs: 10_000 });
    assert.match(missing.startError ?? '', /Command not found: no-such-program-at-all/);
    assert.equal(missing.exitCode, undefined);
    assert.match(
      (await runCommand({ command: 'a | b', cwd: home.path, timeoutMs: 10_000 })).startError ?? '',
      /without a shell/,
    );
    assert.match((await runCommand({ command: [], cwd: home.path, timeoutMs: 10_000 })).startError ?? '', /no program/);
    assert.notEqual(
      (await runCommand({ command: 'node -v', cwd: home.at('nowhere'), timeoutMs: 10_000 })).startError,
      undefined,
    );
    await writeFile(home.at('plain'), 'x');
    assert.notEqual(
      (await runCommand({ command: [home.at('plain')], cwd: home.path, timeoutMs: 10_000 })).startError,
      undefined,
    );
  });

  it('passes the input to the command, and an empty one by default', async () => {
    await using home = await temporaryFolder();
    const echo = { command: ['node', '-e', 'process.stdin.pipe(process.stdout)'], cwd: home.path, timeoutMs: 10_000 };
    assert.equal((await runCommand({ ...echo, input: 'in\n' })).output, 'in\n');
    assert.equal((await runCommand(echo)).output, '');
  });
});
