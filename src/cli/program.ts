import { Command, CommanderError, Option } from 'commander';
import packageManifest from '../../package.json' with { type: 'json' };
import type { Engine } from '../engine.ts';
import { CancelledError, HoldfastError, messageOf } from '../shared/errors.ts';
import { addAmendmentCommands } from './amendment-commands.ts';
import { addChoiceCommands, GATE_CHOICES } from './choice-commands.ts';
import type { CommandContext, CommandResult, EngineFlags, OutputFormat } from './command-context.ts';
import type { RunFlags } from './commands/run.ts';
import type { PlanCompileFlags } from './commands/plan-compile.ts';
import { ExitCode, type ExitCodeValue } from './exit-code.ts';
import { formatOption, positiveInteger, positiveNumber } from './option-types.ts';
import type { Terminal } from './terminal.ts';

export interface ProgramInput {
  readonly argv: readonly string[];
  readonly terminal: Terminal;
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Parses the arguments, runs one command and returns the exit code. Never throws. */
export async function runProgram(input: ProgramInput): Promise<ExitCodeValue> {
  const { terminal } = input;
  const engines = new Map<string, Promise<Engine>>();
  const context: CommandContext = {
    terminal,
    workingDirectory: input.workingDirectory,
    signal: input.signal,
    environment: input.environment,
    openEngine: (folder, flags) => {
      const open = engines.get(folder) ?? openCommandLineEngine(input, folder, flags ?? {});
      engines.set(folder, open);
      return open;
    },
  };
  let code: ExitCodeValue = ExitCode.couldNotRun;
  try {
    await buildProgram(context, (value) => (code = value)).parseAsync([...input.argv], { from: 'user' });
    return code;
  } catch (thrown) {
    return report(terminal, thrown, input.signal);
  } finally {
    for (const engine of engines.values()) await engine.then((opened) => opened[Symbol.asyncDispose]()).catch(ignore);
  }
}

/** An engine that did not open has nothing to close; its error has been reported already. */
function ignore(): void {
  return undefined;
}

async function openCommandLineEngine(input: ProgramInput, folder: string, flags: EngineFlags): Promise<Engine> {
  const { openEngine } = await import('./open-engine.ts');
  return openEngine(input, folder, flags);
}

function report(terminal: Terminal, thrown: unknown, signal: AbortSignal): ExitCodeValue {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? ExitCode.ok : ExitCode.couldNotRun;
  if (thrown instanceof CancelledError || signal.aborted) {
    terminal.progress('Cancelled.');
    return ExitCode.cancelled;
  }
  terminal.progress(terminal.style('red', messageOf(thrown)));
  if (!(thrown instanceof HoldfastError)) {
    terminal.progress('This is a fault of Holdfast: please report it with the text above.');
    if (thrown instanceof Error && thrown.stack !== undefined) terminal.progress(thrown.stack);
    return ExitCode.couldNotRun;
  }
  if (thrown.hint !== undefined) terminal.progress(thrown.hint);
  return thrown.code === 'contract' ? ExitCode.findings : ExitCode.couldNotRun;
}

function buildProgram(context: CommandContext, done: (code: ExitCodeValue) => void): Command {
  const program = new Command('holdfast')
    .description(packageManifest.description)
    .version(packageManifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.result(text.trimEnd()),
      writeErr: (text) => context.terminal.progress(text.trimEnd()),
    })
    .showHelpAfterError('Run with --help to see the commands and options.');
  const finish = async (result: CommandResult): Promise<void> => done(await result);

  program
    .command('check')
    .description('hold the files as they are against contracts; writes nothing')
    .argument('[paths...]', 'contract files or folders (default: the working directory)')
    .option('--chunk <id>', 'only this chunk')
    .addOption(formatOption())
    .action(async (paths: string[], flags: { chunk?: string; format: OutputFormat }) => {
      const { checkCommand } = await import('./commands/check.ts');
      await finish(checkCommand(context, paths, flags));
    });

