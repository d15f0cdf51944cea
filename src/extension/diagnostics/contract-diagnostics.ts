import type { AssertionResult } from '../../checks/interfaces/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { CheckedPlan, ChunkCheck, ContractCheck } from '../../engine.ts';
import type { Location } from '../../shared/position.ts';
import { locationToTextRange, toTextRange, type TextRange } from '../base/text-range.ts';
import { formatAssertionFailure, listResults } from '../state/chunk-status.ts';

export type Severity = 'error' | 'warning' | 'information';

/** The data of a diagnostic, independent of the VS Code API. Files are relative to the workspace folder. */
export interface ContractDiagnostic {
  readonly file: string;
  readonly range: TextRange;
  readonly severity: Severity;
  readonly message: string;
  /** The type of the check, the code of a contract problem, the id of a plan rule, or the category of a finding. */
  readonly code: string;
  /** What found it. Default: `Holdfast`. */
  readonly source?: string | undefined;
  readonly related: readonly { readonly file: string; readonly range: TextRange; readonly message: string }[];
}

/**
 * Creates the diagnostics of a checked contract. Each problem has one diagnostic. Each failed assertion has one in the
 * contract and, if the result has another location, one at that location.
 */
export function createContractDiagnostics(check: ContractCheck): readonly ContractDiagnostic[] {
  const problems = createDocumentDiagnostics({ file: check.document.file, problems: check.problems });
  const failures = check.chunks.flatMap((chunk) =>
    listResults(chunk)
      .filter((result) => !result.passed)
      .flatMap((result) => createFailureDiagnostics(result, chunk, check)),
  );
  return [...problems, ...failures];
}

/** Creates one diagnostic for each problem of a contract or of another configuration file. */
export function createDocumentDiagnostics({
  file,
  problems,
}: Pick<ContractDocument, 'file' | 'problems'>): readonly ContractDiagnostic[] {
  return problems.map(({ range, severity, message, code }) => ({
    file,
    range: toTextRange(range),
    severity,
    message,
    code,
    related: [],
  }));
}

function createFailureDiagnostics(
  result: AssertionResult,
  chunk: ChunkCheck,
  check: ContractCheck,
): ContractDiagnostic[] {
  const inContract = result.contractLocation ?? locateChunk(chunk, check);
  const inSource = result.location && !isSameLocation(result.location, inContract) ? result.location : undefined;
  const { check: assertionCheck, message } = result.assertion;
  const common = {
    severity: result.assertion.type === 'assert' ? 'error' : 'information',
    code: assertionCheck.type,
  } as const;
  const text = formatAssertionFailure(result);
  const atContract = {
    ...common,
    file: inContract.file,
    range: findMessageRange(inContract, check.document),
    message: text,
    related: inSource
      ? [
          {
            file: inSource.file,
            range: locationToTextRange(inSource),
            message: result.actual ?? result.error ?? message,
          },
        ]
      : [],
  };
  if (!inSource) return [atContract];
  const atSource = {
    ...common,
    file: inSource.file,
    range: locationToTextRange(inSource),
    message: `${text}\n(chunk "${chunk.title}")`,
    related: [
      {
        file: inContract.file,
        range: findMessageRange(inContract, check.document),
        message: 'Required by this contract',
      },
    ],
  };
  return [atContract, atSource];
}

/** [COMP-EDITOR] Creates the diagnostics of plan findings. Findings that repeat a contract problem are left out. */
export function createPlanDiagnostics({ document, findings }: CheckedPlan): readonly ContractDiagnostic[] {
  return findings
    .filter(({ problem }) => problem === undefined)
    .map(({ rule, severity, message, range }) => ({
      file: document.file,
      range: toTextRange(range),
      severity,
      message,
      code: rule,
      related: [],
    }));
}

function locateChunk(chunk: ChunkCheck, check: ContractCheck): Location {
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

/** The range to mark for a requirement. Of a requirement on several lines, only the message or the name is marked. */
function findMessageRange(requirement: Location, document: ContractDocument): TextRange {
  if (requirement.file !== document.file || (requirement.endLine ?? requirement.line) === requirement.line)
    return locationToTextRange(requirement);
  const path = document.pathAt(toOffset(document.text, requirement));
  const listIndex = path.findIndex((step) => step === 'assertions' || step === 'functions' || step === 'types');
  if (listIndex < 0) return locationToTextRange(requirement);
  const itemPath = path.slice(0, listIndex + 2);
  return toTextRange(document.rangeOf([...itemPath, path[listIndex] === 'assertions' ? 'message' : 'name']));
}

function toOffset(text: string, location: Location): number {
  let start = 0;
  for (let line = 1; line < location.line; line++) {
    const lineEnding = /\r\n|\r|\n/g;
    lineEnding.lastIndex = start;
    if (!lineEnding.test(text)) break;
    start = lineEnding.lastIndex;
  }
  return start + location.column - 1;
}

function isSameLocation(one: Location, other: Location): boolean {
  return one.file === other.file && one.line === other.line && one.column === other.column;
}
