import { dirname, join } from 'node:path/posix';
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { currentFiles, readCompilerOptions, resolutionModes } from '../files/compiler-options.ts';
import type { WorkspaceTexts } from '../files/workspace-texts.ts';
import type { AmbientNames } from './ambient-names.ts';
import { existsSync, readdirSync } from 'node:fs';

export interface ExactResolutionOptions {
  readonly typescript: TypeScript;
  readonly texts: WorkspaceTexts;
  /** Absolute path of the configuration; `undefined` if there is none. */
  readonly configuration: string | undefined;
  /** Relative paths of the modules of the tree. It is called only if necessary. */
  readonly files: () => Iterable<string>;
  /** `undefined` if they are uncertain. */
  readonly ambient: AmbientNames | undefined;
}

/**
 * Resolves modules as every supported version of TypeScript does, without a program. A specifier that versions may resolve
 * differently, or that an ambient module may declare, is not resolved.
 */
export class ExactResolution {
  /** `undefined` if versions of TypeScript may interpret the configuration differently. */
  readonly options: ts.CompilerOptions | undefined;
  readonly #ts: TypeScript;
  readonly #texts: WorkspaceTexts;
  readonly #files: () => Iterable<string>;
  readonly #ambient: AmbientNames | undefined;
  readonly #folder: string;
  readonly #resolved = new Map<string, string | undefined>();
  #hasPackages: boolean | undefined;
  #replacesLibrary: boolean | undefined;

  constructor({ typescript, texts, configuration, files, ambient }: ExactResolutionOptions) {
    this.#ts = typescript;
    this.#texts = texts;
    this.#files = files;
    this.#ambient = ambient;
    this.#folder = configuration === undefined ? texts.root : dirname(configuration);
    this.options = this.#readOptions(configuration);
  }

  /** The TypeScript source in the tree that a specifier refers to, relative to the root; `undefined` if uncertain. */
  readonly resolve = (fromFile: string, specifier: string): string | undefined => {
    const key = `${specifier} ${dirname(fromFile)}`;
    if (!this.#resolved.has(key)) this.#resolved.set(key, this.#resolve(fromFile, specifier));
    return this.#resolved.get(key);
  };

  /** Whether packages may replace files of the standard library. */
  replacesLibrary(): boolean {
    this.#replacesLibrary ??= mayReplaceLibrary(this.#folder);
    return this.#replacesLibrary;
  }

  #resolve(fromFile: string, specifier: string): string | undefined {
    if (!this.options) return undefined;
    const isRelative = /^\.\.?\//.test(specifier);
    if (!isRelative && (!this.options.paths || this.#mayBeElsewhere(specifier))) return undefined;
    const modes = resolutionModes(this.#ts, this.options);
    const [file, ...others] = modes.map((mode) => this.#resolveInMode(fromFile, specifier, this.options ?? {}, mode));
    return others.every((other) => other === file) ? file : undefined;
  }

  #resolveInMode(
    fromFile: string,
    specifier: string,
    options: ts.CompilerOptions,
    mode: ts.ResolutionMode,
  ): string | undefined {
    const host = currentFiles(this.#ts, this.#texts);
    const from = this.#texts.absolutePath(fromFile);
    const { resolveModuleName } = this.#ts;
    const { resolvedModule } = resolveModuleName(specifier, from, options, host, undefined, undefined, mode);
    if (!resolvedModule || resolvedModule.isExternalLibraryImport) return undefined;
    const { resolvedFileName } = resolvedModule;
    // Without the option `jsx`, a program does not contain the file.
    if (resolvedFileName.endsWith('x') && options.jsx === undefined) return undefined;
    const isSource = /(?<!\.d)\.[mc]?tsx?$/.test(resolvedFileName) && !resolvedFileName.includes('/node_modules/');
    return isSource ? this.#texts.relativePath(resolvedFileName) : undefined;
  }

  /**
   * Whether a module that `paths` may map can also be a package or an ambient module. TypeScript prefers an ambient module,
   * and any declaration file of any package can declare one.
   */
  #mayBeElsewhere(specifier: string): boolean {
    if (/^[/#]/.test(specifier) || (this.#ambient?.modules.has(specifier) ?? true)) return true;
    this.#hasPackages ??= mayHavePackages(this.#folders());
    return this.#hasPackages;
  }

  *#folders(): Iterable<string> {
    yield this.#folder;
    for (const file of this.#files()) yield dirname(this.#texts.absolutePath(file));
  }

  #readOptions(configuration: string | undefined): ts.CompilerOptions | undefined {
    const parsed = readCompilerOptions(this.#ts, this.#texts, configuration);
    // A referenced project may be read from its output.
    if (parsed === undefined || parsed.hasErrors || parsed.hasReferences) return undefined;
    return this.#isStable(parsed.options) ? parsed.options : undefined;
  }

  /** Whether all versions resolve modules in the same way. The defaults of several options differ. */
  #isStable(options: ts.CompilerOptions): boolean {
    const { ModuleKind, ModuleResolutionKind } = this.#ts;
    const { moduleResolution, module, noLib, noResolve } = options;
    if (Object.hasOwn(options, 'baseUrl') || noLib === true || noResolve === true) return false;
    if (moduleResolution !== undefined) return ModuleResolutionKind[moduleResolution] !== 'Classic';
    if (module === undefined) return false;
    return module === ModuleKind.CommonJS || module >= ModuleKind.Node16;
  }
}

/** Whether packages may be installed in one of some folders or above it. Any file of a package can declare any module. */
function mayHavePackages(folders: Iterable<string>): boolean {
  return [...withParents(folders)].some((folder) => existsSync(join(folder, 'node_modules')));
}

/** Whether packages may replace files of the standard library for a configuration in a folder. */
function mayReplaceLibrary(folder: string): boolean {
  return [...withParents([folder])].some(
    (one) =>
      entriesOf(join(one, 'node_modules', '@typescript')).some((name) => name.startsWith('lib-')) ||
      entriesOf(join(one, 'node_modules', '@types')).some((name) => name.startsWith('typescript__lib-')),
  );
}

/** Absolute folders and all folders above them. */
function withParents(folders: Iterable<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const one of folders) {
    for (let folder = one; !all.has(folder); folder = dirname(folder)) all.add(folder);
  }
  return all;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
