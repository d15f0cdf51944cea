import * as vscode from 'vscode';
import type { OutlineEntry, OutlineKind } from '../../authoring/outline/outline.ts';
import { loadFeatures, locateDocument, toDocumentRange, type LanguageServices } from './document-context.ts';

const KINDS: Readonly<Record<OutlineKind, vscode.SymbolKind>> = {
  specification: vscode.SymbolKind.Module,
  chunk: vscode.SymbolKind.Class,
  assertion: vscode.SymbolKind.Boolean,
  gate: vscode.SymbolKind.Event,
  function: vscode.SymbolKind.Function,
  type: vscode.SymbolKind.Interface,
  resource: vscode.SymbolKind.Object,
  key: vscode.SymbolKind.Property,
  item: vscode.SymbolKind.Array,
};

export async function provideSymbols(
  services: LanguageServices,
  document: vscode.TextDocument,
): Promise<vscode.DocumentSymbol[] | undefined> {
  const located = locateDocument(services, document);
  if (!located) return undefined;
  const { outlineOf } = await loadFeatures();
  return outlineOf(located.file).map((entry) => toSymbol(document, entry));
}

function toSymbol(document: vscode.TextDocument, entry: OutlineEntry): vscode.DocumentSymbol {
  const { kind, name, detail, range, selection, children } = entry;
  const ranges = [toDocumentRange(document, range), toDocumentRange(document, selection)] as const;
  const symbol = new vscode.DocumentSymbol(name, detail, KINDS[kind], ...ranges);
  symbol.children = children.map((child) => toSymbol(document, child));
  return symbol;
}

export async function provideFolding(
  services: LanguageServices,
  document: vscode.TextDocument,
): Promise<vscode.FoldingRange[] | undefined> {
  const located = locateDocument(services, document);
  if (!located) return undefined;
  const { foldingRangesOf } = await loadFeatures();
  return foldingRangesOf(located.file).map(({ start, end, kind }) => {
    const [first, last] = [document.positionAt(start).line, document.positionAt(end).line];
    return new vscode.FoldingRange(first, last, kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined);
  });
}
