import assert from 'node:assert/strict';
import { ContractChecks } from '../../../src/extension/checks/contract-checks.ts';
import { WorkspaceEngines } from '../../../src/extension/engines/workspace-engines.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { findContract, findFolder, createInitialState } from '../../../src/extension/state/workspace-state.ts';
import { UnsavedTexts } from '../../../src/extension/engines/unsaved-texts.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { createFakeEngine, type FakeEngineState } from '../support/fake-engine.ts';
import { ManualTimers, settlePromises } from '../support/manual-timers.ts';
import {
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  REGRESSED,
  sampleFolder,
  withPast,
} from '../support/samples.ts';

const file = 'health.contract.yaml';

function createChecks(over: Partial<FakeEngineState>, usesHoldfast = true) {
  const { engine, state } = createFakeEngine(over);
  const store = new WorkspaceStore(createInitialState(true), (error) => assert.fail(String(error)));
  const unsaved = new UnsavedTexts();
  const timers = new ManualTimers();
  const warnings: string[] = [];
  let created = 0;
  const engines = new WorkspaceEngines(
    () => {
      created++;
      return Promise.resolve(engine);
    },
    () => '/home/repo',
  );
  const checks = new ContractChecks({
    engines,
    store,
    unsaved,
    timers,
    usesHoldfast: () => Promise.resolve(usesHoldfast),
    log: { warn: (message) => void warnings.push(message) },
  });
  store.dispatch({ type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] });
  return { checks, state, store, unsaved, timers, warnings, engines, createdCount: () => created };
}

const createCheck = (passed: boolean) =>
  createContractCheck(createDocument(file), [createChunkCheck('types', [createAssertionResult(passed)])]);

