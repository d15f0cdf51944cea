import { posix } from 'node:path';
import type { ProtectedArea } from '../../../contract/model.ts';
import type { FileVersions, ProtectedChange, ProtectedChangeKind } from '../changes/protected-change.ts';
import { changesBehavior } from './added-settings.ts';
import { CommandComparison, type ComparedTexts, type SettingDifference } from './compare-commands.ts';
import { describeDifferences } from './difference-text.ts';
import type { SettingsBase } from './find-overrides.ts';
import { findOverridden } from './find-overrides.ts';
import { directionOfOption } from './option-direction.ts';
import { DEFAULT_TARGET } from './read-text-settings.ts';
import { MovedSettings } from './moved-settings.ts';
import { readSettings } from './read-settings.ts';
import { listShownDifferences } from './shown-setting.ts';
import type { Setting, FileSettings } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';
import { PACKAGE_TOOLING_KEYS, settingsFileOf } from './settings-files.ts';

/** How many keys a change of a whole file names. */
const MAX_KEYS = 3;

/**
 * [TRUST-7] [PROOF-4] Compares the settings of changed files: commands of scripts and jobs, and the configuration of
 * compilers, linters and test runners. Reports each setting that certainly proves less, and for each file what cannot be
 * decided. What proves more, added scripts, and files that only look different are not reported.
 *
 * @param referenced the files that settings files of the base load
 */
export async function compareSettings(
  files: readonly FileVersions[],
  base: SettingsBase,
  referenced: ReadonlyMap<string, SettingsFile>,
): Promise<readonly ProtectedChange[]> {
  const comparison = new SettingsComparison(files, base, referenced);
  const changes: ProtectedChange[] = [];
  for (const versions of files) changes.push(...(await comparison.compareFile(versions)));
  return changes;
}

class SettingsComparison {
  readonly #files: readonly FileVersions[];
  readonly #base: SettingsBase;
  readonly #referenced: ReadonlyMap<string, SettingsFile>;
  readonly #commands: CommandComparison;
  readonly #moved: MovedSettings;
  readonly #pathAfter: (file: string) => string | undefined;

  constructor(files: readonly FileVersions[], base: SettingsBase, referenced: ReadonlyMap<string, SettingsFile>) {
    this.#files = files;
    this.#base = base;
    this.#referenced = referenced;
    this.#commands = new CommandComparison(files, base);
    this.#moved = new MovedSettings(files);
    const later = new Map(files.map((one) => [one.previousPath ?? one.path, one]));
    this.#pathAfter = (file) => {
      const changed = later.get(file);
      return changed === undefined ? file : changed.after === undefined ? undefined : changed.path;
    };
  }

  async compareFile(versions: FileVersions): Promise<readonly ProtectedChange[]> {
    const { path, previousPath = path, before, after } = versions;
    const fileOf = (name: string): SettingsFile | undefined => settingsFileOf(name) ?? this.#referenced.get(name);
    const file = fileOf(previousPath);
    const isMoved = path !== previousPath;
    if (file === undefined || before === undefined) {
      const added = settingsFileOf(path);
      return added === undefined || after === undefined ? [] : this.#describeOverride(path, after, added);
    }
    if (before === after && !isMoved) return [];
    const original = await readSettings(file, previousPath, before);
    const whole = (kind: ProtectedChangeKind, direction: ProtectedChange['direction'], actual: string) =>
      original === undefined || hasProtected(file, original)
        ? [createChange(file.area, kind, direction, previousPath, placeOf(previousPath), 'The file is kept', actual)]
        : [];
    // A configuration of the root applies to its folder: it cannot leave it. Those of a package move with the package.
    const leavesRoot = isMoved && !previousPath.includes('/') && path.includes('/');
    if (after === undefined || leavesRoot || fileOf(path)?.tool !== file.tool) {
      const direction = original === undefined ? 'unknown' : await this.#directionOfDeletion(file, versions, original);
      return whole('deleted', direction, isMoved ? `It was moved to ${path}` : 'It was deleted');
    }
    const changed = await readSettings(file, path, after);
    if (original === undefined) return before === after ? [] : whole('changed', 'unknown', 'It was changed');
    if (changed === undefined) return whole('unreadable', 'less', 'It can no longer be parsed');
    return this.#compareEach(file, { original, changed }, { path, previousPath, before, after });
  }

  async #directionOfDeletion(
    file: SettingsFile,
    { path, previousPath = path, before = '' }: FileVersions,
    original: FileSettings,
  ): Promise<ProtectedChange['direction']> {
    // A file of the tool, or of another one, can have taken its place.
    const isReplaced = this.#files.some((other) => {
      const isCreated = other.path !== previousPath && other.before === undefined;
      const replacing = isCreated ? settingsFileOf(other.path) : undefined;
      return replacing?.area === 'tooling' && (replacing.tool === file.tool || file.tool !== 'typescript');
    });
    if (isReplaced && file.area === 'tooling') return 'unknown';
    const settings = { original, changed: new Map<string, Setting>() };
    const texts = { path: previousPath, previousPath, before, after: '' };
    const changes = await this.#compareEach(file, settings, texts);
    return changes.some(({ direction }) => direction === 'less') ? 'less' : 'unknown';
  }

  /** A new file that changes how existing files are treated. */
  async #describeOverride(path: string, text: string, added: SettingsFile): Promise<readonly ProtectedChange[]> {
    const isProtected = (setting: Setting): boolean => areaOf(added, setting) !== undefined;
    const existing = await findOverridden({ path, text }, added, this.#base, isProtected);
    if (existing === undefined) return [];
    const changed = await readSettings(added, path, text);
    const replaced = this.#base.settings.find(
      (one) => one.path === existing && settingsFileOf(existing)?.tool === added.tool,
    );
    // make reads one of two files: the other one is as if it had been changed.
    const original =
      replaced !== undefined && added.tool === 'make' ? await readSettings(added, existing, replaced.text) : undefined;
    const texts = { path, previousPath: path, before: replaced?.text ?? '', after: text };
    const settings = {
      original: original ?? new Map<string, Setting>(),
      changed: changed ?? new Map<string, Setting>(),
    };
    const isLess = (await this.#compareEach(added, settings, texts, true)).some(
      ({ direction }) => direction === 'less',
    );
    const place = { ...placeOf(path), originalFile: existing };
    const shown = [`${existing} applies`, `The new file ${path} overrides it`] as const;
    return [createChange(added.area, 'overridden', isLess ? 'less' : 'unknown', path, place, ...shown)];
  }

  async #compareEach(
    file: SettingsFile,
    { original, changed }: { readonly original: FileSettings; readonly changed: FileSettings },
    texts: ComparedTexts,
    isNew = false,
  ): Promise<readonly ProtectedChange[]> {
    const directionOfCommand = this.#commands.compare(file, texts, { original, changed });
    const { path, previousPath } = texts;
    const folder = posix.dirname(previousPath);
    const changes: ProtectedChange[] = [];
    const unknown: SettingDifference[] = [];
    for (const difference of findDifferences(file, original, changed, isNew)) {
      const { key, before, after } = difference;
      const area = areaOf(file, before ?? after);
      if (area === undefined) continue;
      const ofCommand = area === file.area ? directionOfCommand?.(difference) : undefined;
      let direction =
        ofCommand ??
        directionOfOption({
          ...{ file, before, after, original, changed, folder },
          files: this.#base.files,
          pathAfter: this.#pathAfter,
        });
      const isGone =
        direction === 'less' && after === undefined && (ofCommand === undefined || file.format === 'sections');
      if (isGone && before !== undefined) direction = await this.#moved.directionOf(before);
      if (direction === 'unknown') unknown.push(difference);
      if (direction !== 'less') continue;
      // The only setting of a script is its text.
      const subject = file.format === 'text' ? previousPath : key;
      const place = { file: path, line: after?.line ?? 1, originalFile: previousPath };
      const { expected, actual } = describeDifferences(listShownDifferences(file, before, after));
      const kind = after === undefined ? 'deleted' : 'changed';
      changes.push(createChange(area, kind, 'less', subject, place, expected, actual));
    }
    return [...changes, ...describeUnknown(file, unknown, { path, previousPath })];
  }
}

