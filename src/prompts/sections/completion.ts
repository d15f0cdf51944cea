import type { Condition } from '../../contract/model.ts';
import { bullets, section } from '../lists.ts';
import type { PromptInput } from '../prompt-input.ts';

/** What is checked once the files are written: postconditions, build, verify and acceptance commands. */
export function completionSection({ contract, chunk }: PromptInput): string | undefined {
  const { build, verify } = contract;
  const lines = [
    ...chunk.postconditions.map(describeCondition),
    ...(build ? [`The build passes: \`${build.command}\``] : []),
    ...(verify ? [describeVerify(verify.command, verify.requires)] : []),
    ...chunk.acceptanceCommands.map((command) => `This command exits with 0: \`${command}\``),
  ];
  if (lines.length === 0) return undefined;
  return section('AFTER YOUR CHANGES', 'All of this must hold:', bullets(lines));
}

function describeCondition(condition: Condition): string {
  return condition.kind === 'file_exists'
    ? `The file ${condition.path} exists`
    : `The file ${condition.path} does not exist`;
}

function describeVerify(command: string, requires: readonly Condition[]): string {
  if (requires.length === 0) return `The verification passes: \`${command}\``;
  const conditions = requires.map((condition) => describeCondition(condition).replace(/^The/, 'the')).join(' and ');
  return `Once ${conditions}, the verification passes: \`${command}\``;
}
