import assert from 'node:assert/strict';
import { chmod, realpath } from 'node:fs/promises';
import path from 'node:path';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import { listDifferences } from '../support/fingerprint.ts';
import { GitUser } from '../support/git-user.ts';
import { LINES, LandingScene } from '../support/landing-scene.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { withVariables } from '../support/variables.ts';

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

/**
 * Runs `work` with the installed git behind a script that states another version.
 *
 * @param cases branches of a shell `case` for the calls that this version answers in another way
 */
async function withOldGit(version: string, cases: string, work: () => Promise<void>): Promise<void> {
  await using home = await temporaryFolder();
  const program = home.at('git');
  const installed = process.env['PATH'] ?? '';
  const script = `#!/bin/sh
case " $* " in
  *" version ") echo "git version ${version}"; exit ;;
  ${cases}
esac
PATH='${installed}' exec git "$@"
`;
  await new GitUser(home.path).write('git', script, 0o755);
  await withVariables({ PATH: `${path.dirname(program)}${path.delimiter}${installed}` }, work);
}

describe('A git before 2.36', () => {
  const withoutHookRun = `*" hook run "*) echo "git: 'hook' is not a git command" >&2; exit 1 ;;`;

  it('[ENF-RETRY-3] runs the commit hooks with arguments, index, variables and folder of git commit', async () => {
    await using scene = await createSceneWithHooks({
      'pre-commit': 'git diff --cached --name-only > .git/seen; echo "$GIT_PREFIX|$GIT_EDITOR|$#" >> .git/seen',
      'prepare-commit-msg': 'test "$2" = message && pwd > .git/folder',
      'commit-msg': 'echo a remark; printf "\nSigned-off-by: A Hook\n" >> "$1"',
      'post-commit': 'exit 1',
    });
    await chmod(path.join(scene.user.folder, '.git/hooks/post-commit'), 0o644);
    await withOldGit('2.34.1', withoutHookRun, async () => {
      const landed = await (await scene.prepare()).land(withHooks);
      assert.deepEqual([landed.notes, landed.conflicts], [[], []]);
    });
    assert.equal(await scene.read('.git/seen'), 'src/a.ts\nsrc/d.ts\n|:|0\n');
    assert.equal(await scene.read('.git/folder'), `${await realpath(scene.user.folder)}\n`);
    assert.match(await scene.user.git('log', '-1', '--format=%B'), /^chunk: A title\n\nSigned-off-by: A Hook/);
  });

  it('reports why a commit hook rejected the commit', async () => {
    await using scene = await createSceneWithHooks({ 'pre-commit': 'echo "no tests for d"; exit 1' });
    await withOldGit('2.34.1', withoutHookRun, async () => {
      const landed = await (await scene.prepare()).land(withHooks);
      assert.equal(landed.conflicts[0]?.reason, 'The pre-commit hook rejected the commit: no tests for d');
    });
  });
});

describe('A git before 2.31', () => {
  it('is refused with what to install', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    // It repeats the option that it does not know.
    const repeats = `*" --path-format=absolute "*) echo true; echo --path-format=absolute; exit ;;`;
    await withOldGit('2.30.2', repeats, async () => {
      const open = openRepository({ folder: user.folder, storage: home.at('storage') });
      await assert.rejects(open, (error: { hint?: string; message: string }) => {
        assert.match(error.message, /the installed git is too old/);
        assert.match(error.hint ?? '', /^Install git 2\.31 or later/);
        return true;
      });
    });
  });
});
