import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CancelledError, HoldfastError } from '../../../src/foundation/errors.ts';
import { endAbandonedProcesses } from '../../../src/workspace/processes/process-records.ts';
import { startSupervisedProcess } from '../../../src/workspace/processes/supervised-process.ts';
import { findProcesses, isAlive } from '../support/running-processes.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Starts a child in another session with a unique argument, ignores SIGTERM, prints both, and never ends. */
const STUBBORN = `
const { spawn } = require('node:child_process');
process.on('SIGTERM', () => {});
spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', process.argv[2]], { detached: true, stdio: 'ignore' });
console.log('ready');
setInterval(() => {}, 1000);
`;

describe('supervised process', () => {
  it('ends the whole process tree, also one that ignores SIGTERM, and removes the record', async () => {
    await using home = await temporaryFolder();
    await writeFile(home.at('a.cjs'), STUBBORN);
    const running = await startSupervisedProcess({
      name: 'the server',
      command: ['node', 'a.cjs', 'stubborn-child-of-a-server'],
      cwd: home.path,
      records: home.at('records'),
      standardOutput: 'caller',
      graceMs: 50,
    });
    await once(createInterface({ input: running.stdout }), 'line');
    assert.equal((await findProcesses('stubborn-child-of-a-server')).length, 2);
    assert.deepEqual(await running.stop(), { signal: 'SIGKILL' });
    assert.deepEqual(await findProcesses('stubborn-child-of-a-server'), []);
    assert.equal(isAlive(running.pid), false);
    assert.deepEqual(await readdir(home.at('records')), ['folder.lock']);
    assert.deepEqual(await running.stop(), { signal: 'SIGKILL' });
  });

  it('passes variables, captures the output up to the limit, and reports the exit', async () => {
    await using home = await temporaryFolder();
    await writeFile(
      home.at('a.cjs'),
      'process.stdout.write(process.env.PORT + "x".repeat(5000)); process.stderr.write("end"); process.exitCode = 3;',
    );
    const running = await startSupervisedProcess({
      name: 'the server',
      command: 'node a.cjs',
      cwd: home.path,
      records: home.at('records'),
      variables: { PORT: '4711' },
      outputLimitBytes: 1000,
    });
    assert.deepEqual(await running.exited, { exitCode: 3 });
    assert.match(running.output(), /^4711x+\n\[… 4007 bytes omitted …\]\nx+end$|^end4711x+/);
    assert.deepEqual(await readdir(home.at('records')), ['folder.lock']);
  });

  it('keeps the standard input open until the process is stopped', async () => {
    await using home = await temporaryFolder();
    await writeFile(home.at('a.cjs'), 'process.stdin.on("data", (text) => process.stdout.write(text)).resume();');
    await using running = await startSupervisedProcess({
      name: 'the echo',
      command: 'node a.cjs',
      cwd: home.path,
      records: home.at('records'),
      standardOutput: 'caller',
    });
    running.stdin.write('hello\n');
    const [line] = (await once(createInterface({ input: running.stdout }), 'line')) as [string];
    assert.equal(line, 'hello');
  });

  it('keeps what the process writes before its caller reads', async () => {
    await using home = await temporaryFolder();
    await writeFile(home.at('a.cjs'), 'console.log("first"); console.error("written"); process.stdin.resume();');
    await using running = await startSupervisedProcess({
      name: 'the early writer',
      command: [process.execPath, 'a.cjs'],
      cwd: home.path,
      records: home.at('records'),
      standardOutput: 'caller',
    });
    while (!running.output().includes('written')) await nextTurn();
    const [line] = (await once(createInterface({ input: running.stdout }), 'line')) as [string];
    assert.equal(line, 'first');
  });

  it('reports a program that does not exist, and a cancelled start', async () => {
    await using home = await temporaryFolder();
    const options = { name: 'the twin', command: 'no-such-program-4711', cwd: home.path, records: home.at('records') };
    await assert.rejects(startSupervisedProcess(options), (thrown) => {
      assert.ok(thrown instanceof HoldfastError);
      assert.equal(thrown.code, 'process');
      assert.match(thrown.message, /^Failed to start the twin: Command not found: no-such-program-4711\./);
      return true;
    });
    assert.deepEqual(await readdir(home.at('records')), ['folder.lock']);
    const signal = AbortSignal.abort();
    await assert.rejects(startSupervisedProcess({ ...options, signal }), CancelledError);
  });

  it('stops the process when the signal aborts', async () => {
    await using home = await temporaryFolder();
    const controller = new AbortController();
    const running = await startSupervisedProcess({
      name: 'the server',
      command: ['node', '-e', 'setInterval(() => {}, 1000)'],
      cwd: home.path,
      records: home.at('records'),
      signal: controller.signal,
    });
    controller.abort();
    assert.deepEqual(await running.exited, { signal: 'SIGTERM' });
  });
});

describe('abandoned processes', () => {
  it('are ended by the next command after Holdfast was killed; those of a running Holdfast are not', async function () {
    if (process.platform !== 'linux') this.skip();
    await using home = await temporaryFolder();
    await writeFile(home.at('a.cjs'), STUBBORN);
    const records = home.at('records');
    const holder = spawn(
      process.execPath,
      [new URL('../support/supervise-and-wait.ts', import.meta.url).pathname, home.path, records, 'abandoned-server'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(createInterface({ input: holder.stdout }), 'line');
    assert.equal((await findProcesses('abandoned-server')).length, 3);
    assert.deepEqual(await endAbandonedProcesses(records), []);
    assert.equal((await findProcesses('abandoned-server')).length, 3);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    assert.equal((await findProcesses('abandoned-server')).length, 2);
    assert.deepEqual(await endAbandonedProcesses(records), ['Ended the server of an interrupted run.']);
    assert.deepEqual(await findProcesses('abandoned-server'), []);
    assert.deepEqual(await readdir(records), ['folder.lock']);
  });

  it('are never confused with another process that has the same id', async () => {
    await using home = await temporaryFolder();
    const records = home.at('records');
    await mkdir(home.at('records', 'one'), { recursive: true });
    const mark = { name: 'HOLDFAST_COMMAND_ID', value: 'no-process-has-this-value' };
    const record = { name: 'the server', mark, pid: process.pid, startTime: 'another time' };
    await writeFile(home.at('records', 'one', 'record.json'), JSON.stringify(record));
    assert.deepEqual(await endAbandonedProcesses(records), []);
    assert.deepEqual(await readdir(records), ['folder.lock']);
  });
});
