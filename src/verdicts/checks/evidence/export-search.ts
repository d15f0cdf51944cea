import { codeLanguageOf, INDEXED_LANGUAGES } from '../../../code/languages/language-table.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { listNames, listSome } from '../wording/excerpt.ts';
import type { CheckInput } from './check-input.ts';
import type { Evidence } from './evidence.ts';
import { findReceived, receptionsAmong, type ReceivedExport } from './received-export.ts';
import { answerSimilar, askForSimilar, findSimilarExport, findSimilarName, toLocatedName } from './similar-name.ts';
import { syntaxErrorIn } from './syntax-evidence.ts';
import { answerUndecided, undecidedAnywhere, undecidedIn } from './undecided-answer.ts';
import { describeUnexported, findUnexported } from './unexported-name.ts';
import { unresolvedReason } from './unresolved-export.ts';

/** Checks whether one file exports a name, either declared in the file (tier 1) or re-exported (tier 2). */
export async function findExportIn(name: string, file: string, input: CheckInput): Promise<CheckAnswer> {
  const { evidence } = input;
  const { index } = evidence;
  const expected = `${file} exports ${name}`;
  const { found, undecided } = await findReceived(name, file, input);
  if (found) return answerForExport(name, found, file, expected, input);
  await requireModule(file, 'exports', evidence);
  const exported = index.exportsOf(file);
  const names = exported.map((one) => one.name);
  const unexported = await findUnexported(name, [file], evidence);
  const similar = unexported ? undefined : findSimilarName(name, exported.map(toLocatedName), evidence);
  const answer = undecided
    ? answerUndecided(name, undecided, { similar, unexported })
    : undecidedIn(name, [file], evidence, { similar, unexported });
  if (answer !== undefined) return { ...answer, expected };
  // Almost every module has a default export, so other files with one are no hint.
  const elsewhere = name === 'default' || name === 'export=' ? [] : index.filesExporting(name);
  const clauses = [
    names.length === 0 ? `${file} has no exports` : `${file} exports ${listNames(names)}, but not ${name}`,
    ...(unexported ? [describeUnexported(unexported)] : []),
    ...(elsewhere.length > 0 ? [`${name} is exported by ${listSome(elsewhere, 3)}`] : []),
    ...(await syntaxErrorClauses(file, evidence)),
  ];
  return {
    passed: false,
    tier: 2,
    expected,
    actual: clauses.join('; ') + askForSimilar(similar),
    location: unexported?.location ?? { file, line: 1, column: 1 },
    ...answerSimilar(similar),
  };
}

/** An export can be missing because of a syntax error. */
async function syntaxErrorClauses(file: string, evidence: Evidence): Promise<readonly string[]> {
  if (!mayHaveErrors(file, evidence)) return [];
  const error = await syntaxErrorIn(file, evidence);
  return error === undefined ? [] : [`it has ${error}`];
}

/**
 * Answers for an exported name. The answer fails if the declaration of the name does not exist, or if a file that the
 * chunk changed, or that only the full parser can read, has a syntax error.
 */
async function answerForExport(
  name: string,
  found: ReceivedExport,
  file: string,
  expected: string,
  input: CheckInput,
): Promise<CheckAnswer> {
  const { evidence } = input;
  const reason =
    (await unresolvedReason(found, input)) ?? (await unparsedReason([file, ...found.through, found.file], evidence));
  const tier = found.from === undefined ? found.tier : 3;
  if (reason === undefined) return { passed: true, tier, expected, ...describeExport(found, file) };
  return {
    passed: false,
    tier: 2,
    expected,
    actual: `${file} exports ${name}, but ${reason}`,
    location: locationOf(found),
  };
}

/** Scripts with syntax errors are read by the full parser, not by the lexer. Other languages are not parsed for the index. */
function mayHaveErrors(file: string, { index }: Evidence): boolean {
  return index.moduleOf(file)?.parsedBy === 'parser' || codeLanguageOf(file) !== undefined;
}

/** Why one of the files of an export does not parse. The scripts that the lexer has read are parsed only if they changed. */
async function unparsedReason(files: readonly string[], evidence: Evidence): Promise<string | undefined> {
  const { subject } = evidence;
  for (const file of new Set(files)) {
    const isChanged = subject.changedFiles?.has(file) === true;
    if (!isChanged && !mayHaveErrors(file, evidence)) continue;
    const error = await syntaxErrorIn(file, evidence);
    if (error !== undefined) return `${file} has ${error}`;
  }
  return undefined;
}

