import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { removeTree } from '../../src/workspace/remove-tree.ts';
import { openRepository } from '../../src/workspace/open-repository.ts';
import { differing } from '../workspace/support/fingerprint.ts';
import { LINES, LandingScene } from '../workspace/support/landing-scene.ts';

const program = fileURLToPath(new URL('../workspace/support/land-and-die.ts', import.meta.url));

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

function land(
  scene: LandingScene,
  order: { mode: string; dieAfter?: number; dieAfterMs?: number; tell?: boolean },
): Promise<Ending> {
  const full = {
    folder: scene.repository.folder,
    storage: scene.storage,
    base: scene.base?.commit,
    result: scene.result?.commit,
    ...order,
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(full)], { stdio: ['ignore', 'pipe', 'pipe'] });
    const bomb = order.dieAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), order.dieAfterMs);
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(bomb);
      resolve({ code, signal, output, errors });
    });
  });
}

/** A chunk that changes, creates, removes; beside work of the user's in every state. */
async function scene(plain: boolean, storageIn?: string): Promise<LandingScene> {
  const made = await LandingScene.create({ plain, storageIn });
  const { user } = made;
  if (!plain) {
    await user.write('src/b.ts', 'stashed\n');
    await user.git('stash', '-q');
    await user.write('src/b.ts', 'staged\n');
    await user.git('add', 'src/b.ts');
  }
  await user.write('src/b.ts', 'changed\n');
  await user.write('untracked.ts', 'untracked\n');
  await user.write('debug.log', 'ignored\n');
  await made.chunkWrites({
    'src/a.ts': LINES.replace('two', 'TWO'),
    'src/new/d.ts': 'd\n',
    'src/old/c.ts': null,
    'e.ts': 'e\n',
  });
  return made;
}

