import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { loadedWith, packageOf, reachableFrom, readBundles } from '../scripts/bundles.ts';
import { distFolder } from '../scripts/project.ts';

const startLimit = 1_500_000;
const heavy =
  /^(ts-morph|@ts-morph\/common|typescript|ai|@ai-sdk\/.*|gpt-tokenizer|@opentelemetry\/.*|@pydantic\/genai-prices|kysely)$/;

describe('The bundles', () => {
  it('load less than 1.5 MB at startup', async () => {
    const bundles = await readBundles();
    const loaded = loadedWith(bundles, 'dist/extension.js');
    const bytes = loaded.reduce((sum, name) => sum + (bundles[name]?.bytes ?? 0), 0);
    assert.ok(bytes > 0 && bytes < startLimit, `${bytes} bytes in ${loaded.join(', ')}`);
  });

  it('load no type checker, model provider or database at startup', async () => {
    const bundles = await readBundles();
    const inputs = loadedWith(bundles, 'dist/extension.js').flatMap((name) => Object.keys(bundles[name]?.inputs ?? {}));
    const packages = new Set(inputs.map((input) => packageOf(input) ?? ''));
    assert.deepEqual(
      [...packages].filter((name) => heavy.test(name)),
      [],
    );
  });

  it('load OpenTelemetry only where telemetry is opened', async () => {
    const bundles = await readBundles();
    const isTelemetry = (name: string) =>
      Object.keys(bundles[name]?.inputs ?? {}).some((input) => packageOf(input)?.startsWith('@opentelemetry/'));
    const ownChunks = Object.entries(bundles).filter(
      ([, { inputs }]) =>
        Object.keys(inputs).some((input) => packageOf(input) === undefined) &&
        !('src/foundation/telemetry/otel-telemetry.ts' in inputs),
    );
    const loading = ownChunks.filter(([name]) => loadedWith(bundles, name).some(isTelemetry));
    assert.ok(Object.keys(bundles).some(isTelemetry), 'OpenTelemetry is not bundled');
    assert.deepEqual(
      loading.map(([name]) => name),
      [],
    );
  });

  it("contain no undici, which would bypass the editor's proxy, and no compiler of the tools", async () => {
    const bundles = Object.values(await readBundles());
    const inputs = bundles.flatMap((bundle) => Object.keys(bundle.inputs));
    assert.deepEqual(
      inputs.filter((input) => /^(undici|typescript)$/.test(packageOf(input) ?? '')),
      [],
    );
  });

  it('import nothing external except Node modules and, in the extension, the editor', async () => {
    const bundles = await readBundles();
    const known = new Set([
      ...builtinModules,
      ...builtinModules.map((name) => `node:${name}`),
      'node:sqlite',
      'vscode',
    ]);
    // An optional import of TypeScript for debugging.
    known.add('source-map-support');
    // The optional native client of PostgreSQL, which is used only if a program asks for it.
    known.add('pg-native');
    const outside = Object.entries(bundles).flatMap(([name, bundle]) =>
      bundle.imports.filter((used) => used.external).map((used) => ({ name, path: used.path })),
    );
    assert.deepEqual(
      // The start of a session is built apart, and loads chunks of the whole program.
      outside.filter(({ path }) => !known.has(path) && bundles[join('dist', path)] === undefined),
      [],
    );
    for (const entry of [
      'dist/cli.js',
      'dist/quick-start.js',
      'dist/analysis-worker.js',
      'dist/process-starter.js',
      'dist/sandbox-check.js',
    ]) {
      const reachable = new Set(reachableFrom(bundles, entry));
      assert.ok(reachable.size > 0, `${entry} was not built`);
      assert.deepEqual(
        outside.filter(({ name, path }) => path === 'vscode' && reachable.has(name)),
        [],
        entry,
      );
    }
  });

  it('export the names of packages that are imported dynamically', async () => {
    const bundles = await readBundles();
    const ownChunks = Object.values(bundles).filter((bundle) =>
      Object.keys(bundle.inputs).some((input) => !packageOf(input)),
    );
    const lazy = new Set(
      ownChunks.flatMap((bundle) =>
        bundle.imports.filter((used) => used.kind === 'dynamic-import').map((used) => used.path),
      ),
    );
    const nameless = [...lazy].filter((path) => {
      const bundle = bundles[path];
      const name = bundle?.entryPoint === undefined ? undefined : packageOf(bundle.entryPoint);
      // A bundled CommonJS package exports no names unless esbuild.mjs wraps it. Of the listed ones, the default is read.
      const usesDefault =
        name === '@vercel/oidc' ||
        name === '@vscode/tree-sitter-wasm' ||
        bundle?.entryPoint?.endsWith('/typescript.js');
      return name !== undefined && bundle?.exports.join() === 'default' && usesDefault !== true;
    });
    assert.deepEqual(
      nameless.map((path) => bundles[path]?.entryPoint),
      [],
    );
  });

  it('include the license of every bundled package', async () => {
    const inputs = Object.values(await readBundles()).flatMap((bundle) => Object.keys(bundle.inputs));
    const packages = new Set(inputs.flatMap((input) => packageOf(input) ?? []));
    const licenses = await readFile(join(distFolder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    assert.ok(packages.size > 0);
    assert.deepEqual(
      [...packages].filter((name) => !licenses.includes(`${name} `)),
      [],
    );
  });
});
