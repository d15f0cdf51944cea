/** Sections with feedback on earlier attempts: violations, failed commands, gate findings, and the instruction of the user. */
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import { maxTokenCount, type CountTokens } from '../cost/token-estimate.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { boundedText, type TextBounds } from './bounded-text.ts';
import { boundedList, bullets, section } from './markdown.ts';
import { markedData } from './marked-data.ts';
import { renderPreviousWork } from './previous-work-section.ts';
import type { PreviousAttempt, PromptInput } from './prompt-input.ts';
import { exampleFor } from './system-prompt.ts';

/** The budget of the section on the previous attempt, in tokens. */
export const PREVIOUS_ATTEMPT_TOKENS = 16_000;
/** The part of the budget for failures: violations, outputs of commands, other problems. The rest is for code. */
export const FAILURE_TOKENS = 9_000;
const FAILURE_SHARE = FAILURE_TOKENS / PREVIOUS_ATTEMPT_TOKENS;
/** The tokens of the heading and its sentences. */
const HEADING_TOKENS = 300;

const OUTPUT_BOUNDS = { head: 4_000, tail: 8_000 };
const VALUE_BOUNDS = { head: 3_000, tail: 1_000 };
const PROBLEM_BOUNDS = { head: 2_000, tail: 1_000 };
const MAX_PROBLEMS = 100;
const MAX_REFUSALS = 50;
const MAX_INLINE_LENGTH = 400;
/** The factors by which long texts are shortened until the failures fit. */
const SCALES = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16];

/** [AGENT-10] What a model must know first if it described its change instead of writing it. */
const UNUSED_MEANS: Readonly<Record<'tools' | 'blocks', (chunk: PromptInput['chunk']) => string>> = {
  tools: () =>
    'The previous attempt ended without a tool call that changes a file, so nothing was written. Tools are required: call ' +
    'write_file with the path and the complete content of each file, or edit_file to replace one passage of a file. Do not ' +
    'write the code into your message instead. Then call check_contract.',
  blocks: (chunk) => {
    const { fence, path } = exampleFor(chunk);
    const [file = path] = chunk.allowedFiles.filter((entry) => !isGlob(entry) && !entry.startsWith('!'));
    return (
      'The answer of the previous attempt had no block that changes a file, so nothing was written. Write each file as a ' +
      `fenced block that names its path after the language (\`\`\`${fence} path=${file}) and contains the complete content, ` +
      'or use SEARCH and REPLACE blocks.'
    );
  },
};

/** What a model must know about a failure after a failed build. */
const AFTER_FAILED_BUILD =
  ' It ran after the failed build, so fix the build first: output of the build that the command needs can be missing or stale.';

/** What a model must know about a failure that its change does not affect. */
const FAILS_ON_BASE =
  ' It fails with the same output without your change: either your change does not reach what the command tests, or the cause is outside of this task.';

/** [ENF-CTX-4] [ENF-CTX-7] The exact failures of the previous attempt and its code, within a budget of tokens. */
export function previousAttemptSection({
  chunk,
  retry,
  retryTokens = PREVIOUS_ATTEMPT_TOKENS,
  countTokens = maxTokenCount,
}: PromptInput): string | undefined {
  if (retry === undefined) return undefined;
  const failures = fitFailures(retry, Math.floor(retryTokens * FAILURE_SHARE), countTokens);
  const used = failures.reduce((sum, text) => sum + countTokens(text), HEADING_TOKENS);
  const work =
    retry.work === undefined
      ? []
      : renderPreviousWork({ ...retry.work, isContinued: retry.isContinued === true }, retryTokens - used, countTokens);
  return section(
    'PREVIOUS ATTEMPT FAILED',
    retry.unusedMeans && UNUSED_MEANS[retry.unusedMeans](chunk),
    `This is attempt ${retry.attempt} of ${retry.maxAttempts}. ${describeTree(retry)} ${failures.length > 0 ? 'the following:' : 'what is reported below.'}`,
    ...failures,
    ...work,
  );
}

/** [ENF-RETRY-2] What the model finds in the files. A continued conversation contains calls that wrote to other files. */
function describeTree({ isContinued, isReworked }: PreviousAttempt): string {
  if (isReworked === true) {
    return 'The files contain the earlier result that was sent back, without the change of the previous attempt. Fix';
  }
  return isContinued === true
    ? 'The files are as the previous attempt left them: its change is in them. Keep what is right, and fix'
    : 'The files are in their original state: no change of the previous attempt is in them. Do the whole task again and fix';
}

/** The improvements that the gates require. */
export function gateSection({ gateGuidance }: PromptInput): string | undefined {
  const text = gateGuidance?.trim();
  return text === undefined || text === '' ? undefined : section('GATES', text);
}

/** [PIPE-3] What people said about an earlier result. Their text is data: a comment can quote what others wrote. */
export function reviewSection({ review }: PromptInput): string | undefined {
  if (review === undefined || review.texts.length === 0) return undefined;
  return section(
    'REVIEW',
    `An earlier result was sent back. ${review.isInTree ? 'The files contain that result: change what the reasons ask for, and keep the rest.' : 'It is not in the files.'} Address each of these reasons, within the requirements above:`,
    ...review.texts.map((text) => markedData('review', {}, boundedText(text, VALUE_BOUNDS))),
  );
}

