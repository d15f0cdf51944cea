// Builds dist/: the extension, the command line, the worker, the process starter, the check of the sandbox, the panels and the JSON Schemas. dist/ is
// also the npm package of the command line.
//   node esbuild.mjs                minified, for shipping
//   node esbuild.mjs --development  readable, with source maps
//   node esbuild.mjs --watch        the same, and rebuilds after every change
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { DATA_FILE_KINDS } from './src/workspace/configuration/data-file-kinds.ts';
import { compileModulesEagerly } from './test/scripts/eager-modules.ts';
import { thirdPartyLicenses } from './test/scripts/licenses.ts';
import { writeNpmPackage } from './test/scripts/npm-package.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const { values: flags } = parseArgs({
  options: { development: { type: 'boolean' }, watch: { type: 'boolean' } },
});
const development = flags.development || flags.watch;

// The entries that run in Node, by bundle name. Shared code and dynamic imports become chunks in the same folder, so that
// `new URL('./analysis-worker.js', import.meta.url)` is correct in every bundle.
const nodeEntries = existing({
  extension: 'src/extension/extension.ts',
  cli: 'src/cli/launch.ts',
  'analysis-worker': 'src/verdicts/analysis/thread/worker.ts',
  'process-starter': 'src/workspace/process-starter/program.ts',
  'sandbox-check': 'src/workspace/escapes/program.ts',
});

// One page per folder of src/webview with a main.ts.
const webviewEntries = Object.fromEntries(
  readdirSync(join(root, 'src/webview'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'src/webview', entry.name, 'main.ts')))
    .map((entry) => [entry.name, `src/webview/${entry.name}/main.ts`]),
);

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  splitting: true,
  metafile: true,
  minify: !development,
  sourcemap: development ? 'linked' : false,
  legalComments: 'none',
  logLevel: 'warning',
};

// CommonJS packages that the sources import dynamically. Bundled, such a package exports only `default`, but in Node it
// exports each name. A wrapper module exports the names that Node finds. A test asserts that this list is complete.
const lazyCommonJs = ['@ts-morph/common', 'ts-morph'];

const namedExports = {
  name: 'named-exports',
  setup(build) {
    const namespace = 'named-exports';
    build.onResolve({ filter: new RegExp(`^(${lazyCommonJs.join('|')})$`) }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'module.exports');
      return { contents: `export { ${names.join(', ')} } from '${path}';`, resolveDir: root };
    });
  },
};

// The ES module of fdir loads picomatch from the folders above the bundle, so any package of that name. Its other form is
// bundled with picomatch, without the question whether it is installed.
const ownPicomatch = {
  name: 'own-picomatch',
  setup(build) {
    build.onLoad({ filter: /[\\/]fdir[\\/]dist[\\/]index\.cjs$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace('require.resolve("picomatch");', '');
      if (contents === text) throw new Error(`${path} does not look for picomatch as expected`);
      return { contents };
    });
  },
};

// These packages import zod's namespace as a value, which keeps all of zod in the bundle, with every translation: 330 kB in a
// chunk that every command loads. Imported as a namespace, it contains only what is used.
const onlyUsedZod = {
  name: 'only-used-zod',
  setup(build) {
    const filter = /[\\/]@ai-sdk[\\/](anthropic|google|openai|openai-compatible)[\\/]dist[\\/]index\.js$/;
    build.onLoad({ filter }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace('import { z } from "zod/v4";', 'import * as z from "zod/v4";');
      if (contents === text) throw new Error(`${path} does not import zod as expected`);
      return { contents };
    });
  },
};

const QUICK_START = 'quick-start.js';

// A client waits for the start of a session, and loading the many chunks of the program takes longer than the start. So its
// program is one separate file. A watching build does not need the speed.
const separateQuickStart = {
  name: 'separate-quick-start',
  setup(build) {
    if (flags.watch) return;
    build.onResolve({ filter: /\/quick-start\.ts$/ }, () => ({ path: `./${QUICK_START}`, external: true }));
  },
};

const nodeBuild = {
  ...shared,
  plugins: [namedExports, ownPicomatch, onlyUsedZod, separateQuickStart],
  alias: {
    fdir: join(root, 'node_modules/fdir/dist/index.cjs'),
    // The same program as ES modules, of which a bundle contains only what is used.
    yaml: join(root, 'node_modules/yaml/browser/index.js'),
  },
  entryPoints: nodeEntries,
  outdir: 'dist',
  chunkNames: '[name]-[hash]',
  platform: 'node',
  target: 'node22.13',
  mainFields: ['module', 'main'],
  // The editor provides vscode. undici must not be bundled: it would replace the host's dispatcher and bypass the
  // editor's proxy. A test asserts that it is absent.
  external: ['vscode'],
  // CommonJS packages in an ES module bundle call require and read __filename.
  banner: {
    js: [
      "import { createRequire as holdfastCreateRequire } from 'node:module';",
      "import { fileURLToPath as holdfastFileURLToPath } from 'node:url';",
      'const require = holdfastCreateRequire(import.meta.url);',
      'const __filename = holdfastFileURLToPath(import.meta.url);',
      "const __dirname = holdfastFileURLToPath(new URL('.', import.meta.url));",
    ].join(''),
  },
};

