import assert from 'node:assert/strict';
import type { ModifiedExportReport } from '../../../src/engine.ts';
import { impactLenses } from '../../../src/extension/impact/impact-lenses.ts';

const places = ['b.ts', 'b.ts', 'c.ts'].map((file, index) => ({ file, line: index + 1, column: 1 }));

function report(change: Partial<ModifiedExportReport>): ModifiedExportReport {
  return {
    name: 'load',
    kind: 'function',
    change: 'changed',
    compatibility: 'breaking',
    reasons: ['the parameter "id" was removed'],
    line: 7,
    column: 17,
    places,
    contracts: [],
    ...change,
  };
}

const titleOf = (change: Partial<ModifiedExportReport>) => impactLenses([report(change)])[0]?.title;

describe('impactLenses', () => {
  it('[ENF-IMPACT-4] tells uses, files, contracts and whether the change breaks, where the export is declared', () => {
    const [lens] = impactLenses([report({ contracts: ['a.contract.yaml', 'b.contract.yaml'] })]);
    assert.deepEqual([lens?.line, lens?.character], [6, 16]);
    assert.equal(lens?.title, '3 uses in 2 files · 2 contracts · breaking');
    assert.match(lens.tooltip, /load was changed since the last commit: the parameter "id" was removed/);
    assert.match(lens.tooltip, /Named by a\.contract\.yaml, b\.contract\.yaml/);
  });

  it('[ENF-IMPACT-4] says so where it does not know, where nothing uses it, and where it is new', () => {
    assert.equal(titleOf({ compatibility: 'unknown' }), '3 uses in 2 files · changed');
    assert.equal(titleOf({ compatibility: 'compatible' }), '3 uses in 2 files · compatible');
    assert.equal(titleOf({ change: 'added', compatibility: 'compatible', places: [] }), 'no uses · new');
    assert.equal(titleOf({ places: places.slice(0, 1) }), '1 use in 1 file · breaking');
  });

  it('[ENF-IMPACT-4] what was removed is told at the top, by its name', () => {
    const [lens] = impactLenses([report({ change: 'removed', line: 90, column: 5 })]);
    assert.deepEqual([lens?.line, lens?.character], [0, 0]);
    assert.equal(lens?.title, 'load: 3 uses in 2 files · breaking');
  });

  it('[ENF-IMPACT-4] a renamed export says what it was called', () => {
    const [lens] = impactLenses([report({ change: 'renamed', previousName: 'fetch' })]);
    assert.match(lens?.tooltip ?? '', /^fetch is called load now since the last commit/);
  });
});
