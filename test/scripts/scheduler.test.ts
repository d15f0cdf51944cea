import assert from 'node:assert/strict';
import { runSuites } from './scheduler.ts';
import type { Suite, TestRun } from './suite-kinds.ts';
import { singleCheck, type SuiteResult } from './suite-result.ts';

/** Creates suites that end when the test ends them, and records which have started. */
class SuiteStub {
  readonly started: string[] = [];
  readonly #ends = new Map<string, (result: SuiteResult) => void>();

  suite(id: string, options: Partial<Suite> = {}): Suite {
    const run = () =>
      new Promise<SuiteResult>((resolve) => {
        this.started.push(id);
        this.#ends.set(id, resolve);
      });
    return { id, title: id, after: [], alone: false, onlyFull: false, run, ...options };
  }

  async end(id: string, result: SuiteResult = singleCheck()): Promise<void> {
    const end = this.#ends.get(id);
    assert.ok(end, `${id} has not started`);
    end(result);
    await new Promise(setImmediate);
  }
}

const testRun: TestRun = { isFull: false, states: '' };
const ignoreResults = (): void => undefined;

describe('The suite scheduler', () => {
  it('starts suites in order, up to the number of lanes', async () => {
    const stage = new SuiteStub();
    const all = runSuites([stage.suite('a'), stage.suite('b'), stage.suite('c')], { lanes: 2, testRun }, ignoreResults);
    assert.deepEqual(stage.started, ['a', 'b']);
    await stage.end('b');
    assert.deepEqual(stage.started, ['a', 'b', 'c']);
    await stage.end('a');
    await stage.end('c');
    assert.deepEqual(
      (await all).map((run) => run.suite.id),
      ['b', 'a', 'c'],
    );
  });

  it('starts other suites while one waits for its prerequisite', async () => {
    const stage = new SuiteStub();
    const all = runSuites(
      [stage.suite('a'), stage.suite('b', { after: ['a'] }), stage.suite('c')],
      { lanes: 2, testRun },
      ignoreResults,
    );
    assert.deepEqual(stage.started, ['a', 'c']);
    await stage.end('a');
    assert.deepEqual(stage.started, ['a', 'c', 'b']);
    await stage.end('c');
    await stage.end('b');
    await all;
  });

  it('does not run a suite whose prerequisite failed, and counts it as failed', async () => {
    const stage = new SuiteStub();
    const all = runSuites([stage.suite('a'), stage.suite('b', { after: ['a'] })], { lanes: 2, testRun }, ignoreResults);
    await stage.end('a', singleCheck({ title: 'a', message: 'broken' }));
    const runs = await all;
    assert.deepEqual(stage.started, ['a']);
    assert.deepEqual(
      runs.map((run) => run.result.failed),
      [1, 1],
    );
  });

  it('runs nothing else while an exclusive suite runs', async () => {
    const stage = new SuiteStub();
    const all = runSuites(
      [stage.suite('a'), stage.suite('b', { alone: true }), stage.suite('c')],
      { lanes: 2, testRun },
      ignoreResults,
    );
    assert.deepEqual(stage.started, ['a']);
    await stage.end('a');
    assert.deepEqual(stage.started, ['a', 'b']);
    await stage.end('b');
    assert.deepEqual(stage.started, ['a', 'b', 'c']);
    await stage.end('c');
    await all;
  });

  it('counts a suite that throws as failed and continues', async () => {
    const stage = new SuiteStub();
    const broken = stage.suite('a', { run: () => Promise.reject(new Error('no such program')) });
    const all = runSuites([broken, stage.suite('b')], { lanes: 1, testRun }, ignoreResults);
    await new Promise(setImmediate);
    await stage.end('b');
    const runs = await all;
    assert.match(runs[0]?.result.failures[0]?.message ?? '', /no such program/);
    assert.equal(runs[1]?.result.passed, 1);
  });
});
