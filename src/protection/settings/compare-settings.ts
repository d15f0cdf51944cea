import { posix } from 'node:path';
import type { ProtectedArea } from '../../contract/model.ts';
import type { FileVersions, ProtectedChange, ProtectedChangeKind } from '../changes/protected-change.ts';
import { readDataSettings } from './read-data-settings.ts';
import { readModuleSettings } from './read-module-settings.ts';
import { readLineSettings, readTargetSettings } from './read-text-settings.ts';
import type { Setting, Settings } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';
import { PACKAGE_TOOLING_KEYS, settingsFileOf } from './settings-files.ts';

const MAX_SHOWN_LENGTH = 200;

/**
 * [TRUST-7] Compares the settings of changed files: package scripts, and the configuration of compilers, linters and test
 * runners. Reports changed and removed keys, options that were added to a configuration, and new files that override one.
 * Added scripts, and files that only look different, are not reported.
 *
 * @param baseFiles every file of the tree before the change
 */
export async function compareSettings(
  files: readonly FileVersions[],
  baseFiles: readonly string[],
): Promise<readonly ProtectedChange[]> {
  const changes: ProtectedChange[] = [];
  for (const versions of files) changes.push(...(await compareFile(versions, baseFiles)));
  return changes;
}

async function compareFile(
  { path, previousPath = path, before, after }: FileVersions,
  baseFiles: readonly string[],
): Promise<readonly ProtectedChange[]> {
  const file = settingsFileOf(previousPath);
  const isMoved = path !== previousPath;
  if (file === undefined || before === undefined) {
    const added = settingsFileOf(path);
    return added === undefined || after === undefined ? [] : findOverrides(path, added, baseFiles);
  }
  const original = await readSettings(file, previousPath, before);
  const isProtected =
    original === undefined || [...original.values()].some((setting) => areaOf(file, setting) !== undefined);
  if (!isProtected) return [];
  const whole = (kind: ProtectedChangeKind, actual: string): ProtectedChange[] => [
    createChange(
      file.area,
      kind,
      previousPath,
      { file: previousPath, line: 1, originalFile: previousPath },
      'The file is kept',
      actual,
    ),
  ];
  // A configuration of the root applies to its folder: it cannot move. Those of a package move with the package.
  if (after === undefined || (isMoved && !previousPath.includes('/')) || settingsFileOf(path)?.tool !== file.tool) {
    return whole('deleted', isMoved ? `It was moved to ${path}` : 'It was deleted');
  }
  const changed = await readSettings(file, path, after);
  if (original === undefined) return before === after ? [] : whole('changed', 'It was changed');
  if (changed === undefined) return whole('unreadable', 'It can no longer be parsed');
  return compareEach(file, { original, changed }, { path, previousPath });
}

function compareEach(
  file: SettingsFile,
  { original, changed }: { readonly original: Settings; readonly changed: Settings },
  { path, previousPath }: { readonly path: string; readonly previousPath: string },
): readonly ProtectedChange[] {
  const changes: ProtectedChange[] = [];
  const report = (
    kind: ProtectedChangeKind,
    key: string,
    before: Setting | undefined,
    after: Setting | undefined,
  ): void => {
    const area = areaOf(file, before ?? after);
    if (area === undefined) return;
    const place = { file: path, line: after?.line ?? 1, originalFile: previousPath };
    changes.push(createChange(area, kind, key, place, showValue(before), showValue(after)));
  };
  for (const [key, before] of original) {
    const after = changed.get(key);
    if (after === undefined) report('deleted', key, before, undefined);
    else if (after.value !== before.value && !hasGrown(file, before, after)) report('changed', key, before, after);
  }
  for (const [key, after] of changed) {
    if (!original.has(key) && changesBehavior(file, after, original)) report('changed', key, undefined, after);
  }
  return changes;
}

async function readSettings(file: SettingsFile, path: string, text: string): Promise<Settings | undefined> {
  switch (file.format) {
    case 'package':
    case 'data':
      return readDataSettings(path, text);
    case 'module':
      return readModuleSettings(path, text);
    case 'lines':
      return readLineSettings(text);
    case 'targets':
      return readTargetSettings(text);
  }
}

/** The protected area of a setting; `undefined` if the setting is not protected. */
function areaOf(file: SettingsFile, setting: Setting | undefined): Exclude<ProtectedArea, 'tests'> | undefined {
  const [top = ''] = setting?.path ?? [];
  if (file.format === 'package') {
    if (top === 'scripts') return 'scripts';
    return PACKAGE_TOOLING_KEYS.has(top) ? 'tooling' : undefined;
  }
  return file.keys === undefined || file.keys.includes(top) ? file.area : undefined;
}

/** Whether a list that may grow contains all of its earlier elements. */
function hasGrown({ growingKeys = [] }: SettingsFile, before: Setting, after: Setting): boolean {
  if (!growingKeys.includes(before.path.join('.')) || after.elements === undefined) return false;
  const elements = new Set(after.elements);
  return before.elements?.every((element) => elements.has(element)) ?? false;
}

/** Whether a new setting changes what existing settings do. */
function changesBehavior(file: SettingsFile, { path }: Setting, original: Settings): boolean {
  const [top = '', name = ''] = path;
  if (file.format === 'package' && top !== 'scripts') return hasTop(original, top);
  if (file.format === 'package') {
    // npm runs `pretest` and `posttest` with `test`.
    const [, script = ''] = /^(?:pre|post)(.+)$/.exec(name) ?? [];
    return original.has(`scripts.${script}`);
  }
  if (file.area === 'scripts') return file.format === 'lines';
  return !(file.growingKeys ?? []).some((key) => path.join('.').startsWith(`${key}.`));
}

function hasTop(settings: Settings, top: string): boolean {
  return [...settings.values()].some(({ path }) => path[0] === top);
}

/** A new file changes the configuration of existing files if its tool already has a file that applies to them. */
function findOverrides(path: string, added: SettingsFile, baseFiles: readonly string[]): readonly ProtectedChange[] {
  if (added.format === 'package' || added.area === 'scripts') return [];
  const folder = posix.dirname(path);
  const isBelow = (file: string): boolean => folder === '.' || file.startsWith(`${folder}/`);
  // A new configuration in a new folder applies to new files alone.
  if (!baseFiles.some(isBelow)) return [];
  const existing = baseFiles.find((file) => {
    if (file === path || settingsFileOf(file)?.tool !== added.tool) return false;
    const other = posix.dirname(file);
    return other === '.' || other === folder || folder.startsWith(`${other}/`);
  });
  // `tsconfig.build.json` next to `tsconfig.json` is a further project.
  if (existing === undefined || (added.tool === 'typescript' && posix.basename(path) !== 'tsconfig.json')) return [];
  const place = { file: path, line: 1, originalFile: existing };
  return [
    createChange(added.area, 'overridden', path, place, `${existing} applies`, `The new file ${path} overrides it`),
  ];
}

function showValue(setting: Setting | undefined): string {
  if (setting === undefined) return 'no value';
  return setting.value.length > MAX_SHOWN_LENGTH ? `${setting.value.slice(0, MAX_SHOWN_LENGTH)}…` : setting.value;
}

function createChange(
  area: ProtectedArea,
  kind: ProtectedChangeKind,
  subject: string,
  place: Pick<ProtectedChange, 'file' | 'line' | 'originalFile'>,
  expected: string,
  actual: string,
): ProtectedChange {
  return { area, kind, subject, ...place, expected, actual };
}
