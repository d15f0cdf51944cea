import type { Command } from 'commander';

/** The commands of a command that people call. The help and the completion leave the others out. */
export function visibleCommands(command: Command): readonly Command[] {
  const visible = new Set(command.createHelp().visibleCommands(command));
  return command.commands.filter((inner) => visible.has(inner));
}
