import { compareArguments } from '../commands/compare-arguments.ts';
import { splitWords } from '../commands/shell-commands.ts';
import { compareFiles, createFileMatcher } from '../direction/compare-files.ts';
import type { Direction } from '../direction/direction.ts';
import { testLanguageOf } from '../tests/test-languages.ts';
import { MYPY_STRICT_FAMILY, OPTION_RULES, STRICT_FAMILY, type OptionRule } from './option-table.ts';
import { listOf, readValue, type SettingValue } from './setting-value.ts';
import type { Setting, FileSettings } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';

/** One setting before and after a change, with the files around it. */
export interface SettingChange {
  readonly file: SettingsFile;
  readonly before: Setting | undefined;
  readonly after: Setting | undefined;
  readonly original: FileSettings;
  readonly changed: FileSettings;
  /** The folder of the file, to which its paths are relative. */
  readonly folder: string;
  /** Every file of the tree before the change. */
  readonly files: readonly string[];
  /** Where a file of that tree is after the change; `undefined` if it was deleted. */
  readonly pathAfter: (file: string) => string | undefined;
}

/** The folders and files whose content is made from other files. They are not judged. */
const GENERATED =
  /(?:^|\/)(?:dist|build|out|lib-cov|coverage|node_modules|vendor|generated?|__generated__|\.[^/]+|tmp|temp|target|site-packages|venv|public|storybook-static)(?:\/|$)|\.(?:gen|generated|min|pb|d)\.|_pb2?\.|_gen\.|\.(?:md|ya?ml|snap|html|css|lock|txt|svg)$/i;
const INHERITING = /^(?:extends|preset|inherit|\d+\.extends)(?:\.|$)/;
const LEVELS: Readonly<Record<string, number>> = {
  ...{ off: 0, false: 0, allow: 0, none: 0, 0: 0 },
  ...{ info: 1, information: 1, warn: 2, warning: 2, 1: 2, on: 3, error: 3, deny: 3, 2: 3, true: 3 },
};

/** What a change of an option does to what is proved. */
export function directionOfOption(change: SettingChange): Direction {
  const setting = change.before ?? change.after;
  if (setting === undefined) return 'tighter';
  const { tool, key } = identify(change.file, setting);
  const rule = OPTION_RULES.find((one) => one.tool.test(tool) && one.key.test(key));
  if (rule === undefined) return 'unknown';
  const direction = judge(rule, key, change);
  // The element of a list can have another index than before.
  return direction === 'less' && isMoved(change) ? 'unknown' : direction;
}

function identify({ format, tool }: SettingsFile, { path }: Setting): { tool: string; key: string } {
  const names = path.filter((name) => !/^\d+$/.test(name));
  if (format === 'package') return { tool: names[0] ?? '', key: names.slice(1).join('.') };
  if (format !== 'sections') return { tool, key: names.join('.') };
  const [owner = '', section = '', ...key] = path;
  // The sections of single modules are exceptions from the others.
  const exception = /^mypy-|overrides/.test(section) ? 'module' : '';
  return { tool: exception === '' ? owner : `${owner}-module`, key: [section, ...key].join('.') };
}

function isMoved({ before, changed }: SettingChange): boolean {
  if (before === undefined || !before.path.some((name) => /^\d+$/.test(name))) return false;
  const plain = (path: readonly string[]): string => path.filter((name) => !/^\d+$/.test(name)).join('.');
  return [...changed.values()].some(({ path, value }) => value === before.value && plain(path) === plain(before.path));
}

