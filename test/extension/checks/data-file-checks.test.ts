import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { pipelineReader } from '../../../src/verdicts/data-files/pipeline-file.ts';
import type { DataFileCheck } from '../../../src/engine.ts';
import { UnsavedTexts } from '../../../src/extension/engines/unsaved-texts.ts';
import { WorkspaceEngines } from '../../../src/extension/engines/workspace-engines.ts';
import { DataFileChecks } from '../../../src/extension/checks/data-file-checks.ts';
import { createPipelineLenses } from '../../../src/extension/data-files/pipeline-lenses.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import { createFakeEngine } from '../support/fake-engine.ts';
import { ManualTimers } from '../support/manual-timers.ts';
import { sampleFolder } from '../support/samples.ts';

const files = ['src/brakes/abs.ts', 'src/brakes/pedal.ts', 'src/web/page.ts', 'docs/decisions/one.md'];

async function check(text: string): Promise<DataFileCheck> {
  const [found] = await pipelineReader.check({
    readText: () => Promise.resolve(text),
    listFiles: () => Promise.resolve(files),
  });
  assert.ok(found);
  return found;
}

describe('Lenses and diagnostics of pipeline.yaml', () => {
  it('[PIPE-4] say how many files the globs match', async () => {
    const checked = await check(`safetyCriticalModules: [src/brakes]
architecturalRules:
  - from: src/brakes/**
    to: [src/web/**]
    reason: The brakes do not know the user interface.
contextFiles:
  - docs/decisions/*.md
`);
    assert.deepEqual(checked.document.problems, []);
    assert.deepEqual(
      createPipelineLenses(checked, []).map(({ range, title }) => [range.start.line, title]),
      [
        [0, '2 files match'],
        [2, '2 files must not import 1 file'],
        [5, '1 file matches'],
      ],
    );
  });

  it('[PIPE-4] warn about a glob that matches no file, at its line', async () => {
    const { document, globs } = await check(`safetyCriticalModules:
  - src/brakes/**
  - src/braks/**
contextFiles: ['docs/**', '!docs/old/**']
`);
    assert.deepEqual(
      document.problems.map(({ code, severity, range, message }) => [code, severity, range.start.line, message]),
      [
        [
          'no-match',
          'warning',
          3,
          '"src/braks/**" matches no file of the workspace folder. Correct the path, or remove it.',
        ],
      ],
    );
    assert.deepEqual(
      globs.map((one) => one.files),
      [2, 1],
    );
  });

  it('[ASSERT-PSM-003] name what waits at the gates', async () => {
    const checked = await check('labelPrefix: holdfast\ngates: { planning: human }\n');
    const target = { folder: sampleFolder, item: '12', hash: 'a1b2c3d4e5', stage: 'architecture' };
    const approvals = [{ label: '#12 specification', target }];
    const [lens] = createPipelineLenses(checked, approvals);
    assert.equal(lens?.title, '● 1 decision waits: #12 specification');
    assert.equal(lens.range.start.line, 1);
    assert.deepEqual(lens.argument, target);
    const [several] = createPipelineLenses(checked, [...approvals, ...approvals, ...approvals, ...approvals]);
    assert.match(several?.title ?? '', /^● 4 decisions wait: (#12 specification, ){3}…$/);
    assert.equal(several?.argument, undefined, 'the person picks one');
    assert.deepEqual(createPipelineLenses(checked, []), []);
  });

  it('[PIPE-4] show all errors of a malformed file, and no lens', async () => {
    const checked = await check('gates: { architecure: human }\nmaxSubItems: many\nsafetyCriticalModules: [src/**]\n');
    assert.deepEqual(
      checked.document.problems.map(({ severity, range }) => [severity, range.start.line]),
      [
        ['error', 1],
        ['error', 2],
      ],
    );
    assert.deepEqual(createPipelineLenses(checked, []), []);
  });

  it('[PIPE-4] follow the text in the editor and the files on disk', async () => {
    const results = [await check('maxSubItems: 1'), await check('maxSubItems: 2')];
    const { engine, state } = createFakeEngine({ dataFiles: () => Promise.resolve([results.shift() ?? []].flat()) });
    const store = new WorkspaceStore(createInitialState(true), (error) => assert.ifError(error));
    store.dispatch({ type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] });
    const unsaved = new UnsavedTexts();
    const timers = new ManualTimers();
    const engines = new WorkspaceEngines(
      () => Promise.resolve(engine),
      () => '/home/repo',
    );
    const checks = new DataFileChecks(
      { store, engines, unsaved, log: { warn: (message) => assert.equal(message, '') } },
      timers,
    );
    const current = () => store.state.folders[0]?.dataFiles?.pipeline?.[0]?.document.text;

    checks.handleDiskChanges(sampleFolder, ['src/other.ts']);
    await timers.advance(200);
    assert.equal(results.length, 2, 'a folder without the file');
    unsaved.queue(sampleFolder, '.holdfast/pipeline.yaml', () => 'maxSubItems: 1');
    await checks.check(sampleFolder, 'pipeline');
    assert.equal(state.unsaved.get('.holdfast/pipeline.yaml'), 'maxSubItems: 1');
    assert.equal(current(), 'maxSubItems: 1');

    checks.handleDiskChanges(sampleFolder, ['src/other.ts']);
    checks.handleDiskChanges(sampleFolder, ['src/more.ts']);
    await timers.advance(200);
    assert.equal(current(), 'maxSubItems: 2', 'changes are checked together');
    await checks.check(sampleFolder, 'pipeline');
    assert.equal(current(), undefined, 'the file was deleted');
  });

  it('[PIPE-4] never replace the result of the current text by that of an earlier one', async () => {
    const [slow, quick] = [await check('maxSubItems: 1'), await check('maxSubItems: 2')];
    let finish: (checks: readonly DataFileCheck[]) => void = () => assert.fail('not started');
    const first = new Promise<readonly DataFileCheck[]>((resolve) => (finish = resolve));
    const answers = [first, Promise.resolve([quick])];
    const { engine } = createFakeEngine({ dataFiles: () => answers.shift() ?? Promise.resolve([]) });
    const store = new WorkspaceStore(createInitialState(true), (error) => assert.ifError(error));
    store.dispatch({ type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] });
    const engines = new WorkspaceEngines(
      () => Promise.resolve(engine),
      () => '/home/repo',
    );
    const log = { warn: (message: string) => assert.equal(message, '') };
    const checks = new DataFileChecks({ store, engines, unsaved: new UnsavedTexts(), log }, new ManualTimers());
    const both = [checks.check(sampleFolder, 'pipeline'), checks.check(sampleFolder, 'pipeline')];
    await setImmediate();
    finish([slow]);
    await Promise.all(both);
    assert.equal(store.state.folders[0]?.dataFiles?.pipeline?.[0]?.document.text, 'maxSubItems: 2');
  });
});
