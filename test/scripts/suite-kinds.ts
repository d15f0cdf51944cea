import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { GIT_WITHOUT_CONFIGURATION } from './git-environment.ts';
import { processorFactorVariables } from './machine-speed.ts';
import { startMachineTimer } from './machine-timer.ts';
import { cacheFolder, projectRoot } from './project.ts';
import { readSuiteResult, singleCheck, type Failure, type SuiteResult } from './suite-result.ts';

export interface Suite {
  readonly id: string;
  readonly title: string;
  /** Ids of the suites that must pass before this one starts. */
  readonly after: readonly string[];
  /** Whether it runs while no other suite runs. */
  readonly alone: boolean;
  /** Whether only `npm run test:full` runs it. */
  readonly onlyFull: boolean;
  run(run: TestRun): Promise<SuiteResult>;
}

/** What all suites of one test run share. */
export interface TestRun {
  /** Whether it is `npm run test:full`. */
  readonly isFull: boolean;
  /** The folder of states that tests prepare once and copy, see test/run/support/prepared-state.ts. */
  readonly states: string;
}

export interface SuiteOptions {
  readonly after?: readonly string[];
  readonly alone?: boolean;
  readonly onlyFull?: boolean;
  /**
   * A suite that takes longer is ended, and fails with the results that it has. On a slow or busy machine, it may take
   * longer in proportion.
   */
  readonly limitMs?: number;
}

const defaultLimitMs = 20 * 60_000;

/** The folder for the reports and logs of the suites. */
export const reportsFolder = join(cacheFolder, 'reports');

/**
 * A suite that is one Node command. It is a single check, decided by the exit code. With `ownReport`, it writes a report
 * to the file in HOLDFAST_TEST_REPORT instead.
 */
export function commandSuite(
  id: string,
  title: string,
  command: readonly string[],
  options: SuiteOptions & { readonly ownReport?: boolean } = {},
): Suite {
  const { after = [], alone = false, onlyFull = false, limitMs = defaultLimitMs, ownReport = false } = options;
  const run = async (testRun: TestRun): Promise<SuiteResult> => {
    const report = join(reportsFolder, `${id}.jsonl`);
    const log = join(reportsFolder, `${id}.log`);
    await mkdir(reportsFolder, { recursive: true });
    await rm(report, { force: true });
    const timeUp = new AbortController();
    using _limit = startMachineTimer(limitMs, () => timeUp.abort());
    const outcome = await execa(process.execPath, command, {
      cwd: projectRoot,
      all: true,
      stdin: 'ignore',
      reject: false,
      cancelSignal: timeUp.signal,
      killDescendants: true,
      env: testEnvironment(report, testRun),
      extendEnv: false,
    });
    await writeFile(log, outcome.all);
    const isLate = timeUp.signal.aborted;
    const problem = describeProblem(title, outcome, isLate ? `Ended at its limit of ${limitMs / 60_000} minutes.` : '');
    const result = ownReport ? readSuiteResult(report) : undefined;
    if (result === undefined) return singleCheck(problem ?? (ownReport ? { title, message: 'No report.' } : undefined));
    // The exit code of a suite with failed tests says nothing more than its report.
    const isExplained = result.failed > 0 && outcome.exitCode !== undefined && !isLate;
    if (problem === undefined || isExplained) return result;
    return { ...result, failed: result.failed + 1, failures: [...result.failures, problem] };
  };
  return { id, title, after, alone, onlyFull, run };
}

export interface MochaSuiteOptions extends SuiteOptions {
  readonly ignore?: readonly string[];
  /** How many processes run the files at the same time. Default 1. */
  readonly jobs?: number;
  /** How many files one process runs. Default: all, in the process of the suite. See MochaBatchOptions. */
  readonly batch?: number;
  /** Globs of long test files. They start first, so that no process ends long after the others. */
  readonly first?: readonly string[];
  readonly testTimeoutMs?: number;
  /** See MochaRunOptions. */
  readonly retries?: number;
}

/** A suite of mocha tests in a separate process. */
export function mochaSuite(
  id: string,
  title: string,
  globs: readonly string[],
  options: MochaSuiteOptions = {},
): Suite {
  const command = [
    join(projectRoot, 'test', 'scripts', 'mocha.ts'),
    ...['--report', join(reportsFolder, `${id}.jsonl`)],
    ...(options.jobs ? ['--jobs', String(options.jobs)] : []),
    ...(options.batch ? ['--batch', String(options.batch)] : []),
    ...(options.testTimeoutMs ? ['--timeout', String(options.testTimeoutMs)] : []),
    ...(options.retries ? ['--retries', String(options.retries)] : []),
    ...(options.ignore ?? []).flatMap((glob) => ['--ignore', glob]),
    ...(options.first ?? []).flatMap((glob) => ['--first', glob]),
    ...globs,
  ];
  return commandSuite(id, title, command, { ...options, ownReport: true });
}

interface CommandOutcome {
  readonly failed: boolean;
  readonly all?: string | undefined;
  readonly shortMessage?: string | undefined;
}

/** Why a command failed, with the end of its output. `undefined` if it did not fail. */
function describeProblem(
  title: string,
  { failed, all, shortMessage }: CommandOutcome,
  late: string,
): Failure | undefined {
  if (!failed) return undefined;
  const output = (all ?? '').trim().split('\n').slice(-120).join('\n');
  return { title, message: [late || (shortMessage ?? ''), output].filter(Boolean).join('\n') };
}

/** The same on every machine: without Holdfast settings and without the git configuration of the machine or the user. */
function testEnvironment(report: string, { isFull, states }: TestRun): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDFAST_'));
  const binaries = [dirname(process.execPath), join(projectRoot, 'node_modules', '.bin')];
  return {
    ...Object.fromEntries(inherited),
    PATH: [...binaries, process.env.PATH ?? ''].join(delimiter),
    ...GIT_WITHOUT_CONFIGURATION,
    ...processorFactorVariables(),
    HOLDFAST_TEST_REPORT: report,
    HOLDFAST_TEST_STATES: states,
    ...(isFull ? { HOLDFAST_TEST_FULL: '1' } : {}),
    // The tests start many processes of Node that load the same files: sources, the type checker, VS Code's server.
    NODE_COMPILE_CACHE: join(cacheFolder, 'compile-cache'),
  };
}
