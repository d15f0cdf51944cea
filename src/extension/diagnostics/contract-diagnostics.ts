import type { AssertionResult } from '../../checks/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { ChunkCheck, ContractCheck } from '../../engine.ts';
import type { Location } from '../../shared/position.ts';
import { textRangeOf, textRangeOfLocation, type TextRange } from './text-range.ts';

export type Severity = 'error' | 'warning' | 'information';

/** A diagnostic before it becomes the editor's own. Files are relative to the folder. */
export interface ContractDiagnostic {
  readonly file: string;
  readonly range: TextRange;
  readonly severity: Severity;
  readonly message: string;
  /** The check's type, or the code of a contract's problem. */
  readonly code: string;
  readonly related: readonly { readonly file: string; readonly range: TextRange; readonly message: string }[];
}

/** Every diagnostic of a checked contract: its own mistakes, and each failing assertion at both of its places. */
export function contractDiagnostics(check: ContractCheck): readonly ContractDiagnostic[] {
  const { file } = check.document;
  const problems = check.problems.map((problem): ContractDiagnostic => ({
    file,
    range: textRangeOf(problem.range),
    severity: problem.severity,
    message: problem.message,
    code: problem.code,
    related: [],
  }));
  const failures = check.chunks.flatMap((chunk) =>
    [...chunk.assertResults, ...chunk.suggestResults]
      .filter((result) => !result.passed)
      .flatMap((result) => failureDiagnostics(result, chunk, check)),
  );
  return [...problems, ...failures];
}

function failureDiagnostics(result: AssertionResult, chunk: ChunkCheck, check: ContractCheck): ContractDiagnostic[] {
  const asked = result.contractLocation ?? wholeChunk(chunk, check);
  const found = result.location && !isSamePlace(result.location, asked) ? result.location : undefined;
  const { check: question, message } = result.assertion;
  const common = {
    severity: result.assertion.type === 'assert' ? 'error' : 'information',
    code: question.type,
  } as const;
  const text = failureMessage(result);
  const atContract = {
    ...common,
    file: asked.file,
    range: speakingRange(asked, check.document),
    message: text,
    related: found
      ? [{ file: found.file, range: textRangeOfLocation(found), message: result.actual ?? result.error ?? message }]
      : [],
  };
  if (!found) return [atContract];
  const atSource = {
    ...common,
    file: found.file,
    range: textRangeOfLocation(found),
    message: `${text}\n(chunk "${chunk.title}")`,
    related: [
      { file: asked.file, range: speakingRange(asked, check.document), message: 'The contract asks for it here.' },
    ],
  };
  return [atContract, atSource];
}

/** The assertion's message with what was expected and found, or why it could not be checked. */
export function failureMessage(result: AssertionResult): string {
  const lines = [result.assertion.message];
  if (result.error !== undefined) lines.push(`Could not be checked: ${result.error}`);
  if (result.expected !== undefined) lines.push(`Expected: ${result.expected}`);
  if (result.actual !== undefined) lines.push(`Actual: ${result.actual}`);
  return lines.join('\n');
}

function wholeChunk(chunk: ChunkCheck, check: ContractCheck): Location {
  const index = check.document.contract?.chunks.findIndex((candidate) => candidate.id === chunk.id) ?? -1;
  const { start, end } = check.document.rangeOf(index < 0 ? [] : ['chunks', index, 'id']);
  return {
    file: check.document.file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

/** Of a requirement that spans many lines only the part that says what is asked is marked, not the whole block. */
function speakingRange(asked: Location, document: ContractDocument): TextRange {
  if (asked.file !== document.file || (asked.endLine ?? asked.line) === asked.line) return textRangeOfLocation(asked);
  const path = document.pathAt(offsetOf(document.text, asked));
  const list = path.findIndex((step) => step === 'assertions' || step === 'functions' || step === 'types');
  if (list < 0) return textRangeOfLocation(asked);
  const requirement = path.slice(0, list + 2);
  return textRangeOf(document.rangeOf([...requirement, path[list] === 'assertions' ? 'message' : 'name']));
}

function offsetOf(text: string, place: Location): number {
  let start = 0;
  for (let line = 1; line < place.line; line++) {
    const end = /\r\n|\r|\n/g;
    end.lastIndex = start;
    if (!end.test(text)) break;
    start = end.lastIndex;
  }
  return start + place.column - 1;
}

function isSamePlace(one: Location, other: Location): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}
