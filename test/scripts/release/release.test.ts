import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Workspace } from '../../cli/support/workspace.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';
import { distFolder } from '../project.ts';
import { writeActionBundle } from './action-bundle.ts';
import { readReleaseNotes } from './release-notes.ts';
import { tagFolder } from './release-tag.ts';

describe('a release', () => {
  it('[CHANGE-7] has the notes under the heading of its version, and none without them', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n- One\n\n### More\n\n## 1.1.0\n\n- Zero\n';
    assert.equal(readReleaseNotes(changelog, '1.2.0'), '- One\n\n### More\n');
    for (const heading of ['Unreleased', '1.2', '2.0.0']) {
      assert.throws(() => readReleaseNotes(changelog, heading), new RegExp(`heading "${heading}"`));
    }
  });

  it('[CHANGE-7] has a tag with the built action alone, and leaves the repository as it is', async () => {
    using workspace = new Workspace({ 'src/a.ts': 'export const a = 1;\n', '.gitignore': 'dist/\n' });
    workspace.write({ 'src/a.ts': 'export const a = 2;\n' });
    await using bundle = await temporaryFolder();
    await writeActionBundle(bundle.at('.'));
    const before = workspace.state();
    const commit = await tagFolder(workspace.folder, bundle.at('.'), 'action-v1.0.0');
    const after = workspace.state();
    assert.deepEqual({ ...after, refs: '' }, { ...before, refs: '' });
    const tagged = workspace.git('ls-tree', '-r', '--name-only', commit).split('\n');
    const { files } = JSON.parse(readFileSync(join(distFolder, 'package.json'), 'utf8')) as { files: string[] };
    const expected = ['LICENSE', 'action.yml', 'dist/package.json', ...files.map((file) => `dist/${file}`)];
    assert.deepEqual(tagged.sort(), expected.sort());
    assert.ok(tagged.includes('dist/cli.js') && !tagged.some((file) => file.includes('webview')));
    assert.equal(workspace.git('rev-list', '--count', 'action-v1.0.0'), '1');
    const manifest = parse(workspace.git('show', 'action-v1.0.0:action.yml')) as { runs: { using: string } };
    assert.equal(manifest.runs.using, 'composite');
  });
});
