import * as vscode from 'vscode';
import { describeToolFailure } from '../../mcp/tool-error.ts';
import type { AgentToolName } from '../../mcp/tool-names.ts';
import type { ToolSession } from '../../mcp/base/tool-session.ts';
import { agentTools } from '../../mcp/tool-table.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { openToolFolder } from './tool-folder.ts';

/** Calls a tool for the model of the editor. The result has the text for the model and the data as JSON. */
export async function callAgentTool(
  services: Pick<ExtensionServices, 'engines' | 'paths' | 'unsaved'>,
  session: ToolSession,
  name: AgentToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResult> {
  const cancellation = new AbortController();
  const subscription = token.onCancellationRequested(() => cancellation.abort());
  try {
    const { engine } = await openToolFolder(services);
    const { text, data } = await agentTools[name].call({ engine, session, signal: cancellation.signal }, input);
    return new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart(text),
      new vscode.LanguageModelTextPart(JSON.stringify(data)),
    ]);
  } catch (thrown) {
    // The model reads the message of an error.
    throw new Error(describeToolFailure(thrown).text, { cause: thrown });
  } finally {
    subscription.dispose();
  }
}
