import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import type { CheckRequest } from '../../../src/verdicts/analysis/analysis.ts';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { execa } from 'execa';
import { openCorpus } from '../corpus/open-corpus.ts';
import { median, type BenchMeasurement } from '../row.ts';
import { PLAIN_RULES } from '../../workspace/support/command-rules.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const assertions = 1_000;
const rounds = 9;
/** The number of measured grep processes. Each takes the same time, so the total is extrapolated. */
const grepCount = 20;
const limitMs = 25;

export const existence: BenchMeasurement = {
  title: '1,000 export_exists assertions on a complete index, compared with one grep per name',
  async measure(say, { corpus }) {
    const { folder, files } = await openCorpus(corpus);
    const wanted = await selectExports(folder, files);
    const ours = await checkAll(folder, wanted, say);
    const peer = await grepAll(folder, wanted);
    say(`${assertions} assertions ${ours.toFixed(1)} ms; grep ${(peer / assertions).toFixed(1)} ms per name`);
    return [
      { id: 'existence-1000/grep', ours, peer, unit: 'ms' },
      { id: 'existence-1000/machine', ours, peer: limitOfMachine(limitMs), unit: 'ms' },
    ];
  },
};

interface QueriedExport {
  readonly file: string;
  readonly name: string;
}

/** Selects exports from all parts of the corpus, including re-exports. */
async function selectExports(folder: string, files: readonly string[]): Promise<readonly QueriedExport[]> {
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

async function checkAll(
  folder: string,
  wanted: readonly QueriedExport[],
  say: (line: string) => void,
): Promise<number> {
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
    commandRules: PLAIN_RULES,
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const results = await analysis.check(request);
    times.push(performance.now() - begun);
    const passed = results.filter((result) => result.passed).length;
    if (passed !== wanted.length) throw new Error(`${passed} of ${wanted.length} exports were found.`);
  }
  say(`first run, including the index: ${times[0]?.toFixed(0) ?? '?'} ms`);
  return median(times.slice(1));
}

/** A naive implementation of the check: one grep process per name over the whole tree. */
async function grepAll(folder: string, wanted: readonly QueriedExport[]): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < grepCount; at++) {
    const name = wanted[Math.floor((at * wanted.length) / grepCount)]?.name ?? '';
    const pattern = `export\\s+(const|function|interface|type|class)\\s+${name.replaceAll('$', '\\$')}\\b`;
    const options = { cwd: folder, reject: false, stdin: 'ignore' } as const;
    const begun = performance.now();
    await execa('grep', ['-r', '-l', '-E', pattern, '--include=*.ts', '--include=*.tsx', '.'], options);
    times.push(performance.now() - begun);
  }
  return median(times) * wanted.length;
}
