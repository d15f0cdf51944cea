import { posix } from 'node:path';
import type { SettingsBase } from './find-overrides.ts';
import { readSettings } from './read-settings.ts';
import type { Setting } from './setting.ts';
import { type SettingsFile, type SettingsFormat, settingsFileOf } from './settings-files.ts';

/** The keys whose values are files that a tool loads before it works: bases of a configuration, and setup files. */
const REFERENCE_KEYS: ReadonlySet<string> = new Set([
  ...['extends', 'preset', 'require', 'import', 'loader', 'file', 'setupFiles', 'setupFilesAfterEnv', 'setupFile'],
  ...[
    'globalSetup',
    'globalTeardown',
    'testEnvironment',
    'runner',
    'testRunner',
    'transform',
    'resolver',
    'supportFile',
  ],
  ...['testSequencer', 'snapshotSerializers', 'reporter', 'reporters', 'environment', 'workspace', 'projects'],
]);
/** A script that a command runs: any change of its text can change the verdict. */
const SCRIPT_FILE: SettingsFile = { area: 'scripts', tool: 'script', format: 'text' };
const FILE_EXTENSIONS = ['', '.json', '.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.yml', '.yaml'];
/** A module can be a folder. */
const EXTENSIONS = [...FILE_EXTENSIONS, '/index.js', '/index.ts'];

/** Whether a text can contain a reference to a file: it contains the name without folder and extension. */
export function mentions(text: string, path: string): boolean {
  return text.includes(posix.basename(path).replace(/(?!^)\.[^.]+$/, ''));
}

/**
 * Finds the files that settings files load: the base of a `tsconfig.json`, setup files of a test runner, modules of a
 * configuration, included Makefiles; and the scripts that package scripts and the commands of a contract run. They are
 * settings under any name.
 *
 * @param changed the files for which the answer is needed
 * @param commands the commands of the contract
 */
export async function findReferencedSettings(
  { files, settings }: SettingsBase,
  changed: readonly string[],
  commands: readonly string[],
): Promise<ReadonlyMap<string, SettingsFile>> {
  const known = new Set(files);
  const referenced = new Map<string, SettingsFile>();
  const add = (folder: string, { name, isModule }: LoadedFile, file: (path: string) => SettingsFile): void => {
    const path = resolve(folder, name, known, isModule ? EXTENSIONS : FILE_EXTENSIONS);
    if (path !== undefined && settingsFileOf(path) === undefined) referenced.set(path, file(path));
  };
  for (const script of commands.flatMap(listScripts)) add('.', { name: script, isModule: false }, () => SCRIPT_FILE);
  for (const { path, text } of settings) {
    const file = settingsFileOf(path);
    if (file === undefined || !changed.some((name) => mentions(text, name))) continue;
    const values = [...((await readSettings(file, path, text))?.values() ?? [])];
    const folder = posix.dirname(path);
    for (const value of values) {
      for (const reference of listReferences(value, file)) {
        add(folder, reference, (target) => ({
          ...file,
          area: 'tooling',
          keys: undefined,
          freeAdditions: undefined,
          format: formatOf(target, file),
        }));
      }
      for (const name of isPackageScript(value, file) ? listScripts(value.value) : []) {
        add(folder, { name, isModule: false }, () => SCRIPT_FILE);
      }
    }
  }
  return referenced;
}

function isPackageScript({ path: [top] }: Setting, { format }: SettingsFile): boolean {
  return format === 'package' && top === 'scripts';
}

function listReferences(setting: Setting, file: SettingsFile): readonly LoadedFile[] {
  if (isPackageScript(setting, file)) return listLoadedFiles(setting.value.slice(1, -1));
  return listNamedModules(setting, file).map((name) => ({ name, isModule: true }));
}

