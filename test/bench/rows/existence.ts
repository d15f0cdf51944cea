import { createAnalysis } from '../../../src/analysis/analysis.ts';
import type { CheckRequest } from '../../../src/analysis/analysis.ts';
import { ModuleIndex } from '../../../src/code/module-index.ts';
import { DiskTree } from '../../../src/workspace/disk-tree.ts';
import { execa } from 'execa';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';

const assertions = 1_000;
const rounds = 9;
/** A process takes the same time for every name; these many are run and the rest is reckoned. */
const grepped = 20;
const limitMs = 25;

export const existence: BenchMeasurement = {
  title: '1,000 export_exists assertions on an index that stands, beside one grep for each name',
  async measure(say, { corpus }) {
    const { folder, files } = await openCorpus(corpus);
    const wanted = await exportsAmong(folder, files);
    const ours = await checkAll(folder, wanted, say);
    const peer = await grepAll(folder, wanted);
    say(`${assertions} assertions ${ours.toFixed(1)} ms; grep ${(peer / assertions).toFixed(1)} ms for each name`);
    return [
      { id: 'existence-1000/grep', ours, peer, unit: 'ms' },
      { id: 'existence-1000/limit', ours, peer: limitMs, unit: 'ms' },
    ];
  },
};

interface Wanted {
  readonly file: string;
  readonly name: string;
}

/** Exports spread over the corpus, those that come through re-exports included. */
async function exportsAmong(folder: string, files: readonly string[]): Promise<readonly Wanted[]> {
  const index = await ModuleIndex.build(new DiskTree(folder));
  const all = files.flatMap((file) =>
    index
      .exportsOf(file)
      .filter(({ name }) => /^[\w$]+$/.test(name) && name !== 'default')
      .map(({ name }) => ({ file, name })),
  );
  return Array.from({ length: assertions }, (_, at) => all[Math.floor((at * all.length) / assertions)]).flatMap(
    (one) => one ?? [],
  );
}

async function checkAll(folder: string, wanted: readonly Wanted[], say: (line: string) => void): Promise<number> {
  await using analysis = createAnalysis({ environment: () => undefined });
  const request: CheckRequest = {
    root: folder,
    requirements: wanted.map(({ file, name }, at) => ({
      assertion: {
        type: 'assert',
        message: `Must export ${name}`,
        check: { type: 'export_exists', target: name, file },
      },
      origin: ['assertions', at],
    })),
    resources: [],
    steps: [],
    allowedFiles: [],
    trusted: true,
    commandTimeoutMs: 1_000,
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const results = await analysis.check(request);
    times.push(performance.now() - begun);
    const passed = results.filter((result) => result.passed).length;
    if (passed !== wanted.length) throw new Error(`${passed} of ${wanted.length} exports were found.`);
  }
  say(`first, with the index: ${times[0]?.toFixed(0) ?? '?'} ms`);
  return median(times.slice(1));
}

/** As a first sketch of such a check would do it: one process for each name, over the whole tree. */
async function grepAll(folder: string, wanted: readonly Wanted[]): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < grepped; at++) {
    const name = wanted[Math.floor((at * wanted.length) / grepped)]?.name ?? '';
    const pattern = `export\\s+(const|function|interface|type|class)\\s+${name.replaceAll('$', '\\$')}\\b`;
    const options = { cwd: folder, reject: false, stdin: 'ignore' } as const;
    const begun = performance.now();
    await execa('grep', ['-r', '-l', '-E', pattern, '--include=*.ts', '--include=*.tsx', '.'], options);
    times.push(performance.now() - begun);
  }
  return median(times) * wanted.length;
}
