import { isCodePath, roleOf } from '../../verdicts/facts/code/read-code.ts';
import { isSettingsPath } from '../../verdicts/protection/settings/settings-files.ts';
import { breakFunctions } from '../../verdicts/test-runners/planted/break-functions.ts';
import { folderOf } from '../../code/resolution/tree-path.ts';
import { findLostTests, isReportedIn, type KeptTest } from './kept-tests.ts';
import type { ProofInput, ProvedCommand } from './proof-input.ts';
import { runInCopy, type BrokenFunctions, type CopyRun } from './run-in-copy.ts';
import { runOnce } from './run-once.ts';

/** Functions that unchanged tests judged before a change and do not judge after it. */
export interface UnreachedCode {
  /** The functions, as `name (file)`. */
  readonly functions: readonly string[];
  /** The tests that pass nevertheless; empty if only the exit code shows it. */
  readonly tests: readonly KeptTest[];
}

export interface ReachResult {
  readonly unreached: UnreachedCode | undefined;
  readonly durationMs: number;
}

/**
 * [PROOF-3] Finds out whether tests still judge the code that the change writes: its functions return wrong values. A command, or
 * an unchanged test, that passes nevertheless judged them before the change if it fails when the same functions return wrong
 * values there. How tests were led to other code, or made to accept it, does not matter: an alias, a plug-in, a fixture, an
 * assertion, or a file that is written while they run.
 */
export async function findUnreached(input: ProofInput, command: ProvedCommand, reports: boolean): Promise<ReachResult> {
  let durationMs = 0;
  const { attempt, services } = input;
  const { before, after, filesBefore } = await listFunctions(input);
  const common = new Map(
    [...before].flatMap(([file, names]) => {
      const kept = names.filter((name) => after.get(file)?.includes(name) === true);
      return kept.length === 0 ? [] : [[file, new Set(kept)] as const];
    }),
  );
  if (common.size === 0) return { unreached: undefined, durationMs };
  const run = async (name: 'before' | 'after', broken: BrokenFunctions): Promise<CopyRun | undefined> => {
    const snapshot = name === 'before' ? input.change.before : input.judged;
    const key = JSON.stringify([...broken].map(([file, names]) => [file, [...(names ?? [])]]));
    const { result, isKnown } = await runOnce(input, snapshot, [name, command, reports, key], () =>
      runInCopy(input, snapshot, { command, reports, broken }),
    );
    durationMs += isKnown ? 0 : (result?.durationMs ?? 0);
    return result;
  };
  // The change may move the work to a file that it now imports, or that takes the place of another one.
  const others = (await listReached(input, filesBefore)).filter((file) => !before.has(file));
  const whole = others.map((file) => [file, undefined] as const);
  const changed = await run('after', new Map([...common, ...whole]));
  const dependents =
    changed?.failed === false || changed?.results === undefined
      ? []
      : await services.analysis.allDependents(attempt.root, [...common.keys()], { signal: services.signal });
  const mayPass =
    changed?.failed === false ||
    changed?.results?.some(
      (result) => result.passed && [command.file, ...dependents].some((file) => isReportedIn(file, result)),
    );
  const original = mayPass === true ? await run('before', common) : undefined;
  if (changed === undefined || original?.failed !== true) return { unreached: undefined, durationMs };
  const functions = [...common].flatMap(([file, names]) => [...names].map((name) => `${name} (${file})`));
  if (changed.results !== undefined && original.results !== undefined) {
    let tests = await findLostTests(input, changed.results, original.results);
    const used = tests.length === 0 ? new Map<string, ReadonlySet<string>>() : await listUsed(input, common, after);
    if (used.size > 0) {
      // A test that judges a new function, through code that existed, judges the change.
      const again = await run('after', new Map([...common, ...used, ...whole]));
      const passed = again?.failed === true ? again.results?.filter((result) => result.passed) : undefined;
      if (passed !== undefined) tests = await findLostTests(input, passed, original.results);
    }
    if (tests.length === 0) return { unreached: undefined, durationMs };
    // A test that waits for the change fails there with right values, too.
    const unbroken = await run('before', new Map());
    const judging = tests.filter(({ file, name }) =>
      unbroken?.results?.some((one) => one.passed && one.name === name && isReportedIn(file, one)),
    );
    return { unreached: judging.length === 0 ? undefined : { functions, tests: judging }, durationMs };
  }
  // The exit code does not show which test failed before.
  const keepsTests = input.change.files.every((file) => roleOf(file) !== 'test' || !filesBefore.has(file));
  if (changed.failed !== false || !keepsTests) return { unreached: undefined, durationMs };
  // A command that fails there with right values, too, judged nothing: it may have found no test.
  const unbroken = await run('before', new Map());
  return { unreached: unbroken?.failed === false ? { functions, tests: [] } : undefined, durationMs };
}

