import assert from 'node:assert/strict';
import { lstat, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openRepository } from '../../src/workspace/open-repository.ts';
import { listDifferences, fingerprint } from './support/fingerprint.ts';
import { temporaryFolder } from './support/temporary.ts';
import { SAMPLE_REPOSITORIES } from './support/sample-repositories.ts';

describe("The user's tree", () => {
  for (const { absent = [], ...entry } of SAMPLE_REPOSITORIES) {
    const { name } = entry;
    it(`[ENF-RETRY-2] [ENF-RETRY-3] is byte-for-byte unchanged after attempts that do not land: ${name}`, async () => {
      await using home = await temporaryFolder();
      const folder = await entry.build(home.path);
      const before = await fingerprint(home.path);
      await using storage = await temporaryFolder();
      await using repository = await openRepository({ folder, storage: storage.path });

      const base = await repository.createBase();
      const attempt = await repository.openWorktree(base);
      await assertSameFiles(folder, attempt.root, await repository.tree.listFiles(), absent);
      const clean = await fingerprint(attempt.root);

      const [first = ''] = (await attempt.tree.listFiles()).filter(
        (file) => !file.startsWith('.git') && !file.startsWith('to-') && file !== 'untracked-link',
      );
      await writeFile(path.join(attempt.root, first), 'written by the model\n');
      await writeFile(path.join(attempt.root, 'created.ts'), 'created\n');
      const result = await attempt.snapshot();
      assert.deepEqual(
        (await attempt.listChanges(base.commit, result.commit)).map((change) => change.path).sort(),
        ['created.ts', first].sort(),
      );
      await rm(path.join(attempt.root, first));
      await writeFile(path.join(attempt.root, 'leaving.log'), 'left by a command\n');
      await attempt.reset();
      assert.deepEqual(listDifferences(clean, await fingerprint(attempt.root)), []);

      const prepared = await repository.prepareLanding({ base, result });
      assert.deepEqual(prepared.conflicts, []);
      assert.deepEqual([...prepared.files].sort(), ['created.ts', first].sort());
      assert.equal(prepared.differsFromResult, false);
      await attempt.checkout(prepared.mergedCommit);
      assert.equal(await readFile(path.join(attempt.root, 'created.ts'), 'utf8'), 'created\n');
      await attempt.dispose();
      assert.deepEqual(await repository.recover(), []);
      // Only the folder of journals and locks may be new, and only in a git repository.
      const after = await fingerprint(home.path, (file) =>
        /(^|\/)holdfast\/landing\.lock$|\.git(\/worktrees\/side)?\/holdfast$/.test(file),
      );
      assert.deepEqual(listDifferences(before, after), []);
    });
  }
});

/** Asserts that the attempt has every listed file with the same bytes, kind and executable bit, and no absent file. */
async function assertSameFiles(
  from: string,
  to: string,
  files: readonly string[],
  absent: readonly string[],
): Promise<void> {
  assert.ok(files.length > 0);
  for (const file of files) {
    const [one, other] = [path.join(from, file), path.join(to, file)];
    const [userFile, attemptFile] = [await lstat(one), await lstat(other)];
    assert.equal(attemptFile.isSymbolicLink(), userFile.isSymbolicLink(), file);
    if (userFile.isSymbolicLink()) assert.equal(await readlink(other), await readlink(one), file);
    else assert.deepEqual(await readFile(other), await readFile(one), file);
    if (userFile.isFile()) assert.equal(attemptFile.mode & 0o111, userFile.mode & 0o111, file);
  }
  for (const file of absent) await assert.rejects(lstat(path.join(to, file)), file);
}
