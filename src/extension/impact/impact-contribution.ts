import * as vscode from 'vscode';
import type { ModifiedExportReport } from '../../engine.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { systemTimers } from '../checks/timers.ts';
import type { FolderPlace } from '../engines/folder-places.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { onImpactMayDiffer } from './impact-changes.ts';
import { impactLenses, type ImpactLens } from './impact-lenses.ts';
import { ModifiedExportsSource, type DocumentState } from './modified-exports-source.ts';

const MODULE_LANGUAGES: vscode.DocumentSelector = [
  'typescript',
  'typescriptreact',
  'javascript',
  'javascriptreact',
].map((language) => ({ language, scheme: 'file' }));

type Parts = Pick<ExtensionParts, 'engines' | 'impactPanel' | 'log' | 'places' | 'store' | 'unsaved'>;

/** The lenses of a document, and where the document stands. */
interface PlacedLenses {
  readonly place: FolderPlace;
  readonly lenses: readonly ImpactLens[];
}

/**
 * Who uses the exports that differ from the last commit, over each of them and where the mouse rests (ENF-IMPACT-4). Only
 * in folders that Holdfast has to do with: for others no module is ever read.
 */
export function registerImpact(parts: Parts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const source = new ModifiedExportsSource({
    timers: systemTimers,
    engineOf: async (folder) => {
      const engine = await parts.engines.of(folder);
      parts.unsaved.flush(folder, engine);
      return engine;
    },
    onRefined: () => changed.fire(),
  });
  const ask = (document: vscode.TextDocument) => lensesOf(parts, source, document);
  return vscode.Disposable.from(
    changed,
    { dispose: () => source.forgetAll() },
    vscode.languages.registerCodeLensProvider(MODULE_LANGUAGES, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document, token) => {
        const found = await ask(document);
        return !found || token.isCancellationRequested ? [] : found.lenses.flatMap((lens) => codeLenses(found, lens));
      },
    }),
    vscode.languages.registerHoverProvider(MODULE_LANGUAGES, {
      provideHover: async (document, position) => {
        const found = await ask(document);
        return found && hoverOf(found, document, position);
      },
    }),
    onImpactMayDiffer(() => {
      source.forgetAll();
      changed.fire();
    }),
    // A file that is open already when its folder turns out to have contracts.
    parts.store.subscribe(({ folders }, previous) => {
      const listed = (each: typeof folders) => each.filter(({ status }) => status === 'ready').length;
      if (listed(folders) !== listed(previous.folders)) changed.fire();
    }),
    vscode.workspace.onDidCloseTextDocument((document) => source.forget(document.uri.toString())),
    vscode.window.registerWebviewPanelSerializer('holdfast.impact', {
      async deserializeWebviewPanel(panel, state: unknown) {
        await (await parts.impactPanel()).restore(panel, state);
      },
    }),
  );
}

async function lensesOf(
  parts: Parts,
  source: ModifiedExportsSource,
  document: vscode.TextDocument,
): Promise<PlacedLenses | undefined> {
  const place = parts.places.of(document.uri).find(({ folder }) => parts.engines.opened(folder) !== undefined);
  if (!place) return undefined;
  const state: DocumentState = { document: document.uri.toString(), version: document.version, ...place };
  try {
    const modified = await source.of(state);
    for (const each of modified) parts.log.debug(`Impact of ${place.path}: ${logged(each)}`);
    return { place, lenses: impactLenses(modified) };
  } catch (error) {
    const hint = error instanceof HoldfastError && error.hint !== undefined ? ` ${error.hint}` : '';
    parts.log.warn(`Failed to tell the impact of ${place.path}: ${messageOf(error)}${hint}`);
    return undefined;
  }
}

function logged({ name, change, compatibility, places, reasons }: ModifiedExportReport): string {
  return `${name} ${change}, ${compatibility}, ${places.length} uses${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`;
}

/** One that peeks the places, and one that opens the panel. */
function codeLenses({ place }: PlacedLenses, lens: ImpactLens): readonly vscode.CodeLens[] {
  const at = new vscode.Position(lens.line, lens.character);
  const range = new vscode.Range(at, at);
  const { folder, path } = place;
  const { modified, title, tooltip } = lens;
  const shown: vscode.Command = {
    title: 'Impact',
    tooltip: 'Show the files that depend on it',
    command: 'holdfast.showImpact',
    arguments: [{ folder, file: path, exportName: modified.name }],
  };
  const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), path);
  const peek: vscode.Command = {
    title,
    tooltip: `${tooltip} Show the places that use it.`,
    command: 'editor.action.showReferences',
    arguments: [uri, at, locationsOf(folder, modified.places)],
  };
  const first = modified.places.length > 0 ? peek : { ...shown, title, tooltip };
  return [new vscode.CodeLens(range, first), new vscode.CodeLens(range, shown)];
}

/** The places as the editor peeks them. */
function locationsOf(
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
  { place, lenses }: PlacedLenses,
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const lens = lenses.find(
    ({ line, character, modified }) =>
      modified.change !== 'removed' &&
      document.getWordRangeAtPosition(new vscode.Position(line, character))?.contains(position),
  );
  if (!lens) return undefined;
  const memory = { folder: place.folder, file: place.path, exportName: lens.modified.name };
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ['holdfast.showImpact'] };
  // The names come from files: as plain text they can form no link.
  text.appendText(`Holdfast: ${lens.title}\n${lens.tooltip}`);
  text.appendMarkdown(`\n\n[Show impact](command:holdfast.showImpact?${encodeURIComponent(JSON.stringify([memory]))})`);
  return new vscode.Hover(text);
}
