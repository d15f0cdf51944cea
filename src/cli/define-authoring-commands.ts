import { Option, type Command } from 'commander';
import { AGENT_CLIENTS } from '../hooks/clients/agent-client.ts';
import { HoldfastError } from '../foundation/errors.ts';
import type { AwaitExitCode, CommandContext, CommandResult, OutputFormat } from './base/command-context.ts';
import { createFormatOption } from './base/options.ts';
import type { AssertionAddFlags } from './commands/assertion-command.ts';
import type { ImportFlags } from './commands/import-command.ts';
import type { InitAgentsFlags } from './commands/init-agents-command.ts';
import type { InitFlags } from './commands/init-command.ts';

type AllInitFlags = InitFlags & Partial<InitAgentsFlags>;

/** What `init` writes. */
type InitKind = 'contract' | 'agents' | 'actions' | 'preCommit';

/** The options of `init` that apply to some of what it writes. The others conflict, or apply to everything. */
const APPLICABLE: readonly (readonly [keyof AllInitFlags, option: string, kinds: readonly InitKind[]])[] = [
  ['dryRun', '--dry-run', ['contract', 'agents']],
  ['force', '--force', ['contract', 'actions']],
  ['name', '--name', ['contract']],
  ['package', '--package', ['actions']],
  ['user', '--user', ['agents']],
  ['mcp', '--mcp', ['agents']],
  ['runCommands', '--run-commands', ['agents']],
  ['remove', '--remove', ['agents', 'preCommit']],
  ['program', '--program', ['agents', 'preCommit']],
];

const INIT_KINDS: Readonly<Record<InitKind, string>> = {
  contract: 'a contract',
  agents: '--agents',
  actions: '--actions',
  preCommit: '--pre-commit',
};

/** An option that would be ignored is refused: `--dry-run` must not write, and `--remove` must not add. */
function requireApplicable(flags: AllInitFlags): void {
  const kind: InitKind =
    flags.agents !== undefined
      ? 'agents'
      : flags.actions === true
        ? 'actions'
        : flags.preCommit === true
          ? 'preCommit'
          : 'contract';
  const [ignored] = APPLICABLE.filter(([key, , kinds]) => flags[key] !== undefined && !kinds.includes(kind));
  if (ignored === undefined) return;
  const [, option, kinds] = ignored;
  throw new HoldfastError('configuration', `Failed to initialize: ${option} does not apply to ${INIT_KINDS[kind]}.`, {
    hint: `It applies to ${kinds.map((one) => INIT_KINDS[one]).join(' and ')}. Nothing was written.`,
  });
}

/**
 * Defines `init`, `import` and `assertion`, which write contracts.
 *
 * @param initActions performs `init --actions`
 */