interface ListedFunctions {
  /** The names of functions, by shipped file that the change writes. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
  readonly filesBefore: ReadonlySet<string>;
}

async function listFunctions({ change, attempt, services }: ProofInput): Promise<ListedFunctions> {
  const { repository, signal } = services;
  const [before, after] = [new Map<string, readonly string[]>(), new Map<string, readonly string[]>()];
  const filesBefore = new Set(await repository.listFiles(change.before.commit, signal));
  const base = repository.readTree(change.before.commit, signal);
  const shipped = change.files.filter(isShipped);
  for (const file of shipped) {
    for (const [tree, names] of [
      [filesBefore.has(file) ? base : undefined, before],
      [attempt.tree, after],
    ] as const) {
      const text = await tree?.readText(file);
      const broken = text === undefined ? undefined : await breakFunctions(file, text);
      if (broken !== undefined) names.set(file, broken.names);
    }
  }
  return { before, after, filesBefore };
}

function isShipped(file: string): boolean {
  return isCodePath(file) && roleOf(file) === 'shipped' && !isSettingsPath(file);
}

/** All functions of the changed files that have new ones whose name the same file uses, by file. */
async function listUsed(
  { attempt }: ProofInput,
  common: ReadonlyMap<string, ReadonlySet<string>>,
  after: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [file, names] of after) {
    const known = common.get(file) ?? new Set<string>();
    const words: readonly string[] = ((await attempt.tree.readText(file)) ?? '').match(/\w+/g) ?? [];
    // A name occurs once where it is declared. A method is used by its class.
    const used = names.filter((name) => {
      const [first = name] = name.split('.');
      return !known.has(name) && words.indexOf(first) !== words.lastIndexOf(first);
    });
    if (used.length > 0) found.set(file, new Set([...known, ...used]));
  }
  return found;
}

/**
 * The shipped files that unchanged code can reach through the change: those that it modifies, those in place of deleted ones,
 * those of the same Go package, those that a changed file names in a text, and what all of these import, directly or through
 * others.
 */
async function listReached(
  { attempt, change, services }: ProofInput,
  filesBefore: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { analysis, signal } = services;
  const shipped = change.files.filter(isShipped);
  const filesAfter = new Set(await attempt.tree.listFiles());
  const deleted = new Set(shipped.filter((file) => !filesAfter.has(file)).map(moduleOf));
  const packages = new Set(shipped.filter((file) => file.endsWith('.go') && filesBefore.has(file)).map(folderOf));
  const isPart = (file: string): boolean =>
    filesBefore.has(file) || deleted.has(moduleOf(file)) || (file.endsWith('.go') && packages.has(folderOf(file)));
  // A file can be loaded by a name in data.
  const others = change.files.filter(
    (file) => filesAfter.has(file) && roleOf(file) !== 'test' && !isSettingsPath(file),
  );
  const texts = await Promise.all(others.map(async (file) => (await attempt.tree.readText(file)) ?? ''));
  const isNamed = (file: string): boolean => {
    const name = moduleOf(file).split('/').at(-1) ?? '';
    return texts.some((text) => ['"', "'", '`'].some((quote) => text.includes(`${quote}${name}${quote}`)));
  };
  let pending = shipped.filter((file) => filesAfter.has(file) && (isPart(file) || isNamed(file)));
  const found = new Set(pending);
  while (pending.length > 0) {
    const outlines = await analysis.outlines(
      attempt.root,
      pending.map((file) => ({ file })),
      { signal },
    );
    const imported = outlines.flatMap(({ imports }) => imports);
    pending = [...new Set(imported)].filter((file) => !found.has(file) && isShipped(file));
    for (const file of pending) found.add(file);
  }
  return [...found];
}

/** What importers call a file without its extension: `a` for `a.ts`, `a/index.js` and `a/__init__.py`. */
function moduleOf(file: string): string {
  return file.replace(/(?:\/(?:index|__init__))?\.\w+$/, '');
}
