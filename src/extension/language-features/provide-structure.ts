import * as vscode from 'vscode';
import { foldingRangesOf } from '../../authoring/outline/folding.ts';
import { outlineOf, type OutlineEntry, type OutlineKind } from '../../authoring/outline/outline.ts';
import { locateDocument, toDocumentRange, type LanguageServices } from './document-context.ts';

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

export function provideSymbols(
  services: LanguageServices,
  document: vscode.TextDocument,
): vscode.DocumentSymbol[] | undefined {
  const located = locateDocument(services, document);
  return located && outlineOf(located.file).map((entry) => toSymbol(document, entry));
}

function toSymbol(document: vscode.TextDocument, entry: OutlineEntry): vscode.DocumentSymbol {
  const { kind, name, detail, range, selection, children } = entry;
  const ranges = [toDocumentRange(document, range), toDocumentRange(document, selection)] as const;
  const symbol = new vscode.DocumentSymbol(name, detail, KINDS[kind], ...ranges);
  symbol.children = children.map((child) => toSymbol(document, child));
  return symbol;
}

export function provideFolding(
  services: LanguageServices,
  document: vscode.TextDocument,
): vscode.FoldingRange[] | undefined {
  const located = locateDocument(services, document);
  return (
    located &&
    foldingRangesOf(located.file).map(({ start, end, kind }) => {
      const [first, last] = [document.positionAt(start).line, document.positionAt(end).line];
      return new vscode.FoldingRange(first, last, kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined);
    })
  );
}