export function defineAuthoringCommands(
  program: Command,
  context: CommandContext,
  finish: AwaitExitCode,
  initActions: (context: CommandContext, flags: InitFlags) => CommandResult,
): void {
  program
    .command('init')
    .description(
      'add what this repository lacks: without options it proposes; with them it writes a contract, hooks or a check',
    )
    .addOption(
      new Option(
        '--template <template>',
        'start with a template: module, function, refactor, endpoint or schema',
      ).conflicts(['from', 'fromDiff', 'actions']),
    )
    .addOption(
      new Option('--task <sentence>', 'what must be done; names and paths are derived from it').conflicts([
        'from',
        'fromDiff',
        'actions',
      ]),
    )
    .addOption(
      new Option('--from <files...>', 'state the exports of these files and folders').conflicts([
        'fromDiff',
        'actions',
      ]),
    )
    .addOption(
      new Option(
        '--from-diff [range]',
        'state what a commit, a branch or a range did (default: the current branch, with changes that are not committed)',
      ).conflicts('actions'),
    )
    .option('--name <name>', 'the name of the contract file, without extension')
    .option('--actions', 'write the GitHub Actions workflow of the pipeline instead')
    .option(
      '--package <spec>',
      'with --actions: what npm installs in the workflow to get the program holdfast, a package or a URL',
    )
    .option(
      '--agents [clients...]',
      `write the hooks that hold other agents to the contracts instead: ${AGENT_CLIENTS.join(', ')} (default: those that have files in the folder)`,
    )
    .option('--user', 'with --agents: in your home folder, for every repository')
    .option('--mcp', 'with --agents: add the MCP server with the tools of Holdfast too')
    .option('--run-commands', 'with --agents --user: run the commands of contracts, confined and without network')
    .option('--dry-run', 'print what would be written and write nothing')
    .addOption(
      new Option('--pre-commit', 'add the check of the staged change to the pre-commit hook instead').conflicts([
        'template',
        'task',
        'from',
        'fromDiff',
        'actions',
        'agents',
      ]),
    )
    .option('--remove', 'with --agents or --pre-commit: remove the hooks')
    .option(
      '--program <command>',
      'with --agents or --pre-commit: the command that starts Holdfast (default: holdfast)',
    )
    .option('--force', 'replace an existing file')
    .addOption(createFormatOption())
    .action(async (flags: AllInitFlags) => {
      requireApplicable(flags);
      if (flags.agents !== undefined) {
        const { initAgentsCommand } = await import('./commands/init-agents-command.ts');
        await finish(initAgentsCommand(context, { ...flags, agents: flags.agents }));
        return;
      }
      if (flags.actions === true) {
        await finish(initActions(context, flags));
        return;
      }
      if (flags.preCommit === true) {
        const { initPreCommitCommand } = await import('./commands/init-pre-commit-command.ts');
        await finish(initPreCommitCommand(context, flags));
        return;
      }
      if (Object.keys(flags).every((name) => name === 'format')) {
        const { proposeSetupCommand } = await import('./commands/propose-setup-command.ts');
        await finish(proposeSetupCommand(context));
        return;
      }
      const { initCommand } = await import('./commands/init-command.ts');
      await finish(initCommand(context, flags));
    });
  program
    .command('import')
    .description('write a draft contract from a plan of another tool')
    .argument('<path>', 'a plan, or the folder of a change, a feature or a specification with a tasks.md')
    .addOption(
      new Option('--as <tool>', 'the reader (default: recognized by the content)').choices([
        'gsd',
        'superpowers',
        'spec-kit',
        'kiro',
        'openspec',
        'task-list',
      ]),
    )
    .addOption(
      new Option('--chunks <unit>', 'what becomes a chunk (default: group for OpenSpec, task for Spec Kit)').choices([
        'task',
        'group',
      ]),
    )
    .option('--all', 'import tasks that are marked as done, too')
    .option('--name <name>', 'the name of the contract file, without extension (default: the name of the folder)')
    .option('--dry-run', 'print the contract and write nothing')
    .option('--force', 'replace an existing file')
    .option(
      '--update',
      'merge the changes of a plan into the contract that was imported from it. The path is the plan or the contract',
    )
    .addOption(createFormatOption())
    .action(async (path: string, flags: ImportFlags) => {
      const { importCommand } = await import('./commands/import-command.ts');
      await finish(importCommand(context, path, flags));
    });
  const assertion = program.command('assertion').description('add assertions to a contract from templates');
  assertion
    .command('list')
    .description('list the templates of assertions with their fields')
    .addOption(createFormatOption())
    .action(async (flags: { format: OutputFormat }) => {
      const { assertionListCommand } = await import('./commands/assertion-command.ts');
      await finish(assertionListCommand(context, flags));
    });
  assertion
    .command('add')
    .description('add the assertions of a template to a chunk; comments and format of the contract are kept')
    .argument('<contract>', 'the contract file')
    .argument('<template>', 'the id of the template')
    .option('--chunk <id>', 'the chunk (default: the only one)')
    .option('--set <name=value...>', 'the value of a field (default: what the contract and the code propose)')
    .addOption(createFormatOption())
    .action(async (contract: string, template: string, flags: AssertionAddFlags) => {
      const { assertionAddCommand } = await import('./commands/assertion-command.ts');
      await finish(assertionAddCommand(context, contract, template, flags));
    });
}
