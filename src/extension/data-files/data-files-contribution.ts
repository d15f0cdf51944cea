import * as vscode from 'vscode';
import {
  DATA_FILE_KINDS,
  DATA_FILE_PATTERNS,
  findDataFileKind,
} from '../../workspace/configuration/data-file-kinds.ts';
import type { DataFileCheck, DataFileKind } from '../../engine.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readShownLenses } from '../settings/presentation-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import { findFolder, type FolderState } from '../state/workspace-state.ts';
import { DATA_FILE_LENSES } from './data-file-lenses.ts';

const GLOBS = DATA_FILE_KINDS.flatMap((kind) => DATA_FILE_PATTERNS[kind].globs);

const DATA_FILES = GLOBS.map(toFilter);

type Services = Pick<ExtensionServices, 'store' | 'engines' | 'paths' | 'dataFiles'>;

/** Registers diagnostics and lenses of the data files under `.holdfast/` [PIPE-4]. */
export function registerDataFiles(services: Services): vscode.Disposable {
  const { store, dataFiles } = services;
  const changed = new vscode.EventEmitter<void>();
  const listed = new Set<string>();
  const checkListed = (): void => {
    // The contracts of a folder are listed before its engine is needed here. Data files do not depend on them.
    for (const { folder, status } of store.state.folders) {
      if (status === 'loading' || listed.has(folder) || !services.engines.getOpened(folder)) continue;
      listed.add(folder);
      dataFiles.scheduleAll(folder);
    }
  };
  const onText = (document: vscode.TextDocument): void => {
    for (const { folder, kind } of locateDataFile(services, document)) dataFiles.schedule(folder, kind);
  };
  checkListed();
  for (const document of vscode.workspace.textDocuments) onText(document);
  return vscode.Disposable.from(
    changed,
    store.subscribe(() => {
      checkListed();
      changed.fire();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('holdfast.lenses')) changed.fire();
    }),
    vscode.workspace.onDidOpenTextDocument(onText),
    vscode.workspace.onDidCloseTextDocument(onText),
    vscode.workspace.onDidChangeTextDocument(({ document }) => onText(document)),
    vscode.languages.registerCodeLensProvider(DATA_FILES, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => provideLenses(services, document),
    }),
  );
}

function toFilter(glob: string): vscode.DocumentFilter {
  return { scheme: 'file', pattern: `**/${glob}` };
}

interface DataFileLocation {
  readonly folder: string;
  readonly path: string;
  readonly kind: DataFileKind;
}

/** The folders in which a document is a data file, with its kind. */
function locateDataFile(
  { paths }: Pick<Services, 'paths'>,
  document: vscode.TextDocument,
): readonly DataFileLocation[] {
  return paths.locate(document.uri).flatMap(({ folder, path }) => {
    const kind = findDataFileKind(path);
    return kind === undefined ? [] : [{ folder, path, kind }];
  });
}

interface CurrentCheck {
  readonly check: DataFileCheck;
  readonly folder: FolderState;
}

/** The last check of a document, if it was computed from the current text. */
function findCheck(services: Services, document: vscode.TextDocument): CurrentCheck | undefined {
  const text = document.getText();
  for (const { folder, path, kind } of locateDataFile(services, document)) {
    const state = findFolder(services.store.state, folder);
    const check = state?.dataFiles?.[kind]?.find((one) => one.document.file === path && one.document.text === text);
    if (state && check) return { check, folder: state };
  }
  return undefined;
}

function provideLenses(services: Services, document: vscode.TextDocument): vscode.CodeLens[] {
  const current = findCheck(services, document);
  if (!current || !readShownLenses(createSettingReader(current.folder.folder)).has('dataFiles')) return [];
  const lenses = DATA_FILE_LENSES[current.check.kind](current.check, current.folder);
  return lenses.map(({ range: { start }, title, tooltip, command, argument }) => {
    const range = new vscode.Range(start.line, start.character, start.line, start.character);
    const args = argument === undefined ? [] : [argument];
    return new vscode.CodeLens(range, { title, tooltip, command, arguments: args });
  });
}
