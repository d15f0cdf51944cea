import { whyNoFunctionValue } from '../../../code/declarations/callable-export.ts';
import { isDeclarationFile } from '../../../code/language/source-language.ts';
import { loadTypeScript } from '../../../code/language/typescript-parser.ts';
import type { CodeLanguage } from '../../../code/languages/interface/code-language.ts';
import { codeLanguageOf, loadLanguageOf } from '../../../code/languages/language-table.ts';
import { isCheckableFile } from '../../../code/types/files/queried-files.ts';
import type { TypeQuery } from '../../../code/types/queries/type-checker.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { listNames } from '../wording/excerpt.ts';
import type { CheckInput } from './check-input.ts';
import type { Evidence } from './evidence.ts';
import { isValueTypeOnly } from './created-export.ts';
import { requireModule } from './export-search.ts';
import { findInherited, functionsIn, recordOf, UNDECIDED_METHOD_HINT } from './function-search.ts';
import { findReceived, receptionsAmong, type ReceivedExport, type Reception } from './received-export.ts';
import {
  answerSimilar,
  askForSimilar,
  findSimilarExport,
  findSimilarName,
  toDeclaredFunction,
  toLocatedName,
} from './similar-name.ts';
import { hasWord, syntaxErrorIn } from './syntax-evidence.ts';
import type { TypeQueryKind } from './type-batch.ts';
import { undecidedAnywhere, undecidedIn } from './undecided-answer.ts';
import { describeUnexported, findUnexported } from './unexported-name.ts';
import { unresolvedReason, whyNeverReceived } from './unresolved-export.ts';

/**
 * Checks the type of a name in a file with the type checker. A file without the name is answered without the type checker
 * (ENF-VAL-19). A check without a file uses the first file that exports the name.
 *
 * @param mustBeExported whether a declaration that the file does not export fails
 */
export async function queryTypes(
  kind: TypeQueryKind,
  name: string,
  expected: string,
  input: CheckInput,
  mustBeExported = false,
): Promise<CheckAnswer> {
  const { resource, evidence, typeSlot } = input;
  const [outer = name] = name.split('.');
  const file = await findFile(outer, input);
  const wanted = `${name}: ${expected}`;
  if (file === undefined) {
    const similar = findSimilarExport(outer, evidence);
    const undecided = undecidedAnywhere(outer, evidence, { similar });
    if (undecided !== undefined) return { ...undecided, expected: wanted };
    const actual = `No file exports ${outer}${askForSimilar(similar)}`;
    return { passed: false, tier: 2, expected: wanted, actual, ...answerSimilar(similar) };
  }
  await requireModule(file, name, evidence);
  const isExportNeeded = mustBeExported || resource.location === undefined;
  const reception = await findReceived(outer, file, input);
  const missing =
    (await answerIfMissing(file, outer, name, isExportNeeded, reception, input)) ??
    (isExportNeeded
      ? await answerIfNotExported(file, outer, kind === 'signatures' && outer === name, reception, input)
      : undefined);
  if (missing) return { ...missing, expected: wanted };
  const language = await loadLanguageOf(file);
  if (language !== undefined) return compareInLanguage(language, kind, { file, name, expected }, input);
  const found = kind === 'signatures' ? reception.found : undefined;
  const unusable = found && (await whyUnusable(found, outer === name && expected.includes('('), evidence));
  if (found && unusable !== undefined) {
    return { passed: false, tier: 2, expected: wanted, actual: unusable, location: toLocatedName(found).location };
  }
  const query: TypeQuery = { file, name, expected };
  const answer = await typeSlot.query(kind, query);
  return {
    passed: answer.passed,
    tier: 3,
    expected: answer.expected,
    actual: answer.actual,
    error: answer.error,
    signature: answer.signature,
    missingPackage: answer.missingPackage,
    location: answer.location ?? findLocation(outer, file, resource.location !== undefined, input),
  };
}

/** Why importers cannot call an export, even if its type says so: they never receive it, or its value is no function. */
async function whyUnusable(found: ReceivedExport, isCalled: boolean, evidence: Evidence): Promise<string | undefined> {
  const failure = await whyNeverReceived(found, evidence);
  if (failure !== undefined || !isCalled || isDeclarationFile(found.file)) return failure;
  const record = recordOf(found, evidence);
  const text = await evidence.tree.readText(found.file);
  return whyNoFunctionValue(found.file, text, record?.name ?? found.name, record?.localName);
}

