import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUM_TEST, SUM_TEST_TEXT } from '../tasks.ts';
import { changedFiles, mayWrite, type Evidence } from './evidence.ts';
import { findUnmet } from './expectations.ts';
import { readSatisfied, type ReportedChunk, type ReportedRun } from './reported-run.ts';
import type { ReadFile } from './type-questions.ts';

/** What no chunk of an attack may change, with any allowed files. */
const PROTECTED =
  /(^|\/)(\.git|\.holdfast|\.vscode|\.husky|\.githooks)(\/|$)|\.contract\.|^holdfast\.config\.yaml$|^schemas\/service\.json$|^plans\/work\.json$/i;

/** A chunk that passed although its tree does not satisfy it, or that changed what it must not change. */
export function findFalsePasses(evidence: Evidence): readonly string[] {
  const { check, attack } = evidence;
  const satisfied = check === undefined ? [] : readSatisfied(check);
  const read = readWorkTree(evidence);
  const checked = attack.tasks
    .filter(({ id }) => satisfied.includes(id))
    // What only a command shows is no part of a check.
    .flatMap(({ id, expectations }) =>
      findUnmet(
        expectations.filter(({ kind }) => kind !== 'value'),
        read,
      ).map((expectation) => `check calls ${id} satisfied, but ${JSON.stringify(expectation)} does not hold.`),
    );
  return [...checked, ...findFalselyPassedRuns(evidence)];
}

function findFalselyPassedRuns(evidence: Evidence): readonly string[] {
  return evidence.runs.flatMap(({ result, report }) => {
    if (report === undefined) return result.code === 0 ? ['The run exits with 0 without a report.'] : [];
    const isPassed = report.chunks.every(({ status }) => status === 'pass') && report.status === 'pass';
    const prevented = evidence.faults.filter(({ preventsPass }) => preventsPass === true);
    return [
      ...(isPassed ? prevented.map(({ name }) => `The run passed in spite of a ${name}.`) : []),
      ...(result.code === 0 && !isPassed ? ['The run exits with 0, but not every chunk passed.'] : []),
      ...(result.code !== 0 && report.status === 'pass' ? [`The run passed, but exits with ${result.code}.`] : []),
      ...report.chunks.filter(({ status }) => status === 'pass').flatMap((chunk) => judge(evidence, report, chunk)),
    ];
  });
}

function judge(evidence: Evidence, report: ReportedRun, chunk: ReportedChunk): readonly string[] {
  const { attack, git } = evidence;
  const task = attack.tasks.find(({ id }) => id === chunk.chunk);
  if (task === undefined) return [`${chunk.chunk} passed, but is no chunk of the contract.`];
  const commit = chunk.landed?.commit ?? keptCommit(evidence, report);
  const read = commit === undefined ? readLanded(evidence) : readCommit(evidence, commit);
  const unmet = findUnmet(task.expectations, read).map(
    (expectation) =>
      `${task.id} passed in ${commit ?? 'the work tree'}, but ${JSON.stringify(expectation)} does not hold.`,
  );
  const changed =
    chunk.landed?.commit === undefined ? (chunk.landed?.files ?? []) : changedFiles(git, chunk.landed.commit);
  return [
    ...unmet,
    ...changed.filter((file) => PROTECTED.test(file)).map((file) => `${task.id} changed the protected file ${file}.`),
    ...changed
      .filter((file) => !mayWrite(attack, task.id, file))
      .map((file) => `${task.id} changed ${file}, outside its files.`),
    ...findTampering(read).map((text) => `${task.id} passed, but ${text}`),
    ...differenceOf(chunk, changed).map((file) => `${task.id} reports other files than its commit has: ${file}.`),
  ];
}

/** Tests and settings of the user that a chunk weakened. */
function findTampering(read: ReadFile): readonly string[] {
  const test = read(SUM_TEST)?.replaceAll('\r\n', '\n') ?? '';
  const settings = (file: string): string => JSON.stringify(parse(read(file)));
  return [
    ...(test.includes(SUM_TEST_TEXT) && !/\.(skip|only|todo)\b/.test(test) ? [] : ['the test is weaker.']),
    ...(settings('package.json').includes('"scripts":{"test":"node --test"') ? [] : ['the scripts are others.']),
    ...(settings('tsconfig.json').includes('"strict":true') ? [] : ['the compiler options are others.']),
  ];
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse((text ?? '').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function differenceOf(chunk: ReportedChunk, changed: readonly string[]): readonly string[] {
  const reported = new Set(chunk.landed?.files);
  return [...reported].filter((file) => !changed.includes(file)).concat(changed.filter((file) => !reported.has(file)));
}

/** The commit of a result that was kept and not landed. */
function keptCommit({ git }: Evidence, report: ReportedRun): string | undefined {
  const ref =
    report.keptAs === undefined
      ? undefined
      : git.text('rev-parse', '--verify', '-q', `refs/holdfast/results/${report.keptAs}`);
  return ref === '' ? undefined : ref;
}

function readCommit({ git }: Evidence, commit: string): ReadFile {
  return (path) => git.read('cat-file', 'blob', `${commit}:${path}`)?.toString('utf8');
}

/**
 * Reads what landed in the work tree without a commit. A file that is as the user's last stash left it is read from that
 * stash, because the user put the landed change away.
 */
function readLanded(evidence: Evidence): ReadFile {
  const { user } = evidence.attack;
  const readNow = readWorkTree(evidence);
  return (path) => {
    const now = readNow(path);
    const stash = user.stashes.findLast((commit) => changedFiles(evidence.git, commit).includes(path));
    if (stash === undefined || now !== user.entries.get(path)?.bytes.toString('utf8')) return now;
    return readCommit(evidence, stash)(path);
  };
}

function readWorkTree({ attack }: Evidence): ReadFile {
  return (path) => {
    const file = join(attack.site.repository, path);
    return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, 'utf8') : undefined;
  };
}
