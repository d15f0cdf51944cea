import type { PathMatcher } from '../../contract/globs/compile-glob.ts';
import { createExcludeMatcher, createIncludeMatcher } from './include-patterns.ts';
import { createPathMapping, type PathMapping } from './path-mapping.ts';
import { folderOf, joinPath } from './tree-path.ts';
import type { CompilerOptions, TsconfigFile } from './tsconfig-file.ts';

/** A tsconfig.json merged with the configurations that it extends: its files, and the resolution of their imports. */
export interface Project {
  /** Path of the configuration file. */
  readonly file: string;
  readonly folder: string;
  /** Paths of the referenced configurations. */
  readonly references: readonly string[];
  readonly includes: PathMatcher;
  readonly baseUrl: string | undefined;
  readonly paths: readonly PathMapping[];
  readonly rootDirs: readonly string[];
  readonly moduleSuffixes: readonly string[];
  readonly customConditions: readonly string[];
  readonly outputFolders: readonly string[];
  readonly rootDir: string | undefined;
  /** Whether imports must have the extension of the emitted file. */
  readonly needsExtensions: boolean;
}

/** Finds a configuration that another one extends; `undefined` if it does not exist. */
export type ExtendedConfigurationLookup = (
  file: string,
  specifier: string,
) => { readonly file: string; readonly content: TsconfigFile } | undefined;

/** An option and the folder of the file that sets it. Relative paths are relative to that folder. */
interface Setting<T> {
  readonly value: T;
  readonly folder: string;
}

type Settings = { [K in keyof CompilerOptions]?: Setting<NonNullable<CompilerOptions[K]>> } & {
  files?: Setting<readonly string[]>;
  include?: Setting<readonly string[]>;
  exclude?: Setting<readonly string[]>;
};

/** Creates the project of a configuration from its content and the configurations that it extends. */
export function readProject(file: string, content: TsconfigFile, findExtended: ExtendedConfigurationLookup): Project {
  const folder = folderOf(file);
  const settings = mergeSettings(file, content, findExtended, new Set());
  const resolvePath = (setting: Setting<string>): string | undefined =>
    resolveSetting(setting.value, setting.folder, folder);
  const resolvePaths = (setting: Setting<readonly string[]> | undefined): string[] =>
    (setting?.value ?? []).flatMap((value) => resolveSetting(value, setting?.folder ?? folder, folder) ?? []);

  const outputFolders = [settings.outDir, settings.declarationDir].flatMap((setting) =>
    setting === undefined ? [] : (resolvePath(setting) ?? []),
  );
  const baseUrl = settings.baseUrl && resolvePath(settings.baseUrl);
  const resolution = settings.moduleResolution?.value.toLowerCase();
  const module = settings.module?.value.toLowerCase();
  return {
    file,
    folder,
    references: (content.references ?? []).flatMap(({ path }) => referencedFile(folder, path)),
    includes: createFileMatcher(folder, settings, resolvePaths, outputFolders),
    baseUrl,
    paths: readPathMappings(settings, baseUrl, folder),
    rootDirs: resolvePaths(settings.rootDirs),
    moduleSuffixes: settings.moduleSuffixes?.value ?? [''],
    customConditions: settings.customConditions?.value ?? [],
    outputFolders,
    rootDir: settings.rootDir && resolvePath(settings.rootDir),
    needsExtensions:
      resolution === 'node16' ||
      resolution === 'nodenext' ||
      (resolution === undefined && module !== undefined && /^node(16|18|20|next)$/.test(module)),
  };
}

function mergeSettings(
  file: string,
  content: TsconfigFile,
  findExtended: ExtendedConfigurationLookup,
  seen: ReadonlySet<string>,
): Settings {
  const settings: Settings = {};
  const chain = new Set(seen).add(file);
  for (const specifier of content.extends ?? []) {
    const base = findExtended(file, specifier);
    if (base !== undefined && !chain.has(base.file)) {
      Object.assign(settings, mergeSettings(base.file, base.content, findExtended, chain));
    }
  }
  const folder = folderOf(file);
  const { files, include, exclude } = content;
  for (const [name, value] of Object.entries({ ...content.compilerOptions, files, include, exclude })) {
    if (value !== undefined) Object.assign(settings, { [name]: { value, folder } });
  }
  return settings;
}

/** The placeholder for the folder of the project, which extended configurations can contain. */
const CONFIG_DIR = '${configDir}';

/** Resolves a path in a setting; `undefined` if it is absolute or outside the tree. */
function resolveSetting(value: string, folder: string, projectFolder: string): string | undefined {
  if (value.startsWith(CONFIG_DIR)) {
    return joinPath(projectFolder, `.${value.slice(CONFIG_DIR.length)}`);
  }
  return value.startsWith('/') ? undefined : joinPath(folder, value);
}

function referencedFile(folder: string, path: string): string[] {
  const target = joinPath(folder, path);
  if (target === undefined) return [];
  if (target.endsWith('.json')) return [target];
  return [target === '' ? 'tsconfig.json' : `${target}/tsconfig.json`];
}

function createFileMatcher(
  folder: string,
  settings: Settings,
  resolvePaths: (setting: Setting<readonly string[]> | undefined) => string[],
  outputFolders: readonly string[],
): PathMatcher {
  const files = new Set(resolvePaths(settings.files));
  const includesAll = settings.files === undefined && settings.include === undefined;
  const included = createIncludeMatcher(
    includesAll ? [folder === '' ? '**/*' : `${folder}/**/*`] : resolvePaths(settings.include),
  );
  const excluded = createExcludeMatcher(
    settings.exclude ? resolvePaths(settings.exclude) : outputFolders.filter((output) => output !== folder),
  );
  return (path) => files.has(path) || (included(path) && !excluded(path));
}

function readPathMappings(settings: Settings, baseUrl: string | undefined, folder: string): PathMapping[] {
  if (settings.paths === undefined) return [];
  const base = baseUrl ?? settings.paths.folder;
  return Object.entries(settings.paths.value).map(([pattern, targets]) =>
    createPathMapping(
      pattern,
      targets.flatMap((target) => resolveSetting(target, base, folder) ?? []),
    ),
  );
}
