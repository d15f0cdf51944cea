import { dirname } from 'node:path/posix';
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { defaultOptions } from '../engines/project-options.ts';
import { textOnDisk } from './ambient-files.ts';
import type { WorkspaceTexts } from './workspace-texts.ts';

/** The compiler options of a configuration, with those that it extends. */
export interface ConfiguredOptions {
  readonly options: ts.CompilerOptions;
  readonly hasErrors: boolean;
  /** Whether the configuration references other projects. */
  readonly hasReferences: boolean;
}

/** The codes for a configuration without input files. The files are not listed to read the options. */
const NO_INPUT_CODES: ReadonlySet<number> = new Set([18002, 18003]);

/**
 * Reads the compiler options of a configuration, without its list of files.
 * @param configuration absolute path; `undefined` for the default options
 * @returns `undefined` if the configuration cannot be parsed
 */
export function readCompilerOptions(
  typescript: TypeScript,
  texts: WorkspaceTexts,
  configuration: string | undefined,
): ConfiguredOptions | undefined {
  const files = currentFiles(typescript, texts);
  const folder = configuration === undefined ? texts.root : dirname(configuration);
  const json =
    configuration === undefined ? { compilerOptions: defaultOptions } : readJson(typescript, files, configuration);
  if (json === undefined) return undefined;
  const host: ts.ParseConfigHost = {
    ...files,
    useCaseSensitiveFileNames: typescript.sys.useCaseSensitiveFileNames,
    readDirectory: () => [],
  };
  const { options, errors, projectReferences } = typescript.parseJsonConfigFileContent(
    json,
    host,
    folder,
    undefined,
    configuration,
  );
  return {
    options,
    hasErrors: errors.some(({ code }) => !NO_INPUT_CODES.has(code)),
    hasReferences: (projectReferences ?? []).length > 0,
  };
}

/** The module kinds in which a specifier is resolved. Node.js resolves differently in ES modules and CommonJS modules. */
export function resolutionModes(
  { ModuleKind, ModuleResolutionKind }: TypeScript,
  { moduleResolution, module }: ts.CompilerOptions,
): readonly ts.ResolutionMode[] {
  const isNodeResolution =
    moduleResolution === undefined
      ? module !== ModuleKind.CommonJS && module !== ModuleKind.Preserve
      : moduleResolution === ModuleResolutionKind.Node16 || moduleResolution === ModuleResolutionKind.NodeNext;
  return isNodeResolution ? [ModuleKind.ESNext, ModuleKind.CommonJS] : [undefined];
}

/** The files on disk, with texts that are not saved yet. */
export function currentFiles(
  typescript: TypeScript,
  texts: WorkspaceTexts,
): Pick<ts.ModuleResolutionHost, 'fileExists' | 'readFile'> {
  return {
    fileExists: (file) => {
      const text = texts.overlay(file);
      return text === undefined ? typescript.sys.fileExists(file) : text !== null;
    },
    readFile: (file) => {
      const text = texts.overlay(file);
      return text === undefined ? textOnDisk(file) : (text ?? undefined);
    },
  };
}

function readJson(
  typescript: TypeScript,
  { readFile }: Pick<ts.ModuleResolutionHost, 'readFile'>,
  configuration: string,
): unknown {
  const { config, error } = typescript.readConfigFile(configuration, readFile) as {
    readonly config?: unknown;
    readonly error?: unknown;
  };
  return error === undefined ? config : undefined;
}
