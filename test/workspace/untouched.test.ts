import assert from 'node:assert/strict';
import { lstat, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openRepository } from '../../src/workspace/open-repository.ts';
import { differing, fingerprint } from './support/fingerprint.ts';
import { temporaryFolder } from './support/temporary.ts';
import { ZOO } from './support/zoo.ts';

describe("The user's tree", () => {
  for (const { absent = [], ...entry } of ZOO) {
    const { name } = entry;
    it(`[ENF-RETRY-2] [ENF-RETRY-3] is byte for byte what it was after attempts that do not land: ${name}`, async () => {
      await using home = await temporaryFolder();
      const folder = await entry.build(home.path);
      const before = await fingerprint(home.path);
      await using storage = await temporaryFolder();
      await using repository = await openRepository({ folder, storage: storage.path });

      const base = await repository.takeBase();
      const attempt = await repository.openAttempt(base);
      await assertSameFiles(folder, attempt.root, await repository.tree.listFiles(), absent);
      const clean = await fingerprint(attempt.root);

      const [first = ''] = (await attempt.tree.listFiles()).filter(
        (file) => !file.startsWith('.git') && !file.startsWith('to-') && file !== 'untracked-link',
      );
      await writeFile(path.join(attempt.root, first), 'written by the model\n');
      await writeFile(path.join(attempt.root, 'created.ts'), 'created\n');
      const result = await attempt.snapshot();
      assert.deepEqual(
        (await attempt.changes(base.commit, result.commit)).map((change) => change.path).sort(),
        ['created.ts', first].sort(),
      );
      await rm(path.join(attempt.root, first));
      await writeFile(path.join(attempt.root, 'leaving.log'), 'left by a command\n');
      await attempt.reset();
      assert.deepEqual(differing(clean, await fingerprint(attempt.root)), []);

      const prepared = await repository.prepareLanding({ base, result });
      assert.deepEqual(prepared.conflicts, []);
      assert.deepEqual([...prepared.files].sort(), ['created.ts', first].sort());
      assert.equal(prepared.differsFromResult, false);
      await attempt.checkout(prepared.mergedCommit);
      assert.equal(await readFile(path.join(attempt.root, 'created.ts'), 'utf8'), 'created\n');
      await attempt.dispose();
      assert.deepEqual(await repository.recover(), []);
      // The folder of journals and locks is all that may have come to be, and only where git is.
      const after = await fingerprint(home.path, (file) =>
        /(^|\/)holdfast\/landing\.lock$|\.git(\/worktrees\/side)?\/holdfast$/.test(file),
      );
      assert.deepEqual(differing(before, after), []);
    });
  }
});

/** Every listed file is in the attempt with the same bytes, kind and executable bit; the absent ones are not. */
async function assertSameFiles(
  from: string,
  to: string,
  files: readonly string[],
  absent: readonly string[],
): Promise<void> {
  assert.ok(files.length > 0);
  for (const file of files) {
    const [one, other] = [path.join(from, file), path.join(to, file)];
    const [theirs, ours] = [await lstat(one), await lstat(other)];
    assert.equal(ours.isSymbolicLink(), theirs.isSymbolicLink(), file);
    if (theirs.isSymbolicLink()) assert.equal(await readlink(other), await readlink(one), file);
    else assert.deepEqual(await readFile(other), await readFile(one), file);
    if (theirs.isFile()) assert.equal(ours.mode & 0o111, theirs.mode & 0o111, file);
  }
  for (const file of absent) await assert.rejects(lstat(path.join(to, file)), file);
}
