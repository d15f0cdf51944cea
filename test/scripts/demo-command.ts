import { join } from 'node:path';
import { execa } from 'execa';
import { distFolder } from './project.ts';
import type { SampleCopy } from './sample.ts';

export interface ShownCommand {
  /** The lines of its standard output. */
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Runs the built command line in the sample, and prints the command and its progress. */
export async function showHoldfast(sample: SampleCopy, command: readonly string[]): Promise<ShownCommand> {
  console.log(`$ holdfast ${command.map(quote).join(' ')}\n`);
  return holdfastIn(sample, command, 'inherit');
}

/** Shows a command with its output, in the order in which it prints them. @throws Error if it fails */
export async function showPassing(sample: SampleCopy, command: readonly string[]): Promise<ShownCommand> {
  console.log(`$ holdfast ${command.map(quote).join(' ')}\n`);
  const shown = await holdfastIn(sample, command, 'inherit', ['pipe', 'inherit']);
  console.log('');
  if (shown.exitCode !== 0)
    throw new Error(`holdfast ${command.join(' ')} failed with the exit code ${shown.exitCode}`);
  return shown;
}

/** A parameter as a person writes it in a shell. */
function quote(parameter: string): string {
  return /^[\w./:=,@-]+$/.test(parameter) ? parameter : JSON.stringify(parameter);
}

/** Runs the built command line in the sample. */
export async function holdfastIn(
  sample: Pick<SampleCopy, 'folder'>,
  command: readonly string[],
  progress: 'inherit' | 'ignore' = 'ignore',
  output: 'pipe' | ['pipe', 'inherit'] = 'pipe',
): Promise<ShownCommand> {
  const run = await execa(process.execPath, [join(distFolder, 'cli.js'), ...command], {
    cwd: sample.folder,
    env: environmentWithoutSettings(),
    extendEnv: false,
    stdin: 'ignore',
    stdout: output,
    stderr: progress,
    reject: false,
    killDescendants: true,
  });
  return { lines: run.stdout.trimEnd().split('\n'), exitCode: run.exitCode ?? 1 };
}

/** Environment variables of this terminal must not override the sample's configuration. */
function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDFAST_')));
}
