import type { ExportKind } from '../../../code/modules/module-record.ts';
import type { CheckInput } from '../evidence/check-input.ts';
import { requireModule } from '../evidence/export-search.ts';
import { findFunction, functionsIn, UNDECIDED_METHOD_HINT } from '../evidence/function-search.ts';
import type { FoundFunction } from '../evidence/function-search.ts';
import {
  answerSimilar,
  askForSimilar,
  findSimilarExport,
  findSimilarName,
  toDeclaredFunction,
  toLocatedName,
} from '../evidence/similar-name.ts';
import { filesMentioning } from '../evidence/received-export.ts';
import { syntaxErrorIn } from '../evidence/syntax-evidence.ts';
import { queryTypes } from '../evidence/type-query.ts';
import { findUnexported } from '../evidence/unexported-name.ts';
import { undecidedAnywhere, undecidedIn } from '../evidence/undecided-answer.ts';
import { whyNeverReceived } from '../evidence/unresolved-export.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { listNames } from '../wording/excerpt.ts';

/** The function that a check asks for. */
export interface ExpectedFunction {
  /** Its name, or Class.method. */
  readonly target: string;
  /** Its signature. */
  readonly expected?: string | undefined;
}

/** Evaluates a check of type `function_exists`. */
export async function evaluateFunctionExists(check: ExpectedFunction, input: CheckInput): Promise<CheckAnswer> {
  const files = await filesToSearch(check.target, input);
  const { match, undecided } = await findFirstFunction(check.target, files, input);
  const expected = `A function ${check.target} in ${input.resource.location ?? 'a file of the workspace'}`;
  if (!match) {
    const error = undecided && `Failed to find ${check.target}: ${undecided}. ${UNDECIDED_METHOD_HINT}`;
    const missing = await explainMissing(check.target, files, input);
    return { ...missing, passed: false, expected, ...(error !== undefined && { error }) };
  }
  if (check.expected !== undefined) {
    const resource = { ...input.resource, location: match.searchedFile };
    return queryTypes('signatures', check.target, check.expected, { ...input, resource });
  }
  const { symbol, file, tier } = match.found;
  const [outer = check.target] = check.target.split('.');
  const exported = input.evidence.index.findExport(match.searchedFile, outer);
  const failure = exported && (await whyNeverReceived(exported, input.evidence));
  if (failure !== undefined) {
    return {
      passed: false,
      tier,
      expected,
      actual: failure,
      location: { file, line: symbol.line, column: symbol.column },
    };
  }
  const syntaxError = await syntaxErrorIn(file, input.evidence);
  if (syntaxError !== undefined) {
    return {
      passed: false,
      tier,
      expected,
      actual: `${file} has ${syntaxError}`,
      location: { file, line: 1, column: 1 },
    };
  }
  return {
    passed: true,
    tier,
    expected,
    actual: `${symbol.kind} ${symbol.name} at ${file}:${symbol.line}`,
    location: { file, line: symbol.line, column: symbol.column },
  };
}

async function filesToSearch(name: string, { resource, evidence }: CheckInput): Promise<readonly string[]> {
  const [outer = name] = name.split('.');
  if (resource.location === undefined) {
    const exporting = evidence.index.filesExporting(outer);
    return exporting.length > 0 ? exporting : filesMentioning(outer, evidence);
  }
  const files = await evidence.tree.matchFiles(resource.location);
  const [only] = files;
  if (files.length === 1 && only !== undefined) await requireModule(only, 'functions', evidence);
  return files;
}

interface FirstFunction {
  readonly searchedFile: string;
  readonly found: FoundFunction;
}

async function findFirstFunction(
  name: string,
  files: readonly string[],
  { evidence }: CheckInput,
): Promise<{ readonly match?: FirstFunction; readonly undecided?: string | undefined }> {
  let undecided: string | undefined;
  for (const searchedFile of files) {
    const search = await findFunction(name, searchedFile, evidence);
    if (search.found) return { match: { searchedFile, found: search.found } };
    undecided ??= search.undecided;
  }
  return { undecided };
}

/** Describes what exists instead: an export of that name that is not a function, or the function with the most similar name. */
async function explainMissing(
  name: string,
  files: readonly string[],
  { resource, evidence }: CheckInput,
): Promise<Partial<CheckAnswer>> {
  const [outer = name] = name.split('.');
  if (files.length === 0) {
    const similar = findSimilarExport(name, evidence);
    const undecided = resource.location === undefined ? undecidedAnywhere(outer, evidence, { similar }) : undefined;
    if (undecided !== undefined) return undecided;
    const problem =
      resource.location === undefined ? `No file exports ${name}` : `No file matches ${resource.location}`;
    return { tier: 2, actual: problem + askForSimilar(similar), ...answerSimilar(similar) };
  }
  for (const file of files) {
    const found = evidence.index.findExport(file, name);
    if (!found) continue;
    const location = { file: found.file, line: found.line, column: found.column };
    if (found.typeOnly) return { tier: 2, actual: `${file} exports ${name} as a type only`, location };
    return found.kind === 'function'
      ? { tier: 2, actual: `${name} has a signature but no body`, location }
      : { tier: 2, actual: describeNonFunction(name, found.kind), mismatch: 'not-a-function', location };
  }
  return suggestSimilarFunction(name, files, evidence);
}

async function suggestSimilarFunction(
  name: string,
  files: readonly string[],
  evidence: CheckInput['evidence'],
): Promise<Partial<CheckAnswer>> {
  const functions = (
    await Promise.all(
      files.map(async (file) => (await functionsIn(file, evidence)).map((one) => toDeclaredFunction(file, one))),
    )
  ).flat();
  const similar = findSimilarName(name, functions, evidence);
  const [outer = name] = name.split('.');
  const exported = files.flatMap((file) => evidence.index.findExport(file, outer) ?? [])[0];
  const undecided = exported ? undefined : undecidedIn(outer, files, evidence, { similar });
  if (undecided !== undefined) return undecided;
  const found = `Functions found: ${listNames(functions.map((one) => one.name))}`;
  const [only, ...more] = files;
  const start = only === undefined || more.length > 0 ? undefined : { file: only, line: 1, column: 1 };
  // The name can be declared, but not as a function with a body.
  const declared = similar ?? (exported && toLocatedName(exported)) ?? (await findUnexported(outer, files, evidence));
  const location = declared?.location ?? start;
  return { tier: 2, actual: found + askForSimilar(similar), ...answerSimilar(similar), location };
}

/** A variable can hold a function, which only the type checker can determine. */
function describeNonFunction(name: string, kind: ExportKind): string {
  if (kind === 'unknown') return `${name} is not declared as a function`;
  const isVariable = kind === 'const' || kind === 'let' || kind === 'var';
  const hint = isVariable ? '. Use signature_match to check its type' : '';
  return `${name} is declared as ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}, not as a function${hint}`;
}
