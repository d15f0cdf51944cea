import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readPlainFileSync } from '../plain-files/plain-file.ts';
import { overlayPart, OVERLAY_FOLDERS } from './overlay.ts';
import { findRule, type PathRule } from './path-rules.ts';
import {
  createPart,
  createPrivateFile,
  createPrivateFolder,
  createPrivateLink,
  hasPrivateFile,
  privatePart,
  type PartEntry,
} from './private-folder.ts';

export interface PrivateContent {
  readonly rules: readonly PathRule[];
  /** Texts of files inside own folders, by absolute path. Nothing is created without a text. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

/** Larger files are no settings of a tool. */
const MAX_COPIED_BYTES = 1024 * 1024;

/** Creates what the mounts of a command need in its private folder, and the files that it finds there. */
export function preparePrivateFolder(privateFolder: string, { rules, texts }: PrivateContent): void {
  for (const rule of rules) {
    if (rule.access === 'own') createPart(privateFolder, rule.path);
    if (rule.access === 'store' && rule.isFolder) {
      for (const name of OVERLAY_FOLDERS) {
        mkdirSync(overlayPart(privateFolder, rule.path, name), { recursive: true });
      }
    }
  }
  for (const rule of rules) {
    const entry = findEntry(rules, privateFolder, rule.path);
    if (entry === undefined || rule.access === 'hidden') continue;
    if (rule.access === 'link') createPrivateLink(entry, rule.target ?? '');
    else if (rule.access === 'copy') copyFile(entry, rule.path);
    else if (rule.isFolder) createPrivateFolder(entry);
    else createPrivateFile(entry);
  }
  for (const [file, text] of texts) {
    const entry = findEntry(rules, privateFolder, file);
    // An earlier command of the verdict may have changed it, as with `git config --global`.
    if (entry !== undefined && text !== undefined && !hasPrivateFile(entry)) createPrivateFile(entry, text);
  }
}

/** The entry of a part for a path in an own folder; undefined elsewhere, and for an own folder that is in no other one. */
function findEntry(rules: readonly PathRule[], privateFolder: string, seenAt: string): PartEntry | undefined {
  const folder = path.dirname(seenAt);
  const own = findRule(rules, folder);
  return own?.access === 'own' && own.path === folder
    ? { privateFolder, part: privatePart(privateFolder, folder), name: path.basename(seenAt) }
    : undefined;
}

function copyFile(entry: PartEntry, source: string): void {
  try {
    if (hasPrivateFile(entry)) return;
    if (statSync(source).size <= MAX_COPIED_BYTES) createPrivateFile(entry, readPlainFileSync(source));
  } catch {
    // A file that cannot be read is missing for the command too.
  }
}
