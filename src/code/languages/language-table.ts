import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import { isModulePath, languageOf, MODULE_LANGUAGES } from '../language/source-language.ts';
import { affectsResolution } from '../resolution/configuration-files.ts';
import type { CodeLanguage, LanguageEntry, ModuleReader } from './interface/code-language.ts';
import { goEntry } from './go/go-entry.ts';
import { pythonEntry } from './python/python-entry.ts';

/**
 * The languages that are read in addition to TypeScript, JavaScript and component files. To add one, add a folder and a
 * line here.
 */
export const CODE_LANGUAGES: readonly LanguageEntry[] = [pythonEntry, goEntry];

const byExtension: ReadonlyMap<string, LanguageEntry> = new Map(
  CODE_LANGUAGES.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);

/** Every language whose exports and imports are read, for messages: `… files`. */
export const INDEXED_LANGUAGES = [
  MODULE_LANGUAGES.replace(' and ', ', '),
  CODE_LANGUAGES.map(({ title }) => title).join(' and '),
].join(', ');

/** The language of a file by its extension; `undefined` for TypeScript, JavaScript, components and files without exports. */
export function codeLanguageOf(file: string): LanguageEntry | undefined {
  const dot = file.lastIndexOf('.');
  return dot < 0 ? undefined : byExtension.get(file.slice(dot));
}

/** Whether exports are read from a file with this name or extension, in any language. */
export function hasExports(file: string): boolean {
  return languageOf(file) !== undefined || codeLanguageOf(file) !== undefined;
}

/** Whether a path can be in the module index: a module of the workspace in any language. */
export function isIndexedPath(file: string): boolean {
  if (isModulePath(file)) return true;
  const language = codeLanguageOf(file);
  return language !== undefined && !language.isInstalled(file);
}

/** Whether a file configures the resolution of imports, in any language. */
export function configuresImports(path: string): boolean {
  return affectsResolution(path) || CODE_LANGUAGES.some((language) => language.isConfiguration(path));
}

const readers = new Map<LanguageEntry, ModuleReader>();
const loaders: ReadonlyMap<
  LanguageEntry,
  { readonly reader: () => Promise<ModuleReader>; readonly code: () => Promise<CodeLanguage> }
> = new Map(
  CODE_LANGUAGES.map((language) => [
    language,
    {
      reader: memoizeUntilFailure(async () => {
        const reader = await language.loadReader();
        readers.set(language, reader);
        return reader;
      }),
      code: memoizeUntilFailure(() => language.load()),
    },
  ]),
);

/** Loads the reader of a language. Later calls return the same promise. */
export function loadReader(language: LanguageEntry): Promise<ModuleReader> {
  return loaders.get(language)?.reader() ?? language.loadReader();
}

/** The reader of a language; `undefined` if it is not loaded yet. */
export function loadedReader(language: LanguageEntry): ModuleReader | undefined {
  return readers.get(language);
}

/** Loads the parser for a file. Later calls return the same language. `undefined` for TypeScript, JavaScript, components and files without exports. */
export async function loadLanguageOf(file: string): Promise<CodeLanguage | undefined> {
  const language = codeLanguageOf(file);
  return language && (loaders.get(language)?.code() ?? language.load());
}
