import { spawnSync } from 'node:child_process';
import { systemErrorCode } from '../../foundation/system-error.ts';

const LIMIT_MS = 60_000;

/** The output of a program, also of one that fails; `undefined` if it cannot start here. Throws if it does not end. */
export function startProgram(program: string, arguments_: readonly string[]): string | undefined {
  const { error, stdout } = spawnSync(program, arguments_, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
  });
  if (error === undefined) return stdout;
  if (systemErrorCode(error) === 'ETIMEDOUT') throw new Error(`${program} did not end`);
  return undefined;
}
