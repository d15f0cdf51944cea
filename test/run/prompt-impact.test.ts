import assert from 'node:assert/strict';
import { createAnalysis } from '../../src/analysis/analysis.ts';
import { contractSchema, type Chunk } from '../../src/contract/model.ts';
import { promptImpact } from '../../src/run/prompt-impact.ts';
import { DiskTree } from '../../src/workspace/disk-tree.ts';
import { TemporaryFolder } from '../checks/temporary-folder.ts';

function chunk(change: object): Chunk {
  const contract = contractSchema.parse({
    spec: { id: 'spec', title: 'Spec' },
    chunks: [{ id: 'chunk', title: 'Chunk', ...change }],
  });
  return contract.chunks[0]!;
}

describe('promptImpact', () => {
  it('[ENF-CTX-6] tells who uses the exports of files that are there and may be written, and of no others', async () => {
    await using folder = await TemporaryFolder.with({
      'src/a.ts': 'export const a = 1;\n',
      'src/b.ts': 'export const b = 1;\n',
      'src/lonely.ts': 'export const lonely = 1;\n',
      'src/use.ts': "import { a } from './a';\nimport { b } from './b';\nconsole.log(a, b);\n",
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const told = (change: object): Promise<string | undefined> =>
      promptImpact({
        chunk: chunk(change),
        tree: new DiskTree(folder.path),
        analysis,
        signal: new AbortController().signal,
      });
    const plain = await told({ allowedFiles: ['src/a.ts', 'src/later.ts', 'src/lonely.ts', 'notes.md'] });
    assert.match(plain ?? '', /- a \(src\/a\.ts\): 2 uses in 1 file: src\/use\.ts:1,3/);
    assert.doesNotMatch(plain ?? '', /src\/b\.ts|lonely|later/);
    const glob = await told({ allowedFiles: ['src/*.ts'], forbiddenFiles: ['src/a.ts'] });
    assert.match(glob ?? '', /src\/b\.ts/);
    assert.doesNotMatch(glob ?? '', /src\/a\.ts/);
    assert.equal(await told({ allowedFiles: ['src/lonely.ts'] }), undefined);
    const spoken = await told({ functions: [{ name: 'b', file: 'src/b.ts', signature: '() => void' }] });
    assert.match(spoken ?? '', /- b \(src\/b\.ts\)/);
  });

  it('[ENF-CTX-6] tells of the files that may really be written, routes, folders and exceptions included', async () => {
    const names = ['app/(shop)/a', 'app/shop/b', 'lib/c', 'lib/kept'] as const;
    const imports = names.map((name, at) => `import { x as x${at} } from './${name}';\n`);
    await using folder = await TemporaryFolder.with({
      ...Object.fromEntries(names.map((name) => [`${name}.ts`, 'export const x = 1;\n'])),
      'use.ts': `${imports.join('')}console.log(x0, x1, x2, x3);\n`,
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const told = await promptImpact({
      chunk: chunk({ allowedFiles: ['app/(shop)/*.ts', 'lib/', '!lib/kept.ts'] }),
      tree: new DiskTree(folder.path),
      analysis,
      signal: new AbortController().signal,
    });
    assert.deepEqual(told?.match(/(?<=- x \()[^)]*(?:\)\/[^)]*)?/g), ['app/(shop)/a.ts', 'lib/c.ts']);
  });

  it('[ENF-CTX-6] is bounded, and says what it leaves out', async () => {
    const files: Record<string, string> = {};
    for (let number = 0; number < 30; number++) {
      files[`src/m${number}.ts`] = `export const value${number} = 1;\n`;
      files[`src/use${number}.ts`] = `import { value${number} } from './m${number}';\nconsole.log(value${number});\n`;
    }
    await using folder = await TemporaryFolder.with(files);
    await using analysis = createAnalysis({ environment: () => undefined });
    const told = await promptImpact({
      chunk: chunk({ allowedFiles: ['src/m*.ts'] }),
      tree: new DiskTree(folder.path),
      analysis,
      signal: new AbortController().signal,
    });
    assert.equal(told?.match(/^A change of/gm)?.length, 20);
    assert.match(told, /Not looked into: 10 more/);
  });
});
