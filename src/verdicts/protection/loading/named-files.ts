import { folderOf, joinPath, nameOf } from '../../../code/resolution/tree-path.ts';
import type { ProtectedChange } from '../changes/protected-change.ts';
import { readProvingSteps } from '../commands/proving-steps.ts';
import { readShellCommands } from '../commands/shell-commands.ts';
import { readSettings } from '../settings/read-settings.ts';
import { settingsFileOf, type SettingsFile } from '../settings/settings-files.ts';
import type { Setting, FileSettings } from '../settings/setting.ts';
import { testLanguageOf } from '../tests/test-languages.ts';
import { createLoaded, placeOf, type ChangedTree } from './changed-tree.ts';
import { onlyRegisters } from './setup-file.ts';

/** The tools whose configurations decide what is loaded for tests. Linters and formatters load rules, which test nothing. */
const RUNNER_TOOL = /^(?:vitest|jest|mocha|ava|tap|karma|wdio|playwright|cypress|babel|swc|npm)$/;
/** The keys of package.json that configure them. */
const MANIFEST_KEY = /^(?:jest|mocha|ava|vitest|tap|babel|playwright|cypress)$/;
/** The keys whose values are files and folders that are searched, written or left out, and names of modules. */
const NOT_LOADED =
  /^(?:include|exclude|testMatch|testRegex|spec|specs|files|tests|roots|root|dir|rootDir|testDir|ignore\w*|\w*Ignore|\w*IgnorePatterns|coverage\w*|collectCoverage\w*|output\w*|reportsDirectory|cache\w*|alias|moduleNameMapper|modulePaths|moduleDirectories|define|env|name|watch\w*|typecheck|projects|workspace|snapshotPathTemplate|baseURL|url)$/;
