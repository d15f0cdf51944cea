import type * as vscode from 'vscode';
import type { AuthoringFile, AuthoringKind } from '../../authoring/source/authoring-file.ts';
import { findDataFileKind } from '../../configuration/data-file-kinds.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract } from '../state/workspace-state.ts';

type Services = Pick<ExtensionServices, 'store' | 'paths'>;

/** A document that people write for Holdfast, in the workspace folder that contains it. */
export interface LocatedFile {
  /** The URI of the workspace folder. */
  readonly folder: string;
  readonly file: AuthoringFile;
}

const isContractName = createPathMatcher(['**/*.contract.{yaml,yml,json}']);
const isGateName = createPathMatcher(['**/*.gate.{yaml,yml,json}']);

/**
 * What a document contains. Undefined for other documents. A document in nested workspace folders belongs to the innermost
 * one.
 *
 * @param readSetting reads a setting of a workspace folder, such as the globs of gate files
 */
export function locateFile(
  { store, paths }: Services,
  document: Pick<vscode.TextDocument, 'uri' | 'getText'>,
  readSetting: (folder: string, name: string) => readonly string[] | undefined,
): LocatedFile | undefined {
  const located = paths.locate(document.uri).toSorted((one, other) => one.path.length - other.path.length);
  for (const { folder, path } of located) {
    const kind = kindOf(store, folder, path, readSetting);
    if (kind !== undefined) return { folder, file: { kind, path, text: document.getText() } };
  }
  return undefined;
}

function kindOf(
  store: Services['store'],
  folder: string,
  path: string,
  readSetting: (folder: string, name: string) => readonly string[] | undefined,
): AuthoringKind | undefined {
  const dataKind = findDataFileKind(path);
  if (dataKind !== undefined) return dataKind;
  if (isContractName(path) || findContract(store.state, { folder, contract: path }) !== undefined) return 'contract';
  const globs = readSetting(folder, 'gates');
  const isGate = isGateName(path) || (globs !== undefined && globs.length > 0 && createPathMatcher(globs)(path));
  return isGate ? 'gate' : undefined;
}
