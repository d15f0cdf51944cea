import { endedChildrenMs } from './processor-time.ts';
import type { Suite, TestRun } from './suite-kinds.ts';
import { singleCheck, type SuiteResult } from './suite-result.ts';

export interface SuiteRun {
  readonly suite: Suite;
  readonly result: SuiteResult;
  readonly durationMs: number;
  /** Of all its processes. */
  readonly processorMs: number;
}

/**
 * Runs suites in order, up to `lanes` in parallel, and reports each when it ends. A suite waits for its prerequisites and
 * fails if one of them failed. A suite that runs alone waits until all suites before it have ended.
 */
export async function runSuites(
  suites: readonly Suite[],
  { lanes, testRun }: { readonly lanes: number; readonly testRun: TestRun },
  ended: (run: SuiteRun) => void,
): Promise<readonly SuiteRun[]> {
  const runs: SuiteRun[] = [];
  const waiting = [...suites];
  const running = new Map<string, Promise<void>>();
  let counted = endedChildrenMs();

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((suite) => canStart(suite, suites, waiting, running, lanes));
    if (next < 0) {
      await Promise.race(running.values());
      continue;
    }
    const [suite] = waiting.splice(next, 1);
    if (!suite) break;
    const started = performance.now();
    const work = runAfter(suite, runs, testRun).then((result) => {
      running.delete(suite.id);
      // The times of a child process are added when it ends, so they are those of this suite. They lack what a process of
      // the tests had started and did not wait for, which the report has.
      const waitedForMs = endedChildrenMs() - counted;
      counted += waitedForMs;
      const processorMs = Math.max(waitedForMs, result.processorMs);
      const run = { suite, result, durationMs: performance.now() - started, processorMs };
      runs.push(run);
      ended(run);
    });
    running.set(suite.id, work);
    if (suite.alone) await work;
  }
  return runs;
}

function canStart(
  suite: Suite,
  suites: readonly Suite[],
  waiting: readonly Suite[],
  running: ReadonlyMap<string, unknown>,
  lanes: number,
): boolean {
  if (running.size >= lanes) return false;
  const pending = (id: string) => running.has(id) || waiting.some((other) => other.id === id);
  if (suite.after.some((id) => suites.some((other) => other.id === id) && pending(id))) return false;
  // An exclusive suite starts when it is first in the queue, and no later suite overtakes it.
  const first = waiting[0];
  if (suite.alone) return suite === first && running.size === 0;
  return !(first?.alone && first !== suite);
}

async function runAfter(suite: Suite, runs: readonly SuiteRun[], testRun: TestRun): Promise<SuiteResult> {
  const broken = runs.find((run) => suite.after.includes(run.suite.id) && run.result.failed > 0);
  if (broken) return singleCheck({ title: suite.title, message: `Not run, because "${broken.suite.id}" failed.` });
  try {
    return await suite.run(testRun);
  } catch (thrown) {
    return singleCheck({
      title: suite.title,
      message: thrown instanceof Error ? String(thrown.stack) : String(thrown),
    });
  }
}
