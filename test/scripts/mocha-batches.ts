import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from './project.ts';
import { readSuiteResult, type SuiteResult } from './suite-result.ts';

export interface MochaBatchOptions {
  /** How many processes run at the same time. */
  readonly jobs: number;
  /**
   * The number of files of one process. A new process is small, and starting git from a process with 1 GB of memory
   * takes ten times as long as from a small one.
   */
  readonly batch: number;
  /** Further arguments of test/scripts/mocha.ts, which runs each batch. */
  readonly arguments: readonly string[];
}

/** Runs test files in several processes, in their order. Resolves to the results of all of them. */
export async function runMochaBatches(
  files: readonly string[],
  { jobs, batch, arguments: further }: MochaBatchOptions,
): Promise<SuiteResult> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-mocha-'));
  const batches = Array.from({ length: Math.ceil(files.length / batch) }, (_, index) =>
    files.slice(index * batch, (index + 1) * batch),
  );
  const results: SuiteResult[] = [];
  let next = 0;
  const runNext = async (): Promise<void> => {
    for (let index = next++; index < batches.length; index = next++) {
      results.push(await runBatch(batches[index] ?? [], join(folder, `${index}.json`), further));
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, runNext));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return {
    passed: sum(results, 'passed'),
    failed: sum(results, 'failed'),
    skipped: sum(results, 'skipped'),
    failures: results.flatMap(({ failures }) => failures),
    unstable: results.flatMap(({ unstable }) => unstable),
  };
}

async function runBatch(files: readonly string[], report: string, further: readonly string[]): Promise<SuiteResult> {
  const script = join(projectRoot, 'test', 'scripts', 'mocha.ts');
  const outcome = await execa(process.execPath, [script, '--report', report, ...further, ...files], {
    cwd: projectRoot,
    // The states of test/run/support/prepared-state.ts, which all processes share.
    env: { HOLDFAST_TEST_STATES: process.env.HOLDFAST_TEST_STATES ?? join(dirname(report), 'states') },
    stdin: 'ignore',
    stdout: ['inherit', 'pipe'],
    stderr: ['inherit', 'pipe'],
    all: true,
    reject: false,
    killDescendants: true,
  });
  return readSuiteResult(report).catch(() => {
    // The process ended before it wrote its report: a file cannot be loaded, or the process was killed.
    const message = [outcome.shortMessage ?? '', outcome.all.split('\n').slice(-60).join('\n')].join('\n').trim();
    return { passed: 0, failed: 1, skipped: 0, failures: [{ title: files.join(', '), message }], unstable: [] };
  });
}

function sum(results: readonly SuiteResult[], key: 'passed' | 'failed' | 'skipped'): number {
  return results.reduce((total, result) => total + result[key], 0);
}
