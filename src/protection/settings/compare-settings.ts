import type { ProtectedArea } from '../../contract/model.ts';
import type { FileVersions, ProtectedChange, ProtectedChangeKind } from '../changes/protected-change.ts';
import { changesBehavior } from './added-settings.ts';
import type { SettingsBase } from './find-overrides.ts';
import { findOverridden } from './find-overrides.ts';
import { DEFAULT_TARGET } from './read-text-settings.ts';
import { readSettings } from './read-settings.ts';
import type { Setting, Settings } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';
import { PACKAGE_TOOLING_KEYS, settingsFileOf } from './settings-files.ts';

const MAX_SHOWN_LENGTH = 200;

/**
 * [TRUST-7] Compares the settings of changed files: package scripts, and the configuration of compilers, linters and test
 * runners. Reports changed and removed keys, options that were added to a configuration, and new files that override one.
 * Added scripts, and files that only look different, are not reported.
 *
 * @param referenced the files that settings files of the base load
 */
export async function compareSettings(
  files: readonly FileVersions[],
  base: SettingsBase,
  referenced: ReadonlyMap<string, SettingsFile>,
): Promise<readonly ProtectedChange[]> {
  const changes: ProtectedChange[] = [];
  for (const versions of files) changes.push(...(await compareFile(versions, base, referenced)));
  return changes;
}

async function compareFile(
  { path, previousPath = path, before, after }: FileVersions,
  base: SettingsBase,
  referenced: ReadonlyMap<string, SettingsFile>,
): Promise<readonly ProtectedChange[]> {
  const fileOf = (name: string): SettingsFile | undefined => settingsFileOf(name) ?? referenced.get(name);
  const file = fileOf(previousPath);
  const isMoved = path !== previousPath;
  if (file === undefined || before === undefined) {
    const added = settingsFileOf(path);
    return added === undefined || after === undefined ? [] : describeOverride(path, after, added, base);
  }
  const original = await readSettings(file, previousPath, before);
  const whole = (kind: ProtectedChangeKind, actual: string): ProtectedChange[] =>
    original === undefined || hasProtected(file, original)
      ? [createChange(file.area, kind, previousPath, placeOf(previousPath), 'The file is kept', actual)]
      : [];
  // A configuration of the root applies to its folder: it cannot move. Those of a package move with the package.
  if (after === undefined || (isMoved && !previousPath.includes('/')) || fileOf(path)?.tool !== file.tool) {
    return whole('deleted', isMoved ? `It was moved to ${path}` : 'It was deleted');
  }
  const changed = await readSettings(file, path, after);
  if (original === undefined) return before === after ? [] : whole('changed', 'It was changed');
  if (changed === undefined) return whole('unreadable', 'It can no longer be parsed');
  return compareEach(file, { original, changed }, { path, previousPath });
}

function hasProtected(file: SettingsFile, settings: Settings): boolean {
  return [...settings.values()].some((setting) => areaOf(file, setting) !== undefined);
}

/** A new file that changes how existing files are treated. */
async function describeOverride(
  path: string,
  text: string,
  added: SettingsFile,
  base: SettingsBase,
): Promise<readonly ProtectedChange[]> {
  const existing = await findOverridden({ path, text }, added, base, (setting) => areaOf(added, setting) !== undefined);
  if (existing === undefined) return [];
  const place = { ...placeOf(path), originalFile: existing };
  return [
    createChange(added.area, 'overridden', path, place, `${existing} applies`, `The new file ${path} overrides it`),
  ];
}

function placeOf(file: string): Pick<ProtectedChange, 'file' | 'line' | 'originalFile'> {
  return { file, line: 1, originalFile: file };
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
    // The only setting of a script is its text.
    const subject = file.format === 'text' ? previousPath : key;
    changes.push(createChange(area, kind, subject, place, showValue(before), showValue(after)));
  };
  for (const [key, before] of original) {
    const after = changed.get(key);
    if (after === undefined) report('deleted', key, before, undefined);
    else if (
      after.value !== before.value &&
      !hasGrown(file, before, after) &&
      !includesDefault(changed, before, after)
    ) {
      report('changed', key, before, after);
    }
  }
  for (const [key, after] of changed) {
    if (!original.has(key) && changesBehavior(file, after, original)) report('changed', key, undefined, after);
  }
  return changes;
}

/** The protected area of a setting; `undefined` if the setting is not protected. */
function areaOf(file: SettingsFile, setting: Setting | undefined): Exclude<ProtectedArea, 'tests'> | undefined {
  const [top = ''] = setting?.path ?? [];
  if (file.format === 'package') {
    if (top === 'scripts') return 'scripts';
    return PACKAGE_TOOLING_KEYS.has(top) ? 'tooling' : undefined;
  }
  if (file.keys === undefined || file.keys.includes(top)) return file.area;
  // Code outside of the protected property can define it: `const test = {…}; export default { ...{ test } }`.
  const isDefinition = file.format === 'module' && setting?.path.length === 0;
  const names = isDefinition ? setting.value.split(/\W+/) : [];
  return file.keys.some((key) => names.includes(key)) ? file.area : undefined;
}

/** Whether a new default target of a Makefile builds the earlier one, too: `all: test`. */
function includesDefault(changed: Settings, before: Setting, after: Setting): boolean {
  if (before.path[0] !== DEFAULT_TARGET) return false;
  const [header = ''] = changed.get(after.value)?.value.split('\n') ?? [];
  return header
    .split(/[\s:]+/)
    .slice(1)
    .includes(before.value);
}

/** Whether a list that may grow contains all of its earlier elements. */
function hasGrown({ growingKeys = [] }: SettingsFile, before: Setting, after: Setting): boolean {
  if (!growingKeys.includes(before.path.join('.')) || after.elements === undefined) return false;
  const elements = new Set(after.elements);
  return before.elements?.every((element) => elements.has(element)) ?? false;
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