function judge(rule: OptionRule, key: string, change: SettingChange): Direction {
  const [before, after] = [readValue(change.before), readValue(change.after)];
  switch (rule.effect) {
    case 'neutral':
      return 'tighter';
    case 'strict':
      return compareSwitch(rule, key, change, true);
    case 'loose':
      return compareSwitch(rule, key, change, false);
    case 'minimum':
      return compareLimit(numberOf(after, 0), numberOf(before, 0), change);
    case 'maximum':
      return compareLimit(numberOf(before, Infinity), numberOf(after, Infinity), change);
    case 'severity':
      return compareSeverity(before, after, change);
    case 'included':
      return compareIncluded(rule, before, after, change);
    case 'excluded':
      return compareExcluded(listOf(before), listOf(after), change);
    case 'enabled':
      return compareEnabled(listOf(before), listOf(after));
    case 'disabled':
      return compareDisabled(listOf(before), listOf(after), change);
    case 'limit': {
      const [from, to] = [numberOf(before, 0), numberOf(after, 0)];
      return from !== undefined && to !== undefined && to <= from && after !== undefined ? 'tighter' : 'unknown';
    }
    case 'measured':
      return listOf(before).every((entry) => listOf(after).includes(entry)) && before !== undefined
        ? 'tighter'
        : 'unknown';
    case 'unmeasured':
      return listOf(after).every((entry) => listOf(before).includes(entry) || GENERATED.test(entry))
        ? 'tighter'
        : 'unknown';
    case 'filter':
      if (after === undefined || after === false || after === '') return 'tighter';
      return before === undefined || before === false ? 'less' : 'unknown';
    case 'arguments':
      return compareArguments(asStep(before), asStep(after));
  }
}

/** @param isStrict whether `true` proves more */
function compareSwitch(rule: OptionRule, key: string, change: SettingChange, isStrict: boolean): Direction {
  const name = key.slice(key.lastIndexOf('.') + 1);
  const effective = (settings: FileSettings, setting: Setting | undefined): boolean | undefined => {
    const value = readValue(setting);
    if (value === true || value === 'true' || value === 1) return true;
    if (value === false || value === 'false' || value === 0) return false;
    if (value !== undefined) return undefined;
    if (isImplied(name, settings)) return true;
    if (inherits(settings)) return undefined;
    return rule.default === undefined ? false : rule.default === true;
  };
  const before = effective(change.original, change.before);
  const after = effective(change.changed, change.after);
  if (after === isStrict || before === !isStrict || (before === after && before !== undefined)) return 'tighter';
  return before === undefined || after === undefined ? 'unknown' : 'less';
}

/** Whether another option of the settings includes an option that they do not contain. */
function isImplied(name: string, settings: FileSettings): boolean {
  if (STRICT_FAMILY.test(name) && readValue(settings.get('compilerOptions.strict')) === true) return true;
  if (!MYPY_STRICT_FAMILY.test(name)) return false;
  return [...settings.values()].some(
    (setting) => setting.path[0] === 'mypy' && setting.path.at(-1) === 'strict' && readValue(setting) === true,
  );
}

function inherits(settings: FileSettings): boolean {
  return [...settings.keys()].some((key) => INHERITING.test(key));
}

function numberOf(value: SettingValue, absent: number): number | undefined {
  if (value === undefined || value === false) return absent;
  return typeof value === 'number' ? value : undefined;
}

/** `less` if the first number must be at least the second one, and is not. */
function compareLimit(first: number | undefined, second: number | undefined, { changed }: SettingChange): Direction {
  if (first === undefined || second === undefined) return 'unknown';
  if (first >= second) return 'tighter';
  return inherits(changed) && (first === 0 || second === Infinity) ? 'unknown' : 'less';
}

function compareSeverity(before: SettingValue, after: SettingValue, { changed, file }: SettingChange): Direction {
  const [from, to] = [levelOf(before), levelOf(after)];
  // The options of a rule are separate expressions.
  if (from === undefined && before !== undefined) return 'unknown';
  if (before === undefined) return to === LEVELS['error'] ? 'tighter' : 'unknown';
  if (after === undefined) {
    if (from === 0) return 'tighter';
    return inherits(changed) || file.format === 'module' || file.tool === 'biome' ? 'unknown' : 'less';
  }
  if (to === undefined || from === undefined) return 'unknown';
  if (to === from) return typeof before === 'object' || typeof after === 'object' ? 'unknown' : 'tighter';
  return to < from ? 'less' : 'tighter';
}

function levelOf(value: SettingValue): number | undefined {
  const [first] = typeof value === 'object' ? value : [value];
  if (first === undefined) return undefined;
  return LEVELS[/"level":"(\w+)"/.exec(String(first))?.[1] ?? String(first)];
}

