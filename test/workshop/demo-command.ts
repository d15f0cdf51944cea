import { join } from 'node:path';
import { execa } from 'execa';
import { distFolder } from './project.ts';
import type { SampleCopy } from './sample.ts';

export interface ShownCommand {
  /** What it printed as its result. */
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Runs the built command line in the sample, with the command and its progress in sight. */
export async function showHoldfast(sample: SampleCopy, command: readonly string[]): Promise<ShownCommand> {
  console.log(`$ holdfast ${command.join(' ')}\n`);
  return holdfastIn(sample, command, 'inherit');
}

/** Runs the built command line in the sample. */
export async function holdfastIn(
  sample: SampleCopy,
  command: readonly string[],
  progress: 'inherit' | 'ignore' = 'ignore',
): Promise<ShownCommand> {
  const run = await execa(process.execPath, [join(distFolder, 'cli.js'), ...command], {
    cwd: sample.folder,
    env: environmentWithoutSettings(),
    extendEnv: false,
    stdin: 'ignore',
    stderr: progress,
    reject: false,
    killDescendants: true,
  });
  return { lines: run.stdout.trimEnd().split('\n'), exitCode: run.exitCode ?? 1 };
}

/** The demo shows what the sample's own configuration says, whatever this terminal is set up for. */
function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDFAST_')));
}
