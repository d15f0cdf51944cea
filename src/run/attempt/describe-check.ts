import type { CheckAnswer } from '../../agent/tools/agent-tool.ts';
import type { AssertionResult } from '../../checks/interfaces/result.ts';
import { chooseTokenCounter } from '../../models/cost/token-estimate.ts';
import { boundedText } from '../../prompts/bounded-text.ts';
import { FAILURE_TOKENS, renderFailureReport } from '../../prompts/feedback-sections.ts';
import { formatCount } from '../../shared/format-count.ts';
import type { ContractPart } from '../validation/contract-parts.ts';
import { describeChangedPackages } from '../validation/guard-packages.ts';
import type { CurrentFilesCheck } from './check-current-files.ts';
import { createRetryContext } from './retry-context.ts';
import type { CopyVerdict } from './run-commands-on-copy.ts';

/** What the commands showed: `none`: the contract has none; `limit`: they were not run, because the limit is reached. */
export type CommandsOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'limit'; readonly limit: number }
  | {
      readonly kind: 'ran';
      readonly verdict: CopyVerdict;
      /** Whether the files are those of the latest check, so that its result applies. */
      readonly isRepeated: boolean;
      /** The number of checks with commands that the attempt has left. */
      readonly left: number;
    };

export interface DescribedCheck {
  readonly files: CurrentFilesCheck;
  /** `undefined` if no command was requested. */
  readonly commands: CommandsOutcome | undefined;
  /** The parts of the contract that a check of files does not run. */
  readonly parts: readonly ContractPart[];
  /** Whether the contract has other chunks, whose asserts count once they are done. */
  readonly hasOtherChunks: boolean;
}

const VALUE_BOUNDS = { head: 1_500, tail: 500 };
/** The number of commands, gates or asserts to name. */
const MAX_NAMES = 5;
const MAX_NAME_LENGTH = 200;

const PART_NAMES = {
  setup: ['setup command', 'setup commands'],
  build: ['build', 'builds'],
  verify: ['verification', 'verifications'],
  acceptance: ['acceptance command', 'acceptance commands'],
  gates: ['gate', 'gates'],
} as const;

/** [AGENT-9] Describes a check for the model: the verdict, what was not run, each requirement, and failures of commands. */
export async function describeCheck(check: DescribedCheck): Promise<CheckAnswer> {
  const { files, commands } = check;
  const failures = listFailures(check);
  const lines = [
    ...files.syntaxErrors.map((error) => `FAILS  Syntax error: ${error}`),
    ...[...files.required, ...files.suggested].map(describeResult),
  ];
  const paragraphs = [
    [summarize(check, failures), ...describeUnchecked(check), ...describeCommandsNote(commands)].join(' '),
    lines.join('\n'),
    ...(commands?.kind === 'ran' ? await describeCommandFailures(commands.verdict) : []),
  ];
  return {
    text: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'),
    note: failures.length === 0 ? 'nothing fails' : `fails: ${failures.join(', ')}`,
  };
}

/** What fails, as phrases. */
function listFailures({ files, commands }: DescribedCheck): readonly string[] {
  const asserts = files.required.filter(({ passed, untrusted }) => !passed && untrusted !== true).length;
  const failed = commands?.kind === 'ran' ? commands.verdict.commands.filter(({ passed }) => !passed) : [];
  const acceptance = failed.filter(({ stage }) => stage === 'acceptance').length;
  const failedOnly = failed.filter(({ stage }) => stage !== 'acceptance');
  const isOtherwiseFailed = commands?.kind === 'ran' && !commands.verdict.passed && failed.length === 0;
  return [
    ...(asserts === 0 ? [] : [formatCount(asserts, 'requirement')]),
    ...(files.syntaxErrors.length === 0 ? [] : [formatCount(files.syntaxErrors.length, 'syntax error')]),
    ...failedOnly.map(({ stage }) => `the ${PART_NAMES[stage][0]}`),
    ...(acceptance === 0 ? [] : [formatCount(acceptance, ...PART_NAMES.acceptance)]),
    ...(isOtherwiseFailed && files.syntaxErrors.length === 0 ? ['the verification'] : []),
    ...(commands?.kind === 'ran' && commands.verdict.changedPackages.length > 0 ? ['changed packages'] : []),
  ];
}

