/** Sections about the task, the files that may be written, and the conditions that are checked afterwards. */
import { acceptanceCommandsOf, redFirstCommandsOf } from '../../contract/acceptance-commands.ts';
import type { Condition } from '../../contract/model.ts';
import { bullets, section } from './markdown.ts';
import type { PromptInput } from './prompt-input.ts';

/**
 * The task, preceded by a line that identifies the chunk. The number of the attempt is in the feedback at the end: a server
 * that keeps what it has evaluated continues after the longest common start of two prompts.
 */
export function taskSection(input: PromptInput): string {
  return [`Chunk: ${input.chunk.id}`, describeTask(input)].join('\n\n');
}

/** The task without a line about an attempt. */
export function describeTask({ contract: { spec }, chunk }: Pick<PromptInput, 'contract' | 'chunk'>): string {
  const about = [`This is one chunk of the specification "${spec.title}" (${spec.id}).`, spec.description.trim()];
  return [`# Task: ${chunk.title}`, chunk.description.trim(), about.filter((part) => part !== '').join(' ')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The files that the chunk may write, the files that it must not write, and other restrictions. */
export function filesSection({ chunk }: PromptInput): string {
  const allowed =
    chunk.allowedFiles.length > 0
      ? `You may create, change or delete only files that match these paths and patterns. Any other write is refused:\n${bullets(chunk.allowedFiles)}`
      : 'You may create and change any file of the repository that the task requires.';
  const forbidden =
    chunk.forbiddenFiles.length > 0 ? `You must not write these files:\n${bullets(chunk.forbiddenFiles)}` : undefined;
  const restrictions = chunk.forbidden.length > 0 ? `Further restrictions:\n${bullets(chunk.forbidden)}` : undefined;
  return section('FILES', allowed, forbidden, restrictions);
}

/** The postconditions and the build, verify and acceptance commands, which are checked after the files are written. */
export function completionSection({ contract, chunk, verifications }: PromptInput): string | undefined {
  const { build, verify } = contract;
  const redFirst = redFirstCommandsOf(chunk);
  const due = verifications ?? (verify === undefined ? [] : [verify]);
  const lines = [
    ...chunk.postconditions.map(describeCondition),
    ...(build ? [`The build succeeds: \`${build.command}\``] : []),
    ...due.map(({ command, requires }) => describeVerification(command, requires)),
    ...acceptanceCommandsOf(chunk).map((command) =>
      redFirst.includes(command)
        ? `This command fails now, with your tests and without your other changes, and exits with code 0 after them: \`${command}\``
        : `This command exits with code 0: \`${command}\``,
    ),
  ];
  if (lines.length === 0) return undefined;
  return section('AFTER YOUR CHANGES', 'All of the following must hold:', bullets(lines));
}

function describeCondition(condition: Condition): string {
  return condition.kind === 'file_exists'
    ? `The file ${condition.path} exists`
    : `The file ${condition.path} does not exist`;
}

function describeVerification(command: string, requires: readonly Condition[]): string {
  if (requires.length === 0) return `The verification succeeds: \`${command}\``;
  const conditions = requires.map((condition) => describeCondition(condition).replace(/^The/, 'the')).join(' and ');
  return `Once ${conditions}, the verification succeeds: \`${command}\``;
}
