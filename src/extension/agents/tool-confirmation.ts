import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { AgentToolName } from '../../mcp/tool-names.ts';

const text = z.string().optional().catch(undefined);
const inputSchema = z
  .object({ chunk: text, reason: text, text })
  .catch({ chunk: undefined, reason: undefined, text: undefined });

/** What the editor asks before a tool stores something. `undefined` for a tool that only reads. */
export function confirmationFor(
  name: AgentToolName,
  input: unknown,
): vscode.LanguageModelToolConfirmationMessages | undefined {
  const { chunk, reason, text: answer } = inputSchema.parse(input);
  switch (name) {
    case 'start_chunk':
      return {
        title: chunk === undefined ? l10n.t('Start a chunk?') : l10n.t('Start the chunk "{0}"?', chunk),
        message: l10n.t(
          'The agent then carries out this chunk, and the hooks of Holdfast hold it to the chunk and its files.',
        ),
      };
    case 'propose_amendment': {
      const message = l10n.t(
        'Holdfast stores the proposal for your decision. The contract does not change until you accept it.',
      );
      // The reason is a text of the model, so it is not Markdown.
      const shown = new vscode.MarkdownString(message);
      if (reason !== undefined) shown.appendMarkdown('\n\n').appendText(reason);
      return {
        title:
          chunk === undefined
            ? l10n.t('Propose an amendment of a contract?')
            : l10n.t('Propose an amendment of the contract of "{0}"?', chunk),
        message: shown,
      };
    }
    case 'answer_comment':
      return {
        title: l10n.t('Answer your comment?'),
        message: new vscode.MarkdownString().appendText(answer ?? ''),
      };
    case 'open_comments':
    case 'list_contracts':
    case 'list_chunks':
    case 'chunk_context':
    case 'verified_imports':
    case 'impact':
    case 'check':
    case 'explain_violation':
    case 'check_change':
    case 'check_plan':
      return undefined;
  }
}
