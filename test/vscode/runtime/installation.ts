import { chmod, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import { withLock } from '../../scripts/lock.ts';
import { npm } from '../../scripts/processes.ts';
import { cacheFolder } from '../../scripts/project.ts';
import { runtimeVersions, type RuntimeName, type RuntimeVersion } from './versions.ts';

/** A VS Code with its own Node on disk. */
export interface Installation extends RuntimeVersion {
  readonly name: RuntimeName;
  /** The Node that runs the server and the extension host. */
  readonly nodePath: string;
  /** The entry file of VS Code's server. */
  readonly serverMain: string;
}

const productSchema = z.looseObject({ version: z.string() });

/**
 * Installs a VS Code from the npm registry into the cache, once for all processes.
 * @param report receives progress messages
 */
export async function installVscode(name: RuntimeName, report: (line: string) => void): Promise<Installation> {
  const version: RuntimeVersion = runtimeVersions[name];
  const folder = join(cacheFolder, `vscode-${version.vscode}`);
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    report(`Installing VS Code ${version.vscode} for the tests (once) …`);
    const partial = `${folder}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    await populate(partial, version);
    await verify(partial, name);
    await rename(partial, folder);
  });
  return locate(folder, name);
}

function locate(folder: string, name: RuntimeName): Installation {
  const node = join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return {
    ...runtimeVersions[name],
    name,
    nodePath: node,
    serverMain: join(vscodeFolder(folder), 'out', 'server-main.js'),
  };
}

function vscodeFolder(folder: string): string {
  return join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
}

/**
 * Installs the packages without their install scripts, which build native modules and download files that the tests do
 * not need.
 */
async function populate(folder: string, version: RuntimeVersion): Promise<void> {
  const packages = [`code-server@${version.codeServer}`, `node@${version.node}`];
  if (version.ripgrep) packages.push(`${ripgrepPackage}@${version.ripgrep}`);
  await npm(folder, 'install', '--prefix', folder, '--ignore-scripts', ...packages);
  const nodePackage = join(folder, 'node_modules', 'node');
  await execa(process.execPath, ['installArchSpecificPackage'], { cwd: nodePackage, all: true, stdin: 'ignore' });
  await useRegistryOnly(vscodeFolder(folder));
  await npm(vscodeFolder(folder), 'install', '--ignore-scripts', '--omit=dev');
  if (version.ripgrep) await copyRipgrep(folder);
}

const dependenciesSchema = z.record(z.string(), z.string());
const manifestSchema = z.looseObject({ dependencies: dependenciesSchema });
const shrinkwrapSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), dependencies: dependenciesSchema.optional() }),
  ),
});

/** Takes a dependency that VS Code pins to a commit on GitHub from the registry, in the version of that commit. */
async function useRegistryOnly(folder: string): Promise<void> {
  const [manifestFile, shrinkwrapFile] = [join(folder, 'package.json'), join(folder, 'npm-shrinkwrap.json')];
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
  const onGitHub = Object.keys(manifest.dependencies).filter((name) => manifest.dependencies[name]?.includes('#'));
  if (onGitHub.length === 0) return;
  const shrinkwrap = shrinkwrapSchema.parse(JSON.parse(await readFile(shrinkwrapFile, 'utf8')));
  for (const name of onGitHub) {
    const version = shrinkwrap.packages[`node_modules/${name}`]?.version ?? 'latest';
    delete shrinkwrap.packages[`node_modules/${name}`];
    for (const dependencies of [manifest.dependencies, shrinkwrap.packages['']?.dependencies ?? {}]) {
      dependencies[name] = version;
    }
  }
  await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
  await writeFile(shrinkwrapFile, JSON.stringify(shrinkwrap, null, 2));
}

const ripgrepPackage = `@vscode/ripgrep-${process.platform}-${process.arch}`;

/** Copies ripgrep to the path where VS Code's install script would download it. */
async function copyRipgrep(folder: string): Promise<void> {
  const executable = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const target = join(vscodeFolder(folder), 'node_modules', '@vscode', 'ripgrep', 'bin', executable);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(join(folder, 'node_modules', ripgrepPackage, 'bin', executable), target);
  await chmod(target, 0o755);
}

async function verify(folder: string, name: RuntimeName): Promise<void> {
  const installation = locate(folder, name);
  const product = productSchema.parse(JSON.parse(await readFile(join(vscodeFolder(folder), 'product.json'), 'utf8')));
  if (product.version !== installation.vscode) {
    throw new Error(
      `code-server@${installation.codeServer} contains VS Code ${product.version}, expected ${installation.vscode}`,
    );
  }
  const { stdout } = await execa(installation.nodePath, ['--version']);
  if (stdout !== `v${installation.node}`) {
    throw new Error(`The Node of VS Code ${installation.vscode} is ${stdout}, expected v${installation.node}`);
  }
}
