import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import { readPlainFileSync } from '../plain-files/plain-file.ts';
import { overlayPart, OVERLAY_FOLDERS } from './overlay.ts';
import { findRule, type PathRule } from './path-rules.ts';
import { createPrivateFile, createPrivateFolder, createPrivateLink, privatePart } from './private-folder.ts';

export interface PrivateContent {
  readonly rules: readonly PathRule[];
  /** Absolute paths inside own folders that must exist, such as the runtime folder of the user. */
  readonly folders: readonly string[];
  /** Texts of files inside own folders, by absolute path. Nothing is created without a text. */
  readonly texts: ReadonlyMap<string, string | undefined>;
}

/** Larger files are no settings of a tool. */
const MAX_COPIED_BYTES = 1024 * 1024;

/** Creates what the mounts of a command need in its private folder, and the files that it finds there. */
export function preparePrivateFolder(privateFolder: string, { rules, folders, texts }: PrivateContent): void {
  for (const rule of rules) {
    if (rule.access === 'own') createPrivateFolder(privatePart(privateFolder, rule.path), '');
    if (rule.access === 'store' && rule.isFolder) {
      for (const name of OVERLAY_FOLDERS) createPrivateFolder(overlayPart(privateFolder, rule.path), name);
    }
  }
  for (const rule of rules) {
    const place = findPlace(rules, privateFolder, rule.path);
    if (place === undefined || rule.access === 'hidden') continue;
    if (rule.access === 'link') createPrivateLink(...place, rule.target ?? '');
    else if (rule.access === 'copy') copyFile(place, rule.path);
    else if (rule.isFolder) createPrivateFolder(...place);
    else createPrivateFile(...place);
  }
  for (const folder of folders) {
    const place = findPlace(rules, privateFolder, path.join(folder, '.'));
    if (place !== undefined) createPrivateFolder(...place);
  }
  for (const [file, text] of texts) {
    const place = findPlace(rules, privateFolder, file);
    if (place !== undefined && text !== undefined && !hasFile(place)) createPrivateFile(...place, text);
  }
}

/** Where a path of an own folder is: the part of the private folder, and the path in it. The own folder itself has none. */
function findPlace(
  rules: readonly PathRule[],
  privateFolder: string,
  seenAt: string,
): readonly [base: string, relative: string] | undefined {
  const own = findRule(rules, path.dirname(seenAt));
  return own?.access === 'own' ? [privatePart(privateFolder, own.path), path.relative(own.path, seenAt)] : undefined;
}

/** Whether an earlier command of the verdict has the file. It may have changed it, as with `git config --global`. */
function hasFile([base, relative]: readonly [string, string]): boolean {
  return lstatSync(path.join(base, relative), { throwIfNoEntry: false })?.isFile() === true;
}

function copyFile(place: readonly [string, string], source: string): void {
  try {
    if (hasFile(place)) return;
    if (statSync(source).size <= MAX_COPIED_BYTES) createPrivateFile(...place, readPlainFileSync(source));
  } catch {
    // A file that cannot be read is missing for the command too.
  }
}
