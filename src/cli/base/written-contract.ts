import path from 'node:path';
import type { CommandContext } from './command-context.ts';

type ShownContext = Pick<CommandContext, 'terminal' | 'workingDirectory'>;

/** A file of a workspace folder, as it is named from the working directory. */
export function toShownPath(
  { workingDirectory }: Pick<ShownContext, 'workingDirectory'>,
  folder: string,
  file: string,
): string {
  return path.relative(workingDirectory, path.join(folder, file)).split(path.sep).join('/');
}

/** Prints the files that were written for a new contract. */
export function printWrittenContract(
  context: ShownContext,
  folder: string,
  { file, configuration }: { readonly file: string; readonly configuration: string | undefined },
): void {
  context.terminal.result(`${toShownPath(context, folder, file)}: written`);
  if (configuration === undefined) return;
  const shown = toShownPath(context, folder, configuration);
  context.terminal.result(
    `${shown}: written. The paths of the contract are relative to this folder, from every folder that judges it.`,
  );
}
