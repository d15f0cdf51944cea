import { isBuiltin } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import type { ts } from 'ts-morph';
import type { TypeName } from '../../declarations/type-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ExportLookup } from '../../modules/module-graph.ts';
import { currentFiles, readCompilerOptions, resolutionModes } from '../files/compiler-options.ts';
import type { WorkspaceTexts } from '../files/workspace-texts.ts';
import type { MissingPackage } from '../queries/type-checker.ts';
import { foldersOfRepository, installCommand, isInstalled, isListed, usesPlugAndPlay } from './install-command.ts';
import { findOutsideImport } from './name-origin.ts';

export interface MissingPackagesOptions {
  readonly typescript: TypeScript;
  readonly texts: WorkspaceTexts;
  readonly exports: ExportLookup | undefined;
  /** Absolute path of the configuration of an absolute path. */
  readonly configurationOf: (absolute: string) => string | undefined;
}

/** The package name at the start of a specifier. */
const PACKAGE_NAME = /^(?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*(?=\/|$)/;

const NODE_TYPES = '@types/node';

/** Finds the packages that types come from and that are not installed. */
export class MissingPackages {
  readonly #options: MissingPackagesOptions;

  constructor(options: MissingPackagesOptions) {
    this.#options = options;
  }

  /**
   * The package behind a type name that cannot be resolved.
   * @param file the file that mentions the name, relative to the root
   */
  find(file: string, name: TypeName): MissingPackage | undefined {
    const { exports, texts } = this.#options;
    const origin = exports && findOutsideImport(exports, file, name);
    if (origin === undefined || this.#isDeclaredModule(origin.specifier)) return undefined;
    const absolute = texts.absolutePath(origin.file);
    const folder = dirname(absolute);
    const packageName = this.#missingPackage(absolute, origin.specifier);
    if (packageName === undefined || usesPlugAndPlay(folder) || isInstalled(folder, packageName)) return undefined;
    return { name: packageName, install: installCommand(folder, packageName) };
  }

  /** The package that an import needs; `undefined` if it is unknown, or if the import has types. */
  #missingPackage(absolute: string, specifier: string): string | undefined {
    if (isBuiltin(specifier)) return NODE_TYPES;
    const packageName = PACKAGE_NAME.exec(specifier)?.[0];
    if (packageName === undefined) return undefined;
    const configuration = this.#options.configurationOf(absolute);
    const options = readCompilerOptions(this.#options.typescript, this.#options.texts, configuration)?.options;
    if (options === undefined) return undefined;
    const resolved = this.#resolve(absolute, specifier, options);
    if (resolved.length === 0)
      return mayBeAlias(dirname(absolute), packageName, specifier, options) ? undefined : packageName;
    const isUntyped = resolved.every((file) => /\.[mc]?jsx?$/.test(file) && file.includes('/node_modules/'));
    return isUntyped ? `@types/${packageName.replace(/^@/, '').replace('/', '__')}` : undefined;
  }

  #resolve(absolute: string, specifier: string, options: ts.CompilerOptions): readonly string[] {
    const { typescript, texts } = this.#options;
    const host = currentFiles(typescript, texts);
    return resolutionModes(typescript, options).flatMap((mode) => {
      const { resolvedModule } = typescript.resolveModuleName(
        specifier,
        absolute,
        options,
        host,
        undefined,
        undefined,
        mode,
      );
      return resolvedModule?.resolvedFileName ?? [];
    });
  }

  /** Whether a file of the tree declares a module with this name. */
  #isDeclaredModule(specifier: string): boolean {
    const { exports, texts } = this.#options;
    for (const file of exports?.ambientFiles().keys() ?? []) {
      const text = texts.textOf(texts.absolutePath(file)) ?? '';
      for (const [, quoted = ''] of text.matchAll(/\bmodule\s*['"]([^'"\n]*)['"]/g))
        if (quoted === specifier || matchesPattern(quoted, specifier)) return true;
    }
    return false;
  }
}

/** Whether a specifier may be an alias for a path of the repository. */
function mayBeAlias(folder: string, packageName: string, specifier: string, options: ts.CompilerOptions): boolean {
  const patterns = Object.keys(options.paths ?? {}).filter((pattern) => pattern !== '*');
  if (patterns.some((pattern) => pattern === specifier || matchesPattern(pattern, specifier))) return true;
  if (isListed(folder, packageName)) return false;
  return (
    Object.hasOwn(options, 'baseUrl') || foldersOfRepository(folder).some((one) => existsSync(join(one, packageName)))
  );
}

function matchesPattern(pattern: string, specifier: string): boolean {
  const [prefix = '', suffix] = pattern.split('*');
  return suffix !== undefined && specifier.startsWith(prefix) && specifier.endsWith(suffix);
}
