import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../workspace/support/temporary.ts';
import { startMachineTimer } from './machine-timer.ts';
import { commandSuite, reportsFolder, type TestRun } from './suite-kinds.ts';

const testRun: TestRun = { isFull: false, states: '' };
const ID = 'suite-of-a-test';

/** Writes the results of a suite in which one of three tests has passed, then does not end. */
const ENDLESS = `
import { appendFileSync } from 'node:fs';
const write = (line) => appendFileSync(process.env.HOLDFAST_TEST_REPORT, JSON.stringify(line) + '\\n');
write({ files: ['a.test.ts', 'b.test.ts'] });
write({ file: 'a.test.ts', titles: ['one', 'two'] });
write({ test: { title: 'one', file: 'a.test.ts', outcome: 'passed', durationMs: 1, processorMs: 1 } });
setInterval(() => undefined, 1_000);
`;

describe('A suite that is a command', () => {
  afterEach(async () => {
    for (const ending of ['log', 'jsonl']) await rm(join(reportsFolder, `${ID}.${ending}`), { force: true });
  });

  const run = async (script: string, options: Parameters<typeof commandSuite>[3]) => {
    await using folder = await temporaryFolder();
    await writeFile(folder.at('suite.mjs'), script);
    return await commandSuite(ID, 'A suite', [folder.at('suite.mjs')], options).run(testRun);
  };

  it('reports what it has when its time is up, names what did not run, and fails', async () => {
    const { passed, failed, failures, notRun } = await run(ENDLESS, { ownReport: true, limitMs: 500 });
    assert.deepEqual([passed, failed], [1, 3]);
    assert.deepEqual(notRun, ['two', 'b.test.ts']);
    assert.match(failures[0]?.message ?? '', /^Ended at its limit/);
  });

  it('fails if it ends with an error after tests that passed', async () => {
    const ending = ENDLESS.replace(/setInterval.*/, 'process.exit(3);').replaceAll(", 'b.test.ts'", '');
    const { passed, failed } = await run(ending.replace(", 'two'", ''), { ownReport: true });
    assert.deepEqual([passed, failed], [1, 1]);
  });

  it('fails without a report', async () => {
    assert.equal((await run('', { ownReport: true })).failed, 1);
    assert.equal((await run('', {})).failed, 0);
  });
});

describe('The limit of a suite', () => {
  it('is reached later on a machine that is slow meanwhile', async () => {
    const durations = [1, 4].map(async (slowness) => {
      const started = performance.now();
      await new Promise<void>((resolve) => {
        startMachineTimer(50, resolve, { tickMs: 5, slowness: () => slowness });
      });
      return performance.now() - started;
    });
    const [normal = 0, slow = 0] = await Promise.all(durations);
    assert.ok(slow >= 195, `${slow} ms`);
    assert.ok(normal < slow);
  });
});
