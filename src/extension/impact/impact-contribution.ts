import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ModifiedExportReport } from '../../engine.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { MODULE_DOCUMENTS } from '../base/module-files.ts';
import type { WorkspacePath } from '../base/folder-paths.ts';
import { systemTimers } from '../base/timers.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readShownLenses } from '../settings/presentation-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import { onImpactInputsChanged } from './impact-changes.ts';
import { draftChangeset } from './changeset-action.ts';
import { createImpactLenses, type ImpactLens } from './impact-lenses.ts';
import { ModifiedExportsSource, type DocumentState } from './modified-exports-source.ts';

type Services = Pick<ExtensionServices, 'engines' | 'impactPanel' | 'log' | 'paths' | 'store' | 'unsaved'>;

/** The lenses of a document. */
interface DocumentLenses {
  readonly file: WorkspacePath;
  readonly lenses: readonly ImpactLens[];
}

/**
 * Shows the uses of each export that differs from the last commit, as lenses and hovers (ENF-IMPACT-4). Only folders
 * that use Holdfast are analyzed.
 */
export function registerImpact(services: Services): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const source = new ModifiedExportsSource({
    timers: systemTimers,
    getEngine: async (folder) => {
      const engine = await services.engines.get(folder);
      services.unsaved.flush(folder, engine);
      return engine;
    },
    onRefined: () => changed.fire(),
  });
  const getLenses = (document: vscode.TextDocument) => computeLenses(services, source, document);
  return vscode.Disposable.from(
    changed,
    source,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('holdfast.lenses')) changed.fire();
    }),
    vscode.languages.registerCodeLensProvider(MODULE_DOCUMENTS, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: async (document, token) => {
        const [located] = services.paths.locate(document.uri);
        if (!readShownLenses(createSettingReader(located?.folder)).has('impact')) return [];
        const documentLenses = await getLenses(document);
        return !documentLenses || token.isCancellationRequested
          ? []
          : documentLenses.lenses.flatMap((lens) => createCodeLenses(documentLenses, lens));
      },
    }),
    vscode.languages.registerHoverProvider(MODULE_DOCUMENTS, {
      provideHover: async (document, position) => {
        const documentLenses = await getLenses(document);
        return documentLenses && createHover(documentLenses, document, position);
      },
    }),
    vscode.languages.registerCodeActionsProvider(MODULE_DOCUMENTS, {
      provideCodeActions: async (document, range) => {
        const documentLenses = await getLenses(document);
        return documentLenses === undefined ? [] : createChangesetActions(documentLenses, range);
      },
    }),
    onImpactInputsChanged(() => {
      source.clearAll();
      changed.fire();
    }),
    // A file may be open before its folder's contracts are found.
    services.store.subscribe(({ folders }, previous) => {
      const countReady = (each: typeof folders) => each.filter(({ status }) => status === 'ready').length;
      if (countReady(folders) !== countReady(previous.folders)) changed.fire();
    }),
    vscode.workspace.onDidCloseTextDocument((document) => source.clear(document.uri.toString())),
  );
}

/** Returns `undefined` for a document of a folder without an engine, or after a failure, which is logged. */
async function computeLenses(
  services: Services,
  source: ModifiedExportsSource,
  document: vscode.TextDocument,
): Promise<DocumentLenses | undefined> {
  const file = services.paths
    .locate(document.uri)
    .find(({ folder }) => services.engines.getOpened(folder) !== undefined);
  if (!file) return undefined;
  const state: DocumentState = { document: document.uri.toString(), version: document.version, ...file };
  try {
    const modified = await source.get(state);
    for (const each of modified) services.log.debug(`Impact of ${file.path}: ${formatForLog(each)}`);
    return { file, lenses: createImpactLenses(modified) };
  } catch (error) {
    const hint = error instanceof HoldfastError && error.hint !== undefined ? ` ${error.hint}` : '';
    services.log.warn(`Failed to compute the impact of ${file.path}: ${messageOf(error)}${hint}`);
    return undefined;
  }
}

function formatForLog({ name, change, compatibility, uses, reasons }: ModifiedExportReport): string {
  return `${name} ${change}, ${compatibility}, ${uses.length} uses${reasons.length > 0 ? `: ${reasons.join('; ')}` : ''}`;
}

/** Creates two lenses: the first lists the uses, the second opens the panel. */
function createCodeLenses({ file }: DocumentLenses, lens: ImpactLens): readonly vscode.CodeLens[] {
  const position = new vscode.Position(lens.line, lens.character);
  const range = new vscode.Range(position, position);
  const { folder, path } = file;
  const { modified, title, tooltip } = lens;
  const showImpact: vscode.Command = {
    title: l10n.t('Impact'),
    tooltip: l10n.t('Show the files that depend on this export'),
    command: 'holdfast.showImpact',
    arguments: [{ folder, file: path, exportName: modified.name }],
  };
  const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), path);
  const showUses: vscode.Command = {
    title,
    tooltip: l10n.t('{0} Show the uses.', tooltip),
    command: 'editor.action.showReferences',
    arguments: [uri, position, toVscodeLocations(folder, modified.uses)],
  };
  const first = modified.uses.length > 0 ? showUses : { ...showImpact, title, tooltip };
  return [new vscode.CodeLens(range, first), new vscode.CodeLens(range, showImpact)];
}

/** Converts uses to VS Code locations. */
function toVscodeLocations(
  folder: string,
  uses: readonly { readonly file: string; readonly line: number; readonly column: number }[],
): vscode.Location[] {
  const root = vscode.Uri.parse(folder);
  return uses.map(
    ({ file, line, column }) =>
      new vscode.Location(vscode.Uri.joinPath(root, file), new vscode.Position(line - 1, column - 1)),
  );
}

/** The actions that announce the public exports at a place, if the repository uses changesets. */
async function createChangesetActions(
  { file: { folder }, lenses }: DocumentLenses,
  range: vscode.Range,
): Promise<vscode.CodeAction[]> {
  const drafts = lenses
    .filter(({ line }) => line === range.start.line)
    .flatMap(({ modified }) => draftChangeset(modified) ?? []);
  const root = vscode.Uri.parse(folder);
  if (drafts.length === 0 || !(await exists(vscode.Uri.joinPath(root, '.changeset/config.json')))) return [];
  const actions: vscode.CodeAction[] = [];
  for (const { title, file, text } of drafts) {
    const uri = vscode.Uri.joinPath(root, file);
    if (await exists(uri)) continue;
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.Refactor);
    action.edit = new vscode.WorkspaceEdit();
    action.edit.createFile(uri, { contents: new TextEncoder().encode(text) });
    action.command = { title, command: 'vscode.open', arguments: [uri] };
    actions.push(action);
  }
  return actions;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

function createHover(
  { file, lenses }: DocumentLenses,
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const lens = lenses.find(
    ({ line, character, modified }) =>
      modified.change !== 'removed' &&
      document.getWordRangeAtPosition(new vscode.Position(line, character))?.contains(position),
  );
  if (!lens) return undefined;
  const memory = { folder: file.folder, file: file.path, exportName: lens.modified.name };
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ['holdfast.showImpact'] };
  // Names come from files. As plain text they cannot form a link.
  text.appendText(l10n.t('Holdfast: {0}\n{1}', lens.title, lens.tooltip));
  text.appendMarkdown(
    l10n.t('\n\n[Show impact](command:holdfast.showImpact?{0})', encodeURIComponent(JSON.stringify([memory]))),
  );
  return new vscode.Hover(text);
}
