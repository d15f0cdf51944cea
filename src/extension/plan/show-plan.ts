import type * as vscode from 'vscode';
import { planMemorySchema } from '../../webview/protocol/plan-messages.ts';
import { askContract } from '../commands/ask-target.ts';
import { commandTarget } from '../commands/command-argument.ts';
import type { ExtensionParts } from '../extension-parts.ts';

/** [COMP-EDITOR] Draws a contract's plan; the chunk that the command is told is chosen. */
export async function showPlan(parts: ExtensionParts, argument: unknown): Promise<void> {
  const told = commandTarget(argument);
  const target = await askContract(parts, told, 'Show Plan');
  if (!target) return;
  const { folder, contract } = target;
  (await parts.planPanel()).show({ folder, contract, chunk: told?.chunk });
}

/** Fills a panel that the editor kept through a reload with what it showed. */
export async function restorePlan(parts: ExtensionParts, panel: vscode.WebviewPanel, state: unknown): Promise<void> {
  (await parts.planPanel()).restore(panel, planMemorySchema.safeParse(state).data);
}