/** @param chunks the outputs of the build of the whole program */
function quickBuild(chunks) {
  const chunkOf = new Map(Object.entries(chunks).map(([output, { entryPoint }]) => [entryPoint, output]));
  const sharedChunks = {
    name: 'shared-chunks',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /.*/ }, async ({ kind, path, resolveDir, pluginData }) => {
        // The work tree is read at every start. Everything else that is loaded later is a chunk of the whole program.
        if (kind !== 'dynamic-import' || path.startsWith('node:') || path.endsWith('/worktree-parts.ts'))
          return undefined;
        if (pluginData === sharedChunks) return undefined;
        const found = await resolve(path, { kind, resolveDir, pluginData: sharedChunks });
        const chunk = chunkOf.get(relative(root, found.path)) ?? chunkOf.get(`${namedExports.name}:${path}`);
        if (chunk === undefined) throw new Error(`${path} is no chunk of the whole program`);
        return { path: `./${basename(chunk)}`, external: true };
      });
    },
  };
  return {
    ...nodeBuild,
    plugins: [sharedChunks, ownPicomatch],
    entryPoints: { [QUICK_START.replace('.js', '')]: 'src/cli/watch/quick-start.ts' },
    splitting: false,
  };
}

const webviewBuild = {
  ...shared,
  entryPoints: webviewEntries,
  outdir: 'dist/webview',
  platform: 'browser',
  target: 'chrome120',
  loader: { '.ttf': 'file', '.svg': 'text' },
  assetNames: '[name]',
};

const builds = [nodeBuild, webviewBuild].filter((build) => Object.keys(build.entryPoints).length > 0);

// The runtime and the grammars that src/code/languages/tree-sitter loads from the folder of the bundles.
const grammarFiles = ['tree-sitter.wasm', 'tree-sitter-python.wasm', 'tree-sitter-go.wasm'];

if (flags.watch) {
  await copyGrammars();
  for (const build of builds) await (await esbuild.context({ ...build, logLevel: 'info' })).watch();
} else {
  // esbuild has already printed the errors.
  const results = await Promise.all(builds.map((build) => esbuild.build(build)))
    .then(async (built) => [...built, await esbuild.build(quickBuild(built[0].metafile.outputs))])
    .catch(() => process.exit(1));
  await copyGrammars();
  const grammars = grammarFiles.map((file) => join('dist', file));
  removeAllBut([...results.flatMap((result) => Object.keys(result.metafile.outputs)), ...grammars]);
  if (!development) await rewriteModules(results.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
  const inputs = results.flatMap((result) => Object.keys(result.metafile.inputs));
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES.txt'), await thirdPartyLicenses(root, inputs));
  await writeFile(join(dist, 'meta.json'), JSON.stringify(results.map((result) => result.metafile)));
  await writeSchemas();
  await writeNpmPackage([...grammarFiles, QUICK_START, 'THIRD-PARTY-LICENSES.txt']);
}

async function copyGrammars() {
  const folder = join(root, 'node_modules/@vscode/tree-sitter-wasm/wasm');
  mkdirSync(dist, { recursive: true });
  for (const file of grammarFiles) await copyFile(join(folder, file), join(dist, file));
}

/** Removes the files of earlier builds. This is the last step, so that a program running from dist/ finds its chunks. */
function removeAllBut(outputs) {
  const kept = new Set(outputs.map((output) => join(root, output)));
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(path)) rmSync(path);
  }
}

/** A readable build keeps the positions of its source maps. */
async function rewriteModules(outputs) {
  for (const output of outputs.filter((name) => name.endsWith('.js'))) {
    const file = join(root, output);
    const bundle = await readFile(file, 'utf8');
    const eager = compileModulesEagerly(bundle);
    if (eager !== bundle) await writeFile(file, eager);
  }
}

/** The entries whose source file exists. */
function existing(entries) {
  return Object.fromEntries(Object.entries(entries).filter(([, source]) => existsSync(join(root, source))));
}

/** Writes the schemas for YAML and JSON editors: the output of `holdfast schema`. */
async function writeSchemas() {
  if (!nodeEntries.cli) return;
  for (const kind of ['contract', ...DATA_FILE_KINDS]) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(dist, 'cli.js'), 'schema', kind]);
    await writeFile(join(dist, `${kind}.schema.json`), stdout);
  }
}
