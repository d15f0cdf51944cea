import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pythonPathOf } from '../../../src/workspace/environment/python-path.ts';
import { TemporaryFolder } from '../../verdicts/checks/temporary-folder.ts';

describe('the PYTHONPATH of an attempt', () => {
  it('[LANG-1] has the source folders of a Python project and its root, before the inherited folders', async () => {
    await using project = await TemporaryFolder.create({ 'pyproject.toml': '' });
    assert.equal(pythonPathOf(project.path, undefined), project.path);
    mkdirSync(join(project.path, 'src'));
    const folders = [join(project.path, 'src'), project.path];
    assert.equal(pythonPathOf(project.path, ''), folders.join(delimiter));
    assert.equal(pythonPathOf(project.path, '/opt/x'), [...folders, '/opt/x'].join(delimiter));
    await using other = await TemporaryFolder.create({ 'package.json': '{}' });
    assert.equal(pythonPathOf(other.path, '/opt/x'), undefined);
  });
});
