import { dirname, delimiter, join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from './project.ts';

/** The npm that started this script, else the npm on the path: a command and its first arguments. */
export function npmCommand(): readonly [string, ...string[]] {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
}

/** The environment of this process with a folder prepended to PATH. */
export function environmentWithPath(folder: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...extra, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` };
}

/** Runs npm in a folder with the Node that runs this script; throws with npm's output if it fails. */
export async function npm(folder: string, ...args: string[]): Promise<void> {
  const [command, ...first] = npmCommand();
  await execa(command, [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    all: true,
    stdin: 'ignore',
    env: environmentWithPath(dirname(process.execPath)),
    killDescendants: true,
  });
}

/** The path of a script inside an installed package, for `node <script>`. */
export function packageScript(name: string, ...path: string[]): string {
  return join(projectRoot, 'node_modules', name, ...path);
}

/**
 * Runs one of the project's Node scripts, with its output on standard error. If it fails, its output gives the reason, and
 * this process ends with the same exit code.
 */
export async function runScript(script: string, ...scriptArguments: string[]): Promise<void> {
  const outcome = await execa(process.execPath, [script, ...scriptArguments], {
    cwd: projectRoot,
    stdin: 'ignore',
    stdout: 2,
    stderr: 2,
    reject: false,
    killDescendants: true,
  });
  if (outcome.failed) process.exit(outcome.exitCode ?? 1);
}
