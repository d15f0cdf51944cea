import type { DataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import type { DataPath } from '../../contract/document.ts';
import type { SourceNode } from '../../contract/source/source-node.ts';
import { formatOf } from '../../contract/source/parse-source.ts';
import { toModelKey } from './model-keys.ts';
import { scanText, type ScannedText } from './scan-text.ts';
import type { ScanOptions } from './text-scanner.ts';

/** What a file contains. A manifest is a contract. */
export type AuthoringKind = 'contract' | 'gate' | DataFileKind;

/** A file that people write, with its current text, which can be unsaved and incomplete. */
export interface AuthoringFile {
  readonly kind: AuthoringKind;
  /** Relative to the workspace folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** How the text of a file is scanned. Only contracts and gate files have keys with several spellings. */
export function scanOptionsOf({ kind, path }: Pick<AuthoringFile, 'kind' | 'path'>): ScanOptions {
  const hasSpellings = kind === 'contract' || kind === 'gate';
  return { format: formatOf(path), modelKey: hasSpellings ? toModelKey : undefined };
}

const scans = new WeakMap<AuthoringFile, ScannedText>();

/** Scans a file. The same file is scanned once. */
export function scanFile(file: AuthoringFile): ScannedText {
  const known = scans.get(file);
  if (known) return known;
  const scanned = scanText(file.text, scanOptionsOf(file));
  scans.set(file, scanned);
  return scanned;
}

/** The value of a file with the keys of the contract model. The gates of a gate file are under `gates`. */
export function scanModel(file: AuthoringFile): SourceNode | undefined {
  return toModelRoot(file.kind, scanFile(file).root);
}

/** The value of a scanned file as the contract model has it. */
export function toModelRoot(kind: AuthoringKind, root: SourceNode | undefined): SourceNode | undefined {
  if (kind !== 'gate' || root === undefined || hasGateList(root)) return root;
  const { start, end } = root;
  const synthetic = { start, end, alias: false, synthetic: true, style: 'flow' } as const;
  const list: SourceNode = root.kind === 'list' ? root : { kind: 'list', ...synthetic, items: [root] };
  const entry = { key: 'gates', sourceKey: 'gates', keyStart: start, keyEnd: start, node: list, merged: false };
  return { kind: 'map', ...synthetic, entries: [entry] };
}

/** The path in the contract model of a path in a scanned file. */
export function toModelPath(kind: AuthoringKind, root: SourceNode | undefined, path: DataPath): DataPath {
  if (kind !== 'gate' || (root && hasGateList(root))) return path;
  return root?.kind === 'list' ? ['gates', ...path] : ['gates', 0, ...path];
}

function hasGateList(root: SourceNode): boolean {
  return root.kind === 'map' && root.entries.some(({ key }) => key === 'gates');
}
