import { boundedText } from '../bounded-text.ts';
import { bullets, section } from '../lists.ts';
import { markedData } from '../marked-data.ts';
import type { PreviousAttempt, PromptInput } from '../prompt-input.ts';

const OUTPUT = { head: 4_000, tail: 8_000 };
const VALUE = { head: 3_000, tail: 1_000 };
const LONGEST_INLINE = 400;

/** [ENF-CTX-4] What was wrong with the attempt before, exactly. */
export function previousAttemptSection({ retry }: PromptInput): string | undefined {
  if (retry === undefined) return undefined;
  const mistakes = [violations(retry), build(retry), ...commands(retry), problems(retry), refusals(retry)].filter(
    (part) => part !== undefined,
  );
  return section(
    'PREVIOUS ATTEMPT FAILED',
    `This is attempt ${retry.attempt} of ${retry.maxAttempts}. The tree is as it was before the first attempt: nothing of ` +
      `the previous attempt is in it. Do the whole task again, and mend exactly ${mistakes.length > 0 ? 'this:' : 'what is said below.'}`,
    ...mistakes,
  );
}

function violations({ previousViolations }: PreviousAttempt): string | undefined {
  if (previousViolations.length === 0) return undefined;
  const listed = previousViolations.map(
    ({ assertion, expected, actual }, index) =>
      `${index + 1}. ${assertion.message.trim()}\n${value('expected', expected)}\n${value('actual', actual)}`,
  );
  return listed.join('\n');
}

function value(name: 'expected' | 'actual', text: string): string {
  const title = name === 'expected' ? 'Expected' : 'Actual';
  if (!text.includes('\n') && text.length <= LONGEST_INLINE) return `   ${title}: ${text}`;
  return `   ${title}:\n${markedData(name, {}, boundedText(text, VALUE))}`;
}

function build({ buildOutput }: PreviousAttempt): string | undefined {
  if (buildOutput === undefined) return undefined;
  return `The build failed. Its output:\n${output(buildOutput)}`;
}

function commands({ failedCommands }: PreviousAttempt): string[] {
  return (failedCommands ?? []).map((command) => {
    const how = command.error ?? `it exited with ${command.exitCode ?? 'no code'}`;
    return `The ${command.stage} command \`${command.command}\` failed: ${how.replace(/\.$/, '')}. Its output:\n${output(command.output)}`;
  });
}

function output(text: string): string {
  return text.trim() === '' ? '(no output)' : markedData('output', {}, boundedText(text, OUTPUT));
}

function problems({ problems: found }: PreviousAttempt): string | undefined {
  if (found === undefined || found.length === 0) return undefined;
  return `What else went wrong:\n${bullets(found.map((problem) => `${problem.stage}: ${problem.message}`))}`;
}

function refusals({ refusedWrites }: PreviousAttempt): string | undefined {
  if (refusedWrites === undefined || refusedWrites.length === 0) return undefined;
  return `Writes that were refused:\n${bullets(refusedWrites.map((write) => `${write.path}: ${write.reason}`))}`;
}
