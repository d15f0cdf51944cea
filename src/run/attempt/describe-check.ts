import type { ModelCheckAnswer } from '../../models/agent/tools/agent-tool.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import { chooseTokenCounter } from '../../models/cost/token-estimate.ts';
import { boundedText } from '../../models/prompts/bounded-text.ts';
import { FAILURE_TOKENS, renderFailureReport } from '../../models/prompts/feedback-sections.ts';
import { boundedList } from '../../models/prompts/markdown.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandReport } from '../report/run-result.ts';
import { describeChangedPackages } from '../validation/guard-packages.ts';
import {
  isCommandKind,
  summarizeCheck,
  type CheckFailure,
  type CheckSummary,
  type CommandsOutcome,
  type PerformedCheck,
  type UncheckedPart,
} from './check-summary.ts';
import { createRetryContext } from './retry-context.ts';
import type { CopyVerdict } from './run-commands-on-copy.ts';

/** The number of commands, gates or checks to name. */
const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 200;
/** The number of results to list. Failures come first. */
const MAX_RESULTS = 60;
/** The number of characters for the expected and actual values of all listed results together. */
const VALUES_LENGTH = 40_000;
const MAX_VALUE_LENGTH = 2_000;

const FAILURE_NAMES: Readonly<Record<CheckFailure['kind'], string>> = {
  requirements: 'requirement',
  syntax: 'syntax error',
  setup: 'setup command',
  build: 'build',
  verify: 'verification',
  acceptance: 'acceptance command',
  packages: 'changed file of an installed package',
};

const PART_NAMES: Readonly<Record<UncheckedPart['kind'], string>> = {
  setup: 'setup',
  build: 'build',
  verify: 'verification',
  acceptance: 'acceptance',
  gates: 'gates',
  checks: 'checks that need a command, a request, a validator or a model',
  'other-chunks': 'other chunks',
};

interface ResultLine {
  readonly failed: boolean;
  readonly text: string;
}

