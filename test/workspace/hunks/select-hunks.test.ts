import assert from 'node:assert/strict';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import type { Repository } from '../../../src/workspace/repository.ts';
import type { ResultFile } from '../../../src/workspace/hunks/result-files.ts';
import type { Snapshot } from '../../../src/workspace/git/snapshot.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import '../../random-seed.ts';

const LINES = ['one', 'two', 'three', 'four', 'five', 'six', ''].join('\n');
const CRLF = LINES.replaceAll('\n', '\r\n');

/** A repository with a base and a result that changes files in every way. */
function createScene(): { workspace: Workspace; base: string; result: string } {
  const workspace = new Workspace({
    'lines.txt': LINES,
    'crlf.txt': CRLF,
    'gone.txt': 'gone\n',
    'old/name.txt': `${LINES}${LINES}end\n`,
    'tool.sh': '#!/bin/sh\necho one\n',
    'to-link.txt': 'text\n',
    place: 'a file\n',
  });
  workspace.writeBytes('picture.bin', Buffer.from([1, 0, 2]));
  workspace.git('add', '-A');
  workspace.git('commit', '-q', '--amend', '--no-edit');
  const base = workspace.git('rev-parse', 'HEAD');
  for (const file of ['gone.txt', 'old/name.txt', 'to-link.txt', 'place']) rmSync(join(workspace.folder, file));
  workspace.write({
    'lines.txt': LINES.replace('one', 'ONE').replace('four', 'FOUR'),
    'crlf.txt': CRLF.replace('two', 'TWO').replace('six\r\n', ''),
    'created.txt': 'created\n',
    'new/name.txt': `${LINES}${LINES}END\n`,
    'tool.sh': '#!/bin/sh\necho two\n',
    'place/file.txt': 'in a folder\n',
  });
  workspace.writeBytes('picture.bin', Buffer.from([1, 0, 3]));
  chmodSync(join(workspace.folder, 'tool.sh'), 0o755);
  symlinkSync('lines.txt', join(workspace.folder, 'to-link.txt'));
  workspace.git('add', '-A');
  workspace.git('commit', '-q', '-m', 'result');
  return { workspace, base, result: workspace.git('rev-parse', 'HEAD') };
}

interface Scene {
  readonly workspace: Workspace;
  readonly repository: Repository;
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly files: ReadonlyMap<string, ResultFile>;
}

async function withScene(test: (scene: Scene) => Promise<void>): Promise<void> {
  const scene = createScene();
  using workspace = scene.workspace;
  const { base, result } = scene;
  const storage = workspace.environment()['HOLDFAST_STORAGE'] ?? '';
  await using repository = await openRepository({ folder: workspace.folder, storage });
  const [from, to] = [await repository.resolve(base), await repository.resolve(result)];
  const files = await repository.listResultFiles(from, to);
  await test({ workspace, repository, base: from, result: to, files: new Map(files.map((file) => [file.path, file])) });
}

function hunksOf(files: Scene['files'], path: string): readonly ResultFile['hunks'][number][] {
  return files.get(path)?.hunks ?? [];
}

async function select({ repository, base, result }: Scene, ids: Iterable<string>): Promise<Snapshot> {
  const selected = await repository.selectHunks(base, result, new Set(ids));
  assert.ok('partial' in selected, JSON.stringify(selected));
  return selected.partial;
}

async function readAt({ repository }: Scene, { commit }: Snapshot, path: string): Promise<string | undefined> {
  return (await repository.readFile(commit, path))?.toString('latin1');
}

