import { join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from './project.ts';
import { writeReportLine } from './suite-result.ts';

export interface MochaBatchOptions {
  /** The report that all processes append to. */
  readonly report: string | undefined;
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

/** Runs test files in several processes, in their order. */
export async function runMochaBatches(files: readonly string[], options: MochaBatchOptions): Promise<void> {
  const { jobs, batch } = options;
  const batches = Array.from({ length: Math.ceil(files.length / batch) }, (_, index) =>
    files.slice(index * batch, (index + 1) * batch),
  );
  const waiting = batches.values();
  const runWaiting = async (): Promise<void> => {
    for (const ofBatch of waiting) await runBatch(ofBatch, options);
  };
  await Promise.all(Array.from({ length: jobs }, runWaiting));
}

async function runBatch(files: readonly string[], { report, arguments: further }: MochaBatchOptions): Promise<void> {
  const script = join(projectRoot, 'test', 'scripts', 'mocha.ts');
  const outcome = await execa(
    process.execPath,
    [script, ...(report === undefined ? [] : ['--report', report]), ...further, ...files],
    {
      cwd: projectRoot,
      stdin: 'ignore',
      stdout: ['inherit', 'pipe'],
      stderr: ['inherit', 'pipe'],
      all: true,
      reject: false,
      killDescendants: true,
    },
  );
  if (!outcome.failed) return;
  // A file cannot be loaded, or the process was killed. The tests that did not run are missing in the report.
  const message = [outcome.shortMessage ?? '', outcome.all.split('\n').slice(-60).join('\n')].join('\n').trim();
  if (report !== undefined) writeReportLine(report, { failure: { title: files.join(', '), message } });
}
