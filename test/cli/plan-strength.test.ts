import assert from 'node:assert/strict';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const FILE = 'slug.contract.yaml';
const contractOf = (chunk: string, start = 'version: 3\n'): string =>
  `${start}spec: { id: slug, title: Slugs }\nchunks:\n  - id: slug\n    title: Slugs\n    allowedFiles: [src/slug.ts]\n${chunk}`;

async function check(workspace: Workspace) {
  const { stdout } = await callHoldfast(workspace.folder, ['plan', 'check', FILE], workspace.environment());
  return stdout;
}

describe('holdfast plan check', () => {
  it('[BITE-2] says how many requirements fail before the work, and what says nothing', async () => {
    using workspace = new Workspace({
      'src/slug.ts': 'export const slugify = (text: string) => text;\n',
      [FILE]: contractOf("    creates: [slugify, unslug]\n    acceptanceCommands: ['node --test']\n"),
    });
    const stdout = await check(workspace);
    assert.match(
      stdout,
      /strength \[slug\] 2 of 3 requirements fail before the work \(1 by a command that must fail first\)/,
    );
    assert.match(stdout, /says nothing: Must create slugify: the export exists before the work/);
    assert.doesNotMatch(stdout, /warning/);
  });

  it('[BITE-2] warns if nothing fails before the work, and not about work that has begun', async () => {
    using workspace = new Workspace({
      'src/slug.ts': 'export const slugify = (text: string) => text;\n',
      [FILE]: contractOf('    creates: [slugify]\n'),
    });
    assert.match(
      await check(workspace),
      /warning vacuous-chunk .*Nothing of this chunk fails before the work: Must create slugify/,
    );
    workspace.write({ 'src/slug.ts': 'export const slugify = (text: string) => text.trim();\n' });
    assert.doesNotMatch(await check(workspace), /vacuous-chunk|strength/);
  });

  it('[BITE-2] is silent where a command may notice what files do not show', async () => {
    using workspace = new Workspace({
      'src/slug.ts': 'export const slugify = (text: string) => text;\n',
      [FILE]: contractOf("    creates: [slugify]\n    acceptanceCommands: ['node --test']\n", 'version: 2\n'),
    });
    const stdout = await check(workspace);
    assert.match(
      stdout,
      /strength \[slug\] 0 of 1 requirements.*\n.*\n {2}to raise it: Let the acceptance commands fail first/,
    );
    assert.doesNotMatch(stdout, /vacuous-chunk/);
  });

  it('[BITE-2] reports a path out of the tree as before', async () => {
    using workspace = new Workspace({
      [FILE]: contractOf('    postconditions: [{ kind: file_exists, path: ../x.ts }]\n'),
    });
    assert.match(await check(workspace), /error COND/);
  });
});