export const EXTENSIONS = [
  '',
  ...['.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '.json'],
  '/index.js',
  '/index.ts',
  '/jest-preset.js',
  '/jest-preset.json',
  '/jest-preset.cjs',
];
/** The scripts that a package manager runs when it installs packages. */
const INSTALL_SCRIPT = /^(?:pre|post)?(?:install|prepare)$/;

/**
 * [PROOF-1] Finds the files that a change adds, and that a configuration of a runner or a script of existing tests loads: setup
 * files, plug-ins, environments, reporters, transformers, presets, and modules that are loaded before the program.
 */
export async function findNamedFiles(tree: ChangedTree): Promise<readonly ProtectedChange[]> {
  if (tree.listTests().length === 0) return [];
  const changes: ProtectedChange[] = [];
  for (const { path, before, after } of tree.files) {
    const file = settingsFileOf(path);
    if (after === undefined || before === after || file === undefined || !isRunnerConfiguration(file)) continue;
    if (tree.listTests(folderOf(path)).length === 0) continue;
    const settings = await readSettings(file.tool === 'vitest' ? { ...file, keys: undefined } : file, path, after);
    if (settings === undefined) continue;
    const known = before === undefined ? undefined : await readSettings(file, path, before);
    changes.push(...(await findInConfiguration(tree, path, file, settings)));
    if (file.format === 'package') changes.push(...findInScripts(tree, path, settings, known));
    const usesJest = [...tree.unchanged].some(
      ([one, text]) => nameOf(one) === 'package.json' && /"(?:babel-)?jest"/.test(text),
    );
    if (file.tool === 'babel' && before === undefined && usesJest && changes.length === 0) {
      changes.push(
        createLoaded(path, placeOf(path), 'jest compiles the modules of tests with the new file', 'unknown'),
      );
    }
  }
  return changes;
}

async function findInConfiguration(
  tree: ChangedTree,
  path: string,
  file: SettingsFile,
  settings: FileSettings,
): Promise<readonly ProtectedChange[]> {
  const changes: ProtectedChange[] = [];
  for (const { text, line, isSetup } of listNamed(file, settings)) {
    const loaded = findNew(tree, folderOf(path), text);
    if (loaded === undefined) continue;
    const isHarmless = isSetup && (await onlyRegisters(loaded, tree.textAfter(loaded) ?? ''));
    const actual = `${nameOf(path)} loads the new file ${loaded}`;
    changes.push(createLoaded(loaded, placeOf(path, line), actual, isHarmless ? 'unknown' : 'less'));
  }
  return changes;
}

/** Whether a file configures a tool that loads code for tests. */
export function isRunnerConfiguration({ tool }: SettingsFile): boolean {
  return RUNNER_TOOL.test(tool);
}

/** The texts of a configuration that can name a file that its tool loads. */
export function listNamed(
  file: SettingsFile,
  settings: FileSettings,
): readonly { readonly text: string; readonly line: number; readonly isSetup: boolean }[] {
  return [...settings.values()].flatMap(({ path: names, value, line }) => {
    if (file.format === 'package' && !MANIFEST_KEY.test(names[0] ?? '')) return [];
    if (names.some((name) => NOT_LOADED.test(name))) return [];
    const texts = [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
    if (texts.length === 0 && /^[\w./@-]+$/.test(value)) texts.push(value);
    // `node-option: import=./setup.js`
    const isSetup = names.some((name) => /^setup(?:Files?|FilesAfterEnv)$/.test(name));
    return texts.map((text) => ({ text: text.slice(text.indexOf('=') + 1), line, isSetup }));
  });
}

/** The new file that a text names, from a folder. */
export function findNew(tree: ChangedTree, folder: string, text: string): string | undefined {
  const name = text.replace(/^<rootDir>\//, '').replace(/^file:(?:\/\/)?/, '');
  const path = name === '' || name.includes('://') ? undefined : joinPath(folder, name);
  if (path === undefined) return undefined;
  const candidates = [...EXTENSIONS.map((extension) => path + extension), path.replace(/\.([cm]?)js$/, '.$1ts')];
  return candidates.find((candidate) => tree.isNew(candidate));
}

/** What the options of scripts that test load, and what runs before them or at an installation. */
function findInScripts(
  tree: ChangedTree,
  path: string,
  settings: FileSettings,
  known: FileSettings | undefined,
): readonly ProtectedChange[] {
  const folder = folderOf(path);
  return [...settings.values()].flatMap((setting): readonly ProtectedChange[] => {
    const [top, name = ''] = setting.path;
    if (top !== 'scripts' || known?.get(`scripts.${name}`)?.value === setting.value) return [];
    const command = commandOf(setting);
    const commands = readShellCommands(command, { stopsAtFailure: false });
    const words = commands.flatMap((one) => one.words);
    // `./bin/vitest run`
    const programs = commands.flatMap((one) => one.words.find((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? []);
    const runs = /^(?:pre|post)(.+)$/.exec(name)?.[1];
    const isBefore =
      INSTALL_SCRIPT.test(name) ||
      (runs !== undefined && known?.has(`scripts.${runs}`) === true && provesTests(known.get(`scripts.${runs}`)));
    const named = isBefore
      ? words
      : provesTests(setting)
        ? [...optionValues(words), ...programs.filter((word) => word.includes('/'))]
        : [];
    return named.flatMap((word) => {
      const loaded = findNew(tree, folder, word);
      const isProgram =
        loaded !== undefined &&
        (testLanguageOf(loaded) !== undefined || /\.(?:jsonc?|ya?ml|toml)$/.test(loaded) || programs.includes(word));
      if (loaded === undefined || !isProgram) return [];
      return [createLoaded(loaded, placeOf(path, setting.line), `The script "${name}" runs the new file ${loaded}`)];
    });
  });
}

function commandOf({ value }: Setting): string {
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

function provesTests(setting: Setting | undefined): boolean {
  if (setting === undefined) return false;
  return readProvingSteps(commandOf(setting), { stopsAtFailure: false }).some(({ kind }) => kind === 'tests');
}

/** The values of options: `--import ./a.js`, `--import=./a.js`, `A="--import ./a.js"`. Operands are tests. */
export function optionValues(words: readonly string[]): readonly string[] {
  const parts = words.flatMap((word) =>
    /^[A-Za-z_]\w*=/.test(word) ? word.slice(word.indexOf('=') + 1).split(/\s+/) : [word],
  );
  return parts.flatMap((word, index) => {
    if (word.startsWith('-')) return word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : [];
    return parts[index - 1]?.startsWith('-') === true ? [word] : [];
  });
}
