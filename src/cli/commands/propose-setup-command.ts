import type { RepositoryStatus } from '../../engine.ts';
import type { CommandContext, CommandResult } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { findWorkspaceFolder } from '../base/workspace-folder.ts';
import { initAgentsCommand } from './init-agents-command.ts';
import { initCommand } from './init-command.ts';
import { initPreCommitCommand } from './init-pre-commit-command.ts';

/** Something that a repository lacks, and how it gets it. */
interface Proposal {
  /** What a person types to choose it. */
  readonly key: string;
  readonly text: string;
  /** The command that does the same without a prompt. */
  readonly command: string;
  readonly perform: (context: CommandContext) => CommandResult;
}

/** `holdfast init` without options: proposes what the repository lacks, each with one key. Without a terminal, prints commands. */
export async function proposeSetupCommand(context: CommandContext): CommandResult {
  const { terminal, workingDirectory, openEngine, signal } = context;
  const engine = await openEngine(findWorkspaceFolder('.', workingDirectory));
  const proposals = listProposals(await engine.setup.status(signal));
  if (!terminal.interactive) {
    for (const { text, command } of proposals) terminal.result(`${command.padEnd(38)} ${text}`);
    return ExitCode.ok;
  }
  for (const { key, text } of proposals) terminal.progressLine(`  ${key}  ${text}`);
  const keys = proposals.map(({ key }) => key).join(', ');
  for (;;) {
    const answer = (await terminal.prompt(`What do you want to add? [${keys}] `, signal))?.trim().toLowerCase();
    if (answer === undefined) return ExitCode.cancelled;
    const chosen = proposals.find(({ key }) => key === answer);
    if (chosen !== undefined) return chosen.perform(context);
  }
}

function listProposals({ isGit, agents, hasCommitHook, ciFile, contracts }: RepositoryStatus): readonly Proposal[] {
  const unhooked = agents.filter(({ isHooked }) => !isHooked).map(({ name }) => name);
  const proposals: Proposal[] = [];
  if (unhooked.length > 0) {
    proposals.push({
      key: 'a',
      text: `hooks for ${unhooked.join(', ')}`,
      command: 'holdfast init --agents',
      perform: (context) => initAgentsCommand(context, { agents: true, format: 'text' }),
    });
  }
  if (isGit && !hasCommitHook) {
    proposals.push({
      key: 'p',
      text: 'the check before each commit',
      command: 'holdfast init --pre-commit',
      perform: (context) => initPreCommitCommand(context, { format: 'text' }),
    });
  }
  if (isGit && ciFile === undefined) {
    proposals.push({
      key: 'c',
      text: 'the check of each pull request, in CI',
      command: 'holdfast check --since origin/main',
      perform: printCiStep,
    });
  }
  proposals.push({
    key: 'm',
    text: contracts.count === 0 ? 'a contract for a module' : 'another contract',
    command: 'holdfast init --from <file or folder>',
    perform: (context) => initCommand(context, { format: 'text' }),
  });
  return proposals;
}

function printCiStep({ terminal }: CommandContext): CommandResult {
  terminal.result('Add this command to a job for pull requests, in a clone with the whole history (fetch-depth: 0):');
  terminal.result('');
  terminal.result('  holdfast check --since origin/main');
  terminal.result('');
  terminal.result('GitHub Actions has an action for it: docs/how-to/use-in-ci.md of Holdfast.');
  return Promise.resolve(ExitCode.ok);
}
