import type { Command } from 'commander';
import packageTexts from '../../../package.nls.json' with { type: 'json' };
import { COMMAND_GROUPS, MORE_COMMANDS } from './command-groups.ts';
import { EXAMPLES } from './examples.ts';

const WIDTH = 80;

/** Sets the help of the program by groups, and adds two examples to that of each command. */
export function addHelp(program: Command): void {
  program.configureHelp({
    formatHelp: (command, helper) => (command === program ? formatOverview() : helper.formatHelp(command, helper)),
  });
  const visit = (command: Command, path: string): void => {
    const examples = EXAMPLES[path];
    if (examples !== undefined) {
      command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
    }
    for (const inner of command.commands) visit(inner, `${path} ${inner.name()}`.trim());
  };
  visit(program, '');
}

/** The help of the program: at most 30 lines of 80 columns. */
export function formatOverview(): string {
  const lines = COMMAND_GROUPS.flatMap(([group, entries]) =>
    entries.map(({ command, description }, index) => {
      const label = index === 0 ? group : '';
      return `  ${label.padEnd(9)} ${command.padEnd(13)} ${description}`;
    }),
  );
  return [
    ...wrapText(packageTexts.description),
    '',
    'Usage: holdfast [command] [options]     alone: the status and the next step',
    '',
    ...lines,
    ...wrap('more', MORE_COMMANDS),
    '',
    'Options: -v, --version; -h, --help; --no-progress',
    'holdfast <command> --help prints its options and two examples.',
  ].join('\n');
}

function wrapText(text: string): readonly string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last === undefined || `${last} ${word}`.length > WIDTH) return [...lines, word];
    return [...lines.slice(0, -1), `${last} ${word}`];
  }, []);
}

/** Names in columns after a group. */
function wrap(group: string, names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(`  ${group.padEnd(9)} ${name}`);
    else if (`${last}, ${name}`.length <= WIDTH - 1) lines[lines.length - 1] = `${last}, ${name}`;
    else {
      lines[lines.length - 1] = `${last},`;
      lines.push(`  ${''.padEnd(9)} ${name}`);
    }
  }
  return lines;
}
