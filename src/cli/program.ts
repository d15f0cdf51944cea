import { Argument, Command, CommanderError, Option } from 'commander';
import packageManifest from '../../package.json' with { type: 'json' };
import packageTexts from '../../package.nls.json' with { type: 'json' };
import { DATA_FILE_KINDS } from '../workspace/configuration/data-file-kinds.ts';
import type { ApiFlags } from './commands/api-command.ts';
import type { DataFileKind, Engine } from '../engine.ts';
import { CancelledError, HoldfastError, messageOf } from '../foundation/errors.ts';
import { CHANGE_PERMISSIONS } from './base/change-permissions.ts';
import type { CommandContext, AwaitExitCode, OutputFormat } from './base/command-context.ts';
import type { CheckFlags } from './commands/check-command.ts';
import type { ReportFile } from './commands/check-reports.ts';
import type { Shell } from './help/completion.ts';
import { ExitCode, type ExitCodeValue } from './base/exit-code.ts';
import {
  createFormatOption,
  createLandingOption,
  parsePositiveInteger,
  parsePositiveNumber,
  parseReportFile,
  REPORT_FORMATS,
  RECORD_DESCRIPTION,
  VERBOSE_DESCRIPTION,
} from './base/options.ts';
import { CommandProgress } from './base/command-progress.ts';
import type { Terminal } from './base/terminal.ts';
import type { DoctorFlags } from './commands/doctor-command.ts';
import type { RecordFlags } from './commands/record-command.ts';
import type { ReviewFlags } from './commands/review-command.ts';
import type { RunFlags } from './commands/run-chunks-command.ts';
import { defineAgentCommands } from './define-agent-commands.ts';
import { defineAmendmentCommands } from './define-amendment-commands.ts';
import { defineAuthoringCommands } from './define-authoring-commands.ts';
import { defineChoiceCommands, GATE_CHOICES } from './define-choice-commands.ts';
import { defineDomainCommands } from './define-domain-commands.ts';
import { defineInterfaceCommands } from './define-interface-commands.ts';
import { defineLandingCommands } from './define-landing-commands.ts';
import { defineActionCommands } from './pipeline/define-action-commands.ts';
import { definePipelineCommands, examinePipeline, initActions } from './pipeline/define-pipeline-commands.ts';
import { definePlanCommands } from './define-plan-commands.ts';
import { defineResultCommands } from './define-result-commands.ts';
import { defineScenarioCommands } from './define-scenario-commands.ts';
import { defineSessionCommands } from './define-session-commands.ts';

const NO_PROGRESS = '--no-progress';
const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish', 'powershell'];

export interface ProgramInput extends Omit<CommandContext, 'openEngine' | 'onProgress'> {
  readonly argv: readonly string[];
}

/** Parses the arguments, runs one command and returns the exit code. Reports every error and never throws. */
export async function runProgram({ argv, ...input }: ProgramInput): Promise<ExitCodeValue> {
  const { terminal, signal } = input;
  const engines = new Map<string, Promise<Engine>>();
  using progress = new CommandProgress(showsProgress(argv) ? terminal : { status: () => undefined }, argv[0] ?? '');
  const context: CommandContext = {
    ...input,
    onProgress: progress.report,
    openEngine: (folder, flags = {}) => {
      const engine =
        engines.get(folder) ??
        import('./open-command-line-engine.ts').then((module) => module.openCommandLineEngine(context, folder, flags));
      engines.set(folder, engine);
      return engine;
    },
  };
  let code: ExitCodeValue = ExitCode.couldNotRun;
  try {
    const words = argv.filter((word) => word !== NO_PROGRESS);
    if (words.length === 0) {
      const { statusCommand } = await import('./commands/status-command.ts');
      return await statusCommand(context);
    }
    const program = buildProgram(context, (value) => (code = value));
    if (words[0] === 'help' || words.some((word) => word === '--help' || word === '-h')) {
      const { addHelp } = await import('./help/add-help.ts');
      addHelp(program);
    }
    // The option had a capital letter before.
    await program.parseAsync(words[0] === '-V' ? ['--version'] : [...argv], { from: 'user' });
    return code;
  } catch (thrown) {
    const failure = reportError(terminal, thrown, signal);
    // To an agent, exit code 2 means that it must not continue. A mistake in the options of a hook must not hold it back.
    return argv[0] === 'hook' ? ExitCode.ok : failure;
  } finally {
    for (const engine of engines.values()) await closeEngine(engine, terminal);
  }
}

/** Commands that serve another program, or print each step, show no progress. */
function showsProgress(argv: readonly string[]): boolean {
  const [command = '', subcommand] = argv;
  if (argv.includes(NO_PROGRESS)) return false;
  return !['hook', 'mcp', 'watch'].includes(command) && !(command === 'domain' && subcommand === 'serve');
}

async function closeEngine(opening: Promise<Engine>, terminal: Terminal): Promise<void> {
  let engine: Engine;
  try {
    engine = await opening;
  } catch {
    // The command has already reported why the engine did not open, and there is nothing to close.
    return;
  }
  try {
    await engine[Symbol.asyncDispose]();
  } catch (thrown) {
    terminal.progressLine(`warning: Failed to close the engine: ${messageOf(thrown)}`);
  }
}

