import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ts } from 'ts-morph';
import { messageOf } from '../../../foundation/errors.ts';
import { isWithin } from '../../../workspace/files/safe-path.ts';
import { isSpecialFile } from '../../../workspace/plain-files/plain-file.ts';
import { loadTypeScript } from '../../language/typescript-parser.ts';
import { readTsconfigFile } from '../../resolution/tsconfig-file.ts';
import { JavaScriptEngine, type JavaScriptEngineOptions } from './javascript-engine.ts';
import type { NativeModule } from './native-api.ts';
import { NativeEngine } from './native-engine.ts';
import type { TextOverlay, TypeEngine } from './type-engine.ts';

export interface TypeEngineRequest {
  /** Absolute path of the workspace, with `/`. */
  readonly root: string;
  /** Absolute path of the folder whose TypeScript is loaded into this process. Default: the workspace. */
  readonly packagesFrom?: string | undefined;
  /** Whether code of the workspace may run. */
  readonly trusted: boolean;
  readonly overlay: TextOverlay;
  readonly hasFolder?: JavaScriptEngineOptions['hasFolder'];
  /** The current text of a configuration. */
  readonly textOf: (file: string) => string | undefined;
  /** Receives one line that names the chosen TypeScript and the reason for a fallback to the bundled one. */
  readonly log?: ((line: string) => void) | undefined;
}

const OLDEST_MAJOR_VERSION = 5;
/** From this version on, TypeScript is a native program with another API. */
const FIRST_NATIVE_MAJOR_VERSION = 7;

/** The workspace's own TypeScript, or why it is not used. */
type WorkspaceEngine = { readonly engine: TypeEngine } | { readonly reason: string };

/**
 * Chooses the TypeScript for a workspace: the workspace's own from version 5 on, if the workspace is trusted. Otherwise,
 * or if the workspace's TypeScript cannot be loaded, it is the one bundled with Holdfast. The choice is logged.
 */
export async function chooseEngine(request: TypeEngineRequest): Promise<TypeEngine> {
  const choice: WorkspaceEngine = request.trusted
    ? await loadWorkspaceEngine(request)
    : { reason: 'the workspace is not trusted' };
  if ('engine' in choice) {
    request.log?.(`Type checker: ${choice.engine.title}`);
    return choice.engine;
  }
  const engine = await createBundledEngine({ overlay: request.overlay });
  request.log?.(`Type checker: ${engine.title}, because ${choice.reason}`);
  return engine;
}

/**
 * The TypeScript that finds the errors of a workspace: its own from version 5 to 6 if the workspace is trusted, else the one of
 * Holdfast, because the native program has no API for errors.
 */
export async function chooseErrorEngine(request: TypeEngineRequest): Promise<JavaScriptEngine> {
  const choice = request.trusted ? await loadWorkspaceEngine(request) : undefined;
  if (choice !== undefined && 'engine' in choice) {
    if (choice.engine instanceof JavaScriptEngine) return choice.engine;
    choice.engine[Symbol.dispose]();
  }
  return createBundledEngine(request);
}

async function loadWorkspaceEngine(request: TypeEngineRequest): Promise<WorkspaceEngine> {
  const { root, packagesFrom = root, overlay, hasFolder, textOf } = request;
  const special = findSpecialManifest(packagesFrom);
  if (special !== undefined) return { reason: `${special} is not a regular file` };
  // From a folder of packages, so that a package.json which names its own folder "typescript" is not taken for it.
  const require = createRequire(join(packagesFrom, 'node_modules', 'package.json'));
  const version = installedVersion(require);
  if (version !== undefined && !isInstalled(require.resolve('typescript/package.json'), packagesFrom)) {
    return { reason: 'TypeScript is a part of the workspace, and not an installed package' };
  }
  if (version === undefined) return { reason: 'TypeScript is not installed in the workspace' };
  const major = Number.parseInt(version, 10);
  if (!(major >= OLDEST_MAJOR_VERSION)) {
    return { reason: `TypeScript ${version} of the workspace is older than version ${OLDEST_MAJOR_VERSION}` };
  }
  const title = `TypeScript ${version} of the workspace`;
  try {
    if (major < FIRST_NATIVE_MAJOR_VERSION) {
      const typescript = require('typescript') as typeof ts;
      return { engine: new JavaScriptEngine({ typescript, title, overlay, hasFolder }) };
    }
    // An ES module of the workspace: a bundler must not resolve this import.
    const api: unknown = await import(pathToFileURL(require.resolve('typescript/unstable/sync')).href);
    if (!isNativeModule(api)) return { reason: `${title} has an unsupported API` };
    const referencesOf = (file: string) => readTsconfigFile(textOf(file) ?? '').references ?? [];
    return { engine: new NativeEngine({ api, title, root, overlay, referencesOf }) };
  } catch (error) {
    return { reason: `${title} failed to load: ${messageOf(error)}` };
  }
}

/** A manifest that Node.js would read and wait for: that of the folder, or that of TypeScript in a folder above. */
function findSpecialManifest(folder: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    const manifests = ['package.json', 'node_modules/typescript/package.json'].map((name) => join(current, name));
    const special = manifests.find(isSpecialFile);
    if (special !== undefined || current === dirname(current)) return special;
  }
}

/** [CONF-2] Whether a file is outside of a folder or in its packages. Other files of the folder are data, and never loaded. */
function isInstalled(file: string, folder: string): boolean {
  const [real, base] = [realpathSync(file), realpathSync(folder)];
  return !isWithin(base, real) || relative(base, real).split(sep).includes('node_modules');
}

/** The version of the workspace's TypeScript; `undefined` if none is installed. */
function installedVersion(require: NodeJS.Require): string | undefined {
  try {
    const manifest: unknown = require('typescript/package.json');
    if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return undefined;
    return typeof manifest.version === 'string' ? manifest.version : undefined;
  } catch {
    // Node.js throws if the package cannot be found or its manifest is not valid JSON.
    return undefined;
  }
}

/** Creates the TypeScript that is bundled with Holdfast. It runs no code of the workspace. */
export async function createBundledEngine({
  overlay,
  hasFolder,
  checksDeclarations,
}: Pick<JavaScriptEngineOptions, 'overlay' | 'hasFolder' | 'checksDeclarations'>): Promise<JavaScriptEngine> {
  const typescript = await loadTypeScript();
  const { getLibFiles } = await import('@ts-morph/common');
  const libraryFiles = new Map(getLibFiles().map((file) => [file.fileName, file.text]));
  const title = `TypeScript ${typescript.version} of Holdfast`;
  return new JavaScriptEngine({ typescript, title, overlay, libraryFiles, hasFolder, checksDeclarations });
}

function isNativeModule(module: unknown): module is NativeModule {
  return typeof module === 'object' && module !== null && 'API' in module && typeof module.API === 'function';
}
