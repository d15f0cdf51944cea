import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { removeTree } from '../../src/workspace/files/remove-tree.ts';
import { openRepository } from '../../src/workspace/open-repository.ts';
import { isFullRun } from '../scripts/full-run.ts';
import { listDifferences } from '../workspace/support/fingerprint.ts';
import { LINES, LandingScene } from '../workspace/support/landing-scene.ts';

const program = fileURLToPath(new URL('../workspace/support/land-and-die.ts', import.meta.url));

/** How often a landing is killed at any moment. */
const MOMENTS = isFullRun ? 8 : 3;

interface ExitResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

function land(
  scene: LandingScene,
  request: { mode: string; dieAfter?: number; dieAfterMs?: number; printSteps?: boolean },
): Promise<ExitResult> {
  const full = {
    folder: scene.repository.folder,
    storage: scene.storage,
    base: scene.base?.commit,
    result: scene.result?.commit,
    ...request,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(full)], { stdio: ['ignore', 'pipe', 'pipe'] });
    const killTimer =
      request.dieAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), request.dieAfterMs);
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(killTimer);
      resolve({ code, signal, output, errors });
    });
  });
}

/** A chunk that changes, creates and removes files, and user changes in every state. */
async function createScene(plain: boolean, storageIn?: string): Promise<LandingScene> {
  const scene = await LandingScene.create({ plain, storageIn });
  const { user } = scene;
  if (!plain) {
    await user.write('src/b.ts', 'stashed\n');
    await user.git('stash', '-q');
    await user.write('src/b.ts', 'staged\n');
    await user.git('add', 'src/b.ts');
  }
  await user.write('src/b.ts', 'changed\n');
  await user.write('untracked.ts', 'untracked\n');
  await user.write('debug.log', 'ignored\n');
  await scene.createResult({
    'src/a.ts': LINES.replace('two', 'TWO'),
    'src/new/d.ts': 'd\n',
    'src/old/c.ts': null,
    'e.ts': 'e\n',
  });
  return scene;
}

