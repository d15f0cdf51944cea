import { stat } from 'node:fs/promises';
import path from 'node:path';
import { canExecute, findStartable } from '../environment/find-program.ts';
import type { Environment } from '../environment/subprocess-environment.ts';
import { entriesOf, realpathOf } from './examine-path.ts';
import { isVisible, type PathRule } from './path-rules.ts';
import { programFolders, readInterpreter } from './program-folders.ts';

export interface CommandToConfine {
  /** The program as the command names it. */
  readonly program: string;
  /** Absolute path. */
  readonly cwd: string;
  readonly environment: Environment;
}

/**
 * Why a command must not start in its sandbox: it, or a program that it can start by name, would be another one than
 * outside, or none. `undefined` if every program of the search path is the same.
 */
export async function findHiddenProgram(
  rules: readonly PathRule[],
  { program, cwd, environment }: CommandToConfine,
): Promise<string | undefined> {
  const searchPath = environment['PATH'] ?? '';
  const started = program.includes('/') ? path.resolve(cwd, program) : await findStartable(program, [cwd], searchPath);
  const real = started === undefined ? undefined : realpathOf(started);
  if (started !== undefined && real !== undefined && !isVisible(rules, real)) {
    return describe(`"${program}" is ${started}`, path.dirname(real));
  }
  const interpreter = real === undefined ? undefined : readInterpreter(real);
  const realInterpreter = interpreter === undefined ? undefined : realpathOf(interpreter);
  if (interpreter !== undefined && realInterpreter !== undefined && !isVisible(rules, realInterpreter)) {
    return describe(`"${program}" is a script for ${interpreter}`, path.dirname(realInterpreter));
  }
  const seen = new Set<string>();
  const hidden: { readonly folder: string; readonly names: readonly string[] }[] = [];
  for (const folder of programFolders(searchPath)) {
    const place = realpathOf(folder);
    // A folder that does not exist has no programs.
    if (place === undefined) continue;
    if (!isVisible(rules, place)) {
      const names = (await listPrograms(folder)).filter((name) => !seen.has(name));
      hidden.push({ folder, names });
      continue;
    }
    if (hidden.length === 0) continue;
    const replaced = await findReplaced(hidden, place);
    if (replaced !== undefined) {
      return describe(`"${replaced.name}" is in ${replaced.folder}, before another one in ${folder}`, replaced.folder);
    }
  }
  return undefined;
}

function describe(what: string, folder: string): string {
  return `${what}, but the sandbox does not show ${folder} to commands. Remove the folder from the PATH, or show it with the user setting "confinementRead" (HOLDFAST_CONFINEMENT_READ).`;
}

/** A program of a hidden folder that the sandbox would replace by one of a later folder. */
async function findReplaced(
  hidden: readonly { readonly folder: string; readonly names: readonly string[] }[],
  later: string,
): Promise<{ readonly folder: string; readonly name: string } | undefined> {
  for (const { folder, names } of hidden) {
    for (const name of names) {
      if (await canExecute(path.join(later, name))) return { folder, name };
    }
  }
  return undefined;
}

async function listPrograms(folder: string): Promise<readonly string[]> {
  const files = await Promise.all(
    entriesOf(folder).map(async ({ name }) => {
      const file = path.join(folder, name);
      return (await isFile(file)) && (await canExecute(file)) ? [name] : [];
    }),
  );
  return files.flat();
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
