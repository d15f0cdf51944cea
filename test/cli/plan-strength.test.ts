import assert from 'node:assert/strict';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const FILE = 'slug.contract.yaml';
const contractOf = (chunk: string, start = 'version: 3\n'): string =>
  `${start}spec: { id: slug, title: Slugs }\nchunks:\n  - id: slug\n    title: Slugs\n    allowedFiles: [src/slug.ts]\n${chunk}`;

const SLUG = 'export const slugify = (text: string) => text;\n';

async function check(workspace: Workspace) {
  const { stdout } = await callHoldfast(workspace.folder, ['plan', 'check', FILE], workspace.environment());
  return stdout;
}

describe('holdfast plan check', () => {
  it('[BITE-2] says how many requirements fail before the work, and what says nothing', async () => {
    using workspace = new Workspace({ 'src/slug.ts': SLUG });
    workspace.write({
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
    using workspace = new Workspace({ 'src/slug.ts': SLUG });
    workspace.write({ [FILE]: contractOf('    creates: [slugify]\n') });
    assert.match(
      await check(workspace),
      /warning vacuous-chunk .*Nothing of this chunk fails before the work: Must create slugify/,
    );
    workspace.write({ 'src/slug.ts': 'export const slugify = (text: string) => text.trim();\n' });
    assert.doesNotMatch(await check(workspace), /vacuous-chunk|strength/);
  });

  it('[BITE-2] is silent where a command may notice what files do not show', async () => {
    using workspace = new Workspace({ 'src/slug.ts': SLUG });
    workspace.write({
      [FILE]: contractOf("    creates: [slugify]\n    acceptanceCommands: ['node --test']\n", 'version: 2\n'),
    });
    const stdout = await check(workspace);
    assert.match(
      stdout,
      /strength \[slug\] 0 of 1 requirements.*\n.*\n {2}to raise it: Let the acceptance commands fail first/,
    );
    assert.doesNotMatch(stdout, /vacuous-chunk/);
  });

  describe('says nothing about what may be the work', () => {
    const contract = contractOf('    creates: [slugify]\n');
    const isSilent = async (workspace: Workspace): Promise<void> =>
      assert.doesNotMatch(await check(workspace), /vacuous-chunk|creates-present|strength/);

    it('[BITE-2] of a contract that was committed with it, before it or after it', async () => {
      using together = new Workspace({ 'src/slug.ts': SLUG, [FILE]: contract });
      await isSilent(together);
      using before = new Workspace({ [FILE]: contract });
      before.write({ 'src/slug.ts': SLUG });
      await isSilent(before);
      before.git('add', '-A');
      before.git('commit', '-qm', 'work');
      await isSilent(before);
      using after = new Workspace({ 'src/slug.ts': SLUG });
      after.write({ [FILE]: contract });
      after.git('add', '-A');
      after.git('commit', '-qm', 'contract');
      await isSilent(after);
    });

    it('[BITE-2] of a contract that the branch renames, extends or splits', async () => {
      const other = contract.replaceAll('slug, title', 'other, title');
      using workspace = new Workspace({ 'src/slug.ts': SLUG, 'other.contract.yaml': other });
      workspace.git('mv', 'other.contract.yaml', FILE);
      await isSilent(workspace);
      workspace.write({ [FILE]: contract.replace('creates: [slugify]', 'creates: [slugify, slugify]') });
      await isSilent(workspace);
      workspace.write({ 'other.contract.yaml': other.replaceAll('slug\n', 'rest\n') });
      await isSilent(workspace);
    });

    it('[BITE-2] of a branch that has the work, and of a folder without git', async () => {
      using workspace = new Workspace({ 'a.txt': '' });
      workspace.git('checkout', '-qb', 'work');
      workspace.write({ 'src/slug.ts': SLUG, [FILE]: contract });
      workspace.git('add', '-A');
      workspace.git('commit', '-qm', 'work');
      await isSilent(workspace);
      using folder = new Workspace({ 'src/slug.ts': SLUG, [FILE]: contract }, { git: false });
      await isSilent(folder);
    });

    it('[BITE-2] of a chunk with another id since', async () => {
      using workspace = new Workspace({ 'src/slug.ts': SLUG, [FILE]: contract });
      workspace.write({ [FILE]: contract.replace('- id: slug', '- id: slugs') });
      await isSilent(workspace);
      const other = contract.replaceAll('slug, title', 'other, title').replace('- id: slug', '- id: other');
      using moved = new Workspace({ 'src/slug.ts': SLUG, 'other.contract.yaml': other });
      moved.write({ 'other.contract.yaml': other.replace('- id: other', '- id: more'), [FILE]: contract });
      await isSilent(moved);
    });

    const weakOf = (pattern: string): string =>
      contractOf(
        `    assertions:\n      - { message: Any, check: { type: pattern_match, target: src/slug.ts, pattern: '${pattern}' } }\n`,
      );

    it('[BITE-2] of a pattern that every text has: the file may be the work', async () => {
      for (const pattern of ['.*', String.raw`^[^\t]*$`]) {
        using workspace = new Workspace({ 'src/slug.ts': SLUG, [FILE]: weakOf(pattern) });
        await isSilent(workspace);
      }
    });

    it('[BITE-2] but names what fails, and what every text has in a file that is older', async () => {
      using workspace = new Workspace({ 'a.txt': '', [FILE]: contract });
      assert.match(await check(workspace), /strength \[slug\] 1 of 1 requirements fail/);
      using older = new Workspace({ 'src/slug.ts': SLUG });
      older.write({ [FILE]: weakOf('.*') });
      assert.match(await check(older), /vacuous-chunk [^]*says nothing: Any: its pattern matches every text/);
      older.write({ 'other.contract.yaml': contract.replaceAll('slug, title', 'other, title') });
      assert.match(await check(older), /vacuous-chunk/);
    });

    it('[BITE-2] of a gate whose assert fails without its target', async () => {
      const gate =
        "gates:\n  - id: shape\n    criteria: ['**']\n    assertions:\n      - { message: Is a function, check: { type: signature_match, target: slugify, file: src/slug.ts, expected: Function } }\n";
      using workspace = new Workspace({ 'a.txt': '' });
      workspace.write({ [FILE]: `${contract}${gate}` });
      const stdout = await check(workspace);
      assert.match(stdout, /strength \[slug\] 1 of 1/);
      assert.doesNotMatch(stdout, /nothing in it can fail/);
    });
  });

  it('[BITE-2] takes what the contract says to exist for kept', async () => {
    using workspace = new Workspace({ 'src/slug.ts': SLUG });
    workspace.write({ [FILE]: contractOf('    creates: [slugify]\n    plan: { allow: [creates-present] }\n') });
    const stdout = await check(workspace);
    assert.match(stdout, /strength \[slug\] its requirements protect what exists \(1\)/);
    assert.doesNotMatch(stdout, /vacuous-chunk/);
  });

  it('[BITE-2] reports a path out of the tree as before', async () => {
    using workspace = new Workspace({
      [FILE]: contractOf('    postconditions: [{ kind: file_exists, path: ../x.ts }]\n'),
    });
    assert.match(await check(workspace), /error COND/);
  });
});
