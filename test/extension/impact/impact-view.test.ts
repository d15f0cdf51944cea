import assert from 'node:assert/strict';
import type { FileDependents, Impact, ModifiedExportReport } from '../../../src/engine.ts';
import { createImpactView } from '../../../src/extension/impact/impact-view.ts';
import { impactViewSchema } from '../../../src/webview/protocol/impact-panel-data.ts';

const at = (file: string, line: number) => ({ file, line, column: 3, kind: 'other' as const });
const file = 'src/a.ts';
const impact: Impact = {
  filesAffected: ['src/b.ts'],
  functionsAffected: [{ name: 'load', file, callers: [at('src/b.ts', 1), at('src/b.ts', 4), at('src/c.ts', 2)] }],
  typesAffected: [{ name: 'Loaded', file, usages: [] }],
  summary: '',
};
const dependents: FileDependents = {
  file,
  files: [{ file: 'src/b.ts', level: 1 }],
  edges: [{ from: 'src/b.ts', to: file, kind: 'import' }],
  omitted: 2,
  exports: [{ name: 'load', kind: 'function', line: 1, specifier: './a.ts' }],
  mentions: [{ name: 'load', title: 'Loading', location: { file: 'x.contract.yaml', line: 7, column: 5 } }],
};
const modified: ModifiedExportReport[] = [
  {
    name: 'load',
    kind: 'function',
    change: 'changed',
    compatibility: 'breaking',
    reasons: ['the parameter "id" was removed'],
    line: 1,
    column: 17,
    uses: [],
    contracts: ['x.contract.yaml'],
  },
  {
    name: 'gone',
    kind: 'const',
    change: 'removed',
    compatibility: 'breaking',
    reasons: [],
    line: 3,
    column: 14,
    uses: [at('src/b.ts', 9)],
    contracts: [],
  },
];

describe('createImpactView', () => {
  const view = createImpactView({ impact, dependents, modified }, (name, line) =>
    line === 4 ? `load(); // ${name}` : undefined,
  );

  it('[ENF-IMPACT-2] [ENF-IMPACT-4] lists each export with its uses by file, its change and its contracts', () => {
    const load = view.exports.find(({ name }) => name === 'load');
    assert.deepEqual([load?.kind, load?.uses, load?.fileCount], ['function', 3, 2]);
    assert.deepEqual(load?.files, [
      {
        file: 'src/b.ts',
        locations: [
          { line: 1, column: 3 },
          { line: 4, column: 3, text: 'load(); // src/b.ts' },
        ],
      },
      { file: 'src/c.ts', locations: [{ line: 2, column: 3 }] },
    ]);
    assert.equal(load.change?.compatibility, 'breaking');
    assert.match(load.change.description, /^load was changed since the last commit: the parameter "id" was removed\.$/);
    assert.deepEqual(load.contracts, [{ title: 'Loading', location: { file: 'x.contract.yaml', line: 7, column: 5 } }]);
    assert.equal(view.exports.find(({ name }) => name === 'Loaded')?.change, undefined);
  });

  it('[ENF-IMPACT-4] lists a removed export with its remaining uses', () => {
    const gone = view.exports.find(({ name }) => name === 'gone');
    assert.deepEqual([gone?.uses, gone?.change?.description], [1, 'gone was removed since the last commit.']);
  });

  it('matches the schema of the panel and limits the number of uses', () => {
    assert.deepEqual(impactViewSchema.parse(view), view);
    const callers = Array.from({ length: 700 }, (_, line) => at('src/b.ts', line + 1));
    const large = { ...impact, functionsAffected: [{ name: 'load', file, callers }] };
    const [load] = createImpactView({ impact: large, dependents, modified: [] }, () => undefined).exports;
    assert.deepEqual([load?.uses, load?.files[0]?.locations.length, load?.omitted], [700, 500, 200]);
  });
});
