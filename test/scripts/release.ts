/**
 * `npm run release`: makes everything that a release consists of in `release/`, and tries each part from an empty state. A
 * release itself is published by a person: the last lines are the commands for it.
 *   npm run release -- --dry-run    makes and tries everything, and leaves no tag
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { npmCommand, runScript } from './processes.ts';
import { distFolder, projectRoot, readManifest, vsixPath } from './project.ts';
import { writeActionBundle } from './release/action-bundle.ts';
import { readReleaseNotes } from './release/release-notes.ts';
import { tagFolder } from './release/release-tag.ts';
import { tryArtifacts } from './release/try-artifacts.ts';

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const isDryRun = values['dry-run'];
const { version } = readManifest();
const tag = `action-v${version}`;
const output = join(projectRoot, 'release');
const git = async (...args: string[]): Promise<string> => (await execa('git', args, { cwd: projectRoot })).stdout;

const changelog = await readFile(join(projectRoot, 'CHANGELOG.md'), 'utf8');
const notes = readReleaseNotes(changelog, isDryRun ? 'Unreleased' : version);
if (!isDryRun && (await git('status', '--porcelain')) !== '') {
  throw new Error(
    'Failed to make a release: files have changes that are not committed. Commit them, or use --dry-run.',
  );
}

await runScript(join(projectRoot, 'test', 'scripts', 'package.ts'));
await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
const temporary = await mkdtemp(join(tmpdir(), 'holdfast-release-'));
try {
  const archive = await packProgram();
  await copyFile(vsixPath(), join(output, basename(vsixPath())));
  await writeFile(join(output, 'notes.md'), notes);
  const { repository, commit } = await makeAction();
  await writeChecksums([basename(archive), basename(vsixPath()), `holdfast-action-${version}.tar.gz`]);
  console.log(`\nTag of the action: ${tag}, commit ${commit}\n`);
  for await (const line of tryArtifacts({ archive, repository, tag }, temporary)) console.log(`tried  ${line}`);
} finally {
  await rm(temporary, { recursive: true, force: true });
}
console.log(
  isDryRun ? '\nThis was a dry run: no tag was written. A person publishes with:' : '\nA person publishes with:',
);
console.log(`  git tag v${version} && git push origin v${version} ${tag}`);
console.log(
  `  gh release create v${version} --notes-file release/notes.md release/*.tgz release/*.vsix release/SHA256SUMS`,
);
console.log(`  vsce publish --packagePath release/${basename(vsixPath())}`);
console.log(`  ovsx publish release/${basename(vsixPath())}`);

async function packProgram(): Promise<string> {
  const [command, ...first] = npmCommand();
  await execa(command, [...first, 'pack', '--pack-destination', output, distFolder], { stdin: 'ignore' });
  return join(output, `holdfast-${version}.tgz`);
}

/** Tags the built action, in a dry run in a repository that is removed afterwards. */
async function makeAction(): Promise<{ readonly repository: string; readonly commit: string }> {
  const bundle = join(temporary, 'bundle');
  await writeActionBundle(bundle);
  let repository = projectRoot;
  if (isDryRun) {
    repository = join(temporary, 'repository');
    await execa('git', ['init', '-q', repository]);
    for (const [key, value] of [
      ['user.name', 'dry run'],
      ['user.email', 'dry-run@example.invalid'],
    ] as const) {
      await execa('git', ['-C', repository, 'config', key, value]);
    }
  }
  const commit = await tagFolder(repository, bundle, tag);
  const archive = join(output, `holdfast-action-${version}.tar.gz`);
  await execa('git', ['-C', repository, 'archive', '--format=tar.gz', '-o', `${archive}.part`, tag]);
  await rename(`${archive}.part`, archive);
  return { repository, commit };
}

/** Prints and writes the checksums of the files in the output folder. */
async function writeChecksums(files: readonly string[]): Promise<void> {
  const lines: string[] = [];
  for (const file of files) {
    const content = await readFile(join(output, file));
    lines.push(`${createHash('sha256').update(content).digest('hex')}  ${file}`);
    console.log(`${((await stat(join(output, file))).size / 1e6).toFixed(2).padStart(6)} MB  ${lines.at(-1) ?? ''}`);
  }
  await writeFile(join(output, 'SHA256SUMS'), `${lines.join('\n')}\n`);
}
