/**
 * Loads tree-sitter and its grammars, which are WebAssembly files. The build copies the ones in use next to the bundles;
 * without a build they are read from the package.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { memoizeUntilFailure, RetryableCache } from '../../../foundation/retryable-cache.ts';

/** The grammars that the build copies (`esbuild.mjs`). */
export type GrammarName = 'python' | 'go';

const parsers = new RetryableCache<GrammarName, TreeSitter.Parser>();

/** The parser for one grammar, which is loaded once. The caller deletes the trees that the parser returns. */
export function loadGrammar(name: GrammarName): Promise<TreeSitter.Parser> {
  return parsers.getOrCreate(name, async () => {
    const { Parser, Language } = await loadRuntime();
    const parser = new Parser();
    parser.setLanguage(await Language.load(await readBinary(`tree-sitter-${name}.wasm`)));
    return parser;
  });
}

const loadRuntime = memoizeUntilFailure(async () => {
  // The package is CommonJS without names that Node can detect, so everything is in its default export.
  const { default: runtime } = (await import('@vscode/tree-sitter-wasm')) as unknown as {
    readonly default: typeof TreeSitter;
  };
  const wasmBinary = await readBinary('tree-sitter.wasm');
  // Passed to Emscripten, which otherwise reads a file next to its own script.
  const options = { wasmBinary, locateFile: (file: string) => file };
  await runtime.Parser.init(options);
  return runtime;
});

async function readBinary(name: string): Promise<Uint8Array> {
  try {
    return await readFile(new URL(`./${name}`, import.meta.url));
  } catch {
    try {
      return await readFile(fileURLToPath(import.meta.resolve(`@vscode/tree-sitter-wasm/wasm/${name}`)));
    } catch (error) {
      throw new HoldfastError('internal', `Failed to load the parser ${name}: ${messageOf(error)}`, {
        hint: 'Install Holdfast again.',
        cause: error,
      });
    }
  }
}
