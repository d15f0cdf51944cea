/** Sections with feedback on earlier attempts: violations, failed commands, gate findings, and the instruction of the user. */
import { boundedText } from './bounded-text.ts';
import { bullets, section } from './markdown.ts';
import { markedData } from './marked-data.ts';
import type { PreviousAttempt, PromptInput } from './prompt-input.ts';

const OUTPUT_BOUNDS = { head: 4_000, tail: 8_000 };
const VALUE_BOUNDS = { head: 3_000, tail: 1_000 };
const MAX_INLINE_LENGTH = 400;

/** [ENF-CTX-4] The exact failures of the previous attempt. */
export function previousAttemptSection({ retry }: PromptInput): string | undefined {
  if (retry === undefined) return undefined;
  const failures = [
    renderViolations(retry),
    renderBuildFailure(retry),
    ...renderCommandFailures(retry),
    renderProblems(retry),
    renderRefusedWrites(retry),
  ].filter((part) => part !== undefined);
  return section(
    'PREVIOUS ATTEMPT FAILED',
    `This is attempt ${retry.attempt} of ${retry.maxAttempts}. The files are in their original state: no change of the ` +
      `previous attempt is in them. Do the whole task again and fix ${failures.length > 0 ? 'the following:' : 'what is reported below.'}`,
    ...failures,
  );
}

/** The improvements that the gates require. */
export function gateSection({ gateGuidance }: PromptInput): string | undefined {
  const text = gateGuidance?.trim();
  return text === undefined || text === '' ? undefined : section('GATES', text);
}

/** The user's instruction for this attempt. */
export function instructionSection({ instruction }: PromptInput): string | undefined {
  const text = instruction?.trim();
  return text === undefined || text === '' ? undefined : section('INSTRUCTION', text);
}

function renderViolations({ previousViolations }: PreviousAttempt): string | undefined {
  if (previousViolations.length === 0) return undefined;
  const items = previousViolations.map(
    ({ assertion, expected, actual }, index) =>
      `${index + 1}. ${assertion.message.trim()}\n${renderValue('expected', expected)}\n${renderValue('actual', actual)}`,
  );
  return items.join('\n');
}

function renderValue(name: 'expected' | 'actual', text: string): string {
  const label = name === 'expected' ? 'Expected' : 'Actual';
  if (!text.includes('\n') && text.length <= MAX_INLINE_LENGTH) return `   ${label}: ${text}`;
  return `   ${label}:\n${markedData(name, {}, boundedText(text, VALUE_BOUNDS))}`;
}

function renderBuildFailure({ buildOutput }: PreviousAttempt): string | undefined {
  if (buildOutput === undefined) return undefined;
  return `The build failed. Its output:\n${renderOutput(buildOutput)}`;
}

function renderCommandFailures({ failedCommands }: PreviousAttempt): string[] {
  return (failedCommands ?? []).map(({ stage, command, error, exitCode, output }) => {
    const cause =
      error ?? (exitCode === undefined ? 'it ended without an exit code' : `it exited with code ${exitCode}`);
    return `The ${stage} command \`${command}\` failed: ${cause.replace(/\.$/, '')}. Its output:\n${renderOutput(output)}`;
  });
}

function renderOutput(text: string): string {
  return text.trim() === '' ? '(no output)' : markedData('output', {}, boundedText(text, OUTPUT_BOUNDS));
}

function renderProblems({ problems }: PreviousAttempt): string | undefined {
  if (problems === undefined || problems.length === 0) return undefined;
  return `Other problems:\n${bullets(problems.map(({ stage, message }) => `${stage}: ${message}`))}`;
}

function renderRefusedWrites({ refusedWrites: refused }: PreviousAttempt): string | undefined {
  if (refused === undefined || refused.length === 0) return undefined;
  return `Refused writes:\n${bullets(refused.map(({ path, reason }) => `${path}: ${reason}`))}`;
}