/** The user's instruction for this attempt. */
export function instructionSection({ instruction }: PromptInput): string | undefined {
  const text = instruction?.trim();
  return text === undefined || text === '' ? undefined : section('INSTRUCTION', text);
}

/** The failures of an attempt as paragraphs, in the words and within the budget of a retry prompt. */
export function renderFailureReport(retry: PreviousAttempt, countTokens: CountTokens): readonly string[] {
  return fitFailures(retry, FAILURE_TOKENS, countTokens);
}

/** The failures as paragraphs. If they do not fit, long texts are shortened first, and then the last failures left out. */
function fitFailures(retry: PreviousAttempt, limit: number, count: CountTokens): readonly string[] {
  let failures: readonly Failure[] = [];
  for (const scale of SCALES) {
    failures = renderFailures(retry, scale);
    if (failures.reduce((sum, { text }) => sum + count(text), 0) <= limit) return toParagraphs(failures);
  }
  // Shortened outputs of commands come first: a list of violations can be of any length.
  const byPriority = [...failures.filter(({ isItem }) => !isItem), ...failures.filter(({ isItem }) => isItem)];
  let remaining = limit;
  const kept = byPriority.filter(({ text }) => {
    const tokens = count(text);
    if (tokens > remaining) return false;
    remaining -= tokens;
    return true;
  });
  const omitted = formatCount(failures.length - kept.length, 'more failure');
  return [...toParagraphs(kept), `Left out, to limit the length of this message: ${omitted}.`];
}

interface Failure {
  readonly text: string;
  /** Violations are items of one list. */
  readonly isItem?: true;
}

function toParagraphs(failures: readonly Failure[]): readonly string[] {
  const items = failures.filter(({ isItem }) => isItem).map(({ text }) => text);
  const others = failures.filter(({ isItem }) => !isItem).map(({ text }) => text);
  return items.length === 0 ? others : [items.join('\n'), ...others];
}

function renderFailures(retry: PreviousAttempt, scale: number): readonly Failure[] {
  const others = [
    renderBuildFailure(retry, scale),
    ...renderCommandFailures(retry, scale),
    renderProblems(retry, scale),
    renderRefusedWrites(retry, scale),
  ];
  return [...renderViolations(retry, scale), ...others.flatMap((text) => (text === undefined ? [] : [{ text }]))];
}

function renderViolations({ previousViolations }: PreviousAttempt, scale: number): readonly Failure[] {
  return previousViolations.map(({ assertion, expected, actual }, index) => {
    const values = [renderValue('expected', expected, scale), renderValue('actual', actual, scale)];
    return { text: [`${index + 1}. ${assertion.message.trim()}`, ...values].join('\n'), isItem: true };
  });
}

function renderValue(name: 'expected' | 'actual', text: string, scale: number): string {
  const label = name === 'expected' ? 'Expected' : 'Actual';
  if (!text.includes('\n') && text.length <= MAX_INLINE_LENGTH) return `   ${label}: ${text}`;
  return `   ${label}:\n${markedData(name, {}, boundedText(text, scaled(VALUE_BOUNDS, scale)))}`;
}

function renderBuildFailure({ buildOutput }: PreviousAttempt, scale: number): string | undefined {
  if (buildOutput === undefined) return undefined;
  return `The build failed. Its output:\n${renderOutput(buildOutput, scale)}`;
}

function renderCommandFailures({ failedCommands }: PreviousAttempt, scale: number): string[] {
  return (failedCommands ?? []).map(({ stage, command, error, exitCode, output, afterFailedBuild, failsOnBase }) => {
    const cause =
      error ?? (exitCode === undefined ? 'it ended without an exit code' : `it exited with code ${exitCode}`);
    const failure = `The ${stage} command \`${command}\` failed${afterFailedBuild === true ? ' too' : ''}: ${cause.replace(/\.$/, '')}.`;
    const circumstance = afterFailedBuild === true ? AFTER_FAILED_BUILD : failsOnBase === true ? FAILS_ON_BASE : '';
    return `${failure}${circumstance} Its output:\n${renderOutput(output, scale)}`;
  });
}

function renderOutput(text: string, scale: number): string {
  return text.trim() === '' ? '(no output)' : markedData('output', {}, boundedText(text, scaled(OUTPUT_BOUNDS, scale)));
}

function scaled({ head, tail }: TextBounds, scale: number): TextBounds {
  return { head: Math.floor(head * scale), tail: Math.floor(tail * scale) };
}

function renderProblems({ problems }: PreviousAttempt, scale: number): string | undefined {
  if (problems === undefined || problems.length === 0) return undefined;
  const items = problems.map(
    ({ stage, message }) => `${stage}: ${boundedText(message, scaled(PROBLEM_BOUNDS, scale))}`,
  );
  return `Other problems:\n${bullets(boundedList(items, Math.ceil(MAX_PROBLEMS * scale)))}`;
}

function renderRefusedWrites({ refusedWrites: refused }: PreviousAttempt, scale: number): string | undefined {
  if (refused === undefined || refused.length === 0) return undefined;
  const items = refused.map(({ path, reason }) => `${path}: ${reason}`);
  return `Refused writes:\n${bullets(boundedList(items, Math.ceil(MAX_REFUSALS * scale)))}`;
}
