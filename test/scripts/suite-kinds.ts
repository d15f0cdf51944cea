import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { GIT_WITHOUT_CONFIGURATION } from './git-environment.ts';
import { cacheFolder, projectRoot } from './project.ts';
import { readSuiteResult, singleCheck, type SuiteResult } from './suite-result.ts';

export interface Suite {
  readonly id: string;
  readonly title: string;
  /** Ids of the suites that must pass before this one starts. */
  readonly after: readonly string[];
  /** Whether it runs while no other suite runs. */
  readonly alone: boolean;
  run(): Promise<SuiteResult>;
}

export interface SuiteOptions {
  readonly after?: readonly string[];
  readonly alone?: boolean;
  /** A suite that takes longer is killed and fails. */
  readonly limitMs?: number;
}

const defaultLimitMs = 20 * 60_000;

/** The folder for the reports and logs of the suites. */
const reportsFolder = join(cacheFolder, 'reports');

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
  const run = async (): Promise<SuiteResult> => {
    const report = join(reportsFolder, `${id}.json`);
    const log = join(reportsFolder, `${id}.log`);
    await mkdir(reportsFolder, { recursive: true });
    await rm(report, { force: true });
    const outcome = await execa(process.execPath, command, {
      cwd: projectRoot,
      all: true,
      stdin: 'ignore',
      reject: false,
      timeout: options.limitMs ?? defaultLimitMs,
      killDescendants: true,
      env: testEnvironment(report),
      extendEnv: false,
    });
    await writeFile(log, outcome.all);
    if (outcome.failed && (!options.ownReport || outcome.exitCode === undefined)) return failure(title, outcome);
    if (!options.ownReport) return singleCheck();
    return readSuiteResult(report).catch(() => failure(title, outcome));
  };
  return { id, title, after: options.after ?? [], alone: options.alone ?? false, run };
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
    ...['--report', join(reportsFolder, `${id}.json`)],
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

function failure(
  title: string,
  outcome: { readonly all?: string | undefined; readonly shortMessage?: string | undefined },
): SuiteResult {
  const output = (outcome.all ?? '').trim().split('\n').slice(-120).join('\n');
  return singleCheck({ title, message: [outcome.shortMessage ?? '', output].filter(Boolean).join('\n') });
}

/** The same on every machine: without Holdfast settings and without the git configuration of the machine or the user. */
function testEnvironment(report: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDFAST_'));
  const binaries = [dirname(process.execPath), join(projectRoot, 'node_modules', '.bin')];
  return {
    ...Object.fromEntries(inherited),
    PATH: [...binaries, process.env.PATH ?? ''].join(delimiter),
    ...GIT_WITHOUT_CONFIGURATION,
    HOLDFAST_TEST_REPORT: report,
    // The tests start many processes of Node that load the same files: sources, the type checker, VS Code's server.
    NODE_COMPILE_CACHE: join(cacheFolder, 'compile-cache'),
  };
}
