import assert from 'node:assert/strict';
import type { ModifiedExportReport } from '../../../src/engine.ts';
import { draftChangeset } from '../../../src/extension/impact/changeset-action.ts';
import { createImpactLenses } from '../../../src/extension/impact/impact-lenses.ts';

const uses = ['b.ts', 'b.ts', 'c.ts'].map((file, index) => ({
  file,
  line: index + 1,
  column: 1,
  kind: 'call' as const,
}));

function createReport(change: Partial<ModifiedExportReport>): ModifiedExportReport {
  return {
    name: 'load',
    kind: 'function',
    change: 'changed',
    compatibility: 'breaking',
    reasons: ['the parameter "id" was removed'],
    line: 7,
    column: 17,
    uses,
    contracts: [],
    ...change,
  };
}

const getTitle = (change: Partial<ModifiedExportReport>) => createImpactLenses([createReport(change)])[0]?.title;

describe('createImpactLenses', () => {
  it('[ENF-IMPACT-4] shows uses, files, contracts and compatibility at the declaration', () => {
    const [lens] = createImpactLenses([createReport({ contracts: ['a.contract.yaml', 'b.contract.yaml'] })]);
    assert.deepEqual([lens?.line, lens?.character], [6, 16]);
    assert.equal(lens?.title, '3 uses in 2 files · 2 contracts · breaking');
    assert.match(lens.tooltip, /load was changed since the last commit: the parameter "id" was removed/);
    assert.match(lens.tooltip, /Referenced by a\.contract\.yaml, b\.contract\.yaml/);
  });

  it('[ENF-IMPACT-4] shows unknown compatibility, no uses, and new exports', () => {
    assert.equal(getTitle({ compatibility: 'unknown' }), '3 uses in 2 files · changed');
    assert.equal(getTitle({ compatibility: 'compatible' }), '3 uses in 2 files · compatible');
    assert.equal(getTitle({ change: 'added', compatibility: 'compatible', uses: [] }), 'no uses · new');
    assert.equal(getTitle({ uses: uses.slice(0, 1) }), '1 use in 1 file · breaking');
  });

  it('[ENF-IMPACT-4] shows a removed export at the top, with its name', () => {
    const [lens] = createImpactLenses([createReport({ change: 'removed', line: 90, column: 5 })]);
    assert.deepEqual([lens?.line, lens?.character], [0, 0]);
    assert.equal(lens?.title, 'load: 3 uses in 2 files · removed · breaking');
  });

  it('[ENF-IMPACT-4] names the previous name of a renamed export', () => {
    const [lens] = createImpactLenses([createReport({ change: 'renamed', previousName: 'fetch' })]);
    assert.match(lens?.tooltip ?? '', /^fetch was renamed to load since the last commit/);
  });

  it('[CHANGE-2] shows the version that a change of a public export asks for, and its public names', () => {
    const publicApi = { packageName: 'shop', names: ['load', 'get'], bump: 'major' } as const;
    const [lens] = createImpactLenses([createReport({ publicApi })]);
    assert.equal(lens?.title, '3 uses in 2 files · breaking · public API: major version');
    assert.match(lens.tooltip, / shop offers it as load, get, so the change asks for a major version\./);
    const unknown = { packageName: 'shop', names: ['load'] };
    assert.equal(getTitle({ compatibility: 'unknown', publicApi: unknown }), '3 uses in 2 files · changed');
  });

  it('[CHANGE-2] drafts a changeset for a public export with a known version', () => {
    const publicApi = { packageName: '@acme/shop', names: ['loadAll'], bump: 'major' } as const;
    assert.deepEqual(draftChangeset(createReport({ name: 'loadAll', publicApi })), {
      title: 'Add a Changeset: major Version of @acme/shop',
      file: '.changeset/load-all-major.md',
      text: '---\n\'@acme/shop\': major\n---\n\n`loadAll`: the parameter "id" was removed\n',
    });
    assert.equal(draftChangeset(createReport({})), undefined);
    assert.equal(draftChangeset(createReport({ publicApi: { packageName: 'shop', names: ['load'] } })), undefined);
  });
});
