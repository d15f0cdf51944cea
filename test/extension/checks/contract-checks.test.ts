import assert from 'node:assert/strict';
import { ContractChecks } from '../../../src/extension/checks/contract-checks.ts';
import { WorkspaceEngines } from '../../../src/extension/engines/workspace-engines.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { findContract, findFolder, initialState } from '../../../src/extension/state/workspace-state.ts';
import { UnsavedTexts } from '../../../src/extension/watch/unsaved-texts.ts';
import { HoldfastError } from '../../../src/shared/errors.ts';
import { fakeEngine, type FakeEngineState } from '../support/fake-engine.ts';
import { ManualTimers, settled } from '../support/manual-timers.ts';
import { assertionResult, chunkCheck, contractCheck, documentOf, folder } from '../support/samples.ts';

const file = 'health.contract.yaml';

function checksOn(over: Partial<FakeEngineState>, concerns = true) {
  const { engine, state } = fakeEngine(over);
  const store = new WorkspaceStore(initialState(true), (error) => assert.fail(String(error)));
  const unsaved = new UnsavedTexts();
  const timers = new ManualTimers();
  const warnings: string[] = [];
  let made = 0;
  const engines = new WorkspaceEngines(
    () => {
      made++;
      return Promise.resolve(engine);
    },
    () => '/home/repo',
  );
  const checks = new ContractChecks({
    engines,
    store,
    unsaved,
    timers,
    concerns: () => Promise.resolve(concerns),
    log: { warn: (message) => void warnings.push(message) },
  });
  store.dispatch({ type: 'folders-changed', folders: [{ folder, name: 'repo' }] });
  return { checks, state, store, unsaved, timers, warnings, engines, made: () => made };
}

const verdict = (passed: boolean) => contractCheck(documentOf(file), [chunkCheck('types', [assertionResult(passed)])]);

describe('ContractChecks', () => {
  it('finds the contracts of a folder and checks them', async () => {
    const { checks, store, timers } = checksOn({
      documents: [documentOf(file)],
      check: () => Promise.resolve(verdict(true)),
    });
    await checks.refresh(folder);
    await timers.pass(0);
    const contract = findContract(store.state, { folder, contract: file });
    assert.equal(contract?.check?.ok, true);
    assert.equal(contract.checking, false);
  });

  it('makes no engine for a folder that has nothing to do with contracts', async () => {
    const { checks, store, made } = checksOn({}, false);
    await checks.refresh(folder);
    assert.equal(made(), 0);
    assert.equal(findFolder(store.state, folder)?.status, 'ready');
  });

  it('[ENF-UI-1] checks again once typing rests, with the unsaved text', async () => {
    let checked = 0;
    const { checks, state, unsaved, timers } = checksOn({
      documents: [documentOf(file)],
      check: () => Promise.resolve(verdict(++checked > 1)),
    });
    await checks.refresh(folder);
    await timers.pass(0);
    unsaved.changed(folder, 'src/health/types.ts', () => 'export type HealthCheckResult = {}');
    checks.edited(folder, 'src/health/types.ts');
    await timers.pass(100);
    assert.equal(checked, 1);
    await timers.pass(100);
    assert.equal(checked, 2);
    assert.equal(state.unsaved.get('src/health/types.ts'), 'export type HealthCheckResult = {}');
  });

  it('[ENF-UI-1] keeps the old verdict while a newer one is made, and when it cannot be made', async () => {
    let fails = false;
    const { checks, store, timers, warnings } = checksOn({
      documents: [documentOf(file)],
      check: () =>
        fails
          ? Promise.reject(new HoldfastError('internal', 'broken', { hint: 'Mend it.' }))
          : Promise.resolve(verdict(false)),
    });
    await checks.refresh(folder);
    await timers.pass(0);
    fails = true;
    checks.recheck(folder);
    await timers.pass(0);
    const contract = findContract(store.state, { folder, contract: file });
    assert.equal(contract?.check?.ok, false);
    assert.deepEqual(contract.failure, { message: 'broken', hint: 'Mend it.' });
    assert.deepEqual(warnings, [`${file}: broken Mend it.`]);
  });

  it('a stale check is cancelled and its answer never shown', async () => {
    const answers: ((check: ReturnType<typeof verdict>) => void)[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    const { checks, store, timers } = checksOn({
      documents: [documentOf(file)],
      check: (_file, signal) => {
        signals.push(signal);
        return new Promise((resolve) => answers.push(resolve));
      },
    });
    await checks.refresh(folder);
    await timers.pass(0);
    checks.recheck(folder);
    await timers.pass(0);
    assert.equal(signals[0]?.aborted, true);
    answers[0]?.(verdict(true));
    await settled();
    assert.equal(findContract(store.state, { folder, contract: file })?.check, undefined);
    await timers.pass(0);
    answers[1]?.(verdict(false));
    await settled();
    assert.equal(findContract(store.state, { folder, contract: file })?.check?.ok, false);
  });

  it('a changed file reaches the engine before the contracts it concerns are checked', async () => {
    let checked = 0;
    const { checks, state, timers } = checksOn({
      documents: [documentOf(file)],
      check: () => {
        checked++;
        assert.ok(checked === 1 || state.changed.includes('src/health/types.ts'));
        return Promise.resolve(verdict(true));
      },
    });
    await checks.refresh(folder);
    await timers.pass(0);
    await checks.changedOnDisk(folder, ['src/health/types.ts']);
    await timers.pass(0);
    assert.equal(checked, 2);
  });

  it('contracts that come and go are seen', async () => {
    const { checks, state, store, timers } = checksOn({ documents: [], check: () => Promise.resolve(verdict(true)) });
    await checks.refresh(folder);
    state.documents = [documentOf(file)];
    await checks.changedOnDisk(folder, [file]);
    await timers.pass(0);
    assert.equal(findContract(store.state, { folder, contract: file })?.check?.ok, true);
    state.documents = [];
    await checks.changedOnDisk(folder, [file]);
    assert.equal(findContract(store.state, { folder, contract: file }), undefined);
  });

  it('"check now" answers with the verdict, and throws where there is none', async () => {
    let fails = false;
    const { checks, state } = checksOn({
      documents: [documentOf(file)],
      check: () => (fails ? Promise.reject(new HoldfastError('internal', 'broken')) : Promise.resolve(verdict(true))),
    });
    await checks.refresh(folder);
    assert.equal((await checks.checkNow({ folder, contract: file })).ok, true);
    assert.deepEqual(state.changed, ['all'], 'the engine looks at the disk before it answers');
    fails = true;
    await assert.rejects(checks.checkNow({ folder, contract: file }), /broken/);
  });
});
