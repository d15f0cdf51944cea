import type * as vscode from 'vscode';
import type { AuthoringFile, AuthoringKind } from '../../authoring/source/authoring-file.ts';
import { findDataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract } from '../state/workspace-state.ts';

type Services = Pick<ExtensionServices, 'store' | 'paths'>;

/** A document that people write for Holdfast, in the workspace folder that contains it. */
export interface LocatedFile {
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
export function locateFile(
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
