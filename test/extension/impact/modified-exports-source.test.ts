import assert from 'node:assert/strict';
import type { ModifiedExportReport, ModifiedOptions } from '../../../src/engine.ts';
import { ModifiedExportsSource } from '../../../src/extension/impact/modified-exports-source.ts';
import { CancelledError } from '../../../src/shared/errors.ts';
import { ManualTimers, settled } from '../support/manual-timers.ts';

const state = { document: 'file:///repo/a.ts', version: 1, folder: 'file:///repo', path: 'a.ts' };

function source(answer: (options: ModifiedOptions | undefined) => Promise<readonly ModifiedExportReport[]>) {
  const timers = new ManualTimers();
  const asked: string[] = [];
  const modifiedExports = (path: string, options?: ModifiedOptions) => {
    asked.push(path);
    return answer(options);
  };
  const engineOf = () => Promise.resolve({ modifiedExports });
  const refined: number[] = [];
  const onRefined = () => refined.push(asked.length);
  return { timers, asked, refined, source: new ModifiedExportsSource({ timers, engineOf, onRefined }) };
}

describe('ModifiedExportsSource', () => {
  it('[ENF-IMPACT-4] asks once for one state of a document, when it has rested', async () => {
    const { timers, asked, source: exports } = source(() => Promise.resolve([]));
    const lens = exports.of(state);
    const hover = exports.of(state);
    await timers.pass(100);
    assert.deepEqual(asked, []);
    await timers.pass(200);
    await Promise.all([lens, hover]);
    assert.deepEqual(asked, ['a.ts']);
  });

  it('[ENF-IMPACT-4] typing on cancels what is asked about the text before', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const {
      timers,
      asked,
      source: exports,
    } = source((options) => {
      signals.push(options?.signal);
      return new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new CancelledError('impact')));
      });
    });
    const first = exports.of(state);
    const second = exports.of({ ...state, version: 2 });
    assert.deepEqual(await first, []);
    await timers.pass(300);
    assert.deepEqual(asked, ['a.ts'], 'the first was never asked');
    exports.forget(state.document);
    assert.deepEqual(await second, []);
    assert.equal(signals[0]?.aborted, true);
  });

  it('[ENF-IMPACT-4] shows what the texts tell at once, and what the types tell when they have told it', async () => {
    const report: ModifiedExportReport = {
      name: 'f',
      kind: 'function',
      change: 'changed',
      compatibility: 'unknown',
      reasons: [],
      line: 1,
      column: 1,
      places: [],
      contracts: [],
    };
    const {
      timers,
      asked,
      refined,
      source: exports,
    } = source(async (options) => {
      assert.equal(options?.types, true);
      await options.onTexts?.([report]);
      return [{ ...report, compatibility: 'breaking' }];
    });
    const first = exports.of(state);
    await timers.pass(300);
    assert.deepEqual(await first, [report]);
    assert.deepEqual(refined, []);
    assert.deepEqual(await exports.of(state), [report], 'the type checker is not asked while it may be typed on');
    await timers.pass(1_000);
    await settled();
    assert.deepEqual(refined, [1], 'the lenses are to be asked for again');
    assert.deepEqual(await exports.of(state), [{ ...report, compatibility: 'breaking' }]);
    assert.deepEqual(asked, ['a.ts'], 'but the engine is not');
  });

  it('what failed is asked again', async () => {
    let fails = true;
    const { timers, source: exports } = source(() =>
      fails ? Promise.reject(new Error('the worker ended')) : Promise.resolve([]),
    );
    const failing = assert.rejects(exports.of(state), /the worker ended/);
    await timers.pass(300);
    await failing;
    await settled();
    fails = false;
    const again = exports.of(state);
    await timers.pass(300);
    assert.deepEqual(await again, []);
  });
});
