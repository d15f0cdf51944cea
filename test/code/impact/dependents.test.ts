import assert from 'node:assert/strict';
import { buildDependentsGraph } from '../../../src/code/impact/dependents.ts';
import { createMemoryImpact } from './memory-impact.ts';

const files = {
  'src/a.ts': 'export const a = 1;\nexport type A = number;\n',
  'src/index.ts': "export * from './a';\n",
  'src/again.ts': "import { a } from './a';\nexport { a };\n",
  'src/types.ts': "import type { A } from './a';\nexport const b: A = 1;\n",
  'src/lazy.ts': "export const lazy = () => import('./a');\n",
  'src/page.ts': "import { a } from './index';\nimport { a as other } from './again';\nconsole.log(a, other);\n",
  'src/main.ts': "import './page';\nimport './lazy';\n",
  'src/apart.ts': 'export const apart = 1;\n',
};

describe('The dependents graph', () => {
  it('[ENF-IMPACT-1] lists every file that a change can affect, with the length of its shortest import path', async () => {
    const { graph } = await createMemoryImpact(files);
    const { files: dependents, omitted } = buildDependentsGraph(graph, 'src/a.ts');
    assert.deepEqual(
      dependents.map(({ file, level }) => `${level} ${file}`),
      ['1 src/again.ts', '1 src/index.ts', '1 src/lazy.ts', '1 src/types.ts', '2 src/main.ts', '2 src/page.ts'],
    );
    assert.equal(omitted, 0);
  });

  it('[ENF-IMPACT-1] distinguishes imports, type imports, dynamic imports and re-exports', async () => {
    const { graph } = await createMemoryImpact(files);
    const { edges } = buildDependentsGraph(graph, 'src/a.ts');
    assert.deepEqual(edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`).sort(), [
      'src/again.ts reexport src/a.ts',
      'src/index.ts reexport src/a.ts',
      'src/lazy.ts dynamic src/a.ts',
      'src/main.ts import src/lazy.ts',
      'src/main.ts import src/page.ts',
      'src/page.ts import src/again.ts',
      'src/page.ts import src/index.ts',
      'src/types.ts type src/a.ts',
    ]);
  });

  it('lists files in an import cycle once, and not the file itself', async () => {
    const { graph } = await createMemoryImpact({
      'a.ts': "import './b';\nexport const a = 1;\n",
      'b.ts': "import './a';\nexport const b = 1;\n",
    });
    const { files: dependents, edges } = buildDependentsGraph(graph, 'a.ts');
    assert.deepEqual(dependents, [{ file: 'b.ts', level: 1 }]);
    assert.deepEqual(edges, [{ from: 'b.ts', to: 'a.ts', kind: 'import' }]);
  });

  it('limits the number of files and reports how many are omitted', async () => {
    const { graph } = await createMemoryImpact(files);
    const { files: dependents, edges, omitted } = buildDependentsGraph(graph, 'src/a.ts', 4);
    assert.equal(dependents.length, 4);
    assert.equal(omitted, 2);
    assert.ok(edges.every(({ to }) => to === 'src/a.ts'));
  });
});
