import assert from 'node:assert/strict';
import { listDifferences } from '../support/fingerprint.ts';
import { LINES, LandingScene } from '../support/landing-scene.ts';

const withHooks = { mode: 'commit', message: 'chunk: A title', runCommitHooks: true } as const;

async function createSceneWithHooks(hooks: Readonly<Record<string, string>>): Promise<LandingScene> {
  const scene = await LandingScene.create();
  for (const [name, script] of Object.entries(hooks)) {
    await scene.user.write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`, 0o755);
  }
  await scene.user.write('src/b.ts', 'staged by the user\n');
  await scene.user.git('add', 'src/b.ts');
  await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO'), 'src/d.ts': 'd\n' });
  return scene;
}

describe('Enabled commit hooks', () => {
  it('run with an index that contains exactly the commit, and can change the message', async () => {
    await using scene = await createSceneWithHooks({
      'pre-commit': 'git diff --cached --name-only > .git/seen; cat src/d.ts >> .git/seen',
      'commit-msg': 'printf "\\nSigned-off-by: A Hook\\n" >> "$1"',
      'post-commit': 'git log -1 --format=%s > .git/after',
    });
    const landed = await (await scene.prepare()).land(withHooks);
    assert.deepEqual(landed.notes, []);
    assert.equal(await scene.read('.git/seen'), 'src/a.ts\nsrc/d.ts\nd\n');
    assert.equal(await scene.read('.git/after'), 'chunk: A title\n');
    assert.match(await scene.user.git('log', '-1', '--format=%B'), /^chunk: A title\n\nSigned-off-by: A Hook/);
    assert.equal((await scene.user.git('rev-parse', 'HEAD')).trim(), landed.commit);
    assert.equal(await scene.user.git('status', '--porcelain'), 'M  src/b.ts\n');
  });

  it('[ENF-RETRY-3] reject a landing with their reason and leave the tree unchanged', async () => {
    await using scene = await createSceneWithHooks({ 'pre-commit': 'echo "no tests for d" >&2; exit 1' });
    const before = await scene.fingerprint();
    const landed = await (await scene.prepare()).land(withHooks);
    assert.deepEqual(landed.files, []);
    assert.match(landed.conflicts[0]?.reason ?? '', /pre-commit hook rejected the commit: no tests for d/);
    assert.deepEqual(
      listDifferences(before, await scene.fingerprint()).filter((file) => !file.startsWith('.git/objects')),
      [],
    );
  });

  it('can format and stage files, which are committed', async () => {
    await using scene = await createSceneWithHooks({
      'pre-commit': 'echo "// formatted" >> src/d.ts; git add src/d.ts',
    });
    const landed = await (await scene.prepare()).land(withHooks);
    assert.match(landed.notes.join(), /hooks changed: src\/d\.ts/);
    assert.equal(await scene.user.git('show', 'HEAD:src/d.ts'), 'd\n// formatted\n');
    assert.equal(await scene.user.git('status', '--porcelain'), 'M  src/b.ts\n');
  });

  it('only add a note if they fail after the commit', async () => {
    await using scene = await createSceneWithHooks({ 'post-commit': 'echo late >&2; exit 1' });
    const landed = await (await scene.prepare()).land(withHooks);
    assert.notEqual(landed.commit, undefined);
    assert.match(landed.notes.join(), /post-commit hook failed: late/);
  });
});
