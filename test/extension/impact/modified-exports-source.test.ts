import assert from 'node:assert/strict';
import type { ImpactOptions, ModifiedExportReport } from '../../../src/engine.ts';
import { ModifiedExportsSource } from '../../../src/extension/impact/modified-exports-source.ts';
import { CancelledError } from '../../../src/shared/errors.ts';
import { ManualTimers, settled } from '../support/manual-timers.ts';

const state = { document: 'file:///repo/a.ts', version: 1, folder: 'file:///repo', path: 'a.ts' };

function source(answer: (options: ImpactOptions | undefined) => Promise<readonly ModifiedExportReport[]>) {
  const timers = new ManualTimers();
  const asked: string[] = [];
  const modifiedExports = (path: string, options?: ImpactOptions) => {
    asked.push(path);
    return answer(options);
  };
  const engineOf = () => Promise.resolve({ modifiedExports });
  return { timers, asked, source: new ModifiedExportsSource({ timers, engineOf }) };
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
