import assert from 'node:assert/strict';
import { DiffLabels } from '../../../src/extension/results/diff-labels.ts';

const folder = 'file:///repository';

/** The state of a workspace, which VS Code keeps as JSON while the window is loaded again. */
class WorkspaceState {
  #texts = new Map<string, string>();

  get(key: string): unknown {
    const text = this.#texts.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  update(key: string, value: unknown): Promise<void> {
    this.#texts.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}

describe('the labels of diffs of results', () => {
  it('[ENF-UI-3] find the result of a tab that was restored after a reload, until the result is gone', async () => {
    const state = new WorkspaceState();
    const label = await new DiffLabels(state).add({ folder, runId: 'run-1' }, 'Review: Types');
    const reloaded = new DiffLabels(state);
    assert.deepEqual(reloaded.find(`${label} (2 files)`), { folder, runId: 'run-1' });
    assert.deepEqual(reloaded.find(label), { folder, runId: 'run-1' });
    assert.equal(reloaded.find('Review: Types of reports'), undefined);
    await reloaded.remove(({ runId }) => runId === 'run-1');
    assert.equal(new DiffLabels(state).find(label), undefined);
  });

  it('[ENF-UI-3] differ for two results of chunks with the same titles', async () => {
    const labels = new DiffLabels(new WorkspaceState());
    const first = await labels.add({ folder, runId: 'aaaaaaaa-1' }, 'Review: Types');
    const second = await labels.add({ folder, runId: 'bbbbbbbb-2' }, 'Review: Types');
    assert.equal(labels.find(`${first} (1 file)`)?.runId, 'aaaaaaaa-1');
    assert.equal(labels.find(`${second} (1 file)`)?.runId, 'bbbbbbbb-2');
    assert.equal(await labels.add({ folder, runId: 'aaaaaaaa-1' }, 'Review: Types'), first, 'shown again');
  });

  it('[ENF-UI-3] are empty if the stored state cannot be read', async () => {
    const state = new WorkspaceState();
    await state.update('holdfast.reviewDiffs', { 'Review: Types': 'run-1' });
    assert.equal(new DiffLabels(state).find('Review: Types'), undefined);
  });
});
