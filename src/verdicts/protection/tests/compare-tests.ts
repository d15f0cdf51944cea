import type { FileVersions, ProtectedChange, ProtectedChangeKind } from '../changes/protected-change.ts';
import type {
  DeclaredTest,
  LibraryNames,
  SkipReason,
  TestExclusion,
  TestFile,
  TestLanguage,
} from './interface/declared-test.ts';
import type { LocatedTest } from './match-tests.ts';
import { formatCount } from '../../../foundation/format-count.ts';
import { rankOfSkip } from './interface/skip-reasons.ts';
import { checksLess, findAbsorbed } from './compare-strength.ts';
import { isRewritten, matchTests } from './match-tests.ts';
import { RemovedSubjects } from './removed-subjects.ts';
import { testLanguageOf } from './test-languages.ts';

/** The tests of the changed files of one language, before and after. */
interface ComparedTests {
  readonly before: LocatedTest[];
  readonly after: LocatedTest[];
  /** The comments after the change, by file. */
  readonly comments: Map<string, string>;
  /** What the change adds that keeps tests of other files from running. */
  readonly exclusions: LocatedExclusion[];
  /** The files that can no longer be read, each with its path before the change. */
  readonly unreadable: Map<string, string>;
}

interface LocatedExclusion extends TestExclusion {
  readonly file: string;
  readonly originalFile: string;
}

/** What the tree around the changed files decides. */
export interface TestOptions {
  /** The files that a runner loads for the tests of other files, under any name. */
  readonly loaded?: ReadonlySet<string> | undefined;
  /** Whether the configuration of the runner finds a file; `undefined` if it does not say so. */
  readonly isCollected?: ((path: string) => boolean | undefined) | undefined;
  /** Whether a plug-in of pytest waits for tests that are coroutines; `undefined` if the tree does not show it. */
  readonly awaitsTests?: boolean | undefined;
}

const NO_TESTS: TestFile = { tests: [], comments: '' };

/**
 * [TRUST-7] Compares the tests of changed files. Reports tests that were deleted, commented out, skipped or emptied, new
 * `.only` modifiers, and tests with fewer or weaker assertions. Added tests, and tests that moved or were renamed, are not reported.
 *
 * @param baseFiles every file of the tree before the change
 */
export async function compareTests(
  files: readonly FileVersions[],
  baseFiles: readonly string[],
  options: TestOptions = {},
): Promise<readonly ProtectedChange[]> {
  const { before, after, comments, exclusions, unreadable } = await readTests(files, options);
  const awaitsTests = before.some(({ needsPlugin }) => needsPlugin === true) || options.awaitsTests;
  const changes: ProtectedChange[] = [];
  const changed = new Set(files.map(({ path, previousPath = path }) => previousPath));
  const others = baseFiles.filter((file) => !changed.has(file) && testLanguageOf(file)?.isTestPath(file) === true);
  const matches = matchTests(before, after);
  const counterparts = new Set(matches.values());
  const added = after.filter((test) => !counterparts.has(test));
  const absorbed = findAbsorbed(matches, after);
  const removed = new RemovedSubjects(files);
  for (const [test, match] of matches) {
    // Nothing is lost with a test that never ran.
    if (!runsAtAll(test)) continue;
    if (match === undefined) {
      if (!absorbed.has(test)) changes.push(describeMissing(test, { comments, unreadable, added, removed }));
    } else changes.push(...compareTest(test, match, { others, added, awaitsTests, isCollected: options.isCollected }));
  }
  changes.push(...exclusions.map(describeExclusion));
  const matched = new Map(
    [...matches].flatMap(([test, match]) => (match === undefined ? [] : [[match, test] as const])),
  );
  for (const test of after) {
    if (!test.only || matched.get(test)?.only === true || (before.length === 0 && others.length === 0)) continue;
    const texts = { expected: 'All tests run', actual: 'It has .only, so that other tests do not run' };
    changes.push({ ...toChange('only', test, texts), affectsOtherFiles: others.length > 0 });
  }
  return changes;
}

