import * as vscode from 'vscode';
import { describeCounts, formatChunkStatus, getChunkStatus } from '../state/chunk-status.ts';
import { findContract, findFolder } from '../state/workspace-state.ts';
import { openContext, toDocumentRange, type LanguageServices } from './document-context.ts';

export async function provideHover(
  services: LanguageServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const context = await openContext(services, document);
  if (!context) return undefined;
  const { CHECK_DECLARATIONS } = await import('../../engine.ts');
  const { folder, file } = context;
  const hover = await context.features.describeAt({
    ...context,
    offset: document.offsetAt(position),
    checks: CHECK_DECLARATIONS,
    statusOf: (chunk) => describeStatus(services, folder, file.path, chunk),
  });
  return hover && new vscode.Hover(new vscode.MarkdownString(hover.markdown), toDocumentRange(document, hover.range));
}

/** What the last check says about a chunk; undefined if it was not checked. */
function describeStatus(
  { store }: LanguageServices,
  folder: string,
  contract: string,
  chunk: string,
): string | undefined {
  const folderState = findFolder(store.state, folder);
  const state = findContract(store.state, { folder, contract });
  if (!folderState || !state) return undefined;
  const status = getChunkStatus(folderState, state, chunk);
  if ('total' in status) return describeCounts(status);
  const text = formatChunkStatus(status);
  return text === '' ? undefined : text;
}