function compareIncluded(
  rule: OptionRule,
  before: SettingValue,
  after: SettingValue,
  { folder, files, pathAfter }: SettingChange,
): Direction {
  const absent = typeof rule.default === 'object' ? rule.default : undefined;
  const [from, to] = [before === undefined ? absent : listOf(before), after === undefined ? absent : listOf(after)];
  if (from === undefined || to === undefined) return 'unknown';
  if (to.length === 0) return from.length === 0 ? 'tighter' : 'unknown';
  const start = folder === '.' ? '' : `${folder}/`;
  const judged = listJudgedFiles(folder, files).map((path) => {
    const moved = pathAfter(start + path);
    return { path, pathAfter: moved?.startsWith(start) === true ? moved.slice(start.length) : moved };
  });
  return compareFiles(from, to, judged);
}

/** The files of a folder that are code, relative to it. */
function listJudgedFiles(folder: string, files: readonly string[]): readonly string[] {
  const start = folder === '.' ? '' : `${folder}/`;
  return files
    .filter((file) => file.startsWith(start) && testLanguageOf(file) !== undefined)
    .map((file) => file.slice(start.length))
    .filter((file) => !GENERATED.test(file));
}

/** `less` if the added entries match files that are judged, and no entry is gone. */
function compareExcluded(
  before: readonly string[],
  after: readonly string[],
  { folder, files, file }: SettingChange,
): Direction {
  const added = after.filter((entry) => !before.includes(entry) && !GENERATED.test(entry.replace(/[$\\]/g, '')));
  if (added.length === 0) return 'tighter';
  const judged = listJudgedFiles(folder, files);
  // An excluded module is still compiled if another one imports it.
  const isTest = (path: string): boolean => testLanguageOf(path)?.isTestPath(path) === true;
  const relevant = file.tool === 'typescript' ? judged.filter(isTest) : judged;
  const hits = createExclusion(added);
  const known = createExclusion(before);
  const isLost = relevant.some((path) => hits(path) && !known(path));
  return isLost && before.every((entry) => after.includes(entry)) ? 'less' : 'unknown';
}

/** Paths, globs or, as in jest, parts of regular expressions that contain nothing but a path. */
function createExclusion(entries: readonly string[]): (file: string) => boolean {
  const globs = entries.flatMap((entry) => {
    const plain = entry
      .replaceAll('\\', '')
      .replace(/^<rootDir>/, '')
      .replace(/^[/^]+|[/$]+$/g, '');
    if (plain === '') return [];
    // Git reads a name without a slash at every level.
    return plain.includes('/') || /[*]/.test(plain) ? [plain] : [plain, `**/${plain}`];
  });
  return createFileMatcher(globs.filter((glob) => !glob.startsWith('!')));
}

/** Rules can be selected by a part of their name: `E` includes `E501`. */
function covers(rules: readonly string[], name: string): boolean {
  return rules.some((rule) => rule === 'ALL' || name === rule || (/^[A-Z]+\d*$/.test(rule) && name.startsWith(rule)));
}

function compareEnabled(before: readonly string[], after: readonly string[]): Direction {
  const lost = before.filter((name) => !covers(after, name));
  if (lost.length === 0) return 'tighter';
  return after.length > 0 && after.every((name) => covers(before, name)) ? 'less' : 'unknown';
}

function compareDisabled(
  before: readonly string[],
  after: readonly string[],
  { changed, original }: SettingChange,
): Direction {
  const added = after.filter((name) => !covers(before, name));
  if (added.length === 0) return 'tighter';
  const select = (settings: FileSettings): readonly string[] =>
    [...settings.values()].flatMap((setting) => (setting.path.at(-1) === 'select' ? listOf(readValue(setting)) : []));
  return added.some((name) => covers(select(original), name) && covers(select(changed), name)) ? 'less' : 'unknown';
}

function asStep(value: SettingValue): Parameters<typeof compareArguments>[0] {
  const args = typeof value === 'object' ? value.flatMap(splitWords) : splitWords(String(value ?? ''));
  return { kind: 'tests', program: 'pytest', args, ignored: false, conditional: false };
}
