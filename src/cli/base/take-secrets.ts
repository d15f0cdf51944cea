import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isSecretVariable } from '../../foundation/secret-variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Removes keys, tokens and other secrets from the environment of this process, and returns the environment as it was before.
 * After that, code in this process and in its child processes finds no secret. On Linux, `/proc/<pid>/environ` contains none either.
 */
export function takeSecrets(environment: NodeJS.ProcessEnv): Environment {
  const complete = { ...environment };
  const secrets = Object.keys(environment).filter(isSecretVariable);
  for (const name of secrets) Reflect.deleteProperty(environment, name);
  if (process.platform === 'linux' && secrets.length > 0) eraseInitialValues(secrets);
  return complete;
}

/** Positions of `env_start` and `env_end` in `/proc/self/stat`, counted from the field after the program name. */
const ENVIRONMENT_START = 47;
const ENVIRONMENT_END = 48;

/**
 * Overwrites values in the memory that `/proc/<pid>/environ` shows. It is the environment that the process was started
 * with, and removing a variable does not change it. Does nothing if the system does not permit it.
 */
function eraseInitialValues(names: readonly string[]): void {
  let memory: number | undefined;
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const start = Number(fields[ENVIRONMENT_START]);
    const initial = readFileSync('/proc/self/environ');
    if (!Number.isSafeInteger(start) || start <= 0 || Number(fields[ENVIRONMENT_END]) - start < initial.length) return;
    memory = openSync('/proc/self/mem', 'r+');
    for (let at = 0; at < initial.length; at = endOfEntry(initial, at) + 1) {
      const end = endOfEntry(initial, at);
      const equals = initial.indexOf('=', at);
      if (equals < 0 || equals > end || !names.includes(initial.toString('utf8', at, equals))) continue;
      writeSync(memory, Buffer.alloc(end - equals - 1), 0, end - equals - 1, start + equals + 1);
    }
  } catch {
    // A hardened system can deny access to the memory. The confinement of commands hides the processes as well.
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}

function endOfEntry(initial: Buffer, start: number): number {
  const end = initial.indexOf(0, start);
  return end < 0 ? initial.length : end;
}
