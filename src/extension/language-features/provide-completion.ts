import * as vscode from 'vscode';
import type { CompletionProposal, ProposalKind } from '../../authoring/completion/proposal.ts';
import { openContext, toDocumentRange, type LanguageServices } from './document-context.ts';

const { CompletionItemKind } = vscode;

const KINDS: Readonly<Record<ProposalKind, vscode.CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  snippet: CompletionItemKind.Snippet,
  chunk: CompletionItemKind.Reference,
  export: CompletionItemKind.Function,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  gate: CompletionItemKind.Reference,
  check: CompletionItemKind.EnumMember,
  command: CompletionItemKind.Value,
  signature: CompletionItemKind.TypeParameter,
};

export async function provideCompletion(
  services: LanguageServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionList | undefined> {
  const context = await openContext(services, document);
  if (!context) return undefined;
  const { CHECK_DECLARATIONS } = await import('../../engine.ts');
  const offset = document.offsetAt(position);
  const completion = await context.features.complete({ ...context, offset, checks: CHECK_DECLARATIONS });
  if (!completion) return undefined;
  const range = toDocumentRange(document, completion);
  const items = completion.proposals.map((proposal, index) => toItem(proposal, index, range));
  return new vscode.CompletionList(items, completion.isIncomplete);
}

function toItem(proposal: CompletionProposal, index: number, range: vscode.Range): vscode.CompletionItem {
  const { kind, label, detail, documentation, insert, filter, continues } = proposal;
  const item = new vscode.CompletionItem(detail === undefined ? label : { label, description: detail }, KINDS[kind]);
  item.insertText = new vscode.SnippetString(insert);
  item.range = range;
  item.filterText = filter;
  // The proposals are sorted already.
  item.sortText = String(index).padStart(5, '0');
  if (documentation !== undefined) item.documentation = new vscode.MarkdownString(documentation);
  if (continues === true) item.command = { command: 'editor.action.triggerSuggest', title: '' };
  return item;
}