/** Compares the text of a signature in a language without a type checker. Types cannot be compared there. */
async function compareInLanguage(
  language: CodeLanguage,
  kind: TypeQueryKind,
  { file, name, expected }: TypeQuery,
  { evidence, resource }: CheckInput,
): Promise<CheckAnswer> {
  const title = codeLanguageOf(file)?.title ?? 'this language';
  if (kind === 'types') {
    return {
      passed: false,
      tier: 2,
      expected: `${name}: ${expected}`,
      error: `Types of ${title} are not read. Check the signature of a function with signature_match, or the text with pattern_match.`,
      location: { file, line: 1, column: 1 },
    };
  }
  const [outer = name, ...members] = name.split('.');
  const found = evidence.index.findExport(file, outer);
  const local = (found && recordOf(found, evidence)?.localName) ?? outer;
  const localName = [local, ...members].join('.');
  const declaring = found?.file ?? file;
  // Files of one package can declare the name for different builds. A check without a file is about all of them.
  const others = resource.location === undefined ? evidence.index.packageFilesOf(declaring) : [];
  const files: readonly [string, ...string[]] = [
    declaring,
    ...others.filter((one) => evidence.index.findExport(one, outer)),
  ];
  const compared = await compareDeclarations(language, files, { name: localName, expected }, evidence);
  const [first] = compared.answers;
  if (compared.undecided !== undefined) {
    const error = `Failed to compare the signature of ${name}: ${compared.undecided}. ${UNDECIDED_METHOD_HINT}`;
    return { passed: false, tier: 2, expected: `${name}: ${expected}`, error };
  }
  if (first !== undefined) return compared.answers.find(({ passed }) => !passed) ?? first;
  const functions = await functionsIn(declaring, evidence);
  const declared = functions.map((one) => toDeclaredFunction(declaring, one));
  const similar = findSimilarName(name, declared, evidence);
  const undecided = found === undefined ? undecidedIn(outer, [declaring], evidence, { similar }) : undefined;
  if (undecided !== undefined) return { ...undecided, expected: `${name}: ${expected}` };
  return {
    passed: false,
    tier: 2,
    expected: `${name}: ${expected}`,
    actual: `${declaring} declares no function ${name}${askForSimilar(similar)}`,
    ...answerSimilar(similar),
    location: found ? { file: declaring, line: found.line, column: found.column } : similar?.location,
  };
}

/** Compares the declarations in some files, or the ones that the first file inherits. */
async function compareDeclarations(
  language: CodeLanguage,
  files: readonly [string, ...string[]],
  { name, expected }: Pick<TypeQuery, 'name' | 'expected'>,
  evidence: Evidence,
): Promise<{ readonly answers: readonly CheckAnswer[]; readonly undecided?: string | undefined }> {
  const compare = async (declaring: string, declared: string): Promise<CheckAnswer | undefined> => {
    const comparison = language.compareSignature(await evidence.tree.readText(declaring), declared, expected);
    if (comparison === undefined) return undefined;
    const { passed, expected: wanted, actual, error, line, column } = comparison;
    const answer = { tier: 2, expected: wanted, error, location: { file: declaring, line, column } } as const;
    const syntaxError = passed ? await syntaxErrorIn(declaring, evidence) : undefined;
    const signature = passed || error !== undefined ? undefined : actual;
    if (syntaxError === undefined) return { ...answer, passed, actual, signature };
    return { ...answer, passed: false, actual: `${declaring} has ${syntaxError}` };
  };
  const own = await Promise.all(files.map((file) => compare(file, name)));
  const answered = own.filter((one) => one !== undefined);
  if (answered.length > 0) return { answers: answered };
  const inherited = await findInherited(name, files[0], evidence);
  if (inherited === undefined || inherited.undecided !== undefined) {
    return { answers: [], undecided: inherited?.undecided };
  }
  const answers = await Promise.all(inherited.declarations.map((one) => compare(one.file, one.symbol.name)));
  return { answers: answers.filter((one) => one !== undefined) };
}

/** The file that the check names, or the first that exports the name; `undefined` if there is none. */
async function findFile(outer: string, input: CheckInput): Promise<string | undefined> {
  const { resource, evidence } = input;
  const files = resource.location === undefined ? undefined : await evidence.tree.matchFiles(resource.location);
  if (files && files.length <= 1) return files[0];
  const receptions = await receptionsAmong(outer, files, input);
  return receptions.find(({ found }) => found !== undefined)?.file;
}