/** Throws if a file cannot be read or is not a module. @param subject names what the caller searches for, in the message */
export async function requireModule(file: string, subject: string, { index, tree }: Evidence): Promise<void> {
  await tree.readText(file);
  const record = index.moduleOf(file);
  if (record?.isUnreadable) {
    throw new HoldfastError(
      'limit',
      `Failed to find ${subject} in ${file}: the file is nested too deeply to be parsed`,
    );
  }
  if (record) return;
  throw new HoldfastError('contract', `Failed to find ${subject} in ${file}: it is not a module of the workspace`, {
    hint: `Modules are ${INDEXED_LANGUAGES} files that git does not ignore.`,
  });
}

export interface ExportScope {
  readonly expected: string;
  /** Whether a file is in scope. */
  readonly includes: (file: string) => boolean;
  /** For messages: the files in scope, in the plural. `undefined` means all files. */
  readonly files?: string | undefined;
  /** Why an export does not satisfy the check; `undefined` if it does. The default accepts every export. */
  readonly rejection?: ((found: ReceivedExport) => Promise<string | undefined>) | undefined;
}

/** Checks whether any file of a scope exports a name. */
export async function findExportAmong(name: string, input: CheckInput, scope: ExportScope): Promise<CheckAnswer> {
  const { evidence } = input;
  const { index } = evidence;
  const { expected } = scope;
  const files = scope.files === undefined ? undefined : [...index.files()].filter(scope.includes);
  const receptions = await receptionsAmong(name, files, input);
  let failed: CheckAnswer | undefined;
  // Files that declare the name come first, because their locations are more useful.
  for (const { file, found } of receptions) {
    if (!found) continue;
    const answer = await answerForExport(name, found, file, expected, input);
    const rejection = answer.passed ? await scope.rejection?.(found) : undefined;
    if (answer.passed && rejection === undefined) return answer;
    const actual = rejection === undefined ? answer.actual : `${answer.actual ?? ''}: ${rejection}`;
    failed ??= { ...answer, passed: false, actual };
  }
  if (failed) return failed;
  const exported = files?.flatMap((file) => index.exportsOf(file));
  const unexported = files && (await findUnexported(name, files, evidence));
  const similar = unexported
    ? undefined
    : exported
      ? findSimilarName(name, exported.map(toLocatedName), evidence)
      : findSimilarExport(name, evidence);
  const instead = { similar, unexported };
  const open = files && receptions.flatMap((one) => one.undecided ?? [])[0];
  const undecided = open
    ? answerUndecided(name, open, instead)
    : files
      ? undecidedIn(name, files, evidence, instead)
      : undecidedAnywhere(name, evidence, instead);
  if (undecided !== undefined) return { ...undecided, expected };
  const exportingFiles = index.filesExporting(name);
  const clauses = [
    scope.files === undefined ? `No file exports ${name}` : `None of ${scope.files} exports ${name}`,
    ...(exported && exported.length > 0 ? [`they export ${listNames(exported.map((one) => one.name))}`] : []),
    ...(unexported ? [describeUnexported(unexported)] : []),
    ...(exportingFiles.length > 0 ? [`${name} is exported by ${listSome(exportingFiles, 3)}`] : []),
  ];
  return {
    passed: false,
    tier: 2,
    expected,
    actual: clauses.join('; ') + askForSimilar(similar, ` in ${similar?.location.file ?? ''}`),
    location: unexported?.location,
    ...answerSimilar(similar),
  };
}

function describeExport(found: ReceivedExport, file: string): Pick<CheckAnswer, 'actual' | 'location'> {
  const declaration = `${found.file}:${found.line}`;
  if (found.from !== undefined) {
    return { actual: `${found.name} is in ${found.from}, at ${declaration}`, location: locationOf(found) };
  }
  const actual =
    found.file === file
      ? `${found.kind} ${found.name} at ${declaration}`
      : `${found.kind} ${found.name} at ${declaration}, re-exported by ${file}`;
  return { actual, location: locationOf(found) };
}

function locationOf(found: ReceivedExport): NonNullable<CheckAnswer['location']> {
  return { file: found.file, line: found.line, column: found.column };
}
