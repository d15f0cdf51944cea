import { posix } from 'node:path';
import type { BaseText, SettingsBase } from './find-overrides.ts';
import { readSettings } from './read-settings.ts';
import type { Setting } from './setting.ts';
import type { SettingsFile, SettingsFormat } from './settings-files.ts';
import { settingsFileOf } from './settings-files.ts';

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
/** The options of commands that name such a file. */
const REFERENCE_OPTION =
  /(?:^|\s)(?:--(?:config|project|tsconfig|import|require|loader|experimental-loader|setup-files?|makefile)|-[crpf])[ =]["']?([^\s"']+)/g;
const EXTENSIONS = [
  '',
  '.json',
  '.js',
  '.ts',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.yml',
  '.yaml',
  '/index.js',
  '/index.ts',
];

/** Whether a text can contain a reference to a file: it contains the name without folder and extension. */
export function mentions(text: string, path: string): boolean {
  return text.includes(posix.basename(path).replace(/(?!^)\.[^.]+$/, ''));
}

/**
 * Finds the files that settings files load: the base of a `tsconfig.json`, setup files of a test runner, modules of a
 * configuration, included Makefiles. They are settings under any name.
 *
 * @param changed the files for which the answer is needed
 */
export async function findReferencedSettings(
  { files, settings }: SettingsBase,
  changed: readonly string[],
): Promise<ReadonlyMap<string, SettingsFile>> {
  const known = new Set(files);
  const referenced = new Map<string, SettingsFile>();
  for (const { path, text } of settings) {
    const file = settingsFileOf(path);
    if (file === undefined || !changed.some((name) => mentions(text, name))) continue;
    for (const reference of await listReferences({ path, text }, file)) {
      const target = resolve(posix.dirname(path), reference, known);
      if (target === undefined || settingsFileOf(target) !== undefined) continue;
      referenced.set(target, { ...file, area: 'tooling', keys: undefined, format: formatOf(target, file) });
    }
  }
  return referenced;
}

async function listReferences({ path, text }: BaseText, file: SettingsFile): Promise<readonly string[]> {
  const settings = await readSettings(file, path, text);
  return [...(settings?.values() ?? [])].flatMap((setting) => listReferencesOf(setting, file));
}

function listReferencesOf({ path, value }: Setting, { format, keys }: SettingsFile): readonly string[] {
  const [top = ''] = path;
  if (format === 'targets') {
    return [...value.matchAll(/^[-s]?include\s+(.+)$/gm)].flatMap(([, names = '']) => names.split(/\s+/));
  }
  if (format === 'package' && top === 'scripts') {
    return [...(JSON.parse(value) as string).matchAll(REFERENCE_OPTION)].map(([, name = '']) => name);
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

function resolve(folder: string, reference: string, files: ReadonlySet<string>): string | undefined {
  const path = posix.join(folder, reference.replace(/^<rootDir>\//, ''));
  const candidates = EXTENSIONS.map((extension) => `${path}${extension}`);
  // TypeScript resolves `./a.js` to `./a.ts`.
  candidates.push(path.replace(/\.([cm]?)js$/, '.$1ts'));
  return candidates.find((candidate) => files.has(candidate));
}

function formatOf(path: string, { format }: SettingsFile): SettingsFormat {
  if (/\.(jsonc?|ya?ml)$/.test(path)) return 'data';
  if (/\.[cm]?[jt]sx?$/.test(path)) return 'module';
  return format === 'targets' ? 'targets' : 'lines';
}
