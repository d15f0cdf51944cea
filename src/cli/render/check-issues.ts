import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ChangeJudgement, ChunkCheck, ChunkExcuse, ContractCheck } from '../../engine.ts';
import { formatFact, MAX_SHOWN_FACTS } from '../../foundation/fact.ts';
import { indexById } from '../../foundation/index-by-id.ts';
import { requiredResults } from '../../foundation/verdict.ts';

/** What was checked in one workspace folder: contracts, or a change. */
export interface CheckedFolder {
  /** The folder relative to the top level of its repository: empty, or with a final `/`. */
  readonly prefix: string;
  readonly contracts: readonly ContractCheck[];
  readonly change?: ChangeJudgement | undefined;
}

/** A folder with the judgement of a change in it. */
export interface JudgedFolder extends CheckedFolder {
  readonly change: ChangeJudgement;
}

/** Everything that a command checked, with the verdict. */
export interface CheckReport {
  readonly ok: boolean;
  /** Whether unverified chunks and warnings make the check fail. */
  readonly strict: boolean;
  /** `fact`: facts make the check fail. */
  readonly failOn?: 'fact' | undefined;
  readonly folders: readonly CheckedFolder[];
}

/** A chunk in the report of a folder. */
export interface ReportedChunk {
  /** The path of the contract, relative to the top level of the repository. */
  readonly contract: string;
  readonly check: ChunkCheck;
  /** Whether the chunk makes the check fail. */
  readonly fails: boolean;
  readonly excuse?: ChunkExcuse | undefined;
  /** The line of the chunk in the contract, if it is known. */
  readonly line?: number | undefined;
}

/** One message about a file. Paths are relative to the top level of the repository. */
export interface Issue {
  /** What was checked, for example `assert/export_exists` or `change/outside-files`. */
  readonly rule: string;
  /** An `error` makes the check fail. */
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** `undefined` if the message is about the check as a whole. */
  readonly file: string | undefined;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column?: number | undefined;
  readonly contract?: string | undefined;
  readonly chunk?: string | undefined;
}

/** `<file>:<line>`; `undefined` if the issue is about the check as a whole. */
export function formatPlace({ file, line }: Issue): string | undefined {
  return file === undefined ? undefined : `${file}:${line}`;
}

/** The chunks of a report, in the order of the contracts. */
export function listReportedChunks({ folders, strict }: CheckReport): readonly ReportedChunk[] {
  return folders.flatMap(({ prefix, contracts, change }) => [
    ...contracts.flatMap(({ document, chunks, claims }) =>
      chunks.map((check) => {
        const index = document.contract === undefined ? -1 : indexById(document.contract.chunks, check.id);
        const line = index < 0 ? 1 : document.rangeOf(['chunks', index]).start.line;
        return { contract: prefix + document.file, check, fails: isFailing(check, strict, claims), line };
      }),
    ),
    ...(change?.chunks ?? []).map(({ contract, check, fails, excuse }) => ({
      contract: prefix + contract,
      check,
      fails: fails || (strict && isUnverified(check)),
      excuse,
      line: check.assertResults.find(({ contractLocation }) => contractLocation !== undefined)?.contractLocation?.line,
    })),
  ]);
}

function isUnverified({ verdict, supersededBy }: ChunkCheck): boolean {
  return verdict === 'unverified' && supersededBy === undefined;
}

/** In a plan, only claims fail: an open task is work to do. */
function isFailing(check: ChunkCheck, strict: boolean, claims: ContractCheck['claims']): boolean {
  if (claims !== undefined) {
    return [...claims.untrue, ...(strict ? claims.undecided : [])].some(({ id }) => id === check.id);
  }
  return check.verdict === 'unsatisfied' || (strict && isUnverified(check));
}

/** What a reviewer should look at. They are no faults, so a report lists them separately. */
export function listFactIssues({ folders, failOn }: CheckReport): readonly Issue[] {
  return folders.flatMap(({ prefix, change, contracts }) =>
    [...(change?.facts ?? []), ...contracts.flatMap(({ facts }) => facts ?? [])].map((fact) => ({
      rule: `fact/${fact.rule}`,
      level: failOn === 'fact' ? ('error' as const) : ('note' as const),
      message: formatFact(fact),
      file: prefix + fact.file,
      line: fact.line,
    })),
  );
}

