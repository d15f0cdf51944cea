import assert from 'node:assert/strict';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { contractSchema, type Chunk } from '../../../src/contract/model.ts';
import { summarizePromptImpact } from '../../../src/run/prompt/prompt-impact.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { TemporaryFolder } from '../../verdicts/checks/temporary-folder.ts';

function createChunk(change: object): Chunk {
  const contract = contractSchema.parse({
    spec: { id: 'spec', title: 'Spec' },
    chunks: [{ id: 'chunk', title: 'Chunk', ...change }],
  });
  return contract.chunks[0]!;
}

describe('summarizePromptImpact', () => {
  it('[ENF-CTX-6] summarizes the uses of the exports of existing files that the chunk may write', async () => {
    await using folder = await TemporaryFolder.create({
      'src/a.ts': 'export const a = 1;\n',
      'src/b.ts': 'export const b = 1;\n',
      'src/lonely.ts': 'export const lonely = 1;\n',
      'src/use.ts': "import { a } from './a';\nimport { b } from './b';\nconsole.log(a, b);\n",
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const summarize = (change: object): Promise<string | undefined> =>
      summarizePromptImpact({
        chunk: createChunk(change),
        tree: new DiskTree(folder.path),
        analysis,
        signal: new AbortController().signal,
      });
    const plain = await summarize({ allowedFiles: ['src/a.ts', 'src/later.ts', 'src/lonely.ts', 'notes.md'] });
    assert.match(plain ?? '', /- a \(src\/a\.ts\): 2 uses in 1 file \(1 import\): src\/use\.ts:1,3/);
    assert.doesNotMatch(plain ?? '', /src\/b\.ts|lonely|later/);
    const glob = await summarize({ allowedFiles: ['src/*.ts'], forbiddenFiles: ['src/a.ts'] });
    assert.match(glob ?? '', /src\/b\.ts/);
    assert.doesNotMatch(glob ?? '', /src\/a\.ts/);
    assert.equal(await summarize({ allowedFiles: ['src/lonely.ts'] }), undefined);
    const named = await summarize({ functions: [{ name: 'b', file: 'src/b.ts', signature: '() => void' }] });
    assert.match(named ?? '', /- b \(src\/b\.ts\)/);
  });

  it('[ENF-CTX-6] supports route groups, folders and exclusions in allowedFiles', async () => {
    const names = ['app/(shop)/a', 'app/shop/b', 'lib/c', 'lib/excluded'] as const;
    const imports = names.map((name, index) => `import { x as x${index} } from './${name}';\n`);
    await using folder = await TemporaryFolder.create({
      ...Object.fromEntries(names.map((name) => [`${name}.ts`, 'export const x = 1;\n'])),
      'use.ts': `${imports.join('')}console.log(x0, x1, x2, x3);\n`,
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const summary = await summarizePromptImpact({
      chunk: createChunk({ allowedFiles: ['app/(shop)/*.ts', 'lib/', '!lib/excluded.ts'] }),
      tree: new DiskTree(folder.path),
      analysis,
      signal: new AbortController().signal,
    });
    assert.deepEqual(summary?.match(/(?<=- x \()[^)]*(?:\)\/[^)]*)?/g), ['app/(shop)/a.ts', 'lib/c.ts']);
  });

  it('[ENF-CTX-6] is limited, and reports the number of omitted files', async () => {
    const files: Record<string, string> = {};
    for (let number = 0; number < 30; number++) {
      files[`src/m${number}.ts`] = `export const value${number} = 1;\n`;
      files[`src/use${number}.ts`] = `import { value${number} } from './m${number}';\nconsole.log(value${number});\n`;
    }
    await using folder = await TemporaryFolder.create(files);
    await using analysis = createAnalysis({ environment: () => undefined });
    const summary = await summarizePromptImpact({
      chunk: createChunk({ allowedFiles: ['src/m*.ts'] }),
      tree: new DiskTree(folder.path),
      analysis,
      signal: new AbortController().signal,
    });
    assert.equal(summary?.match(/^A change of/gm)?.length, 20);
    assert.match(summary, /Not analyzed: 10 more/);
  });
});
