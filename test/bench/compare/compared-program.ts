import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** A tree as TypeScript is asked about it: its files, and the options of the tsconfig.json at its root. */
export interface ComparedTree {
  readonly root: string;
  /** Relative to the root, with `/`. */
  readonly files: readonly string[];
}

/** The options of a tree's tsconfig.json or jsconfig.json, widened so that every given file may be in the program. */
export function compilerOptions(root: string): ts.CompilerOptions {
  const path = ['tsconfig.json', 'jsconfig.json']
    .map((name) => join(root, name))
    .find((each) => ts.sys.fileExists(each));
  const read = path === undefined ? { config: {} } : ts.readConfigFile(path, (each) => ts.sys.readFile(each));
  const configuration = (read.config ?? {}) as { readonly extends?: unknown };
  const parsed = ts.parseJsonConfigFileContent(
    { ...configuration, files: [], include: [] },
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  return { ...parsed.options, allowJs: true, checkJs: false, noEmit: true, skipLibCheck: true, types: [] };
}

/** A program of all files of a tree. */
export function programOf({ root, files }: ComparedTree): ts.Program {
  return ts.createProgram({ rootNames: files.map((file) => join(root, file)), options: compilerOptions(root) });
}

/** A language service over all files of a tree, which never change. */
export function languageServiceOf({ root, files }: ComparedTree): ts.LanguageService {
  const options = compilerOptions(root);
  const paths = files.map((file) => join(root, file));
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (wanted) => ts.getDefaultLibFilePath(wanted),
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

/** A path of the program as the index writes it. */
export function pathInTree(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}
