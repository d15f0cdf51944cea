import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StaleStateError, type StateStore } from '../../../src/pipeline/state/state-store.ts';
import { isFullRun } from '../../scripts/full-run.ts';

const run = promisify(execFile);
const WRITER = new URL('state-writer.ts', import.meta.url).pathname;
const signal = new AbortController().signal;

export interface StateScene extends AsyncDisposable {
  readonly store: StateStore;
  /** The arguments with which another process opens the same store, see state-writer.ts. */
  readonly writer: () => Promise<readonly string[]>;
}

/** Registers the tests that every state store has to pass. */
export function describeStateStore(name: string, createScene: () => Promise<StateScene>): void {
  describe(name, function () {
    // The tests start processes, which takes long on a busy machine.
    this.timeout(120_000);

    let scene: StateScene;
    beforeEach(async () => {
      scene = await createScene();
    });
    afterEach(async () => {
      await scene[Symbol.asyncDispose]();
    });

    it('[PIPE-1] reads what was written last', async () => {
      const { store } = scene;
      assert.equal(await store.read('42', signal), undefined);
      const first = await store.swap('42', undefined, '{"stage":"intake"}', signal);
      assert.deepEqual(await store.read('42', signal), { text: '{"stage":"intake"}', version: first });
      const second = await store.swap('42', first, '{"stage":"planning","text":"☂\\n"}', signal);
      assert.deepEqual(await store.read('42', signal), { text: '{"stage":"planning","text":"☂\\n"}', version: second });
    });

    it('[PIPE-1] refuses a write that is based on another version, and changes nothing', async () => {
      const { store } = scene;
      const first = await store.swap('42', undefined, '1', signal);
      await assert.rejects(store.swap('42', undefined, '2', signal), StaleStateError);
      const second = await store.swap('42', first, '3', signal);
      await assert.rejects(store.swap('42', first, '4', signal), StaleStateError);
      await assert.rejects(store.swap('43', first, '5', signal), StaleStateError);
      assert.deepEqual(await store.read('42', signal), { text: '3', version: second });
      assert.equal(await store.read('43', signal), undefined);
    });

    it('[PIPE-1] an equal document gets another version, so an old reader notices the write', async () => {
      const { store } = scene;
      const first = await store.swap('42', undefined, 'same', signal);
      const second = await store.swap('42', first, 'same', signal);
      assert.notEqual(second, first);
      await assert.rejects(store.swap('42', first, 'same', signal), StaleStateError);
    });

    it('lists the items with a state, with unusual ids', async () => {
      const { store } = scene;
      const ids = ['1', '12', 'a.lock', 'feature/x', 'ä ~^:?*[\\'];
      for (const id of ids) await store.swap(id, undefined, id, signal);
      assert.deepEqual([...(await store.list(signal))].sort(), [...ids].sort());
      for (const id of ids) assert.equal((await store.read(id, signal))?.text, id);
    });

    it('[PIPE-1] no update of competing processes is lost', async () => {
      const [processes, increments] = isFullRun ? [4, 6] : [3, 3];
      const commands = await Promise.all(Array.from({ length: processes }, () => scene.writer()));
      const outputs = await Promise.all(
        commands.map((arguments_) => run(process.execPath, [WRITER, String(increments), ...arguments_])),
      );
      assert.deepEqual(
        outputs.map(({ stderr }) => stderr),
        outputs.map(() => ''),
      );
      const state = await scene.store.read('counter', signal);
      assert.equal(state?.text, String(processes * increments));
      // Each process prints the values that it wrote. No value is written twice.
      const written = outputs.flatMap(({ stdout }) => stdout.trim().split('\n').map(Number));
      assert.deepEqual(
        written.sort((a, b) => a - b),
        Array.from({ length: processes * increments }, (_, index) => index + 1),
      );
    });
  });
}