async function copyOf(made: LandingScene): Promise<string> {
  const copy = `${made.user.folder}-pristine`;
  await cp(made.user.folder, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  return copy;
}

async function restore(made: LandingScene, pristine: string): Promise<void> {
  await removeTree(made.user.folder);
  await cp(pristine, made.user.folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/** Files without git's own, and what git says of them. */
async function state(made: LandingScene, plain: boolean): Promise<Map<string, string>> {
  const files = new Map([...(await made.fingerprint())].filter(([file]) => !file.startsWith('.git/')));
  if (plain) return files;
  files.set('HEAD', await made.user.git('log', '--format=%s %T'));
  files.set('index', await made.user.git('ls-files', '--stage'));
  files.set('status', await made.user.git('status', '--porcelain', '--ignored'));
  files.set('stash', await made.user.git('rev-parse', 'stash@{0}^{tree}'));
  return files;
}

describe('A landing that is killed', () => {
  for (const { mode, plain, name, storageIn } of [
    { mode: 'commit' as const, plain: false, name: 'with a commit' },
    { mode: 'working-tree' as const, plain: false, name: 'in the working tree' },
    { mode: 'working-tree' as const, plain: true, name: 'in a folder without git' },
    {
      mode: 'working-tree' as const,
      plain: true,
      name: 'in a folder without git, the journal on another file system',
      storageIn: '/dev/shm',
    },
  ]) {
    it(`[ENF-RETRY-3] [ENF-ACC-3] is completed or taken back by the next command, at whatever step: ${name}`, async function () {
      if (storageIn !== undefined && !existsSync(storageIn)) this.skip();
      await using killed = await scene(plain, storageIn);
      const pristine = await copyOf(killed);
      const before = await state(killed, plain);
      const told = await land(killed, { mode, tell: true });
      assert.equal(told.code, 0, told.errors);
      const steps = JSON.parse(told.output) as string[];
      const after = await state(killed, plain);
      assert.ok(steps.length >= 10, steps.join());
      assert.notDeepEqual(differing(before, after), []);

      const outcomes = new Set<string>();
      for (const [index, step] of steps.entries()) {
        await restore(killed, pristine);
        const ended = await land(killed, { mode, dieAfter: index + 1 });
        assert.equal(ended.signal, 'SIGKILL', ended.errors);
        const said = await killed.repository.recover();
        const found = await state(killed, plain);
        const [unlike, unlikeLanded] = [differing(before, found), differing(after, found)];
        const outcome = unlike.length === 0 ? 'as it was' : unlikeLanded.length === 0 ? 'landed' : 'torn';
        assert.notEqual(outcome, 'torn', `killed after "${step}": ${unlike.join()} / ${unlikeLanded.join()}`);
        outcomes.add(outcome);
        if (step !== 'begin' && step !== 'journal-closed') assert.equal(said.length, 1, `${step}: ${said.join()}`);
        const entries = [...(await killed.fingerprint()).keys()];
        assert.deepEqual(
          entries.filter((file) => /index\.lock|holdfast-/.test(file)),
          [],
          step,
        );

        if (index % 3 !== 0) continue;
        const again = await (await killed.prepare()).land({ mode, message: 'chunk: A title' });
        assert.deepEqual(again.conflicts, []);
        assert.deepEqual(differing(after, await state(killed, plain)), [], `landing again after "${step}"`);
      }
      assert.deepEqual([...outcomes].sort(), ['as it was', 'landed']);
    });
  }

  it('[ENF-RETRY-3] [ENF-ACC-3] is completed or taken back by the next command, at whatever moment', async () => {
    await using killed = await scene(false);
    const pristine = await copyOf(killed);
    const before = await state(killed, false);
    const started = performance.now();
    assert.equal((await land(killed, { mode: 'commit' })).code, 0);
    const duration = performance.now() - started;
    const after = await state(killed, false);
    for (let moment = 1; moment <= 8; moment++) {
      await restore(killed, pristine);
      const dieAfterMs = (duration * (moment + 4)) / 13;
      const ended = await land(killed, { mode: 'commit', dieAfterMs });
      await killed.repository.recover();
      const found = await state(killed, false);
      const torn = differing(before, found).length > 0 && differing(after, found).length > 0;
      assert.equal(torn, false, `killed after ${dieAfterMs} ms (${ended.signal}): ${differing(after, found).join()}`);
    }
  });

  it('[ENF-RETRY-3] leaves what the user wrote after the kill', async () => {
    await using killed = await scene(false);
    const told = await land(killed, { mode: 'commit', dieAfter: 8 });
    assert.equal(told.signal, 'SIGKILL');
    await killed.user.write('src/a.ts', 'typed after the kill\n');
    await killed.user.write('e.ts', 'typed after the kill\n');
    const said = await killed.repository.recover();
    assert.equal(said.length, 1);
    assert.equal(await killed.read('src/a.ts'), 'typed after the kill\n');
    assert.equal(await killed.read('e.ts'), 'typed after the kill\n');
    assert.equal(await killed.read('src/old/c.ts'), 'export const c = 1;\n');
  });

  it('[ENF-RETRY-3] is repaired by the next landing too, without a call of its own', async () => {
    await using killed = await scene(false);
    assert.equal((await land(killed, { mode: 'commit', dieAfter: 9 })).signal, 'SIGKILL');
    const prepared = await killed.prepare();
    assert.match(prepared.userSnapshot.notes.join(), /interrupted/);
    await prepared.land({ mode: 'commit', message: 'chunk: A title' });
    assert.equal(await killed.user.git('log', '-1', '--format=%s'), 'chunk: A title\n');
  });
});

describe('Two processes', () => {
  it('[ENF-RETRY-3] land one after the other in one work tree, and both results are whole', async () => {
    await using one = await scene(false);
    const { base, result } = one;
    await using other = await one.repository.openAttempt(base!);
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

  it('[ENF-RETRY-3] recovering does not disturb a living process', async () => {
    const made = await scene(false);
    await using repository = await openRepository({
      folder: made.repository.folder,
      storage: made.storage,
    });
    const attempts = made.attempt.root;
    assert.deepEqual(await repository.recover(), []);
    assert.equal(await made.attempt.tree.kindOf('src/a.ts'), 'file');
    assert.ok(attempts.length > 0);
    await made[Symbol.asyncDispose]();
  });
});
