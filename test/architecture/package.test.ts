import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot, vsixPath } from '../scripts/project.ts';
import { zipListing } from './zip-listing.ts';

const megabyte = 1_000_000;

/** The files in the package. */
const shipped = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package\.json|readme\.md|changelog\.md|LICENSE\.txt)$/i,
  /^extension\/dist\/(extension|cli|analysis-worker)\.js$/,
  /^extension\/dist\/[\w.-]+-[A-Z0-9]{8}\.js$/,
  /^extension\/dist\/webview\/[\w.-]+\.(js|css|ttf|svg)$/,
  /^extension\/dist\/[\w.-]+\.wasm$/,
  /^extension\/dist\/((contract|pipeline|domains|interfaces|twins|scenario)\.schema\.json|THIRD-PARTY-LICENSES\.txt)$/,
  /^extension\/docs\/images\/[\w-]+\.png$/,
  /^extension\/media\/[\w./-]+\.(svg|png|md|css)$/,
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
    ]) {
      assert.ok(names.includes(`extension/${needed}`), `${needed} is missing`);
    }
  });

  it('contains the pictures of its README and no others', async () => {
    const readme = await readFile(path.join(projectRoot, 'README.md'), 'utf8');
    const shown = [...readme.matchAll(/\]\((docs\/images\/[\w-]+\.png)\)/g)].map(
      ([, file = '']) => `extension/${file}`,
    );
    const packaged = (await zipListing(vsixPath()))
      .map((entry) => entry.name)
      .filter((name) => name.startsWith('extension/docs/'));
    assert.deepEqual(packaged.sort(), shown.sort());
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
