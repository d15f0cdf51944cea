import assert from 'node:assert/strict';
import type { ModifiedExportReport, ModifiedOptions } from '../../../src/engine.ts';
import { ModifiedExportsSource } from '../../../src/extension/impact/modified-exports-source.ts';
import { CancelledError } from '../../../src/foundation/errors.ts';
import { ManualTimers, settlePromises } from '../support/manual-timers.ts';

const state = { document: 'file:///repo/a.ts', version: 1, folder: 'file:///repo', path: 'a.ts' };

const report: ModifiedExportReport = {
  name: 'f',
  kind: 'function',
  change: 'changed',
  compatibility: 'unknown',
  reasons: [],
  line: 1,
  column: 1,
  uses: [],
  contracts: [],
};

function createSource(answer: (options: ModifiedOptions | undefined) => Promise<readonly ModifiedExportReport[]>) {
  const timers = new ManualTimers();
  const queried: string[] = [];
  const modified = (path: string, options?: ModifiedOptions) => {
    queried.push(path);
    return answer(options);
  };
  const getEngine = () => Promise.resolve({ exports: { modified } });
  const refined: number[] = [];
  const onRefined = () => refined.push(queried.length);
  return { timers, queried, refined, source: new ModifiedExportsSource({ timers, getEngine, onRefined }) };
}

describe('ModifiedExportsSource', () => {
  it('[ENF-IMPACT-4] queries each version of a document once, after a pause', async () => {
    const { timers, queried, source: exports } = createSource(() => Promise.resolve([]));
    const lens = exports.get(state);
    const hover = exports.get(state);
    await timers.advance(100);
    assert.deepEqual(queried, []);
    await timers.advance(200);
    await Promise.all([lens, hover]);
    assert.deepEqual(queried, ['a.ts']);
  });

  it('[ENF-IMPACT-4] further typing cancels the query for the older text', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const {
      timers,
      queried,
      source: exports,
    } = createSource((options) => {
      signals.push(options?.signal);
      return new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new CancelledError('impact')));
      });
    });
    const first = exports.get(state);
    const second = exports.get({ ...state, version: 2 });
    assert.deepEqual(await first, []);
    await timers.advance(300);
    assert.deepEqual(queried, ['a.ts'], 'the first version was never queried');
    exports.clear(state.document);
    assert.deepEqual(await second, []);
    assert.equal(signals[0]?.aborted, true);
  });

  it('[ENF-IMPACT-4] a change elsewhere analyzes a document again for those who wait, but no older text', async () => {
    const { timers, queried, source: exports } = createSource(() => Promise.resolve([report]));
    const waiting = exports.get(state);
    exports.clearAll();
    await settlePromises();
    await timers.advance(300);
    assert.deepEqual(await waiting, [report]);
    assert.deepEqual(queried, ['a.ts']);
    const older = exports.get({ ...state, version: 2 });
    exports.clearAll();
    const newer = exports.get({ ...state, version: 3 });
    assert.deepEqual(await older, [], 'the newer text is analyzed');
    exports.dispose();
    assert.deepEqual(await newer, []);
  });

  it('[ENF-IMPACT-4] returns the result of the texts first, then the result of the type checker', async () => {
    const {
      timers,
      queried,
      refined,
      source: exports,
    } = createSource(async (options) => {
      assert.equal(options?.types, true);
      await options.onTexts?.([report]);
      return [{ ...report, compatibility: 'breaking' }];
    });
    const first = exports.get(state);
    await timers.advance(300);
    assert.deepEqual(await first, [report]);
    assert.deepEqual(refined, []);
    assert.deepEqual(await exports.get(state), [report], 'the type checker does not run while typing may continue');
    await timers.advance(1_000);
    await settlePromises();
    assert.deepEqual(refined, [1], 'the lenses must be refreshed');
    assert.deepEqual(await exports.get(state), [{ ...report, compatibility: 'breaking' }]);
    assert.deepEqual(queried, ['a.ts'], 'the engine was queried once');
  });

  it('tries again after a failure', async () => {
    let fails = true;
    const { timers, source: exports } = createSource(() =>
      fails ? Promise.reject(new Error('the worker ended')) : Promise.resolve([]),
    );
    const failing = assert.rejects(exports.get(state), /the worker ended/);
    await timers.advance(300);
    await failing;
    await settlePromises();
    fails = false;
    const again = exports.get(state);
    await timers.advance(300);
    assert.deepEqual(await again, []);
  });
});
