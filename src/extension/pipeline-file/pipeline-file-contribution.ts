import * as vscode from 'vscode';
import type { PipelineFileCheck } from '../../engine.ts';
import { PIPELINE_FILE } from '../checks/pipeline-file-checks.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { listWaitingGates } from '../state/work-items.ts';
import { findFolder } from '../state/workspace-state.ts';
import { completePipelineFile } from './pipeline-file-completion.ts';
import { createPipelineFileLenses } from './pipeline-file-lenses.ts';
import { describeSchema, findSchema, type SchemaNode } from './schema-node.ts';

/** With this extension, the schema that package.json contributes gives the same completions and hovers. */
const YAML_EXTENSION = 'redhat.vscode-yaml';

const PIPELINE_FILES: vscode.DocumentSelector = { scheme: 'file', pattern: `**/${PIPELINE_FILE}` };

type Services = Pick<ExtensionServices, 'store' | 'engines' | 'paths' | 'pipelineFiles'>;

/** Registers diagnostics, lenses, completion and hovers of `.holdfast/pipeline.yaml` [PIPE-4]. */
export function registerPipelineFile(services: Services): vscode.Disposable {
  const { store, pipelineFiles } = services;
  const changed = new vscode.EventEmitter<void>();
  const listed = new Set<string>();
  const checkListed = (): void => {
    // The contracts of a folder are listed before its engine is needed here.
    for (const { folder, status } of store.state.folders) {
      if (status !== 'ready' || listed.has(folder) || !services.engines.getOpened(folder)) continue;
      listed.add(folder);
      pipelineFiles.schedule(folder);
    }
  };
  const onText = (document: vscode.TextDocument): void => {
    for (const folder of findFolders(services, document)) pipelineFiles.schedule(folder);
  };
  checkListed();
  for (const document of vscode.workspace.textDocuments) onText(document);
  return vscode.Disposable.from(
    changed,
    store.subscribe(() => {
      checkListed();
      changed.fire();
    }),
    vscode.workspace.onDidOpenTextDocument(onText),
    vscode.workspace.onDidCloseTextDocument(onText),
    vscode.workspace.onDidChangeTextDocument(({ document }) => onText(document)),
    vscode.languages.registerCodeLensProvider(PIPELINE_FILES, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => provideLenses(services, document),
    }),
    vscode.languages.registerCompletionItemProvider(
      PIPELINE_FILES,
      { provideCompletionItems: (document, position) => provideCompletions(services, document, position) },
      ' ',
    ),
    vscode.languages.registerHoverProvider(PIPELINE_FILES, {
      provideHover: (document, position) => provideHover(services, document, position),
    }),
  );
}

/** The folders whose configuration of the pipeline a document is. */
function findFolders({ paths }: Services, document: vscode.TextDocument): readonly string[] {
  return paths
    .locate(document.uri)
    .filter(({ path }) => path === PIPELINE_FILE)
    .map(({ folder }) => folder);
}

/** The last check of a document, if it was computed from the current text. */
function findCheck(services: Services, document: vscode.TextDocument): PipelineFileCheck | undefined {
  return findFolders(services, document)
    .map((folder) => findFolder(services.store.state, folder)?.pipelineFile)
    .find((check) => check?.document.text === document.getText());
}

function provideLenses(services: Services, document: vscode.TextDocument): vscode.CodeLens[] {
  const check = findCheck(services, document);
  if (!check) return [];
  const folders = findFolders(services, document);
  const gates = listWaitingGates(services.store.state).filter(({ target }) => folders.includes(target.folder));
  return createPipelineFileLenses(check, gates).map(({ range: { start }, title, tooltip, command, argument }) => {
    const range = new vscode.Range(start.line, start.character, start.line, start.character);
    const args = argument === undefined ? [] : [argument];
    return new vscode.CodeLens(range, { title, tooltip, command, arguments: args });
  });
}

/** Undefined if the file belongs to no folder, or another extension completes it. */
async function loadSchema(services: Services, document: vscode.TextDocument): Promise<SchemaNode | undefined> {
  if (findFolders(services, document).length === 0) return undefined;
  if (vscode.extensions.getExtension(YAML_EXTENSION) !== undefined) return undefined;
  return (await import('../../engine.ts')).pipelineSchemaJson();
}

async function provideCompletions(
  services: Services,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const schema = await loadSchema(services, document);
  if (!schema) return [];
  const text = document.getText();
  const offset = document.offsetAt(position);
  return completePipelineFile(schema, text.slice(0, offset), text.slice(offset)).map((completion) => {
    const kind = completion.kind === 'key' ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.EnumMember;
    const item = new vscode.CompletionItem(completion.label, kind);
    item.insertText = new vscode.SnippetString(completion.insert);
    item.range = new vscode.Range(position.translate(0, -completion.replaces), position);
    item.documentation = new vscode.MarkdownString(completion.documentation);
    return item;
  });
}

async function provideHover(
  services: Services,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const check = findCheck(services, document);
  const schema = check && (await loadSchema(services, document));
  if (!schema) return undefined;
  const path = check.document.pathAt(document.offsetAt(position));
  const node = findSchema(schema, path);
  const key = path.findLast((step) => typeof step === 'string');
  if (!node || key === undefined) return undefined;
  return new vscode.Hover(new vscode.MarkdownString(describeSchema(key, node)));
}