describe('ContractChecks', () => {
  it('[EDIT-6] reads the past of unsatisfied chunks after the check, and again only when it may have changed', async () => {
    const queried: string[] = [];
    let passed = false;
    const { checks, store, timers } = createChecks({
      documents: [createDocument(file)],
      check: () => Promise.resolve(createCheck(passed)),
      progress: (check) => {
        queried.push(check.document.file);
        return Promise.resolve({ ...check, chunks: check.chunks.map((chunk) => withPast(chunk, REGRESSED)) });
      },
    });
    const target = { folder: sampleFolder, contract: file };
    const progress = () => findContract(store.state, target)?.check?.chunks[0]?.progress;
    await checks.refresh(sampleFolder);
    await timers.advance(0);
    assert.deepEqual([queried.length, progress()], [1, 'regressed']);
    checks.handleEdit(sampleFolder, 'src/health/types.ts');
    await timers.advance(500);
    assert.equal(queried.length, 1, 'the past is known');
    passed = true;
    checks.handleEdit(sampleFolder, 'src/health/types.ts');
    await timers.advance(500);
    passed = false;
    checks.handleEdit(sampleFolder, 'src/health/types.ts');
    await timers.advance(500);
    assert.deepEqual([queried.length, progress()], [2, 'regressed'], 'the chunk was satisfied in between');
    checks.refreshProgress(sampleFolder);
    await timers.advance(0);
    assert.equal(queried.length, 3, 'the history changed');
    checks.recheck(sampleFolder);
    await timers.advance(0);
    assert.equal(queried.length, 4, 'a run ended');
  });

  it('[PLANS-2] [PLANS-3] a plan is reported on after its check, and neither of them waits for the other', async () => {
    const plan = 'tasks.md';
    let text = '- [x] 1.1 Add `src/a.ts`\n';
    let documents = [createDocument(plan, text)];
    const reported: string[] = [];
    const planned: string[] = [];
    const { checks, store, timers, state } = createChecks({
      check: () => Promise.resolve(createContractCheck(createDocument(plan, text), [])),
      plan: (path) => {
        planned.push(path);
        return Promise.reject(new HoldfastError('internal', 'The rules of a plan are for contracts'));
      },
      report: ({ document }) => {
        reported.push(document.text);
        return document.text.includes('slow')
          ? new Promise(() => undefined)
          : Promise.resolve({ text: document.text, contradictions: [], untrue: [], tasks: [] });
      },
    });
    state.documents = documents;
    const target = { folder: sampleFolder, contract: plan };
    await checks.refresh(sampleFolder);
    await timers.advance(0);
    await timers.advance(0);
    assert.deepEqual([reported, findContract(store.state, target)?.report?.text], [[text], text]);
    text = '- [x] 1.1 Add `src/slow.ts`\n';
    checks.handleEdit(sampleFolder, plan);
    await timers.advance(200);
    await timers.advance(0);
    assert.equal(findContract(store.state, target)?.check?.document.text, text);
    assert.notEqual(findContract(store.state, target)?.report?.text, text);
    checks.refreshProgress(sampleFolder);
    assert.deepEqual(planned, []);
    // Typing can make a plan active, and inactive.
    documents = [];
    state.documents = documents;
    checks.handleEdit(sampleFolder, plan);
    await timers.advance(200);
    await timers.advance(0);
    assert.equal(findContract(store.state, target), undefined);
    state.documents = [createDocument(plan, '- [ ] 1.1 Add `src/a.ts`\n')];
    checks.handleEdit(sampleFolder, plan);
    await timers.advance(200);
    await timers.advance(0);
    assert.ok(findContract(store.state, target) !== undefined);
  });

  it('[EDIT-6] shows a check at once, also while its past cannot be read or takes long', async () => {
    const { checks, store, timers, warnings } = createChecks({
      documents: [createDocument(file)],
      check: () => Promise.resolve(createCheck(false)),
      progress: () => new Promise(() => undefined),
    });
    await checks.refresh(sampleFolder);
    await timers.advance(0);
    const target = { folder: sampleFolder, contract: file };
    assert.equal(findContract(store.state, target)?.check?.chunks[0]?.verdict, 'unsatisfied');
    const failing = createChecks({
      documents: [createDocument(file)],
      check: () => Promise.resolve(createCheck(false)),
      progress: () => Promise.reject(new HoldfastError('git', 'no git')),
    });
    await failing.checks.refresh(sampleFolder);
    await failing.timers.advance(0);
    assert.deepEqual(warnings, []);
    assert.deepEqual(failing.warnings, ['no git']);
    assert.equal(findContract(failing.store.state, target)?.check?.chunks[0]?.verdict, 'unsatisfied');
  });

  it('finds the contracts of a folder and checks them', async () => {
    const { checks, store, timers } = createChecks({
      documents: [createDocument(file)],
      check: () => Promise.resolve(createCheck(true)),
    });
    await checks.refresh(sampleFolder);
    await timers.advance(0);
    const contract = findContract(store.state, { folder: sampleFolder, contract: file });
    assert.equal(contract?.check?.ok, true);
    assert.equal(contract.checking, false);
  });

  it('creates no engine for a folder that does not use Holdfast', async () => {
    const { checks, store, createdCount } = createChecks({}, false);
    await checks.refresh(sampleFolder);
    assert.equal(createdCount(), 0);
    assert.equal(findFolder(store.state, sampleFolder)?.status, 'ready');
  });

  it('[ENF-UI-1] checks again after typing pauses, with the unsaved text', async () => {
    let checked = 0;
    const { checks, state, unsaved, timers } = createChecks({
      documents: [createDocument(file)],
      check: () => Promise.resolve(createCheck(++checked > 1)),
    });
    await checks.refresh(sampleFolder);
    await timers.advance(0);
    unsaved.queue(sampleFolder, 'src/health/types.ts', () => 'export type HealthCheckResult = {}');
    checks.handleEdit(sampleFolder, 'src/health/types.ts');
    await timers.advance(100);
    assert.equal(checked, 1);
    await timers.advance(100);
    assert.equal(checked, 2);
    assert.equal(state.unsaved.get('src/health/types.ts'), 'export type HealthCheckResult = {}');
  });

  it('[ENF-UI-1] keeps the last result during a new check and after a failed one', async () => {
    let fails = false;
    const { checks, store, timers, warnings } = createChecks({
      documents: [createDocument(file)],
      check: () =>
        fails
          ? Promise.reject(new HoldfastError('internal', 'broken', { hint: 'Fix it.' }))
          : Promise.resolve(createCheck(false)),
    });
    await checks.refresh(sampleFolder);
    await timers.advance(0);
    fails = true;
    checks.recheck(sampleFolder);
    await timers.advance(0);
    const contract = findContract(store.state, { folder: sampleFolder, contract: file });
    assert.equal(contract?.check?.ok, false);
    assert.deepEqual(contract.failure, { message: 'broken', hint: 'Fix it.' });
    assert.deepEqual(warnings, [`${file}: broken Fix it.`]);
  });

  it('cancels a stale check and never shows its result', async () => {
    const resolvers: ((check: ReturnType<typeof createCheck>) => void)[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const { checks, store, timers } = createChecks({
      documents: [createDocument(file)],
      check: (_file, signal) => {
        signals.push(signal);
        return new Promise((resolve) => resolvers.push(resolve));
      },
    });
    await checks.refresh(sampleFolder);
    await timers.advance(0);
    checks.recheck(sampleFolder);
    await timers.advance(0);
    assert.equal(signals[0]?.aborted, true);
    resolvers[0]?.(createCheck(true));
    await settlePromises();
    assert.equal(findContract(store.state, { folder: sampleFolder, contract: file })?.check, undefined);
    await timers.advance(0);
    resolvers[1]?.(createCheck(false));
    await settlePromises();
    assert.equal(findContract(store.state, { folder: sampleFolder, contract: file })?.check?.ok, false);
  });

  it('reports a changed file to the engine before it checks the affected contracts', async () => {
    let checked = 0;
    const { checks, state, timers } = createChecks({
      documents: [createDocument(file)],
      check: () => {
        checked++;
        assert.ok(checked === 1 || state.changed.includes('src/health/types.ts'));
        return Promise.resolve(createCheck(true));
      },
    });
    await checks.refresh(sampleFolder);
    await timers.advance(0);
    await checks.handleDiskChanges(sampleFolder, ['src/health/types.ts']);
    await timers.advance(0);
    assert.equal(checked, 2);
  });

  it('notices created and deleted contracts', async () => {
    const { checks, state, store, timers } = createChecks({
      documents: [],
      check: () => Promise.resolve(createCheck(true)),
    });
    await checks.refresh(sampleFolder);
    state.documents = [createDocument(file)];
    await checks.handleDiskChanges(sampleFolder, [file]);
    await timers.advance(0);
    assert.equal(findContract(store.state, { folder: sampleFolder, contract: file })?.check?.ok, true);
    state.documents = [];
    await checks.handleDiskChanges(sampleFolder, [file]);
    assert.equal(findContract(store.state, { folder: sampleFolder, contract: file }), undefined);
  });

  it('checkNow returns the result and throws if the check fails to run', async () => {
    let fails = false;
    const { checks, state } = createChecks({
      documents: [createDocument(file)],
      check: () =>
        fails ? Promise.reject(new HoldfastError('internal', 'broken')) : Promise.resolve(createCheck(true)),
    });
    await checks.refresh(sampleFolder);
    assert.equal((await checks.checkNow({ folder: sampleFolder, contract: file })).ok, true);
    assert.deepEqual(state.changed, ['all'], 'the engine reads the disk again');
    fails = true;
    await assert.rejects(checks.checkNow({ folder: sampleFolder, contract: file }), /broken/);
  });
});
