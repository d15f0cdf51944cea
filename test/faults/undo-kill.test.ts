import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { removeTree } from '../../src/workspace/files/remove-tree.ts';
import { isFullRun } from '../scripts/full-run.ts';
import { listDifferences } from '../workspace/support/fingerprint.ts';
import { LandingScene, LINES } from '../workspace/support/landing-scene.ts';

const program = fileURLToPath(new URL('../workspace/support/land-and-die.ts', import.meta.url));

/** A landing that changed, created and removed files, and later edits of the user. */
async function createScene(mode: 'commit' | 'working-tree', plain: boolean): Promise<LandingScene> {
  const scene = await LandingScene.create({ plain });
  await scene.createResult({
    'src/a.ts': LINES.replace('two', 'TWO'),
    'src/new/d.ts': 'd\n',
    'src/old/c.ts': null,
  });
  const prepared = await scene.prepare();
  const { merged, userSnapshot } = prepared;
  await prepared.land({ mode, message: 'chunk: A title' });
  await scene.repository.keepLanding('1a2b', { before: userSnapshot, after: merged });
  await scene.user.write('src/b.ts', 'changed\n');
  await scene.user.write('untracked.ts', 'untracked\n');
  return scene;
}

async function readState(scene: LandingScene, plain: boolean): Promise<Map<string, string>> {
  const files = new Map([...(await scene.fingerprint())].filter(([file]) => !file.startsWith('.git/')));
  if (plain) return files;
  files.set('HEAD', await scene.user.git('log', '--format=%s %T'));
  files.set('index', await scene.user.git('ls-files', '--stage'));
  files.set('status', await scene.user.git('status', '--porcelain', '--ignored'));
  return files;
}

describe('A killed undo', () => {
  for (const { mode, plain, name } of [
    { mode: 'commit' as const, plain: false, name: 'with a commit' },
    { mode: 'working-tree' as const, plain: false, name: 'in the working tree' },
    { mode: 'working-tree' as const, plain: true, name: 'in a folder without git' },
  ]) {
    it(`[EDIT-4] [ENF-RETRY-3] is completed or rolled back by the next command: ${name}`, async () => {
      await using scene = await createScene(mode, plain);
      const trees = await scene.repository.readLanding({ id: '1a2b' });
      assert.ok(trees !== undefined);
      const undo = (more: object): ReturnType<typeof spawnSync> => {
        const { folder } = scene.repository;
        const request = { folder, storage: scene.storage, base: trees.after.commit, result: trees.before.commit };
        return spawnSync(process.execPath, [program, JSON.stringify({ ...request, mode, ...more })], {
          encoding: 'utf8',
        });
      };
      const pristine = `${scene.user.folder}-pristine`;
      const copy = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
      await cp(scene.user.folder, pristine, copy);
      const restore = async (): Promise<void> => {
        await removeTree(scene.user.folder);
        await cp(pristine, scene.user.folder, copy);
      };
      const before = await readState(scene, plain);
      const ended = undo({ printSteps: true });
      assert.equal(ended.status, 0, String(ended.stderr));
      const steps = JSON.parse(String(ended.stdout)) as string[];
      const after = await readState(scene, plain);
      assert.equal(await scene.read('src/a.ts'), LINES);
      assert.equal(await scene.read('src/b.ts'), 'changed\n');
      const outcomes = new Set<string>();
      // Some steps are enough: landings are killed after every one with the same journal.
      for (const [index, step] of steps.entries()) {
        if (index % (isFullRun ? 2 : 5) !== 1) continue;
        await restore();
        assert.equal(undo({ dieAfter: index + 1 }).signal, 'SIGKILL');
        await scene.repository.recover();
        const recovered = await readState(scene, plain);
        const [changed, missing] = [listDifferences(before, recovered), listDifferences(after, recovered)];
        const outcome = changed.length === 0 ? 'unchanged' : missing.length === 0 ? 'undone' : 'torn';
        assert.notEqual(outcome, 'torn', `killed after "${step}": ${changed.join()} / ${missing.join()}`);
        outcomes.add(outcome);
      }
      assert.deepEqual([...outcomes].sort(), ['unchanged', 'undone']);
    });
  }
});
