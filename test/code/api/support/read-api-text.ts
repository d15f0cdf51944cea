import { loadTypeScript } from '../../../../src/code/language/typescript-parser.ts';
import { readApi, type ApiTree } from '../../../../src/code/api/read/read-apis.ts';
import type { PackageApi } from '../../../../src/code/api/model/package-api.ts';
import { ModuleResolver } from '../../../../src/code/resolution/module-resolver.ts';
import { createBundledEngine } from '../../../../src/code/types/engines/choose-engine.ts';
import type { JavaScriptEngine } from '../../../../src/code/types/engines/javascript-engine.ts';

const ROOT = '/api-of-a-test';

/** Files of a package in memory, by their paths. */
export type PackageFilesOfTest = Readonly<Record<string, string>>;

/** Reads what a package in memory offers. A text alone is its main module. */
export async function readApiText(input: string | PackageFilesOfTest, engine?: JavaScriptEngine): Promise<PackageApi> {
  await loadTypeScript();
  const written = typeof input === 'string' ? { 'index.ts': input } : input;
  const files: PackageFilesOfTest = {
    'package.json': '{"name":"demo","version":"1.0.0","types":"index.ts"}',
    ...written,
  };
  const resolver = new ModuleResolver(new Set(Object.keys(files)), new Map(Object.entries(files)), () => undefined);
  const owner = resolver.packages.packageIn('')!;
  const tree: ApiTree = {
    root: ROOT,
    files: {
      files: Object.keys(files),
      has: (path) => path in files,
      resolve: (of, target) => resolver.packageTarget(of, target),
      conventionalEntry: (of) => resolver.conventionalEntry(of),
    },
    packageOf: (file) => (file.startsWith('node_modules/') ? undefined : ''),
    ambientFiles: [],
    textOf: (file) => files[file.slice(ROOT.length + 1)],
  };
  if (engine !== undefined) return readApi(engine, tree, owner);
  // The standard library is parsed once.
  shown = createOverlay(files);
  shared ??= await createBundledEngine({ overlay: (file) => shown(file), hasFolder: (folder) => folder === ROOT });
  shared.invalidate('all');
  return readApi(shared, tree, owner);
}

let shared: JavaScriptEngine | undefined;
let shown: ReturnType<typeof createOverlay> = () => undefined;

/** The overlay that shows files in memory to a compiler. */
export function createOverlay(files: PackageFilesOfTest): (file: string) => string | null | undefined {
  return (file) => (file.startsWith(`${ROOT}/`) ? (files[file.slice(ROOT.length + 1)] ?? null) : undefined);
}
