import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ts } from 'ts-morph';
import { readTsconfigFile } from '../../resolution/tsconfig-file.ts';
import { loadTypeScript } from '../../typescript-parser.ts';
import { JavaScriptEngine } from './javascript-engine.ts';
import type { NativeModule } from './native-api.ts';
import { NativeEngine } from './native-engine.ts';
import type { TextOverlay, TypeEngine } from './type-engine.ts';

export interface EngineChoice {
  /** Absolute path of the workspace, with `/`. */
  readonly root: string;
  /** Whether code of the workspace may be run. */
  readonly trusted: boolean;
  readonly overlay: TextOverlay;
  /** The text of a configuration as it counts now. */
  readonly textOf: (file: string) => string | undefined;
}

/**
 * The TypeScript that answers for a workspace: its own, from version 5 on, where the workspace is trusted; the one that
 * Holdfast carries where it has none, or has one that cannot be loaded.
 */
export async function chooseEngine(choice: EngineChoice): Promise<TypeEngine> {
  return (choice.trusted ? await workspaceEngine(choice) : undefined) ?? bundledEngine(choice);
}

async function workspaceEngine(choice: EngineChoice): Promise<TypeEngine | undefined> {
  const require = createRequire(join(choice.root, 'package.json'));
  try {
    const { version } = require('typescript/package.json') as { readonly version: string };
    const major = Number.parseInt(version, 10);
    const title = `TypeScript ${version} of the workspace`;
    if (major >= 7) {
      // An ES module of the workspace's: a bundler must leave this import alone.
      const module: unknown = await import(pathToFileURL(require.resolve('typescript/unstable/sync')).href);
      if (!isNativeModule(module)) return undefined;
      const { root, overlay, textOf } = choice;
      const referencesOf = (file: string) => readTsconfigFile(textOf(file) ?? '').references ?? [];
      return new NativeEngine({ api: module, title, root, overlay, referencesOf });
    }
    if (major < 5) return undefined;
    return new JavaScriptEngine({ typescript: require('typescript') as typeof ts, title, overlay: choice.overlay });
  } catch {
    return undefined;
  }
}

async function bundledEngine({ overlay }: EngineChoice): Promise<TypeEngine> {
  const typescript = await loadTypeScript();
  const { getLibFiles } = await import('@ts-morph/common');
  const libraryFiles = new Map(getLibFiles().map((file) => [file.fileName, file.text]));
  const title = `TypeScript ${typescript.version} of Holdfast`;
  return new JavaScriptEngine({ typescript, title, overlay, libraryFiles });
}

function isNativeModule(module: unknown): module is NativeModule {
  return typeof module === 'object' && module !== null && 'API' in module && typeof module.API === 'function';
}
