import * as vscode from 'vscode';
import type { ModifiedExportReport } from '../../engine.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { systemTimers } from '../checks/timers.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { impactLenses, type ImpactLens } from './impact-lenses.ts';
import { ModifiedExportsSource, type DocumentState } from './modified-exports-source.ts';

const MODULE_LANGUAGES: vscode.DocumentSelector = [
  'typescript',
  'typescriptreact',
  'javascript',
  'javascriptreact',
].map((language) => ({ language, scheme: 'file' }));

type Parts = Pick<ExtensionParts, 'engines' | 'log' | 'places' | 'unsaved'>;

/** Who uses the exports that differ from the last commit, over each of them and where the mouse rests (ENF-IMPACT-4). */
export function registerImpact(parts: Parts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const source = new ModifiedExportsSource({
    timers: systemTimers,
    engineOf: async (folder) => {
      const engine = await parts.engines.of(folder);
      parts.unsaved.flush(folder, engine);
      return engine;
    },
  });
  const ask = (document: vscode.TextDocument): Promise<readonly ImpactLens[]> => lensesOf(parts, source, document);
  return vscode.Disposable.from(
    changed,
    { dispose: () => source.forgetAll() },
    vscode.languages.registerCodeLensProvider(MODULE_LANGUAGES, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document, token) => {
        const lenses = await ask(document);
        return token.isCancellationRequested ? [] : lenses.map((lens) => codeLens(parts, document, lens));
      },
    }),
    vscode.languages.registerHoverProvider(MODULE_LANGUAGES, {
      provideHover: async (document, position) => hoverOf(await ask(document), document, position),
    }),
    // Saving may be the step before a commit, and it changes the uses in other files.
    vscode.workspace.onDidSaveTextDocument(() => {
      source.forgetAll();
      changed.fire();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      source.forgetAll();
      changed.fire();
    }),
    vscode.workspace.onDidCloseTextDocument((document) => source.forget(document.uri.toString())),
  );
}

async function lensesOf(
  parts: Parts,
  source: ModifiedExportsSource,
  document: vscode.TextDocument,
): Promise<readonly ImpactLens[]> {
  const [place] = parts.places.of(document.uri);
  if (!place) return [];
  const state: DocumentState = { document: document.uri.toString(), version: document.version, ...place };
  try {
    const modified = await source.of(state);
    for (const each of modified) parts.log.debug(`Impact of ${place.path}: ${logged(each)}`);
    return impactLenses(modified);
  } catch (error) {
    const hint = error instanceof HoldfastError && error.hint !== undefined ? ` ${error.hint}` : '';
    parts.log.warn(`Failed to tell the impact of ${place.path}: ${messageOf(error)}${hint}`);
    return [];
  }
}

function logged({ name, change, compatibility, places, reasons }: ModifiedExportReport): string {
  return `${name} ${change}, ${compatibility}, ${places.length} uses${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`;
}

function codeLens(parts: Parts, document: vscode.TextDocument, lens: ImpactLens): vscode.CodeLens {
  const at = new vscode.Position(lens.line, lens.character);
  const [place] = parts.places.of(document.uri);
  return new vscode.CodeLens(new vscode.Range(at, at), {
    title: lens.title,
    tooltip: lens.tooltip,
    command: 'editor.action.showReferences',
    arguments: [document.uri, at, place ? locationsOf(place.folder, lens.modified.places) : []],
  });
}

/** The places as the editor peeks them. */
export function locationsOf(
  folder: string,
  places: readonly { readonly file: string; readonly line: number; readonly column: number }[],
): vscode.Location[] {
  const root = vscode.Uri.parse(folder);
  return places.map(
    ({ file, line, column }) =>
      new vscode.Location(vscode.Uri.joinPath(root, file), new vscode.Position(line - 1, column - 1)),
  );
}

function hoverOf(
  lenses: readonly ImpactLens[],
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const lens = lenses.find(
    ({ line, character, modified }) =>
      modified.change !== 'removed' &&
      document.getWordRangeAtPosition(new vscode.Position(line, character))?.contains(position),
  );
  if (!lens) return undefined;
  // The names come from files: as plain text they can form no link.
  const text = new vscode.MarkdownString();
  text.appendText(`Holdfast: ${lens.title}\n${lens.tooltip.replace(/\. Show the places that use it$/, '.')}`);
  return new vscode.Hover(text);
}
