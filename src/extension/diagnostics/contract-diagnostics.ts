import * as l10n from '@vscode/l10n';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { CheckedPlan, ChunkCheck, ContractCheck } from '../../engine.ts';
import { indexById } from '../../foundation/index-by-id.ts';
import type { Location } from '../../foundation/position.ts';
import { locationToTextRange, toTextRange, type TextRange } from '../base/text-range.ts';
import type { FindingKind } from '../settings/presentation-settings.ts';
import { formatAssertionFailure, listResults } from '../state/chunk-status.ts';
import { isFailing } from '../state/shown-contract.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** The data of a diagnostic, independent of the VS Code API. Files are relative to the workspace folder. */
export interface ContractDiagnostic {
  readonly file: string;
  readonly range: TextRange;
  /** The severity of the finding itself. The settings can replace it for a kind. */
  readonly severity: Severity;
  /** What the settings decide the severity by. Absent for the problems of a text, which always have their own. */
  readonly kind?: FindingKind | undefined;
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
  return [...problems, ...createResultDiagnostics(check)];
}

/** Creates the diagnostics of the failed assertions of a checked contract. */
export function createResultDiagnostics(check: ContractCheck): readonly ContractDiagnostic[] {
  return check.chunks.flatMap((chunk) =>
    listResults(chunk)
      .filter((result) => !result.passed)
      .flatMap((result) => createFailureDiagnostics(result, chunk, check)),
  );
}

/**
 * [EDIT-6] What an unmet requirement of a chunk is. Work that has not begun is no error, and neither is a chunk that another
 * one supersedes or whose past is not known yet.
 */
export function getFindingKind(chunk: ChunkCheck, type: AssertionResult['assertion']['type']): FindingKind {
  if (chunk.verdict === 'unsatisfied' ? !isFailing(chunk) : chunk.supersededBy !== undefined) return 'notStarted';
  if (type === 'suggest') return 'suggestion';
  // Only a full check finds failures of a chunk that the files satisfy.
  return chunk.progress === 'regressed' ? 'regression' : 'failedRun';
}

const OWN_SEVERITIES: Readonly<Partial<Record<FindingKind, Severity>>> = {
  notStarted: 'hint',
  suggestion: 'information',
};

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
  const kind = getFindingKind(chunk, result.assertion.type);
  const common = { severity: OWN_SEVERITIES[kind] ?? 'error', kind, code: assertionCheck.type } as const;
  const text = [formatAssertionFailure(result), ...describeKind(kind, chunk)].join('\n');
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
    message: l10n.t('{0}\n(chunk "{1}")', text, chunk.title),
    related: [
      {
        file: inContract.file,
        range: findMessageRange(inContract, check.document),
        message: l10n.t('Required by this contract'),
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
      kind: 'planFinding',
      message,
      code: rule,
      related: [],
    }));
}

/** Why an unmet requirement is an error, as a line of its message. */
function describeKind(kind: FindingKind, { passedBefore }: ChunkCheck): readonly string[] {
  if (kind === 'failedRun') return [l10n.t('The latest run of this chunk failed.')];
  if (kind !== 'regression') return [];
  switch (passedBefore) {
    case 'merge-base':
      return [l10n.t('Regression: the merge base with the default branch satisfies this chunk.')];
    case 'seen':
      return [l10n.t('Regression: this chunk was satisfied since the editor was opened.')];
    case 'record':
    case undefined:
      return [l10n.t('Regression: there is a record that this chunk has passed.')];
  }
}

function locateChunk(chunk: ChunkCheck, check: ContractCheck): Location {
  const { contract } = check.document;
  const index = contract === undefined ? -1 : indexById(contract.chunks, chunk.id);
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