/** The facts that a report for people lists, and the number of the others. */
export function listShownFacts(report: CheckReport): { readonly shown: readonly Issue[]; readonly more: number } {
  const facts = listFactIssues(report);
  return { shown: facts.slice(0, MAX_SHOWN_FACTS), more: Math.max(0, facts.length - MAX_SHOWN_FACTS) };
}

/** Everything of a report that is not as it should be, in the order of the files. */
export function listIssues(report: CheckReport): readonly Issue[] {
  return [
    ...report.folders.flatMap((folder) => [
      ...listContractProblems(folder),
      ...listChangeIssues(folder, report.strict),
    ]),
    ...report.folders.flatMap((folder) =>
      listReportedChunks({ ...report, folders: [folder] }).flatMap((chunk) => listChunkIssues(folder.prefix, chunk)),
    ),
  ];
}

function listContractProblems({ prefix, contracts }: CheckedFolder): readonly Issue[] {
  return contracts.flatMap(({ document, problems }) =>
    problems.map(({ code, severity, message, range }) => ({
      rule: `contract/${code}`,
      level: severity,
      message,
      file: prefix + document.file,
      line: range.start.line,
      column: range.start.column,
      contract: prefix + document.file,
    })),
  );
}

/** A finding about the change as a whole has no file. It is reported at the first changed file. */
function listChangeIssues({ prefix, change }: CheckedFolder, strict: boolean): readonly Issue[] {
  return (change?.findings ?? []).map(({ kind, severity, message, file, line, column, expected, actual, chunk }) => {
    const place = file ?? chunk?.contract ?? change?.changedFiles[0]?.path;
    return {
      rule: `change/${kind}`,
      level: strict ? 'error' : severity,
      message: describeDifference(message, expected, actual),
      file: place === undefined ? undefined : prefix + place,
      line: line ?? 1,
      column,
      ...(chunk === undefined ? {} : { contract: prefix + chunk.contract, chunk: chunk.chunk }),
    };
  });
}

function listChunkIssues(prefix: string, reported: ReportedChunk): readonly Issue[] {
  const { contract, check, fails, line = 1 } = reported;
  const place = { file: contract, line, contract, chunk: check.id };
  const required = fails ? 'error' : 'note';
  const ofResult = (result: AssertionResult, level: Issue['level']): Issue => {
    const location = result.location ?? result.contractLocation;
    return {
      rule: `${result.assertion.type}/${result.assertion.check.type}`,
      level,
      message: describeDifference(result.assertion.message, result.expected, result.error ?? result.actual),
      file: location === undefined ? contract : prefix + location.file,
      line: location?.line ?? line,
      column: location?.column,
      contract,
      chunk: check.id,
    };
  };
  const failed = requiredResults(check).filter(({ passed }) => !passed);
  const { commands = [], problems = [], gates = [] } = check.full ?? {};
  // A failed command is a separate issue, with its output.
  const failedCommands = commands.filter(({ passed }) => !passed);
  return [
    ...failed.map((result) => ofResult(result, required)),
    ...check.suggestResults.filter(({ passed }) => !passed).map((result) => ofResult(result, 'warning')),
    ...failedCommands.map(({ stage, command, output, error }): Issue => ({
      ...place,
      rule: `command/${stage}`,
      level: required,
      message: [`Failed: ${command}`, error ?? '', output.trimEnd()].filter((part) => part !== '').join('\n'),
    })),
    ...problems
      .filter(({ command }) => command === undefined)
      .map(({ stage, message }): Issue => ({ ...place, rule: `command/${stage}`, level: required, message })),
    ...gates
      .filter(({ verdict }) => verdict !== 'PASS')
      .map(({ id, mode, verdict, reasoning }): Issue => ({
        ...place,
        rule: `gate/${id}`,
        level: mode === 'blocking' && verdict !== 'NOT_JUDGED' ? required : 'warning',
        message: `Gate ${id} (${mode}): ${verdict}. ${reasoning}`,
      })),
    ...(isUnverified(check)
      ? [
          {
            ...place,
            rule: 'chunk/unverified',
            level: required,
            message: `Chunk ${check.id} has nothing to check`,
          } as const,
        ]
      : []),
  ];
}

function describeDifference(message: string, expected: string | undefined, actual: string | undefined): string {
  const parts = [message];
  if (expected !== undefined) parts.push(`Expected: ${expected}`);
  if (actual !== undefined) parts.push(`Actual: ${actual}`);
  return parts.join('\n');
}
