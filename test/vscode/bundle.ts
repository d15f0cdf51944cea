import { copyFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { glob } from 'tinyglobby';
import { cacheFolder, projectRoot } from '../scripts/project.ts';

const suiteFolder = join(projectRoot, 'test', 'vscode', 'suite');
const helperSource = join(projectRoot, 'test', 'vscode', 'helper');

/** The folder of the built helper extension. */
export const helperFolder = join(cacheFolder, 'helper');

/**
 * Builds the suite and the helper extension for the extension host. The module of the suite is CommonJS, because VS Code loads
 * tests that way even for ES module extensions.
 * @param names the names of the test files without `.test.ts`; all files if there is none
 * @returns the path of the module that VS Code runs
 */
export async function bundleSuite(names: readonly string[] = []): Promise<string> {
  const files = (await glob('**/*.test.ts', { cwd: suiteFolder })).sort();
  const selected = names.length === 0 ? files : names.map((name) => `${name}.test.ts`);
  const unknown = selected.find((file) => !files.includes(file));
  if (unknown !== undefined) throw new Error(`No test file ${unknown}. Files: ${files.join(', ')}`);
  // Suites with different files can run at the same time.
  const outfile = join(cacheFolder, 'suite', `${names.join('-') || 'index'}.cjs`);
  await bundleForHost(join(suiteFolder, 'index.ts'), outfile, { tests: selected });
  await bundleHelper();
  return outfile;
}

/** Builds the helper extension. */
export async function bundleHelper(): Promise<void> {
  await bundleForHost(join(helperSource, 'extension.ts'), join(helperFolder, 'extension.cjs'));
  await copyFile(join(helperSource, 'package.json'), join(helperFolder, 'package.json'));
}

/** The folder of the built extension with the identifier redhat.vscode-yaml. */
export const yamlExtensionFolder = join(cacheFolder, 'yaml');

/** Builds the extension with the YAML language server. */
export async function bundleYamlExtension(): Promise<void> {
  const source = join(projectRoot, 'test', 'vscode', 'yaml');
  await bundleForHost(join(source, 'extension.ts'), join(yamlExtensionFolder, 'extension.cjs'));
  const server = join(projectRoot, 'node_modules/yaml-language-server');
  // The main field of several of its packages names a UMD module, whose imports cannot be bundled.
  const outfile = join(yamlExtensionFolder, 'server.cjs');
  await bundleForHost(join(server, 'out/server/src/server.js'), outfile, { mainFields: ['module', 'main'] });
  await cp(join(server, 'l10n'), join(yamlExtensionFolder, 'l10n'), { recursive: true });
  await copyFile(join(source, 'package.json'), join(yamlExtensionFolder, 'package.json'));
}

export interface HostBundleOptions {
  /** The fields of package.json that name the module of a package, the first that exists. */
  readonly mainFields?: readonly string[];
  /** The test files of the suite, relative to its folder. */
  readonly tests?: readonly string[];
}

/** Builds one module that an extension host can load. */
export async function bundleForHost(
  entry: string,
  outfile: string,
  { mainFields, tests = [] }: HostBundleOptions = {},
): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    ...(mainFields === undefined ? {} : { mainFields: [...mainFields] }),
    external: ['vscode'],
    plugins: [testList(tests)],
    sourcemap: 'inline',
    // esbuild warns about files of mocha's parallel mode, which is not used.
    logLevel: 'error',
  });
}

/** Loads the tests when mocha is ready, not when the bundle is evaluated. */
function testList(files: readonly string[]): Plugin {
  return {
    name: 'vscode-tests',
    setup(plugin) {
      const name = 'virtual:vscode-tests';
      plugin.onResolve({ filter: /^virtual:vscode-tests$/ }, () => ({ path: name, namespace: name }));
      plugin.onLoad({ filter: /.*/, namespace: name }, () => {
        const imports = files.map((file) => `await import(${JSON.stringify(`./${file}`)});`);
        return {
          contents: `export async function loadTests() { ${imports.join('\n')} }`,
          resolveDir: suiteFolder,
          loader: 'ts',
        };
      });
    },
  };
}