async function readTests(files: readonly FileVersions[], { loaded, isCollected }: TestOptions): Promise<ComparedTests> {
  const compared: ComparedTests = { before: [], after: [], comments: new Map(), exclusions: [], unreadable: new Map() };
  const isLoaded = (path: string): boolean => loaded?.has(path) === true || isCollected?.(path) === true;
  for (const { path, previousPath = path, before, after } of files) {
    if (before === after && path === previousPath) continue;
    const language = testLanguageOf(previousPath);
    const original =
      language && before !== undefined
        ? await readFile(language, previousPath, before, isLoaded(previousPath))
        : NO_TESTS;
    for (const test of original?.tests ?? []) {
      compared.before.push({ ...test, file: previousPath, originalFile: previousPath });
    }
    if (after === undefined) continue;
    const changedLanguage = testLanguageOf(path);
    const changed =
      changedLanguage === undefined ? NO_TESTS : await readFile(changedLanguage, path, after, isLoaded(path));
    if (changed === undefined) compared.unreadable.set(previousPath, path);
    for (const test of changed?.tests ?? []) compared.after.push({ ...test, file: path, originalFile: previousPath });
    const known = new Set(original?.exclusions?.map(({ name }) => name));
    for (const exclusion of changed?.exclusions ?? []) {
      if (!known.has(exclusion.name))
        compared.exclusions.push({ ...exclusion, file: path, originalFile: previousPath });
    }
    // A file that is not code can contain code that was commented out.
    compared.comments.set(previousPath, changedLanguage === undefined ? after : (changed?.comments ?? ''));
  }
  return compared;
}