function reportError(terminal: Terminal, thrown: unknown, signal: AbortSignal): ExitCodeValue {
  // commander has already printed the usage error, the help text or the version.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? ExitCode.ok : ExitCode.couldNotRun;
  if (thrown instanceof CancelledError || signal.aborted) {
    terminal.progressLine('Cancelled.');
    return ExitCode.cancelled;
  }
  terminal.progressLine(terminal.style('red', messageOf(thrown)));
  if (!(thrown instanceof HoldfastError)) {
    terminal.progressLine('This is an internal error of Holdfast. Report it with the text above.');
    if (thrown instanceof Error && thrown.stack !== undefined) terminal.progressLine(thrown.stack);
    return ExitCode.couldNotRun;
  }
  if (thrown.hint !== undefined) terminal.progressLine(thrown.hint);
  return thrown.code === 'contract' ? ExitCode.findings : ExitCode.couldNotRun;
}

/** The commands with their options. Exported for tests of the help. */
export function buildProgram(context: CommandContext, setExitCode: (code: ExitCodeValue) => void): Command {
  const program = new Command('holdfast')
    .description(packageTexts.description)
    .version(packageManifest.version, '-v, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.result(text.trimEnd()),
      writeErr: (text) => context.terminal.progressLine(text.trimEnd()),
    })
    .option(NO_PROGRESS, 'do not show progress in a line of the terminal')
    .showHelpAfterError('Run with --help to list the commands and options.');
  const finish: AwaitExitCode = async (result) => setExitCode(await result);

  program
    .command('check')
    .description('check the current files against contracts; writes nothing')
    .argument('[paths...]', 'contract files or folders (default: the working directory)')
    .option('--chunk <id>', 'check only this chunk')
    .option('--full', 'run the commands and gates too, in a worktree of the current tree')
    .option('--judge', 'let the model judge gates that have no recorded verdict (with --full)')
    .option('--strict', 'fail if a chunk has nothing to check or a gate was not judged; with --since, for warnings too')
    .addOption(new Option('--fail-on <severity>', 'with --since: fail for a fact too').choices(['fact']))
    .option('--staged', 'check exactly the index: a partially staged file counts with its staged content')
    .option(
      '--since <revision>',
      'judge the change since the merge base with this revision, and only what it can affect; the terms come from the base',
    )
    .addOption(new Option('--may-change <area...>', 'with --since: what the change may do').choices(CHANGE_PERMISSIONS))
    .option('--run-tests', 'with --since: run the affected tests, confined, and judge by their reports')
    .option('--all', 'with --since: list every finding and fact, and not only the first ten')
    .addOption(new Option('--format <format>', 'output format').choices(['text', ...REPORT_FORMATS]).default('text'))
    .option(
      '--report <format=file>',
      'write a report to a file too, for example sarif=holdfast.sarif; can be repeated',
      (text: string, before: readonly ReportFile[]): readonly ReportFile[] => [...before, parseReportFile(text)],
      [],
    )
    .action(async (paths: string[], flags: CheckFlags) => {
      const { checkCommand } = await import('./commands/check-command.ts');
      await finish(checkCommand(context, paths, flags));
    });

  program
    .command('run')
    .description('run one chunk or all chunks of a contract with the configured model')
    .argument('<contract>', 'the contract file')
    .option('--chunk <id>', 'the chunk to run')
    .addOption(new Option('--all', 'run all chunks in dependency order').conflicts('chunk'))
    .option('--force', 'run chunks that are done, too')
    .addOption(
      new Option(
        '--skip-satisfied',
        'skip chunks that the tree satisfies, even if no record says that they passed',
      ).conflicts('force'),
    )
    .option('--allow-failing-build', 'run although the build fails before the first attempt')
    .option('--model <provider:model>', 'the model, for example openai-compatible:glm-4.6')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option('--max-attempts <n>', 'the maximum number of attempts for each chunk', parsePositiveInteger)
    .option(
      '--jobs <n>',
      'the maximum number of chunks that run in parallel (default: the configured number, or 1)',
      parsePositiveInteger,
    )
    .option('--max-cost <usd>', 'the cost limit of the run, in US dollars', parsePositiveNumber)
    .addOption(createLandingOption('how results land'))
    .addOption(
      new Option(
        '--on-exhausted <choice>',
        'the choice when blocking gates have used all attempts (default: prompt on a terminal, otherwise abort)',
      ).choices(GATE_CHOICES),
    )
    .option('--record <file>', RECORD_DESCRIPTION)
    .option('--verbose', VERBOSE_DESCRIPTION)
    .addOption(createFormatOption())
    .action(async (contract: string, flags: RunFlags) => {
      const { runCommand } = await import('./commands/run-chunks-command.ts');
      await finish(runCommand(context, contract, flags));
    });

  program
    .command('record')
    .description('record that a chunk has passed after its full check, for work that was done without a run')
    .argument('<contract>', 'the contract file')
    .requiredOption('--chunk <id>', 'the chunk to record')
    .addOption(createFormatOption())
    .action(async (contract: string, flags: RecordFlags) => {
      const { recordCommand } = await import('./commands/record-command.ts');
      await finish(recordCommand(context, contract, flags));
    });

  program
    .command('review')
    .description(
      'review the change of the current files, or of a commit: constraints, secrets, weakened tests, and three passes of a model',
    )
    .option('--base <revision>', 'the revision to compare with, by its merge base (default: the default branch)')
    .option(
      '--head <revision>',
      'the revision to review (default: the current files, with changes that are not committed)',
    )
    .option('--specification <file>', 'the text that the change implements')
    .addOption(
      new Option('--may-change <area...>', 'what the change may weaken').choices(['tests', 'scripts', 'tooling']),
    )
    .option('--model <provider:model>', 'the model, for example openai-compatible:glm-4.6')
    .option('--no-model', 'call no model: only constraints, secrets and weakened tests')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option('--max-cost <usd>', 'the cost limit, in US dollars', parsePositiveNumber)
    .option('--record <file>', RECORD_DESCRIPTION)
    .addOption(new Option('--fail-on <severity>', 'exit with 1 for a fact too').choices(['fact']))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'sarif']).default('text'))
    .action(async (flags: ReviewFlags) => {
      const { reviewCommand } = await import('./commands/review-command.ts');
      await finish(reviewCommand(context, flags));
    });

  defineAuthoringCommands(program, context, finish, initActions);
  defineAgentCommands(program, context, finish);
  definePlanCommands(program, context, finish);
  defineLandingCommands(program, context, finish);
  defineChoiceCommands(program, context, finish);
  defineResultCommands(program, context, finish);
  defineSessionCommands(program, context, finish);
  defineAmendmentCommands(program, context, finish);
  definePipelineCommands(program, context, finish);
  defineActionCommands(program, context, finish);
  defineScenarioCommands(program, context, finish);
  defineInterfaceCommands(program, context, finish);
  defineDomainCommands(program, context, finish);

  program
    .command('history')
    .description('list the runs of this repository, newest first')
    .option('--limit <n>', 'the maximum number of runs', parsePositiveInteger, 20)
    .addOption(createFormatOption())
    .action(async (flags: { limit: number; format: OutputFormat }) => {
      const { historyCommand } = await import('./commands/history-command.ts');
      await finish(historyCommand(context, flags));
    });

  program
    .command('exports')
    .description('list the exports of each module')
    .argument('[path]', 'a file or folder', '.')
    .addOption(createFormatOption())
    .action(async (target: string, flags: { format: OutputFormat }) => {
      const { exportsCommand } = await import('./commands/exports-command.ts');
      await finish(exportsCommand(context, target, flags));
    });

  program
    .command('api')
    .description('print what packages offer, or how that differs from a revision')
    .argument('[package]', 'a package of the workspace, a folder, or node_modules/<name>')
    .option('--since <revision>', 'print the differences from this git revision')
    .addOption(
      new Option('--allow <version>', 'exit with 1 if the differences ask for a larger version').choices([
        'patch',
        'minor',
        'major',
      ]),
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'markdown', 'json']).default('text'))
    .action(async (target: string | undefined, flags: ApiFlags) => {
      const { apiCommand } = await import('./commands/api-command.ts');
      await finish(apiCommand(context, target, flags));
    });

  program
    .command('impact')
    .description('list the uses of a file, or of one of its exports')
    .argument('<file[#export]>', 'a module, optionally followed by "#" and the name of an export')
    .option('--since <revision>', 'only the exports that differ from this git revision')
    .addOption(createFormatOption())
    .action(async (target: string, flags: { since?: string; format: OutputFormat }) => {
      const { impactCommand } = await import('./commands/impact-command.ts');
      await finish(impactCommand(context, target, flags));
    });

  program
    .command('schema')
    .description('print the JSON Schema of contract files, or of a kind of file under .holdfast/')
    .addArgument(
      new Argument('[kind]', 'the kind of file').choices(['contract', ...DATA_FILE_KINDS]).default('contract'),
    )
    .action(async (kind: 'contract' | DataFileKind) => {
      const { schemaCommand } = await import('./commands/schema-command.ts');
      await finish(schemaCommand(context, kind));
    });

  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: Shell) => {
      const { createCompletion } = await import('./help/completion.ts');
      context.terminal.result(createCompletion(program, shell));
      await finish(Promise.resolve(ExitCode.ok));
    });

  program
    .command('doctor')
    .description('report what is configured, what is missing and how to fix it')
    .option('--confinement', 'show what a confined command sees here, and try to escape from inside of the sandbox')
    .addOption(createFormatOption())
    .action(async (flags: DoctorFlags) => {
      const { doctorCommand } = await import('./commands/doctor-command.ts');
      await finish(doctorCommand(context, flags, examinePipeline));
    });
  return program;
}
