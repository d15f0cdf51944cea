import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, vsixPath } from '../scripts/project.ts';
import { readZipEntry, zipListing } from './zip-listing.ts';

const megabyte = 1_000_000;

/** The files in the package. */
const shipped = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package\.json|package\.nls(\.[\w-]+)?\.json|readme\.md|changelog\.md|LICENSE\.txt)$/i,
  /^extension\/dist\/(extension|cli|analysis-worker|process-starter|quick-start|sandbox-check)\.js$/,
  /^extension\/dist\/[\w.-]+-[A-Z0-9]{8}\.js$/,
  /^extension\/dist\/webview\/[\w.-]+\.(js|css|ttf|svg)$/,
  /^extension\/dist\/[\w.-]+\.wasm$/,
  /^extension\/dist\/((contract|pipeline|domains|interfaces|twins|scenario)\.schema\.json|THIRD-PARTY-LICENSES\.txt)$/,
  /^extension\/media\/agent-plugin\/(holdfast\.mjs|\.claude-plugin\/plugin\.json|hooks\/hooks\.json|skills\/holdfast\/SKILL\.md)$/,
  /^extension\/media\/((l10n|walkthrough)\/)?[\w.-]+\.(svg|png|md|css|json)$/,
];

describe('The packaged extension', () => {
  it('contains the required files and no others', async () => {
    const names = (await zipListing(vsixPath())).map((entry) => entry.name);
    assert.deepEqual(
      names.filter((name) => !shipped.some((pattern) => pattern.test(name))),
      [],
    );
    for (const needed of [
      'package.json',
      'dist/extension.js',
      'dist/cli.js',
      'dist/contract.schema.json',
      'dist/pipeline.schema.json',
      'dist/domains.schema.json',
      'dist/interfaces.schema.json',
      'dist/twins.schema.json',
      'dist/scenario.schema.json',
      'media/agent-plugin/holdfast.mjs',
      'media/agent-plugin/.claude-plugin/plugin.json',
      'media/agent-plugin/hooks/hooks.json',
      'media/agent-plugin/skills/holdfast/SKILL.md',
    ]) {
      assert.ok(names.includes(`extension/${needed}`), `${needed} is missing`);
    }
  });

  it('shows the pictures and pages of its README from the repository, so that every marketplace shows them', async () => {
    const [source, packaged] = await Promise.all([
      readFile(path.join(projectRoot, 'README.md'), 'utf8'),
      readZipEntry(vsixPath(), 'extension/readme.md'),
    ]);
    const links = (text: string): readonly string[] =>
      [...text.matchAll(/\]\((?!#)([^)]+)\)/g)].map(([, link = '']) => link);
    assert.ok(links(source).some((link) => link.endsWith('.png')));
    assert.deepEqual(
      links(packaged).filter((link) => !link.startsWith('https://')),
      [],
    );
    assert.deepEqual(
      links(packaged).map((link) => path.posix.basename(link)),
      links(source).map((link) => path.posix.basename(link)),
    );
  });

  it('is smaller than 12 MB', async () => {
    const { size } = await stat(vsixPath());
    assert.ok(size < 12 * megabyte, `${(size / megabyte).toFixed(2)} MB`);
  });

  it('has no native binary, so that one package serves every platform', async () => {
    const names = (await zipListing(vsixPath())).map((entry) => entry.name);
    assert.deepEqual(
      names.filter((name) => /\.(node|so|dll|dylib|exe)$/.test(name)),
      [],
    );
  });
});
