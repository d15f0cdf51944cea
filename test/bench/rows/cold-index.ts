import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import type { SourceTree } from '../../../src/workspace/files/source-tree.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import type { Corpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';

const rounds = 9;
const parseRounds = 3;

interface ColdTimes {
  readonly index: number;
  readonly read: number;
}

export const coldIndex: BenchMeasurement = {
  title: 'building the module index, compared with reading and with parsing the same files',
  async measure(say, { corpus }) {
    const corpora = { middle: await openCorpus('middle'), large: await openCorpus('large') };
    const middle = await measureColdIndex(corpora.middle, say);
    const large = await measureColdIndex(corpora.large, say);
    const chosen = corpus === 'large' ? large : middle;
    const parsed = measureParsing(corpora[corpus]);
    return [
      { id: 'cold-index/read', ours: chosen.index, peer: chosen.read, unit: 'ms' },
      { id: 'cold-index/ts-parse', ours: chosen.index, peer: parsed, unit: 'ms' },
      { id: 'growth/files', ours: large.index / large.read, peer: middle.index / middle.read, unit: 'ratio' },
    ];
  },
};

async function measureColdIndex({ folder, files }: Corpus, say: (line: string) => void): Promise<ColdTimes> {
  const tree = createTree(folder, files);
  const times: Record<'read' | 'index' | 'records', number[]> = { read: [], index: [], records: [] };
  for (let round = 0; round < rounds; round++) {
    times.read.push(
      measureTime(() => {
        for (const file of files) readFileSync(join(folder, file));
      }),
    );
    const begun = performance.now();
    const index = await ModuleIndex.build(tree);
    times.index.push(performance.now() - begun);
    if (index.size !== files.length) throw new Error(`${index.size} of ${files.length} files were indexed.`);
    times.records.push(
      measureTime(() => {
        for (const file of index.files()) index.moduleOf(file);
      }),
    );
  }
  const [read, index, records] = [median(times.read), median(times.index), median(times.records)];
  say(
    `${files.length} files: read ${read.toFixed(0)} ms, index ${index.toFixed(0)} ms (${(index / read).toFixed(2)} ×), ` +
      `reading all records: ${records.toFixed(0)} ms more`,
  );
  return { index, read };
}

/** Creates a tree with a known list of files, so that listing files is not measured. */
function createTree(folder: string, files: readonly string[]): SourceTree {
  const disk = new DiskTree(folder, { listFiles: () => Promise.resolve([...files, 'package.json', 'tsconfig.json']) });
  return disk;
}

function measureParsing({ folder, files }: Corpus): number {
  const times: number[] = [];
  for (let round = 0; round < parseRounds; round++) {
    times.push(
      measureTime(() => {
        for (const file of files) {
          ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);
        }
      }),
    );
  }
  return median(times);
}

function measureTime(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}