/** [AGENT-9] Describes a check for the model: the verdict, what was not run, each result, and failures of commands. */
export async function describeCheck(check: PerformedCheck): Promise<ModelCheckAnswer> {
  const { commands } = check;
  const summary = summarizeCheck(check);
  const paragraphs = [
    describeVerdict(check, summary),
    describeNotRun(summary),
    describeResults(check),
    ...(commands?.kind === 'ran' ? await describeCommandFailures(commands.verdict) : []),
    describeLimit(commands),
  ];
  return { text: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'), note: describeForUser(summary) };
}

function describeVerdict({ commands, parts }: PerformedCheck, summary: CheckSummary): string {
  const { failures, requirementCount, ran } = summary;
  const checked = [
    ...(requirementCount === 0 ? [] : [formatCount(requirementCount, 'requirement')]),
    'syntax',
    'file rules',
    ...ran.map((kind) => PART_NAMES[kind]),
  ].join(', ');
  const verdict =
    failures.length > 0
      ? `The contract is not met. Failures: ${nameFailures(failures)}. Checked: ${checked}.`
      : `Nothing fails in what was checked: ${checked}.`;
  if (!parts.some(({ kind }) => isCommandKind(kind))) {
    return `${verdict} The contract has no build, verification or acceptance command, so nothing compiles or runs the code.`;
  }
  if (commands?.kind !== 'ran') return `${verdict} Nothing was compiled or executed.`;
  if (!commands.isRepeated) return verdict;
  return `${verdict} The files are unchanged since the last check with {"build": true}, so its result is repeated.`;
}

/** What fails, as phrases. A contract has one build. */
function nameFailures(failures: readonly CheckFailure[]): string {
  const phrases = failures.map(({ kind, count }) => {
    const name = FAILURE_NAMES[kind];
    if (kind === 'build') return name;
    return formatCount(count, name, kind === 'packages' ? 'changed files of installed packages' : undefined);
  });
  return phrases.join(', ');
}

/** Names what decides the attempt and was not run, and how to run it. */
function describeNotRun({ notRun }: CheckSummary): string {
  if (notRun.length === 0) return '';
  const isRunnable = notRun.some(({ reason }) => reason === 'not-requested');
  const isLater = notRun.some(({ reason }) => reason !== 'not-requested' && reason !== 'not-due');
  const advice = [
    ...(isRunnable ? ['Call check_contract with {"build": true} to run the commands.'] : []),
    ...(isLater ? [`${isRunnable ? 'The rest' : 'All of this'} is judged after you finish.`] : []),
  ].join(' ');
  return ['Not run:', ...notRun.map(describePart), ...(advice === '' ? [] : [advice])].join('\n');
}

function describePart({ kind, items, reason, unmet = [] }: UncheckedPart): string {
  const names = items.map((item) => {
    const name = boundedText(item, { head: MAX_NAME_LENGTH, tail: 0 });
    return isCommandKind(kind) ? `\`${name}\`` : name;
  });
  const conditions = unmet.map(
    ({ kind: state, path }) => `${path} ${state === 'file_exists' ? 'exists' : 'is absent'}`,
  );
  const suffix =
    reason === 'not-due'
      ? ` (not due until ${conditions.join(' and ')})`
      : reason === 'after-failure'
        ? ' (not run after the failure)'
        : '';
  return `- ${PART_NAMES[kind]}: ${boundedList(names, MAX_NAMES).join(', ')}${suffix}`;
}

/** One line per result, failures first. */
function describeResults({ files, commands }: PerformedCheck): string {
  const reports = commands?.kind === 'ran' ? commands.verdict.commands : [];
  const unmet = [...files.required, ...files.suggested].filter(({ passed }) => !passed).length;
  const valueCount = 2 * Math.min(MAX_RESULTS, Math.max(1, unmet));
  const valueLength = Math.min(MAX_VALUE_LENGTH, Math.floor(VALUES_LENGTH / valueCount));
  const lines = [
    ...files.syntaxErrors.map((error) => ({ failed: true, text: `FAILS    Syntax error: ${error}` })),
    ...files.verifications
      .flatMap(({ broken }) => broken)
      .map((message) => ({ failed: true, text: `FAILS    ${PART_NAMES.verify}: ${message}` })),
    ...reports.map(describeReport),
    ...files.required.map((result) => describeResult(result, 'FAILS   ', valueLength)),
    ...files.suggested.map((result) => describeResult(result, 'advice  ', valueLength)),
  ];
  const sorted = [...lines.filter(({ failed }) => failed), ...lines.filter(({ failed }) => !failed)];
  return boundedList(
    sorted.map(({ text }) => text),
    MAX_RESULTS,
  ).join('\n');
}

function describeReport({ stage, command, passed, exitCode, error }: CommandReport): ResultLine {
  const name = `${PART_NAMES[stage]}: \`${boundedText(command, { head: MAX_NAME_LENGTH, tail: 0 })}\``;
  if (passed) return { failed: false, text: `ok       ${name}` };
  return { failed: true, text: `FAILS    ${name}; ${error ?? `exit code ${exitCode ?? 'unknown'}`}` };
}

function describeResult(
  { assertion, passed, expected, actual, error, untrusted }: AssertionResult,
  label: 'FAILS   ' | 'advice  ',
  valueLength: number,
): ResultLine {
  if (passed) return { failed: false, text: `ok       ${assertion.message}` };
  if (untrusted) return { failed: false, text: `not run  ${assertion.message}` };
  const [wanted, found] = [expected ?? '-', actual ?? error ?? '-'].map((value) =>
    boundedText(value, { head: Math.ceil(valueLength * 0.75), tail: Math.floor(valueLength / 4) }),
  );
  return { failed: true, text: `${label} ${assertion.message}. Expected: ${wanted}. Actual: ${found}` };
}

/** The failures of commands, in the words of the retry prompt. Syntax errors are among the results. */
async function describeCommandFailures(verdict: CopyVerdict): Promise<readonly string[]> {
  const problems = verdict.problems.filter(({ stage }) => stage !== 'write');
  const context = createRetryContext(
    { ...verdict, problems, postconditionResults: [], assertResults: [], changedPackages: undefined },
    { refusedWrites: [] },
    0,
    0,
  );
  const changed = verdict.changedPackages.length === 0 ? [] : [describeChangedPackages(verdict.changedPackages)];
  const count = await chooseTokenCounter(JSON.stringify(context), FAILURE_TOKENS);
  return [...renderFailureReport(context, count), ...changed];
}

function describeLimit(commands: CommandsOutcome | undefined): string {
  if (commands?.kind === 'limit') {
    return `No command was run: this attempt has used its ${commands.limit} checks with {"build": true}. The commands run again after you finish.`;
  }
  return commands?.kind === 'ran' ? `Checks with {"build": true} that are left in this attempt: ${commands.left}.` : '';
}

/** The check in one line, which never reports success without what was not run. */
function describeForUser({ failures, notRun }: CheckSummary): string {
  const result = failures.length === 0 ? 'nothing fails' : `fails: ${nameFailures(failures)}`;
  const parts = [...new Set(notRun.map(({ kind }) => (kind === 'checks' ? 'some checks' : PART_NAMES[kind])))];
  return parts.length === 0 ? result : `${result}; not run: ${parts.join(', ')}`;
}
