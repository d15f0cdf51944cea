import * as vscode from 'vscode';
import type { ExtensionParts } from '../extension-parts.ts';
import { commandTable } from './command-table.ts';
import type { CommandId } from './command-ids.ts';

/** Registers every command of the table; what one throws is shown with what the person can do about it. */
export function registerCommands(parts: ExtensionParts): vscode.Disposable {
  const ids = Object.keys(commandTable) as CommandId[];
  return vscode.Disposable.from(
    ...ids.map((id) =>
      vscode.commands.registerCommand(id, async (argument: unknown) => {
        try {
          return await commandTable[id](parts, argument);
        } catch (error) {
          const { reportFailure } = await import('./failure-report.ts');
          void reportFailure(parts.log, error);
          return undefined;
        }
      }),
    ),
  );
}