/** `undefined` if the text is nested too deeply to be read. */
async function readFile(
  language: TestLanguage,
  path: string,
  text: string,
  isLoaded = false,
): Promise<TestFile | undefined> {
  try {
    return await language.read(path, text, isLoaded);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** Whether a runner runs a test in some environment. */
function runsAtAll({ skip }: DeclaredTest): boolean {
  return skip === undefined || skip.kind === 'conditional';
}

interface MissingTestContext extends Pick<ComparedTests, 'comments' | 'unreadable'> {
  /** The tests that the change adds. */
  readonly added: readonly LocatedTest[];
  readonly removed: RemovedSubjects;
}

function describeMissing(
  test: LocatedTest,
  { comments, unreadable, added, removed }: MissingTestContext,
): ProtectedChange {
  const expected = 'The test exists and runs';
  const report = (
    kind: ProtectedChangeKind,
    actual: string,
    direction: ProtectedChange['direction'] = 'less',
  ): ProtectedChange => ({ ...toChange(kind, test, { expected, actual }), direction });
  if (unreadable.has(test.originalFile)) return report('unreadable', 'The file is nested too deeply to be read');
  if (comments.get(test.originalFile)?.includes(test.title) === true) {
    return report('commented-out', 'It was commented out');
  }
  const subject = removed.find(test);
  if (subject !== undefined) return report('deleted', `It was deleted with ${subject}, which it needs`, 'unknown');
  const successor = added.find((other) => testsTheSame(test, other));
  if (successor !== undefined) return report('replaced', `The test "${successor.title}" replaces it`, 'unknown');
  return report('deleted', 'It was deleted');
}

/** Whether an added test checks something, and calls everything that a missing test called. */
function testsTheSame(missing: LocatedTest, added: LocatedTest): boolean {
  if (missing.calls.size === 0 || added.skip !== undefined || added.assertions < missing.assertions) return false;
  return [...missing.calls].every((call) => added.calls.has(call));
}

function describeExclusion({
  name,
  line,
  effect,
  replacesRunner,
  file,
  originalFile,
}: LocatedExclusion): ProtectedChange {
  const texts = { expected: 'All tests run', actual: effect };
  return {
    area: 'tests',
    kind: replacesRunner === true ? 'runner-replaced' : 'skipped',
    direction: 'less',
    subject: name,
    file,
    line,
    originalFile,
    affectsOtherFiles: true,
    ...texts,
  };
}

function compareTest(
  before: LocatedTest,
  after: LocatedTest,
  {
    others,
    added,
    awaitsTests,
    isCollected,
  }: {
    readonly isCollected: TestOptions['isCollected'];
    readonly others: readonly string[];
    readonly added: readonly LocatedTest[];
    readonly awaitsTests: boolean | undefined;
  },
): readonly ProtectedChange[] {
  const report = (
    kind: ProtectedChangeKind,
    expected: string,
    actual: string,
    direction: ProtectedChange['direction'] = 'less',
  ): readonly ProtectedChange[] => [
    { ...toChange(kind, { ...after, originalFile: before.file }, { expected, actual }), direction },
  ];
  const isMoved = before.file !== after.file;
  if (isMoved && testLanguageOf(before.file)?.isFoundLike(before.file, after.file, others) === false) {
    return report(
      'moved-out',
      'The test is in a test file',
      `It moved to ${after.file}, which is not a test file by its name and folder`,
    );
  }
  if (isMoved && isCollected?.(before.file) === true && isCollected(after.file) === false) {
    const actual = `It moved to ${after.file}, which no glob of the configuration matches`;
    return report('moved-out', 'The runner finds the test', actual);
  }
  if (after.skip !== undefined && rankOfSkip(after.skip) > rankOfSkip(before.skip)) {
    const direction = rankOfSkip(after.skip) === 1 ? 'unknown' : 'less';
    return report('skipped', 'The test runs', describeSkip(after.skip), direction);
  }
  if (!before.endsProcess && after.endsProcess) {
    return report('skipped', 'The test runs to its end', 'The file ends the process or sets its exit code');
  }
  const replaced = findReplacedNames(before.names, after.names);
  if (replaced.length > 0 || (before.localRunner !== true && after.localRunner === true)) {
    const actual = 'A function of the file replaces that of the test runner';
    return report(
      'runner-replaced',
      'A test library provides the test runner and the assertions',
      replaced.length === 0 ? actual : `Another definition or import replaces ${replaced.join(', ')}`,
    );
  }
  if (before.needsPlugin === false && after.needsPlugin === true && awaitsTests !== true) {
    const expected = 'The runner executes the body of the test';
    const actual = 'It is a coroutine, and no plug-in waits for it';
    return report('ignored', expected, actual, awaitsTests === false ? 'less' : 'unknown');
  }
  if (isEmptied(before, after)) return report('emptied', 'The test checks something', 'It no longer checks anything');
  const local = findLocalSubjects(before, after);
  if (local.length > 0) {
    const actual = `Another definition replaces ${local.join(', ')}`;
    return report('runner-replaced', 'The test uses the code under test', actual);
  }
  const losesSubject =
    before.assertions > 0 && (before.subjects?.size ?? 0) > 0 && before.calls.size > 0 && usesNothing(after);
  if (losesSubject) return report('emptied', 'The test uses the code under test', 'It no longer uses anything of it');
  const ineffective = after.ineffectiveAssertions - before.ineffectiveAssertions;
  if (ineffective > 0 && after.assertions < before.assertions) {
    return report(
      'ignored',
      'Each assertion can fail the test',
      `${formatCount(ineffective, 'assertion')} cannot: no run reaches it, or its failure is ignored`,
    );
  }
  const certainBefore = before.assertions - before.uncertainAssertions;
  const certainAfter = after.assertions - after.uncertainAssertions;
  if (after.uncertainAssertions > before.uncertainAssertions && certainAfter < certainBefore) {
    const count = formatCount(after.uncertainAssertions - before.uncertainAssertions, 'assertion');
    return report('conditional', 'Each run evaluates the assertions', `${count} may not be evaluated`, 'unknown');
  }
  const difference = describeFewerAssertions(
    before,
    after,
    added.filter((test) => isRewritten(before, test)),
  );
  return difference === undefined ? [] : report('fewer-assertions', difference.expected, difference.actual);
}

/** The names that a library provided before a change, and that something else provides after it. */
function findReplacedNames(before: LibraryNames | undefined, after: LibraryNames | undefined): readonly string[] {
  return [...(before?.library ?? [])]
    .filter((name) => after?.imported.has(name) === true || after?.defined.has(name) === true)
    .sort();
}

/**
 * The functions that a test called and now contains itself, without any import, and its imports of the code under test if the file defines all of
 * them.
 */
function findLocalSubjects(before: DeclaredTest, after: DeclaredTest): readonly string[] {
  if (before.assertions === 0) return [];
  const called =
    (after.subjects?.size ?? 0) > 0
      ? []
      : [...before.calls].filter(
          (name) => /^\w+$/.test(name) && definesFunction(after.tokens, name) && !definesName(before.tokens, name),
        );
  const subjects = [...(before.subjects ?? [])];
  const isDefined =
    subjects.length > 0 &&
    after.subjects?.size === 0 &&
    subjects.every((name) => after.definitions?.has(name) === true);
  return isDefined ? subjects : called;
}

/** Whether a body gives a name to a function that it contains. */
function definesFunction(tokens: readonly string[], name: string): boolean {
  return tokens.some((token, index) => {
    if (token !== name || tokens[index - 1] === '.') return false;
    if (/^(?:def|function)$/.test(tokens[index - 1] ?? '')) return true;
    const start = tokens.slice(index + 1, index + 4).join(' ');
    return /^(?::? ?=|:=) (?:\(|async|function|lambda|func)(?: |$)/.test(start);
  });
}

/** Whether a body assigns a name or declares it: `add = f`, `const add = f`, `add := f`, `def add(`. */
function definesName(tokens: readonly string[], name: string): boolean {
  return tokens.some((token, index) => {
    if (token !== name || tokens[index - 1] === '.') return false;
    const [next, second] = [tokens[index + 1], tokens[index + 2]];
    const isDeclared = /^(?:def|function|class)$/.test(tokens[index - 1] ?? '');
    // Tokens of Python and Go are single characters.
    return isDeclared || (next === '=' && second !== '=') || (next === ':' && second === '=') || next === ':=';
  });
}

/** Functions of the language. */
const STANDARD =
  /^(?:Number|String|Boolean|Math|JSON|Object|Array|BigInt|Symbol|parseInt|parseFloat|int|str|float|bool|len)(?:\.|$)/;

/** Whether a test mentions no import but the runner, and calls nothing but its assertions. */
function usesNothing({ subjects, calls, tokens, names }: DeclaredTest): boolean {
  const isOwn = (name: string): boolean => STANDARD.test(name) || definesName(tokens, name.replace(/\..*$/, ''));
  if (subjects?.size !== 0 || ![...calls].every(isOwn)) return false;
  return tokens.every((token, index) => {
    const isCall = /^[\w$]+$/.test(token) && tokens[index + 1] === '(' && tokens[index - 1] !== '.';
    return (
      !isCall ||
      names?.library.has(token) === true ||
      isOwn(token) ||
      /^(?:if|for|while|switch|function|await|assert|return)$/.test(token)
    );
  });
}

/** Whether no assertion is left, and no new call that could be one. */
function isEmptied(before: DeclaredTest, after: DeclaredTest): boolean {
  if (after.empty) return !before.empty;
  if (before.assertions === 0 || after.assertions > 0) return false;
  return [...after.calls].every((call) => before.calls.has(call));
}

function describeFewerAssertions(
  before: DeclaredTest,
  after: DeclaredTest,
  parts: readonly DeclaredTest[],
): { readonly expected: string; readonly actual: string } | undefined {
  if (checksLess(before, after, parts)) {
    return after.assertions < before.assertions
      ? { expected: `${before.assertions} assertions`, actual: `${after.assertions} assertions` }
      : { expected: `${before.cases} cases`, actual: `${after.cases} cases` };
  }
  const [weakBefore, weakAfter] = [before.weakAssertions, after.weakAssertions];
  if (weakAfter > weakBefore && after.assertions - weakAfter < before.assertions - weakBefore) {
    return {
      expected: 'The assertions are as exact as before',
      actual: `${weakAfter - weakBefore} of them now accept almost any value`,
    };
  }
  return undefined;
}

function describeSkip(reason: SkipReason): string {
  switch (reason.kind) {
    case 'modifier':
      return `It is skipped (${reason.name})`;
    case 'call':
      return `It is skipped by ${reason.name}()`;
    case 'conditional':
      return reason.whereJudged === true
        ? 'A condition excludes it in continuous integration, or without a variable that is not set'
        : 'It runs only under a condition';
    case 'unreachable':
      return 'Its code is never reached';
    case 'no-cases':
      return 'Its table of cases is empty';
    case 'not-found':
      return reason.why;
  }
}

function toChange(
  kind: ProtectedChangeKind,
  { suites, title, file, line, originalFile }: LocatedTest,
  texts: { readonly expected: string; readonly actual: string },
): ProtectedChange {
  const subject = [...suites, title].join(' › ');
  return { area: 'tests', kind, direction: 'less', subject, file, line, originalFile, ...texts };
}
