import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ModuleIndex } from '../../../src/code/module-index.ts';
import { DiskTree } from '../../../src/workspace/disk-tree.ts';
import type { SourceTree } from '../../../src/workspace/source-tree.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import type { Corpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';

const rounds = 9;
const parseRounds = 3;

interface Cold {
  readonly index: number;
  readonly read: number;
}

export const coldIndex: BenchMeasurement = {
  title: 'the index of a tree from nothing, beside reading the same files and beside parsing them',
  async measure(say, { corpus }) {
    const corpora = { middle: await openCorpus('middle'), large: await openCorpus('large') };
    const middle = await coldIndexOf(corpora.middle, say);
    const large = await coldIndexOf(corpora.large, say);
    const chosen = corpus === 'large' ? large : middle;
    const parsed = parse(corpora[corpus]);
    return [
      { id: 'cold-index/read', ours: chosen.index, peer: chosen.read, unit: 'ms' },
      { id: 'cold-index/ts-parse', ours: chosen.index, peer: parsed, unit: 'ms' },
      { id: 'growth/files', ours: large.index / large.read, peer: middle.index / middle.read, unit: 'ratio' },
    ];
  },
};

async function coldIndexOf({ folder, files }: Corpus, say: (line: string) => void): Promise<Cold> {
  const tree = treeOf(folder, files);
  const times: Record<'read' | 'index' | 'records', number[]> = { read: [], index: [], records: [] };
  for (let round = 0; round < rounds; round++) {
    times.read.push(
      timed(() => {
        for (const file of files) readFileSync(join(folder, file));
      }),
    );
    const begun = performance.now();
    const index = await ModuleIndex.build(tree);
    times.index.push(performance.now() - begun);
    if (index.size !== files.length) throw new Error(`${index.size} of ${files.length} files were indexed.`);
    times.records.push(
      timed(() => {
        for (const file of index.files()) index.moduleOf(file);
      }),
    );
  }
  const [read, index, records] = [median(times.read), median(times.index), median(times.records)];
  say(
    `${files.length} files: read ${read.toFixed(0)} ms, index ${index.toFixed(0)} ms (${(index / read).toFixed(2)} ×), ` +
      `every record of it ${records.toFixed(0)} ms more`,
  );
  return { index, read };
}

/** Which files there are is given to both. */
function treeOf(folder: string, files: readonly string[]): SourceTree {
  const disk = new DiskTree(folder, { files: () => Promise.resolve([...files, 'package.json', 'tsconfig.json']) });
  return disk;
}

function parse({ folder, files }: Corpus): number {
  const times: number[] = [];
  for (let round = 0; round < parseRounds; round++) {
    times.push(
      timed(() => {
        for (const file of files) {
          ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
        }
      }),
    );
  }
  return median(times);
}

function timed(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
