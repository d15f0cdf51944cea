import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa, type ResultPromise } from 'execa';
import { installVscode } from '../../vscode/runtime/installation.ts';
import { npmCommand } from '../processes.ts';
import { cacheFolder, readManifest, vsixPath } from '../project.ts';
import { startExtensionRegistry } from './extension-registry.ts';

const OVSX = 'ovsx@1.4.0';

/** What a release consists of. */
export interface ReleaseFiles {
  /** The package of the command line. */
  readonly archive: string;
  /** A repository that has the tag of the action. */
  readonly repository: string;
  readonly tag: string;
}

/** Tries each part from an empty state, in an empty folder. Each line says what was done and what it answered. */
export async function* tryArtifacts(files: ReleaseFiles, folder: string): AsyncGenerator<string> {
  await createChange(join(folder, 'change'));
  yield* tryArchive(files.archive, folder);
  yield* tryAction(files, folder);
  yield* tryExtension(folder);
  yield* tryUpload();
}

/** A repository in which an import has lost its export. */
async function createChange(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const git = (...args: string[]): ResultPromise =>
    execa('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });
  await writeFile(join(folder, 'price.ts'), 'export const price = 1;\n');
  await writeFile(join(folder, 'use.ts'), "import { price } from './price.ts';\nexport const used = price;\n");
  await git('init', '-q', '-b', 'main');
  await git('add', '-A');
  await git('commit', '-qm', 'first');
  await git('switch', '-qc', 'work');
  await writeFile(join(folder, 'price.ts'), 'export const cost = 1;\n');
  await git('commit', '-qam', 'rename it');
}

/** Installs the package into an empty prefix with an empty cache, without a network. */
async function* tryArchive(archive: string, folder: string): AsyncGenerator<string> {
  const prefix = join(folder, 'prefix');
  const env = { npm_config_cache: join(folder, 'npm-cache'), npm_config_offline: 'true' };
  const [command, ...first] = npmCommand();
  await execa(command, [...first, 'install', '--global', '--prefix', prefix, archive], { env, stdin: 'ignore' });
  const program = join(prefix, ...(process.platform === 'win32' ? ['holdfast.cmd'] : ['bin', 'holdfast']));
  yield* judge('npm install --global, in an empty prefix', program, ['check', '--since', 'main'], folder);
}

/** Clones the tag and starts the program in it as the action does. */
async function* tryAction({ repository, tag }: ReleaseFiles, folder: string): AsyncGenerator<string> {
  const clone = join(folder, 'action');
  await execa('git', ['clone', '-q', '--depth=1', '--branch', tag, `file://${repository}`, clone]);
  if (!existsSync(join(clone, 'action.yml'))) throw new Error(`${tag} has no action.yml`);
  const program = [join(clone, 'dist', 'cli.js'), 'check', '--since', 'main'];
  yield* judge(`a clone of ${tag}`, process.execPath, program, folder);
}

async function* judge(label: string, program: string, args: readonly string[], folder: string): AsyncGenerator<string> {
  const env = { HOLDFAST_STORAGE: join(folder, 'storage'), NO_COLOR: '1' };
  const { exitCode, stdout, stderr } = await execa(program, args, {
    cwd: join(folder, 'change'),
    env,
    stdin: 'ignore',
    reject: false,
  });
  if (exitCode !== 1 || !stdout.includes('use.ts:1')) {
    throw new Error(`${label}: expected the broken import, got exit code ${exitCode}\n${stdout}${stderr}`);
  }
  yield `${label}: ${stdout.split('\n').slice(0, 2).join(' ')}`;
}

/** Installs the extension into the lowest VS Code with an empty profile. */
async function* tryExtension(folder: string): AsyncGenerator<string> {
  const { vscode, nodePath, serverMain } = await installVscode('lowest', () => undefined);
  const extensions = join(folder, 'extensions');
  await mkdir(extensions);
  const options = ['--server-data-dir', join(folder, 'data'), '--extensions-dir', extensions];
  const accepted = '--accept-server-license-terms';
  await execa(nodePath, [serverMain, '--install-extension', vsixPath(), ...options, accepted], { stdin: 'ignore' });
  const { publisher, name, version } = readManifest();
  const installed = (await readdir(extensions)).find((entry) => entry === `${publisher}.${name}-${version}`);
  if (installed === undefined) throw new Error(`VS Code ${vscode} did not install ${vsixPath()}`);
  yield `VS Code ${vscode}, with an empty profile: installed ${installed}`;
}

/** Uploads the extension with ovsx to a registry on this machine, which must receive it byte for byte. */
async function* tryUpload(): AsyncGenerator<string> {
  const home = join(cacheFolder, 'ovsx');
  const [command, ...first] = npmCommand();
  if (!existsSync(join(home, 'node_modules', 'ovsx'))) {
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true });
    const options = ['--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await execa(command, [...first, 'install', ...options, OVSX], { stdin: 'ignore' });
  }
  await using registry = await startExtensionRegistry(readManifest());
  const program = join(home, 'node_modules', 'ovsx', 'bin', 'ovsx');
  const publish = ['publish', vsixPath(), '--registryUrl', registry.url, '--pat', 'none'];
  const { stdout } = await execa(process.execPath, [program, ...publish], { stdin: 'ignore' });
  const [upload] = registry.uploads;
  if (upload?.equals(await readFile(vsixPath())) !== true) throw new Error(`ovsx uploaded something else\n${stdout}`);
  yield `${OVSX}, to a registry on this machine: ${stdout.trim()}`;
}
