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

  it('[CHANGE-7] begin with a page of at most 120 lines, and name no package of a registry', async () => {
    const readme = await readFile(join(projectRoot, 'README.md'), 'utf8');
    assert.ok(readme.trimEnd().split('\n').length <= 120);
    for (const command of ['npm run demo', 'npm test']) assert.ok(readme.includes(`\`${command}\``), command);
    // Nothing is published: an archive or a folder can be installed, a name cannot.
    const published =
      /\b(?:npx(?: --?\S+)* holdfast|npm (?:i|install)(?: --?\S+)* (?:--package )?holdfast(?:@\S+)?(?=\s|$))/;
    for (const page of await glob(['*.md', 'docs/**/*.md'], { cwd: projectRoot, ignore: 'docs/decisions/**' })) {
      assert.doesNotMatch(await readFile(join(projectRoot, page), 'utf8'), published, page);
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
