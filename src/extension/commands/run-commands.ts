import type { ExtensionParts } from '../extension-parts.ts';
import { checkSubject } from '../panel/panel-subject.ts';
import { askChunk, askContract } from './ask-target.ts';
import { commandTarget } from './command-argument.ts';

/** Runs one chunk. Answers with the outcome once the run has ended, or with nothing where none was started. */
export async function runChunk(parts: ExtensionParts, argument: unknown): Promise<unknown> {
  const target = await askChunk(parts, commandTarget(argument), 'Run chunk');
  return target && (await parts.runs()).start(target);
}

/** Runs all chunks of a contract. */
export async function runAllChunks(parts: ExtensionParts, argument: unknown): Promise<unknown> {
  const target = await askContract(parts, commandTarget(argument), 'Run all chunks');
  return target && (await parts.runs()).start(target);
}

/** Checks a chunk, or a whole contract, against the files as they are, and shows the verdict. */
export async function validate(parts: ExtensionParts, argument: unknown): Promise<unknown> {
  const told = commandTarget(argument);
  const target = await askContract(parts, told, 'Validate');
  if (!target) return undefined;
  const subject = { ...target, chunk: told?.chunk };
  const check = await parts.checks.checkNow(target);
  (await parts.panel()).show(checkSubject(subject, parts.store));
  return check.ok;
}

/** Cancels the run that the argument names, or every run. */
export async function cancel(parts: ExtensionParts, argument: unknown): Promise<void> {
  (await parts.runs()).cancel(commandTarget(argument)?.folder);
}