/** The settings that a change removes, changes or adds, if they change what the file does. */
function* findDifferences(
  file: SettingsFile,
  original: FileSettings,
  changed: FileSettings,
  isNew: boolean,
): Generator<SettingDifference> {
  for (const [key, before] of original) {
    const after = changed.get(key);
    if (after?.value !== before.value && !includesDefault(changed, before, after)) yield { key, before, after };
  }
  for (const [key, after] of changed) {
    if (!original.has(key) && (isNew || changesBehavior(file, after, original)))
      yield { key, before: undefined, after };
  }
}

/** What cannot be decided about a file, as one change for each area. */
function describeUnknown(
  file: SettingsFile,
  differences: readonly SettingDifference[],
  { path, previousPath }: { readonly path: string; readonly previousPath: string },
): readonly ProtectedChange[] {
  const byArea = new Map<Exclude<ProtectedArea, 'tests'>, SettingDifference[]>();
  for (const difference of differences) {
    const area = areaOf(file, difference.before ?? difference.after) ?? file.area;
    byArea.set(area, [...(byArea.get(area) ?? []), difference]);
  }
  return [...byArea].map(([area, list]) => {
    const shown = list.flatMap(({ before, after }) => listShownDifferences(file, before, after));
    const keys = [...new Set(list.map(({ key }) => key))];
    const more = keys.length - MAX_KEYS;
    const names = more > 0 ? `${keys.slice(0, MAX_KEYS).join(', ')} and ${more} more` : keys.join(', ');
    const line = Math.min(...list.map(({ after }) => after?.line ?? Infinity));
    const place = { file: path, line: Number.isFinite(line) ? line : 1, originalFile: previousPath };
    const kind = list.every(({ after }) => after === undefined) ? 'deleted' : 'changed';
    const { expected, actual } = describeDifferences(shown);
    return createChange(area, kind, 'unknown', file.format === 'text' ? previousPath : names, place, expected, actual);
  });
}

function hasProtected(file: SettingsFile, settings: FileSettings): boolean {
  return [...settings.values()].some((setting) => areaOf(file, setting) !== undefined);
}

function placeOf(file: string): Pick<ProtectedChange, 'file' | 'line' | 'originalFile'> {
  return { file, line: 1, originalFile: file };
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
function includesDefault(changed: FileSettings, before: Setting, after: Setting | undefined): boolean {
  if (after === undefined || before.path[0] !== DEFAULT_TARGET) return false;
  const [header = ''] = changed.get(after.value)?.value.split('\n') ?? [];
  return header
    .split(/[\s:]+/)
    .slice(1)
    .includes(before.value);
}

function createChange(
  area: ProtectedArea,
  kind: ProtectedChangeKind,
  direction: ProtectedChange['direction'],
  subject: string,
  place: Pick<ProtectedChange, 'file' | 'line' | 'originalFile'>,
  expected: string,
  actual: string,
): ProtectedChange {
  return { area, kind, direction, subject, ...place, expected, actual };
}