function listNamedModules(setting: Setting, file: SettingsFile): readonly string[] {
  const { path, value } = setting;
  const { format, keys } = file;
  const [top = ''] = path;
  if (format === 'targets') {
    return [...value.matchAll(/^[-s]?include\s+(.+)$/gm)].flatMap(([, names = '']) => names.split(/\s+/));
  }
  if (format === 'lines' || format === 'sections') return [];
  const texts = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
  if (path.some((name) => REFERENCE_KEYS.has(name))) {
    return keys === undefined || keys.includes(top) ? texts : [];
  }
  // The modules that a configuration imports.
  return format === 'module' && keys === undefined && path.length === 0
    ? texts.filter((text) => text.startsWith('.'))
    : [];
}

function resolve(
  folder: string,
  reference: string,
  files: ReadonlySet<string>,
  extensions: readonly string[],
): string | undefined {
  const path = posix.join(folder, reference.replace(/^<rootDir>\//, ''));
  const candidates = extensions.map((extension) => `${path}${extension}`);
  // TypeScript resolves `./a.js` to `./a.ts`.
  candidates.push(path.replace(/\.([cm]?)js$/, '.$1ts'));
  return candidates.find((candidate) => files.has(candidate));
}

function formatOf(path: string, { format }: SettingsFile): SettingsFormat {
  if (/\.(jsonc?|ya?ml)$/.test(path)) return 'data';
  if (/\.[cm]?[jt]sx?$/.test(path)) return 'module';
  return format === 'targets' ? 'targets' : 'lines';
}

/** The files that a command of a package script or of a contract names. */

/** A file that a command loads before it works. */
interface LoadedFile {
  /** As the command spells it. */
  readonly name: string;
  /** Whether it is loaded as a module, so that the name can be that of a folder. */
  readonly isModule: boolean;
}

/** The options that name a configuration, or a module that is loaded before the program. */
const LONG_OPTION =
  /\s--(config|project|tsconfig|import|require|loader|experimental-loader|setup-files?|makefile)[ =]([^\s"']+)/g;
const MODULE_OPTION = /^(?:import|require|loader|experimental-loader|setup-files?)$/;
/** The short options with this meaning by program. `prettier -c src` checks a folder, and `cp -r` copies one. */
const SHORT_OPTIONS: readonly (readonly [program: RegExp, option: RegExp, isModule: boolean])[] = [
  [programs('node', 'tsx', 'ts-node', 'mocha', 'ava', 'tap'), shortOption('r'), true],
  [programs('tsc', 'ts-node'), shortOption('[pP]'), false],
  [programs('jest', 'vitest', 'playwright', 'c8', 'eslint', 'stylelint'), shortOption('c'), false],
  [programs('cypress'), shortOption('C'), false],
  [programs('make'), shortOption('f'), false],
];
/** A shell script, or a file in a folder of scripts. Other files are usually the product: `node src/main.js`. */
const SCRIPT = /\.(?:sh|bash|zsh|ps1|cmd|bat)$|(?:^|\/)(?:scripts?|tools|ci|hack)\/.+\.\w+$/i;

/** The files that options of a command name. */
function listLoadedFiles(command: string): readonly LoadedFile[] {
  const parts = command.split(/&&|\|\||[;|&]/);
  return parts.flatMap((part) => [
    ...[...part.matchAll(LONG_OPTION)].map(([, option = '', name = '']) => ({
      name,
      isModule: MODULE_OPTION.test(option),
    })),
    ...SHORT_OPTIONS.filter(([program]) => program.test(`${part.trim()} `)).flatMap(([, option, isModule]) =>
      [...part.matchAll(option)].map(([, name = '']) => ({ name, isModule })),
    ),
  ]);
}

/** The scripts that a command runs, as the command spells them. */
function listScripts(command: string): readonly string[] {
  return command.split(/[\s"'=;&|()<>]+/).filter((word) => SCRIPT.test(word));
}

function programs(...names: readonly string[]): RegExp {
  return new RegExp(`(?:^|[\\s/])(?:${names.join('|')})\\s`);
}

function shortOption(letter: string): RegExp {
  return new RegExp(`\\s-${letter}[ =]([^\\s"']+)`, 'g');
}
