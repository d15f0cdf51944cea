import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';
import { openFolderEngine } from './folder-engine.ts';
import { attemptReplies, CONTRACT, createChainFiles, POLITE } from './gate-fixtures.ts';
import { preparedState } from './prepared-state.ts';

const FILES = { 'a.txt': 'a\n', 'b.txt': 'b\n' };

/**
 * Opens a state in a separate process and prints its facts and a file of the copy. It logs its start and each time that it
 * makes the state, which it does when all processes have started.
 */
const OPEN_IN_PROCESS = `
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { preparedState } from ${JSON.stringify(join(import.meta.dirname, 'prepared-state.ts'))};
const [, log, processes] = process.argv;
const open = preparedState('shared', { 'a.txt': 'a' }, async (workspace) => {
  while (readFileSync(log, 'utf8').split('started').length <= Number(processes)) await setTimeout(10);
  appendFileSync(log, 'made ');
  workspace.write({ 'a.txt': 'changed' });
  return { by: 'one of them' };
});
appendFileSync(log, 'started ');
const workspace = await open();
console.log(workspace.facts.by, workspace.read('a.txt'), process.env.HOLDFAST_TEST_STATES === undefined);
workspace[Symbol.dispose]();
`;

function openInProcess(log: string, processes: number, environment: Readonly<Record<string, string | undefined>>) {
  const script = ['--input-type=module', '-e', OPEN_IN_PROCESS];
  return execa(process.execPath, [...script, log, String(processes)], { env: environment });
}

describe('A prepared state', () => {
  it('is made once, and each test gets a copy that it can change', async () => {
    let count = 0;
    const open = preparedState('copies', FILES, (workspace) => {
      count++;
      workspace.write({ 'a.txt': 'prepared\n' });
      return Promise.resolve({ head: workspace.git('rev-parse', 'HEAD') });
    });
    using first = await open();
    using second = await open();
    first.write({ 'a.txt': 'changed\n' });
    first.git('commit', '-q', '-a', '-m', 'changed');
    assert.equal(count, 1);
    assert.notEqual(first.folder, second.folder);
    assert.equal(second.read('a.txt'), 'prepared\n');
    assert.equal(second.git('rev-parse', 'HEAD'), second.facts.head);
    assert.equal(second.git('diff-files', '--name-only'), 'a.txt', 'git trusts the unchanged files');
    assert.notEqual(first.git('rev-parse', 'HEAD'), first.facts.head);
  });

  it('has the history and the results of its runs, in the folder of the copy', async () => {
    const open = preparedState('history', createChainFiles(), async (workspace) => {
      await using server = await startOpenAiChatServer(attemptReplies(POLITE));
      await using engine = openFolderEngine(workspace, { server, landing: 'review' });
      const { runId } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
      return { runId, madeIn: workspace.folder };
    });
    using workspace = await open();
    const { runId, madeIn } = workspace.facts;
    {
      await using engine = openFolderEngine(workspace, { landing: 'review' });
      assert.deepEqual(
        (await engine.results.pending()).map((review) => review.runId),
        [runId],
      );
      await engine.results.accept(runId);
      assert.equal(workspace.read('src/one.ts'), POLITE);
      const [landing] = await engine.landings.list();
      assert.deepEqual((await engine.landings.undo(landing?.id ?? '')).conflicts, []);
    }
    assert.ok(!existsSync(madeIn), 'the workspace of the maker is removed');
    const home = dirname(workspace.folder);
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    // The database can have the earlier folder in bytes that it does not use.
    const others = files.filter(({ name }) => !name.startsWith('history.db'));
    for (const { parentPath, name } of others) {
      assert.ok(!readFileSync(join(parentPath, name)).includes(dirname(madeIn)), name);
    }
  });

  it('is made by one of two processes, and shared', async () => {
    await using folder = await temporaryFolder();
    const log = folder.at('log');
    const environment = { HOLDFAST_TEST_STATES: folder.at('states') };
    const both = await Promise.all([1, 2].map(() => openInProcess(log, 2, environment)));
    assert.deepEqual(
      both.map(({ stdout }) => stdout),
      ['one of them changed false', 'one of them changed false'],
    );
    assert.equal(readFileSync(log, 'utf8'), 'started started made ');
    assert.deepEqual(
      readdirSync(folder.at('states')).filter((name) => !/^shared-[0-9a-f]{12}$/.test(name)),
      [],
      'no lock and no incomplete state is left',
    );
  });

  it('is made by a process that runs alone, which leaves nothing', async () => {
    await using folder = await temporaryFolder();
    const temporary = folder.at('temporary');
    mkdirSync(temporary);
    const { stdout } = await openInProcess(folder.at('log'), 1, { HOLDFAST_TEST_STATES: undefined, TMPDIR: temporary });
    assert.equal(stdout, 'one of them changed true');
    assert.deepEqual(readdirSync(temporary), []);
  });

  it('fails with the error of its maker, is not half made, and is tried again', async () => {
    let count = 0;
    const open = preparedState('failing', FILES, (workspace) => {
      workspace.write({ 'a.txt': 'half\n' });
      if (++count === 1) throw new Error('the model answered "no"');
      return Promise.resolve({ count });
    });
    await assert.rejects(open(), /Failed to prepare the state "failing": Error: the model answered "no"/);
    using workspace = await open();
    assert.deepEqual(workspace.facts, { count: 2 });
  });
});
