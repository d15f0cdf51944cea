import assert from 'node:assert/strict';
import { WorkItemReader } from '../../../src/extension/pipeline/work-item-reader.ts';
import { formatStepProgress, runSteps } from '../../../src/extension/pipeline/run-steps.ts';
import { listWorkItems } from '../../../src/extension/pipeline/work-items.ts';
import { WorkItemStore } from '../../../src/extension/pipeline/work-item-store.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import type { Pipeline, StepReport, WorkItem } from '../../../src/pipeline.ts';
import { SignInRefused } from '../../../src/extension/base/sign-in-refused.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { sampleFolder } from '../support/samples.ts';
import { createFakePipeline, createWorkItem, waitingForApproval } from './support/work-items.ts';

const apiUrl = 'https://api.github.com';

function createReader(
  open: () => Promise<Pipeline>,
  forge: Pipeline['forge'] = 'local',
  hasDatabase = true,
  refusal?: Error,
) {
  const window = new WorkspaceStore(createInitialState(true), (error) => assert.ifError(error));
  const store = new WorkItemStore(window, (error) => assert.ifError(error));
  window.dispatch({ type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] });
  const signIns: string[] = [];
  const reader = new WorkItemReader({
    store,
    open,
    forge: () =>
      Promise.resolve(forge === 'local' ? { kind: forge } : { kind: forge, apiUrl, hasToken: signIns.length > 0 }),
    hasDatabase: () => Promise.resolve(hasDatabase),
    signIn: (url) => {
      if (refusal) return Promise.reject(refusal);
      signIns.push(url);
      return Promise.resolve();
    },
    canSignIn: (url) => url === apiUrl,
    log: { warn: () => undefined },
  });
  return { store, reader, signIns, workItems: () => store.state.folders[0]?.workItems };
}

describe('Reading work items', () => {
  it('[ASSERT-PSM-003] reports a waiting decision once, and a new version of its document again', async () => {
    let items: readonly WorkItem[] = [createWorkItem('1', waitingForApproval)];
    const { reader } = createReader(() => Promise.resolve(createFakePipeline({ items: () => items })));
    const hashes = async (): Promise<readonly string[]> =>
      (await reader.refresh(sampleFolder, 'person')).map(({ decision }) => decision.hash);
    assert.deepEqual(await hashes(), ['a1b2c3d4e5']);
    assert.deepEqual(await hashes(), []);
    items = [createWorkItem('1', { status: 'waiting', decisions: [{ stage: 'architecture', hash: 'other' }] })];
    assert.deepEqual(await hashes(), ['other']);
  });

  it('hides sub-issues and closed items that are finished, and keeps closed ones that are not', async () => {
    const closed = (id: string, status: 'finished' | 'failed') => ({
      ...createWorkItem(id, { status }),
      isOpen: false,
    });
    const items = [
      createWorkItem('1'),
      closed('2', 'finished'),
      closed('3', 'failed'),
      { ...createWorkItem('4'), isOpen: false },
    ];
    const { reader, workItems } = createReader(() => Promise.resolve(createFakePipeline({ items: () => items })));
    await reader.refresh(sampleFolder, 'person');
    const read = workItems();
    assert.ok(read?.kind === 'listed');
    assert.deepEqual(
      read.items.map(({ id }) => id),
      ['1', '3'],
    );
    await reader.refresh(sampleFolder, 'person');
    const again = workItems();
    assert.ok(again?.kind === 'listed');
    assert.ok(again.revision > read.revision, 'what belongs to an item may have changed');
  });

  it('calls a server and signs in only for something that the person started', async () => {
    const calls: string[] = [];
    const items = (): readonly WorkItem[] => {
      calls.push('items');
      return [createWorkItem('1')];
    };
    const { reader, signIns, workItems } = createReader(
      () => Promise.resolve(createFakePipeline({ forge: 'github', items })),
      'github',
    );
    await reader.refresh(sampleFolder, 'person');
    assert.deepEqual([workItems()?.kind, calls, signIns], ['remote', [], []]);
    await reader.open(sampleFolder);
    await reader.open(sampleFolder);
    await reader.refresh(sampleFolder, 'person');
    assert.deepEqual([workItems()?.kind, calls, signIns], ['listed', ['items'], [apiUrl]]);
    await reader.refresh(sampleFolder, 'change');
    assert.deepEqual(calls, ['items'], 'a change on disk says nothing about the server');
  });

  it('[ASSERT-PSM-003] offers to sign in after a refused sign-in, and keeps the offer when the items are read again', async () => {
    const refusal = new SignInRefused(apiUrl, new Error('User did not consent to login.'));
    const open = (): Promise<Pipeline> =>
      Promise.reject(new HoldfastError('configuration', 'There is no token', { hint: 'Set GITHUB_TOKEN.' }));
    const { reader, workItems } = createReader(open, 'github', true, refusal);
    await assert.rejects(reader.open(sampleFolder), refusal);
    const { message, hint } = refusal;
    assert.deepEqual(workItems(), { kind: 'failed', failure: { message, hint }, canSignIn: true });
    await reader.refresh(sampleFolder, 'change');
    assert.equal(workItems()?.kind, 'failed', 'a change on disk does not replace the offer');
    await reader.refresh(sampleFolder, 'person');
    assert.deepEqual(workItems(), {
      kind: 'failed',
      failure: { message: 'There is no token', hint: 'Set GITHUB_TOKEN.' },
      canSignIn: true,
    });
  });

  it('reads nothing where no database exists, so that looking creates none', async () => {
    const open = (): Promise<Pipeline> => Promise.reject(new HoldfastError('internal', 'Not part of this test'));
    const { reader, workItems } = createReader(open, 'local', false);
    await reader.refresh(sampleFolder, 'change');
    assert.deepEqual(workItems(), { kind: 'listed', forge: 'local', items: [], revision: 1 });
  });

  it('[ASSERT-PSM-003] does not ask again for what the person decided, until a step has applied it', async () => {
    let items: readonly WorkItem[] = [createWorkItem('1', waitingForApproval)];
    const { reader, store } = createReader(() => Promise.resolve(createFakePipeline({ items: () => items })));
    const waiting = async (): Promise<readonly (string | undefined)[]> => {
      await reader.refresh(sampleFolder, 'person');
      const [item] = listWorkItems(store.state.folders[0] ?? {});
      return [item?.progress?.status, ...(item?.progress?.decisions ?? []).map(({ hash }) => hash)];
    };
    assert.deepEqual(await waiting(), ['waiting', 'a1b2c3d4e5']);
    reader.markDecided(sampleFolder, '1', 'a1b2c3d4e5');
    assert.deepEqual(await waiting(), ['active']);
    items = [createWorkItem('1', {})];
    assert.deepEqual(await waiting(), ['active']);
    // The same text again, after a rejection.
    items = [createWorkItem('1', waitingForApproval)];
    assert.deepEqual(await waiting(), ['waiting', 'a1b2c3d4e5']);
  });

  it('shows why the items cannot be read', async () => {
    const { reader, workItems } = createReader(() =>
      Promise.reject(new HoldfastError('git', 'No git repository', { hint: 'Run "git init".' })),
    );
    assert.deepEqual(await reader.refresh(sampleFolder, 'person'), []);
    assert.deepEqual(workItems(), {
      kind: 'failed',
      failure: { message: 'No git repository', hint: 'Run "git init".' },
    });
  });
});

