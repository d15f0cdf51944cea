import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import type { Definition } from '../../authoring/navigation/find-definition.ts';
import type { Subject } from '../../authoring/navigation/find-references.ts';
import { isAbsent } from '../base/failure.ts';
import { toFileUri } from '../base/file-uri.ts';
import {
  loadFeatures,
  locateDocument,
  openContext,
  openContracts,
  toDocumentRange,
  type LanguageServices,
} from './document-context.ts';

export async function provideDefinition(
  services: LanguageServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.LocationLink[] | undefined> {
  const context = await openContext(services, document);
  if (!context) return undefined;
  const found = await context.features.findDefinition(context.file, document.offsetAt(position), context.facts);
  if (!found) return undefined;
  const target = await resolveDefinition(document, context.folder, found.definition);
  return [
    {
      originSelectionRange: toDocumentRange(document, found.source),
      targetUri: target.uri,
      targetRange: target.range,
      targetSelectionRange: target.range,
    },
  ];
}

async function resolveDefinition(
  document: vscode.TextDocument,
  folder: string,
  definition: Definition,
): Promise<vscode.Location> {
  if (definition.kind === 'here') return new vscode.Location(document.uri, toDocumentRange(document, definition.range));
  const uri = toFileUri(folder, definition.file);
  if (definition.kind === 'file') return new vscode.Location(uri, new vscode.Position(definition.line - 1, 0));
  const gates = await vscode.workspace.openTextDocument(uri);
  const { findGate } = await loadFeatures();
  const gate = findGate({ kind: 'gate', path: definition.file, text: gates.getText() }, definition.id);
  return new vscode.Location(uri, gate ? toDocumentRange(gates, gate) : new vscode.Position(0, 0));
}

export async function provideReferences(
  services: LanguageServices,
  document: vscode.TextDocument,
  position: vscode.Position,
  { includeDeclaration }: vscode.ReferenceContext,
): Promise<vscode.Location[] | undefined> {
  const context = await openContext(services, document);
  const found = context?.features.findSubject(context.file, document.offsetAt(position));
  if (!context || !found) return undefined;
  const { subject } = found;
  const { findReferences } = context.features;
  // The ids of chunks are local to their contract.
  const texts =
    subject.kind === 'chunk' ? [{ document, file: context.file }] : await openContracts(services, context.folder);
  const own = texts.some((one) => one.file.path === context.file.path) ? [] : [{ document, file: context.file }];
  const mentioned = [...own, ...texts].flatMap((one) =>
    findReferences(one.file, subject)
      .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
      .map(({ range }) => new vscode.Location(one.document.uri, toDocumentRange(one.document, range))),
  );
  return [...mentioned, ...(await findUses(services, context.folder, subject))];
}

/** The uses of an export in the code. The worker finds them. */
async function findUses(
  services: LanguageServices,
  folder: string,
  subject: Subject,
): Promise<readonly vscode.Location[]> {
  if (subject.kind !== 'export') return [];
  const engine = await services.engines.get(folder);
  const declared = await engine.facts.findExport(subject.name, subject.file);
  if (!declared) return [];
  try {
    const impact = await engine.exports.impact({ file: declared.file, exportName: subject.name });
    const uses = [
      ...impact.functionsAffected.flatMap(({ callers }) => callers),
      ...impact.typesAffected.flatMap(({ usages }) => usages),
    ];
    return [declared, ...uses].map((use) => {
      const column = 'column' in use ? use.column - 1 : 0;
      const start = new vscode.Position(use.line - 1, column);
      return new vscode.Location(
        toFileUri(folder, use.file),
        new vscode.Range(start, start.translate(0, subject.name.length)),
      );
    });
  } catch (error) {
    // The export was removed since the index was read.
    if (isAbsent(error)) return [];
    throw error;
  }
}

export async function prepareRename(
  services: LanguageServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<{ range: vscode.Range; placeholder: string } | undefined> {
  const located = locateDocument(services, document);
  if (!located) return undefined;
  const { findSubject } = await loadFeatures();
  const found = findSubject(located.file, document.offsetAt(position));
  if (!found || found.subject.kind === 'gate') {
    throw new Error(l10n.t('Only the id of a chunk and the name of an export can be renamed.'));
  }
  return { range: toDocumentRange(document, found.range), placeholder: found.subject.name };
}

export async function provideRenameEdits(
  services: LanguageServices,
  document: vscode.TextDocument,
  position: vscode.Position,
  name: string,
): Promise<vscode.WorkspaceEdit | undefined> {
  const located = locateDocument(services, document);
  const { checkNewName, findSubject, renameIn } = await loadFeatures();
  const found = located && findSubject(located.file, document.offsetAt(position));
  if (!found) return undefined;
  const { subject } = found;
  checkNewName(located.file, subject, name);
  const own = { document, file: located.file };
  const others =
    subject.kind === 'export'
      ? (await openContracts(services, located.folder)).filter(({ file }) => file.path !== located.file.path)
      : [];
  const edit = new vscode.WorkspaceEdit();
  for (const one of [own, ...others]) {
    for (const { range, text } of renameIn(one.file, subject, name)) {
      edit.replace(one.document.uri, toDocumentRange(one.document, range), text);
    }
  }
  return edit;
}