  program
    .command('run')
    .description('run a chunk, or all chunks, of a contract through the configured model')
    .argument('<contract>', 'the contract file')
    .option('--chunk <id>', 'the chunk to run')
    .addOption(new Option('--all', 'all chunks, in the order of their dependencies').conflicts('chunk'))
    .option('--model <provider:model>', 'the model, for example openai-compatible:glm-4.6')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option('--max-attempts <n>', 'the most attempts of a chunk', positiveInteger)
    .option('--jobs <n>', 'how many chunks may run side by side (default: 1, or what is configured)', positiveInteger)
    .option('--max-cost <usd>', 'the most that the run may cost, in US dollars', positiveNumber)
    .addOption(new Option('--apply <mode>', 'how results land').choices(['commit', 'working-tree', 'none']))
    .addOption(
      new Option(
        '--on-exhausted <choice>',
        'what to do when blocking gates have used up their attempts (default: ask on a terminal, else abort)',
      ).choices(GATE_CHOICES),
    )
    .option('--record <file>', "record the model's replies into a file that the replay provider answers from")
    .option('--verbose', 'show what the model says as it comes')
    .addOption(formatOption())
    .action(async (contract: string, flags: RunFlags) => {
      const { runCommand } = await import('./commands/run.ts');
      await finish(runCommand(context, contract, flags));
    });

  addPlanCommands(program, context, finish);
  addChoiceCommands(program, context, finish);
  addAmendmentCommands(program, context, finish);

  program
    .command('history')
    .description('list the runs of this repository, newest first')
    .option('--limit <n>', 'how many', positiveInteger, 20)
    .addOption(formatOption())
    .action(async (flags: { limit: number; format: OutputFormat }) => {
      const { historyCommand } = await import('./commands/history.ts');
      await finish(historyCommand(context, flags));
    });

  program
    .command('exports')
    .description('list what each module exports')
    .argument('[path]', 'a file or folder', '.')
    .addOption(formatOption())
    .action(async (target: string, flags: { format: OutputFormat }) => {
      const { exportsCommand } = await import('./commands/exports.ts');
      await finish(exportsCommand(context, target, flags));
    });

  program
    .command('impact')
    .description('tell who uses a file, or one export of it')
    .argument('<file[#export]>', 'a module, and after "#" the name of one of its exports')
    .option('--since <revision>', 'only the exports that differ from this revision of git')
    .addOption(formatOption())
    .action(async (target: string, flags: { since?: string; format: OutputFormat }) => {
      const { impactCommand } = await import('./commands/impact.ts');
      await finish(impactCommand(context, target, flags));
    });

  program
    .command('schema')
    .description('print the JSON Schema of contract files')
    .action(async () => {
      const { schemaCommand } = await import('./commands/schema.ts');
      done(schemaCommand(context));
    });

  program
    .command('doctor')
    .description('tell what is configured, what is missing and how to mend it')
    .addOption(formatOption())
    .action(async (flags: { format: OutputFormat }) => {
      const { doctorCommand } = await import('./commands/doctor.ts');
      await finish(doctorCommand(context, flags));
    });
  return program;
}

/** `plan check`: a plan is judged before anything of it is run. */
function addPlanCommands(
  program: Command,
  context: CommandContext,
  finish: (result: CommandResult) => Promise<void>,
): void {
  const plan = program.command('plan').description('judge or make a plan before anything of it is run');
  plan
    .command('check')
    .description('hold a contract, or a manifest, against the rules of plans; runs and writes nothing')
    .argument('<file>', 'a JSON or YAML file')
    .option('--repo <dir>', 'the folder whose files are there at the start (default: the workspace folder)')
    .addOption(formatOption())
    .action(async (file: string, flags: { repo?: string; format: OutputFormat }) => {
      const { planCheckCommand } = await import('./commands/plan.ts');
      await finish(planCheckCommand(context, file, flags));
    });
  plan
    .command('compile')
    .description('make a contract from a specification in prose with the configured model; only a valid one is written')
    .argument('<spec>', 'the specification, a text file')
    .option('--out <file>', 'where the contract goes (default: beside the specification, as .contract.yaml)')
    .option('--model <provider:model>', 'the model, for example openai-compatible:glm-4.6')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option('--tries <n>', 'how often the model may answer', positiveInteger, 4)
    .option('--max-cost <usd>', 'the most that it may cost, in US dollars', positiveNumber)
    .option('--record <file>', "record the model's replies into a file that the replay provider answers from")
    .addOption(formatOption())
    .action(async (specification: string, flags: PlanCompileFlags) => {
      const { planCompileCommand } = await import('./commands/plan-compile.ts');
      await finish(planCompileCommand(context, specification, flags));
    });
  plan
    .command('log')
    .description('list the plans that were made from specifications, newest first, with their tries')
    .option('--limit <n>', 'how many', positiveInteger, 20)
    .addOption(formatOption())
    .action(async (flags: { limit: number; format: OutputFormat }) => {
      const { planLogCommand } = await import('./commands/plan-log.ts');
      await finish(planLogCommand(context, flags));
    });
}