async function copyFolder(scene: LandingScene): Promise<string> {
  const copy = `${scene.user.folder}-pristine`;
  await cp(scene.user.folder, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return copy;
}

async function restore(scene: LandingScene, pristine: string): Promise<void> {
  await removeTree(scene.user.folder);
  await cp(pristine, scene.user.folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/** Reads the fingerprint of the files outside the git directory, and the git state of the repository. */
async function readState(scene: LandingScene, plain: boolean): Promise<Map<string, string>> {
  const files = new Map([...(await scene.fingerprint())].filter(([file]) => !file.startsWith('.git/')));
  if (plain) return files;
  files.set('HEAD', await scene.user.git('log', '--format=%s %T'));
  files.set('index', await scene.user.git('ls-files', '--stage'));
  files.set('status', await scene.user.git('status', '--porcelain', '--ignored'));
  files.set('stash', await scene.user.git('rev-parse', 'stash@{0}^{tree}'));
  return files;
}

/** The kind of a step: its name without the file. */
function kindOf(step: string): string {
  return step.replace(/ \S+$/, '');
}

/**
 * The steps after which a landing is killed: all in the full run, otherwise the last of each kind, of which the landings
 * without a commit take every third.
 */
function selectSteps(steps: readonly string[], third: number | undefined): readonly string[] {
  if (isFullRun) return steps;
  const last = new Map(steps.map((step) => [kindOf(step), step]));
  return [...last.values()].filter((_, index) => third === undefined || index % 3 === third);
}

describe('A killed landing', () => {
  for (const { mode, plain, name, storageIn, third } of [
    { mode: 'commit' as const, plain: false, name: 'with a commit' },
    { mode: 'working-tree' as const, plain: false, name: 'in the working tree', third: 0 },
    { mode: 'working-tree' as const, plain: true, name: 'in a folder without git', third: 1 },
    {
      mode: 'working-tree' as const,
      plain: true,
      name: 'in a folder without git, the journal on another file system',
      storageIn: '/dev/shm',
      third: 2,
    },
  ]) {
    it(`[ENF-RETRY-3] [ENF-ACC-3] is completed or rolled back by the next command, after every step: ${name}`, async function () {
      if (storageIn !== undefined && !existsSync(storageIn)) this.skip();
      await using killed = await createScene(plain, storageIn);
      const pristine = await copyFolder(killed);
      const before = await readState(killed, plain);
      const landed = await land(killed, { mode, printSteps: true });
      assert.equal(landed.code, 0, landed.errors);
      const steps = JSON.parse(landed.output) as string[];
      const after = await readState(killed, plain);
      assert.ok(steps.length >= 10, steps.join());
      assert.notDeepEqual(listDifferences(before, after), []);

      const outcomes = new Set<string>();
      for (const [index, step] of selectSteps(steps, third).entries()) {
        await restore(killed, pristine);
        const ended = await land(killed, { mode, dieAfter: steps.indexOf(step) + 1 });
        assert.equal(ended.signal, 'SIGKILL', ended.errors);
        const messages = await killed.repository.recover();
        const recovered = await readState(killed, plain);
        const [changed, missing] = [listDifferences(before, recovered), listDifferences(after, recovered)];
        const outcome = changed.length === 0 ? 'unchanged' : missing.length === 0 ? 'landed' : 'torn';
        assert.notEqual(outcome, 'torn', `killed after "${step}": ${changed.join()} / ${missing.join()}`);
        outcomes.add(outcome);
        if (step !== 'begin' && step !== 'journal-closed')
          assert.equal(messages.length, 1, `${step}: ${messages.join()}`);
        const entries = [...(await killed.fingerprint()).keys()];
        assert.deepEqual(
          entries.filter((file) => /index\.lock|holdfast-/.test(file)),
          [],
          step,
        );

        if (index % 3 !== 0) continue;
        const again = await (await killed.prepare()).land({ mode, message: 'chunk: A title' });
        assert.deepEqual(again.conflicts, []);
        assert.deepEqual(listDifferences(after, await readState(killed, plain)), [], `landing again after "${step}"`);
      }
      assert.deepEqual([...outcomes].sort(), ['landed', 'unchanged']);
    });
  }

  it('[ENF-RETRY-3] [ENF-ACC-3] is completed or rolled back by the next command, at any moment', async () => {
    await using killed = await createScene(false);
    const pristine = await copyFolder(killed);
    const before = await readState(killed, false);
    const started = performance.now();
    assert.equal((await land(killed, { mode: 'commit' })).code, 0);
    const duration = performance.now() - started;
    const after = await readState(killed, false);
    for (let moment = 1; moment <= MOMENTS; moment++) {
      await restore(killed, pristine);
      const dieAfterMs = duration * (0.3 + (0.7 * moment) / MOMENTS);
      const ended = await land(killed, { mode: 'commit', dieAfterMs });
      await killed.repository.recover();
      const recovered = await readState(killed, false);
      const torn = listDifferences(before, recovered).length > 0 && listDifferences(after, recovered).length > 0;
      assert.equal(
        torn,
        false,
        `killed after ${dieAfterMs} ms (${ended.signal}): ${listDifferences(after, recovered).join()}`,
      );
    }
  });

  it('[ENF-RETRY-3] keeps files that the user writes after the kill', async () => {
    await using killed = await createScene(false);
    const landed = await land(killed, { mode: 'commit', dieAfter: 8 });
    assert.equal(landed.signal, 'SIGKILL');
    await killed.user.write('src/a.ts', 'typed after the kill\n');
    await killed.user.write('e.ts', 'typed after the kill\n');
    const messages = await killed.repository.recover();
    assert.equal(messages.length, 1);
    assert.equal(await killed.read('src/a.ts'), 'typed after the kill\n');
    assert.equal(await killed.read('e.ts'), 'typed after the kill\n');
    assert.equal(await killed.read('src/old/c.ts'), 'export const c = 1;\n');
  });

  it('[ENF-RETRY-3] is recovered by the next landing without a separate call', async () => {
    await using killed = await createScene(false);
    assert.equal((await land(killed, { mode: 'commit', dieAfter: 9 })).signal, 'SIGKILL');
    const prepared = await killed.prepare();
    assert.match(prepared.userSnapshot.notes.join(), /interrupted/);
    await prepared.land({ mode: 'commit', message: 'chunk: A title' });
    assert.equal(await killed.user.git('log', '-1', '--format=%s'), 'chunk: A title\n');
  });
});

describe('Two landing processes', () => {
  it('[ENF-RETRY-3] land one after the other in one work tree with complete results', async () => {
    await using one = await createScene(false);
    const { base, result } = one;
    await using other = await one.repository.openWorktree(base!);
    await writeFile(`${other.root}/src/a.ts`, LINES.replace('seven', 'SEVEN'));
    await writeFile(`${other.root}/f.ts`, 'f\n');
    const second = await other.snapshot();
    const first = land(one, { mode: 'commit' });
    one.result = second;
    const [a, b] = await Promise.all([first, land(one, { mode: 'commit' })]);
    assert.equal(a.code, 0, a.errors);
    assert.equal(b.code, 0, b.errors);
    assert.equal(await one.read('src/a.ts'), LINES.replace('two', 'TWO').replace('seven', 'SEVEN'));
    assert.equal(await one.user.git('log', '--format=%s', '-3'), 'chunk: A title\nchunk: A title\nfirst\n');
    assert.equal(
      await one.user.git('status', '--porcelain', '--', 'src/a.ts', 'e.ts', 'f.ts', 'src/new', 'src/old'),
      '',
    );
    assert.notEqual(result, undefined);
  });

  it('[ENF-RETRY-3] keep running attempts during a recovery', async () => {
    const scene = await createScene(false);
    await using repository = await openRepository({
      folder: scene.repository.folder,
      storage: scene.storage,
    });
    const attempts = scene.attempt.root;
    assert.deepEqual(await repository.recover(), []);
    assert.equal(await scene.attempt.tree.kindOf('src/a.ts'), 'file');
    assert.ok(attempts.length > 0);
    await scene[Symbol.asyncDispose]();
  });
});
