import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceText } from '../../../src/workspace/files/replace-text.ts';

describe('replaceText', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-replace-'));
    mkdirSync(join(folder, 'tree'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const root = (): string => join(folder, 'tree');
  const at = (file: string): string => join(root(), file);

  it('[ENF-AMEND-4] replaces the whole text and keeps permissions and the byte order mark', async () => {
    writeFileSync(at('a.yaml'), '\ufeffone: 1\r\n');
    chmodSync(at('a.yaml'), 0o750);
    await replaceText(root(), 'a.yaml', 'one: 1\r\n', 'one: 2\r\n');
    assert.equal(readFileSync(at('a.yaml'), 'utf8'), '\ufeffone: 2\r\n');
    if (process.platform !== 'win32') assert.equal(statSync(at('a.yaml')).mode & 0o777, 0o750);
    assert.deepEqual(readdirSync(root()), ['a.yaml']);
  });

  it('[ENF-AMEND-4] changes nothing if the file has other text or does not exist', async () => {
    writeFileSync(at('a.yaml'), 'one: 3\n');
    await assert.rejects(replaceText(root(), 'a.yaml', 'one: 1\n', 'one: 2\n'), { code: 'conflict' });
    assert.equal(readFileSync(at('a.yaml'), 'utf8'), 'one: 3\n');
    await assert.rejects(replaceText(root(), 'b.yaml', '', 'one: 2\n'), { code: 'conflict' });
    assert.deepEqual(readdirSync(root()), ['a.yaml']);
  });

  it('writes through a link inside the tree and never outside the tree', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(at('real.yaml'), 'one: 1\n');
    symlinkSync('real.yaml', at('link.yaml'));
    await replaceText(root(), 'link.yaml', 'one: 1\n', 'one: 2\n');
    assert.equal(readFileSync(at('real.yaml'), 'utf8'), 'one: 2\n');
    writeFileSync(join(folder, 'outside.yaml'), 'one: 1\n');
    symlinkSync('../outside.yaml', at('out.yaml'));
    for (const path of ['out.yaml', '../outside.yaml']) {
      await assert.rejects(replaceText(root(), path, 'one: 1\n', 'one: 2\n'), { code: 'outside-tree' });
    }
    assert.equal(readFileSync(join(folder, 'outside.yaml'), 'utf8'), 'one: 1\n');
  });
});
