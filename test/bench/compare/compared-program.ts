import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** A folder that is compared, and its files. TypeScript uses the options of the tsconfig.json at the root. */
export interface ComparedTree {
  readonly root: string;
  /** Relative to the root, with `/`. */
  readonly files: readonly string[];
}

/** Reads the options of a tree's tsconfig.json or jsconfig.json, and extends them so that a program accepts every file. */
export function readCompilerOptions(root: string): ts.CompilerOptions {
  const path = ['tsconfig.json', 'jsconfig.json']
    .map((name) => join(root, name))
    .find((candidate) => ts.sys.fileExists(candidate));
  const read = path === undefined ? { config: {} } : ts.readConfigFile(path, (file) => ts.sys.readFile(file));
  const configuration = (read.config ?? {}) as { readonly extends?: unknown };
  const parsed = ts.parseJsonConfigFileContent(
    { ...configuration, files: [], include: [] },
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  return { ...parsed.options, allowJs: true, checkJs: false, noEmit: true, skipLibCheck: true, types: [] };
}

/** Creates a program of all files of a tree. */
export function createProgram({ root, files }: ComparedTree): ts.Program {
  return ts.createProgram({ rootNames: files.map((file) => join(root, file)), options: readCompilerOptions(root) });
}

/** Creates a language service for all files of a tree. The files must not change. */
export function createLanguageService({ root, files }: ComparedTree): ts.LanguageService {
  const options = readCompilerOptions(root);
  const paths = files.map((file) => join(root, file));
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    getScriptFileNames: () => paths,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getDirectories: (folder) => ts.sys.getDirectories(folder),
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
  });
}

/** Converts an absolute path of the program to the form of the index: relative to the root, with `/`. */
export function toTreePath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
