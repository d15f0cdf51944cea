import * as vscode from 'vscode';
import type { LanguageFeatures } from '../../authoring/language-features.ts';
import type { WorkspaceFacts } from '../../authoring/meaning/workspace-facts.ts';
import type { SchemaNode } from '../../authoring/schema/schema-node.ts';
import type { AuthoringFile, AuthoringKind } from '../../authoring/source/authoring-file.ts';
import type { OffsetRange } from '../../contract/source/source-node.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { toFileUri } from '../base/file-uri.ts';
import { hasOwnSchema } from './own-schema.ts';
import { findDataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import { findContract } from '../state/workspace-state.ts';

export type LanguageServices = Pick<ExtensionServices, 'store' | 'paths' | 'engines' | 'unsaved'>;

/** A document with everything that its language features need. */
export interface DocumentContext extends LocatedFile {
  readonly facts: WorkspaceFacts;
  readonly schema: SchemaNode;
  /** Whether keys are proposed and described here. */
  readonly includeSchema: boolean;
  readonly features: LanguageFeatures;
}

interface KnownVersion {
  readonly version: number;
  readonly located: LocatedFile;
}

const known = new WeakMap<vscode.TextDocument, KnownVersion>();

/** What a document contains; undefined for other documents. A version of a document is the same file, scanned once. */
export function locateDocument(services: LanguageServices, document: vscode.TextDocument): LocatedFile | undefined {
  const { version } = document;
  const before = known.get(document);
  const now = locateCurrent(services, document);
  if (!now) return undefined;
  const isKnown =
    before?.version === version && before.located.folder === now.folder && before.located.file.kind === now.file.kind;
  if (isKnown) return before.located;
  known.set(document, { version, located: now });
  return now;
}

function locateCurrent(services: LanguageServices, document: vscode.TextDocument): LocatedFile | undefined {
  return locateFile(services, document, (folder) => {
    const globs = vscode.workspace
      .getConfiguration('holdfast', vscode.Uri.parse(folder))
      .get<readonly string[]>('gates');
    const base = vscode.Uri.parse(folder);
    return (globs ?? []).some(
      (glob) => vscode.languages.match({ pattern: new vscode.RelativePattern(base, glob) }, document) > 0,
    );
  });
}

/** Opens what the language features of a document need. Undefined for other documents. */
export async function openContext(
  services: LanguageServices,
  document: vscode.TextDocument,
): Promise<DocumentContext | undefined> {
  const located = locateDocument(services, document);
  if (!located) return undefined;
  const engine = await services.engines.get(located.folder);
  services.unsaved.flush(located.folder, engine);
  const { kind, text } = located.file;
  const includeSchema = !hasOwnSchema(
    document.languageId,
    text,
    (id) => vscode.extensions.getExtension(id) !== undefined,
  );
  const features = await loadFeatures();
  return { ...located, facts: engine.facts, schema: await loadSchema(kind), includeSchema, features };
}

export async function loadFeatures(): Promise<LanguageFeatures> {
  return (await import('../../engine.ts')).loadLanguageFeatures();
}

const schemas = new Map<AuthoringKind, Promise<SchemaNode>>();

/** The JSON Schema of a kind of file. Generated once. */
function loadSchema(kind: AuthoringKind): Promise<SchemaNode> {
  const known = schemas.get(kind);
  if (known) return known;
  const created = import('../../engine.ts').then(async (engine): Promise<SchemaNode> => {
    if (kind === 'contract') return engine.contractSchemaJson();
    if (kind === 'gate') return engine.gateSchemaJson();
    return engine.dataFileSchemaJson(kind);
  });
  schemas.set(kind, created);
  return created;
}

/** The range of offsets in a document. */
export function toDocumentRange(document: vscode.TextDocument, { start, end }: OffsetRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** The contracts of a folder with their current text, and the files with gates if gates are named too. */
export async function openContracts(
  { store }: LanguageServices,
  folder: string,
): Promise<readonly { readonly document: vscode.TextDocument; readonly file: AuthoringFile }[]> {
  const contracts = store.state.folders.find((one) => one.folder === folder)?.contracts ?? [];
  return Promise.all(
    contracts.map(async ({ contract }) => {
      const document = await vscode.workspace.openTextDocument(toFileUri(folder, contract));
      return { document, file: { kind: 'contract', path: contract, text: document.getText() } as const };
    }),
  );
}

type Services = Pick<ExtensionServices, 'store' | 'paths'>;

/** A document that people write for Holdfast, in the workspace folder that contains it. */
interface LocatedFile {
  /** The URI of the workspace folder. */
  readonly folder: string;
  readonly file: AuthoringFile;
}

const CONTRACT_NAME = /\.contract\.(?:ya?ml|json)$/i;
const GATE_NAME = /\.gate\.(?:ya?ml|json)$/i;

/**
 * What a document contains. Undefined for other documents. A document in nested workspace folders belongs to the innermost
 * one.
 *
 * @param isConfiguredGate whether the settings of a workspace folder name the document as a gate file
 */
function locateFile(
  { store, paths }: Services,
  document: Pick<vscode.TextDocument, 'uri' | 'getText'>,
  isConfiguredGate: (folder: string) => boolean,
): LocatedFile | undefined {
  const located = paths.locate(document.uri).toSorted((one, other) => one.path.length - other.path.length);
  for (const { folder, path } of located) {
    const kind = kindOf(store, folder, path, isConfiguredGate);
    if (kind !== undefined) return { folder, file: { kind, path, text: document.getText() } };
  }
  return undefined;
}

function kindOf(
  store: Services['store'],
  folder: string,
  path: string,
  isConfiguredGate: (folder: string) => boolean,
): AuthoringKind | undefined {
  const dataKind = findDataFileKind(path);
  if (dataKind !== undefined) return dataKind;
  if (CONTRACT_NAME.test(path) || findContract(store.state, { folder, contract: path }) !== undefined)
    return 'contract';
  return GATE_NAME.test(path) || isConfiguredGate(folder) ? 'gate' : undefined;
}
