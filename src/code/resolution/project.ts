import { excludeMatcher, includeMatcher, type PathMatcher } from './include-patterns.ts';
import { pathMapping, type PathMapping } from './path-patterns.ts';
import type { CompilerOptions, TsconfigFile } from './tsconfig-file.ts';
import { folderOf, joinPath } from './tree-path.ts';

/** A tsconfig.json with all that it extends: which files it is for, and how their imports resolve. */
export interface Project {
  /** Path of the configuration file. */
  readonly file: string;
  readonly folder: string;
  /** Paths of the configurations it references. */
  readonly references: readonly string[];
  readonly includes: PathMatcher;
  readonly baseUrl: string | undefined;
  readonly paths: readonly PathMapping[];
  readonly rootDirs: readonly string[];
  readonly moduleSuffixes: readonly string[];
  readonly customConditions: readonly string[];
  readonly outputFolders: readonly string[];
  readonly rootDir: string | undefined;
  /** Whether imports of this project's files are written with the extension of the emitted file. */
  readonly needsExtensions: boolean;
}

/** Finds the configuration files that one extends; undefined texts are those that could not be found. */
export type ExtendedConfigurations = (
  file: string,
  specifier: string,
) => { readonly file: string; readonly content: TsconfigFile } | undefined;

/** One option with the folder of the file that sets it: relative paths are relative to that. */
interface Setting<T> {
  readonly value: T;
  readonly folder: string;
}

type Settings = { [K in keyof CompilerOptions]?: Setting<NonNullable<CompilerOptions[K]>> } & {
  files?: Setting<readonly string[]>;
  include?: Setting<readonly string[]>;
  exclude?: Setting<readonly string[]>;
};

export function readProject(file: string, content: TsconfigFile, extended: ExtendedConfigurations): Project {
  const folder = folderOf(file);
  const settings = gather(file, content, extended, new Set());
  const place = (setting: Setting<string>): string | undefined => resolveSetting(setting.value, setting.folder, folder);
  const places = (setting: Setting<readonly string[]> | undefined): string[] =>
    (setting?.value ?? []).flatMap((value) => resolveSetting(value, setting?.folder ?? folder, folder) ?? []);

  const outputFolders = [settings.outDir, settings.declarationDir].flatMap((setting) =>
    setting === undefined ? [] : (place(setting) ?? []),
  );
  const baseUrl = settings.baseUrl && place(settings.baseUrl);
  const resolution = settings.moduleResolution?.value.toLowerCase();
  const module = settings.module?.value.toLowerCase();
  return {
    file,
    folder,
    references: (content.references ?? []).flatMap(({ path }) => referencedFile(folder, path)),
    includes: membership(folder, settings, places, outputFolders),
    baseUrl,
    paths: pathMappings(settings, baseUrl, folder),
    rootDirs: places(settings.rootDirs),
    moduleSuffixes: settings.moduleSuffixes?.value ?? [''],
    customConditions: settings.customConditions?.value ?? [],
    outputFolders,
    rootDir: settings.rootDir && place(settings.rootDir),
    needsExtensions:
      resolution === 'node16' ||
      resolution === 'nodenext' ||
      (resolution === undefined && module !== undefined && /^node(16|18|20|next)$/.test(module)),
  };
}

function gather(
  file: string,
  content: TsconfigFile,
  extended: ExtendedConfigurations,
  seen: ReadonlySet<string>,
): Settings {
  const settings: Settings = {};
  const path = new Set(seen).add(file);
  for (const specifier of content.extends ?? []) {
    const base = extended(file, specifier);
    if (base !== undefined && !path.has(base.file)) {
      Object.assign(settings, gather(base.file, base.content, extended, path));
    }
  }
  const folder = folderOf(file);
  const { files, include, exclude } = content;
  for (const [name, value] of Object.entries({ ...content.compilerOptions, files, include, exclude })) {
    if (value !== undefined) Object.assign(settings, { [name]: { value, folder } });
  }
  return settings;
}

const configurationFolder = '${configDir}';

function resolveSetting(value: string, folder: string, projectFolder: string): string | undefined {
  if (value.startsWith(configurationFolder)) {
    return joinPath(projectFolder, `.${value.slice(configurationFolder.length)}`);
  }
  return value.startsWith('/') ? undefined : joinPath(folder, value);
}

function referencedFile(folder: string, path: string): string[] {
  const target = joinPath(folder, path);
  if (target === undefined) return [];
  if (target.endsWith('.json')) return [target];
  return [target === '' ? 'tsconfig.json' : `${target}/tsconfig.json`];
}

function membership(
  folder: string,
  settings: Settings,
  places: (setting: Setting<readonly string[]> | undefined) => string[],
  outputFolders: readonly string[],
): PathMatcher {
  const files = new Set(places(settings.files));
  const everything = settings.files === undefined && settings.include === undefined;
  const included = includeMatcher(everything ? [folder === '' ? '**/*' : `${folder}/**/*`] : places(settings.include));
  const excluded = excludeMatcher(
    settings.exclude ? places(settings.exclude) : outputFolders.filter((o) => o !== folder),
  );
  return (path) => files.has(path) || (included(path) && !excluded(path));
}

function pathMappings(settings: Settings, baseUrl: string | undefined, folder: string): PathMapping[] {
  if (settings.paths === undefined) return [];
  const base = baseUrl ?? settings.paths.folder;
  return Object.entries(settings.paths.value).map(([pattern, targets]) =>
    pathMapping(
      pattern,
      targets.flatMap((target) => resolveSetting(target, base, folder) ?? []),
    ),
  );
}
