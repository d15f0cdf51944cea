import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AGENT_TOOL_NAMES, type AgentToolName } from '../../mcp/tool-names.ts';
import { ToolSession } from '../../mcp/base/tool-session.ts';
import type { ExtensionServices } from '../services/extension-services.ts';

/** [AGENT-5] Registers the tools of the MCP server for the models of the editor. Their code is loaded at the first call. */
export function registerAgentTools(
  services: Pick<ExtensionServices, 'engines' | 'paths' | 'unsaved'>,
): vscode.Disposable {
  const session = new ToolSession();
  return vscode.Disposable.from(
    ...AGENT_TOOL_NAMES.map((name) =>
      vscode.lm.registerTool<unknown>(`holdfast_${name}`, {
        prepareInvocation: async ({ input }) => {
          const { confirmationFor } = await import('./tool-confirmation.ts');
          const confirmationMessages = confirmationFor(name, input);
          const invocationMessage = describeInvocation(name);
          return confirmationMessages === undefined
            ? { invocationMessage }
            : { invocationMessage, confirmationMessages };
        },
        invoke: async ({ input }, token) =>
          (await import('./call-agent-tool.ts')).callAgentTool(services, session, name, input, token),
      }),
    ),
  );
}

function describeInvocation(name: AgentToolName): string {
  switch (name) {
    case 'list_contracts':
      return l10n.t('Listing contracts');
    case 'list_chunks':
      return l10n.t('Listing chunks');
    case 'start_chunk':
      return l10n.t('Starting a chunk');
    case 'chunk_context':
      return l10n.t('Reading the task of a chunk');
    case 'verified_imports':
      return l10n.t('Looking up exports');
    case 'impact':
      return l10n.t('Finding uses');
    case 'check':
      return l10n.t('Checking contracts');
    case 'explain_violation':
      return l10n.t('Explaining violations');
    case 'check_change':
      return l10n.t('Checking the change');
    case 'check_plan':
      return l10n.t('Checking the plan');
    case 'propose_amendment':
      return l10n.t('Proposing an amendment');
    case 'open_comments':
      return l10n.t('Reading comments');
    case 'answer_comment':
      return l10n.t('Answering a comment');
  }
}