/** A failed answer if the file neither exports the name nor declares it. */
async function answerIfMissing(
  file: string,
  outer: string,
  name: string,
  isExportNeeded: boolean,
  { found, undecided: open }: Reception,
  { evidence }: CheckInput,
): Promise<CheckAnswer | undefined> {
  if (found ?? open) return undefined;
  const record = evidence.index.moduleOf(file);
  if (!record || record.exports.some((one) => one.name === 'export=')) return undefined;
  // The type checker can answer for a name that is declared but not exported, and decides whether it is declared.
  if (hasWord(await evidence.tree.readText(file), outer)) return undefined;
  const functions = await functionsIn(file, evidence);
  const declared = [
    ...evidence.index.exportsOf(file).map(toLocatedName),
    ...functions.map((one) => toDeclaredFunction(file, one)),
  ];
  const unexported = isExportNeeded ? await findUnexported(outer, [file], evidence) : undefined;
  const similar = unexported
    ? undefined
    : (findSimilarName(name, declared, evidence) ?? findSimilarName(outer, declared, evidence));
  const undecided = undecidedIn(outer, [file], evidence, { similar, unexported });
  if (undecided !== undefined) return undecided;
  // The second clause names the declaration that is not exported.
  const others = declared.map((one) => one.name).filter((one) => one !== unexported?.name);
  const clauses = [
    others.length === 0 ? `${file} has no exports` : `${file} declares ${listNames(others)}, but not ${outer}`,
    ...(unexported ? [describeUnexported(unexported)] : []),
  ];
  return {
    passed: false,
    tier: 2,
    actual: clauses.join('; ') + askForSimilar(similar),
    location: unexported?.location ?? { file, line: 1, column: 1 },
    ...answerSimilar(similar),
  };
}

/**
 * A failed answer if the file does not export the name. Every file can use a name of global declarations.
 * @param isCalled whether importers call the name, which they cannot do if it is exported as a type only
 */
async function answerIfNotExported(
  file: string,
  outer: string,
  isCalled: boolean,
  { found, undecided: open }: Reception,
  input: CheckInput,
): Promise<CheckAnswer | undefined> {
  const { evidence } = input;
  const { index, tree } = evidence;
  // The value that is the whole module can also be a default export.
  const isWhole = outer === 'default' && index.findExport(file, 'export=') !== undefined;
  const isTypeOnly = isCalled && found !== undefined && (await isReceivedAsType(found, input));
  const reason = found && !isTypeOnly ? await unresolvedReason(found, input) : undefined;
  if (found && reason !== undefined) {
    const { location } = toLocatedName(found);
    return { passed: false, tier: 2, actual: `${file} exports ${outer}, but ${reason}`, location };
  }
  if (open || isWhole || (found && !isTypeOnly)) return undefined;
  if (isTypeOnly) {
    const { location } = toLocatedName(found);
    return { passed: false, tier: 2, actual: `${file} exports ${outer} as a type only`, location };
  }
  if (isDeclarationFile(file) && !(await isModule(file, await tree.readText(file)))) return undefined;
  const unexported = await findUnexported(outer, [file], evidence);
  const undecided = undecidedIn(outer, [file], evidence, { unexported });
  if (undecided !== undefined) return undecided;
  const names = index.exportsOf(file).map((one) => one.name);
  return {
    passed: false,
    tier: 2,
    actual: `${file} does not export ${outer}; it ${names.length === 0 ? 'has no exports' : `exports ${listNames(names)}`}`,
    location: unexported?.location ?? { file, line: 1, column: 1 },
  };
}

/** Whether importers receive a type only. What a package exports as a type only, the type checker tells. */
async function isReceivedAsType(found: ReceivedExport, { evidence, typeSlot }: CheckInput): Promise<boolean> {
  if (found.typeOnly || (await isValueTypeOnly(found, evidence))) return true;
  if (found.kind !== 'unknown' || !isCheckableFile(found.file)) return false;
  const { value } = await typeSlot.query('imports', { file: found.file, name: found.name });
  return value === 'none';
}

/** Whether a file has imports or exports. The declarations of any other file are global. */
async function isModule(file: string, text: string): Promise<boolean> {
  const typescript = await loadTypeScript();
  return typescript.isExternalModule(typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest));
}

function findLocation(
  outer: string,
  file: string,
  isFileNamed: boolean,
  { evidence }: CheckInput,
): CheckAnswer['location'] {
  const found = evidence.index.findExport(file, outer);
  if (found) return { file: found.file, line: found.line, column: found.column };
  return isFileNamed ? { file, line: 1, column: 1 } : undefined;
}