function summarize({ files, commands, parts, hasOtherChunks }: DescribedCheck, failures: readonly string[]): string {
  if (failures.length > 0) return `The contract is not met. Failures: ${failures.join(', ')}.`;
  const passed = files.required.some((result) => result.passed);
  const isPartial = files.required.some(({ untrusted }) => untrusted === true);
  const asserts = !passed ? 'No assert was checked.' : isPartial ? 'The checked asserts hold.' : 'The asserts hold.';
  if (commands?.kind === 'ran') {
    const names = [...new Set(commands.verdict.commands.map(({ stage }) => stage))].filter(
      (stage) => stage !== 'setup',
    );
    const ran = names.map((stage) => `the ${PART_NAMES[stage][stage === 'acceptance' ? 1 : 0]}`);
    return ran.length === 0 ? asserts : `${asserts} These pass: ${ran.join(', ')}.`;
  }
  if (parts.length > 0 || hasOtherChunks) return asserts;
  return `${asserts} The contract has no build, verification or acceptance command, so nothing compiles or runs the code.`;
}

/** Names what decides the attempt and did not run, and how to run it. */
function describeUnchecked({ files, commands, parts, hasOtherChunks }: DescribedCheck): readonly string[] {
  const ran = commands?.kind === 'ran' ? commands.verdict.commands : [];
  const pending = parts
    .map(({ kind, items }) => ({
      kind,
      items: items.filter((item) => !ran.some(({ stage, command }) => stage === kind && command === item)),
    }))
    .filter(({ items }) => items.length > 0);
  const later = [...files.required, ...files.suggested].filter(({ untrusted }) => untrusted === true);
  const names = [
    ...pending.map(describePart),
    ...(later.length === 0
      ? []
      : [
          `${formatCount(later.length, 'check')} that ${later.length === 1 ? 'needs' : 'need'} a command, a request, a validator or a model (${nameItems(later.map(({ assertion }) => assertion.message))})`,
        ]),
    ...(hasOtherChunks ? ['the asserts of other chunks that are done'] : []),
  ];
  if (names.length === 0) return [];
  const isRunnable = commands === undefined && pending.some(({ kind }) => kind !== 'gates');
  return [
    `Not run: ${names.join(', ')}.`,
    isRunnable
      ? 'Nothing was compiled. Call check_contract with {build: true} to run the build, the verification and the acceptance commands.'
      : 'What was not run is judged after you end.',
  ];
}

function describePart({ kind, items }: ContractPart): string {
  const [one, many] = PART_NAMES[kind];
  const isCode = kind !== 'gates';
  const label = kind === 'build' ? one : formatCount(items.length, one, many);
  return `${label} (${nameItems(items.map((item) => (isCode ? `\`${item}\`` : item)))})`;
}

function nameItems(items: readonly string[]): string {
  const shown = items.slice(0, MAX_NAMES).map((item) => boundedText(item, { head: MAX_NAME_LENGTH, tail: 0 }));
  const more = items.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`${more} more`])].join(', ');
}

function describeCommandsNote(commands: CommandsOutcome | undefined): readonly string[] {
  switch (commands?.kind) {
    case undefined:
      return [];
    case 'none':
      return ['The contract has no build, verification or acceptance command to run.'];
    case 'limit':
      return [
        `No command was run: the limit of ${commands.limit} checks with {build: true} in one attempt is reached. The commands run again after you end.`,
      ];
    case 'ran': {
      const repeated = commands.isRepeated
        ? 'The files are unchanged since the last check with {build: true}; this is its result. '
        : '';
      return [`${repeated}Checks with {build: true} that are left in this attempt: ${commands.left}.`];
    }
  }
}

/** The failures of commands, in the words of the retry prompt. Syntax and postconditions are among the requirements. */
async function describeCommandFailures(verdict: CopyVerdict): Promise<readonly string[]> {
  const problems = verdict.problems.filter(({ stage }) => stage !== 'write');
  const context = createRetryContext(
    { ...verdict, problems, assertResults: [], changedPackages: undefined },
    { refusedWrites: [] },
    0,
    0,
  );
  const changed = verdict.changedPackages.length === 0 ? [] : [describeChangedPackages(verdict.changedPackages)];
  const count = await chooseTokenCounter(JSON.stringify(context), FAILURE_TOKENS);
  return [...renderFailureReport(context, count), ...changed];
}

function describeResult({ assertion, passed, expected, actual, error, untrusted }: AssertionResult): string {
  if (passed) return `ok     ${assertion.message}`;
  if (untrusted) return `not run  ${assertion.message}`;
  const found = boundedText(actual ?? error ?? '-', VALUE_BOUNDS);
  return `FAILS  (${assertion.type}) ${assertion.message}; expected: ${boundedText(expected ?? '-', VALUE_BOUNDS)}; actual: ${found}`;
}
