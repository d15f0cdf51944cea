import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { glob } from 'tinyglobby';
import { generatedFiles } from '../scripts/generated-files.ts';
import { projectRoot } from '../scripts/project.ts';

describe('The documents', () => {
  it('describe the current model, checks, settings, commands and folders (node test/scripts/write-docs.ts)', async () => {
    for (const { file, text } of await generatedFiles()) {
      assert.equal(await readFile(file, 'utf8'), text, `${file} is stale`);
    }
  });

  it('link only to files that exist, and show each picture', async () => {
    const pages = await glob(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: projectRoot });
    assert.ok(pages.length > 0);
    const links = await Promise.all(
      pages.map(async (page) => {
        const text = await readFile(join(projectRoot, page), 'utf8');
        const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] ?? '');
        return targets.map((target) => ({ page, target: join(dirname(page), target) }));
      }),
    );
    const broken = links.flat().filter(({ target }) => !existsSync(join(projectRoot, target)));
    assert.deepEqual(broken, []);
    const linked = new Set(links.flat().map(({ target }) => target));
    const pictures = await glob('docs/images/*', { cwd: projectRoot });
    assert.deepEqual(
      pictures.filter((picture) => !linked.has(picture)),
      [],
    );
  });
});