describe('hunks of a result', () => {
  it('[EDIT-4] are lines where lines can be compared, and else the name, the mode or the whole file', () =>
    withScene(async ({ files }) => {
      const kinds = Object.fromEntries([...files].map(([path, { hunks }]) => [path, hunks.map(({ kind }) => kind)]));
      assert.deepEqual(kinds, {
        'created.txt': ['whole'],
        'crlf.txt': ['lines', 'lines'],
        'gone.txt': ['whole'],
        'lines.txt': ['lines', 'lines'],
        'new/name.txt': ['rename', 'lines'],
        'picture.bin': ['whole'],
        place: ['whole'],
        'place/file.txt': ['whole'],
        'to-link.txt': ['whole'],
        'tool.sh': ['mode', 'lines'],
      });
      const [, added] = hunksOf(files, 'lines.txt');
      assert.deepEqual([added?.beforeStart, added?.removed, added?.added], [4, ['four'], ['FOUR']]);
      assert.equal(files.get('new/name.txt')?.previousPath, 'old/name.txt');
      assert.equal(files.get('picture.bin')?.binary, true);
      assert.deepEqual(hunksOf(files, 'created.txt')[0]?.added, ['created']);
      await Promise.resolve();
    }));

  it('[EDIT-4] have ids that depend on the path and the content alone', () =>
    withScene(async ({ repository, base, result, files }) => {
      const again = await repository.listResultFiles(base, result);
      assert.deepEqual(
        again.map(({ hunks }) => hunks),
        [...files.values()].map(({ hunks }) => hunks),
      );
      const ids = [...files.values()].flatMap(({ hunks }) => hunks.map(({ id }) => id));
      assert.equal(new Set(ids).size, ids.length);
      for (const [path, { hunks }] of files) {
        for (const { id } of hunks) {
          assert.match(id, /:[0-9a-f]{10}$/);
          assert.ok(id.startsWith(`${path}:`));
        }
      }
    }));

  it('[EDIT-4] build the base, the result, and every part between them', () =>
    withScene(async (scene) => {
      const { base, result, files } = scene;
      const all = [...files.values()].flatMap(({ hunks }) => hunks.map(({ id }) => id));
      assert.equal((await select(scene, [])).tree, base.tree);
      assert.equal((await select(scene, all)).tree, result.tree);
      const [firstLine] = hunksOf(files, 'lines.txt');
      const [, lastCrlf] = hunksOf(files, 'crlf.txt');
      const [mode] = hunksOf(files, 'tool.sh');
      const [, content] = hunksOf(files, 'new/name.txt');
      const [picture] = hunksOf(files, 'picture.bin');
      const part = await select(
        scene,
        [firstLine, lastCrlf, mode, content, picture].map((hunk) => hunk?.id ?? ''),
      );
      assert.equal(await readAt(scene, part, 'lines.txt'), LINES.replace('one', 'ONE'));
      assert.equal(await readAt(scene, part, 'crlf.txt'), CRLF.replace('six\r\n', ''));
      assert.equal(
        await readAt(scene, part, 'old/name.txt'),
        `${LINES}${LINES}END\n`,
        'the name stays, the line changes',
      );
      assert.equal(await readAt(scene, part, 'new/name.txt'), undefined);
      assert.equal(await readAt(scene, part, 'picture.bin'), '\x01\x00\x03');
      assert.equal(await readAt(scene, part, 'gone.txt'), 'gone\n');
      assert.equal(await readAt(scene, part, 'tool.sh'), '#!/bin/sh\necho one\n');
      const changed = await scene.repository.listResultFiles(base, part);
      assert.equal(changed.find(({ path }) => path === 'tool.sh')?.modeAfter, '100755');
    }));

  it('[EDIT-4] can be accepted in any order, one part after the other', () =>
    withScene(async (scene) => {
      const { base, files } = scene;
      const all = [...files.values()]
        .flatMap(({ hunks, path }) => (path.startsWith('place') ? [] : hunks))
        .map(({ id }) => id);
      await fc.assert(
        fc.asyncProperty(fc.shuffledSubarray(all), async (ids) => {
          const part = await select(scene, ids);
          assert.equal((await select(scene, [...ids].reverse())).tree, part.tree);
          const contained = (await scene.repository.listResultFiles(base, part)).length;
          const named = new Set(ids.map((id) => id.slice(0, id.lastIndexOf(':'))));
          assert.equal(contained, named.size);
        }),
        { numRuns: 12 },
      );
    }));

  it('[EDIT-4] are refused if a path would be a file and a folder', () =>
    withScene(async (scene) => {
      const [inFolder] = hunksOf(scene.files, 'place/file.txt');
      const { repository, base, result } = scene;
      const selected = await repository.selectHunks(base, result, new Set([inFolder?.id ?? '']));
      assert.deepEqual(selected, {
        conflicts: [{ file: 'place/file.txt', reason: 'it needs the place of place, whose removal is not accepted' }],
      });
    }));
});
