import type { RepositoryStatus } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import type { Terminal } from '../base/terminal.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';

/** `holdfast` alone: what is set up here, and the one next step. */
export async function statusCommand({ terminal, workingDirectory, openEngine, signal }: CommandContext): CommandResult {
  const engine = await openEngine(findWorkspaceFolder('.', workingDirectory));
  const status = await engine.setup.status(signal);
  for (const [subject, text] of describeStatus(status)) {
    terminal.result(`${terminal.style('bold', subject.padEnd(10))} ${text}`);
  }
  printNextStep(terminal, status);
  return ExitCode.ok;
}

/** Prints the next step, as the last lines of a command. */
export function printNextStep(terminal: Terminal, { next }: Pick<RepositoryStatus, 'next'>): void {
  terminal.result('');
  terminal.result(terminal.style('bold', `Next: ${next.command}`));
  terminal.result(`      ${next.reason}`);
}

function describeStatus({
  isGit,
  contracts,
  change,
  agents,
  hasCommitHook,
  ciFile,
}: RepositoryStatus): readonly (readonly [subject: string, text: string])[] {
  const { count, chunks, broken } = contracts;
  const errors = broken.length === 0 ? '' : `, ${broken.length} with errors`;
  return [
    ['contracts', count === 0 ? 'none' : `${formatCount(count, 'contract')}, ${formatCount(chunks, 'chunk')}${errors}`],
    ['change', describeChange(isGit, change)],
    [
      'agents',
      agents.length === 0
        ? 'none has files here'
        : agents.map(({ name, isHooked }) => `${name} (${isHooked ? 'hooks' : 'no hooks'})`).join(', '),
    ],
    ['commits', hasCommitHook ? 'checked by the hook before a commit' : 'not checked'],
    ['CI', ciFile ?? 'not checked'],
  ];
}

function describeChange(isGit: boolean, change: RepositoryStatus['change']): string {
  if (!isGit) return 'not in a git repository';
  if (change === undefined) return 'no commit to compare with';
  return change.files === 0
    ? `none since ${change.since}`
    : `${formatCount(change.files, 'file')} since ${change.since}`;
}