describe('Running a work item', () => {
  const advanced: StepReport = { outcome: 'advanced', summary: 'Entered the next stage.' };
  const waits: StepReport = { outcome: 'nothing', summary: 'Waits for the specification.' };

  function run(steps: StepReport[], once: boolean, signal = new AbortController().signal) {
    const lines: string[] = [];
    const onStep = ({ summary }: StepReport) => Promise.resolve(void lines.push(summary));
    const onEvent = () => undefined;
    return { lines, last: runSteps(createFakePipeline({ steps }), '1', { once, signal, onStep, onEvent }) };
  }

  it('[ASSERT-PSM-003] performs steps until the item waits, and reports each', async () => {
    const { lines, last } = run([advanced, advanced, waits, advanced], false);
    assert.equal(await last, waits);
    assert.deepEqual(lines, [advanced.summary, advanced.summary, waits.summary]);
  });

  it('performs one step if only one is wanted, and ends if the item fails or is busy', async () => {
    assert.equal(await run([advanced, waits], true).last, advanced);
    for (const outcome of ['failed', 'busy'] as const)
      assert.equal((await run([{ outcome, summary: '' }, advanced], false).last).outcome, outcome);
  });

  it('says what happens during a step', () => {
    assert.equal(
      formatStepProgress({ type: 'attempt-started', chunk: 'types', number: 2, of: 5 }),
      'types: attempt 2 of 5',
    );
    assert.equal(formatStepProgress({ type: 'stage', chunk: 'types', stage: 'build' }), 'types: building');
    assert.equal(formatStepProgress({ type: 'model-text', chunk: 'types', delta: 'a' }), undefined);
  });

  it('stops between two steps if the person cancels', async () => {
    const cancelled = AbortSignal.abort();
    await assert.rejects(run([advanced], false, cancelled).last, { code: 'cancelled' });
  });
});
