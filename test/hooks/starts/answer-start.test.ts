import assert from 'node:assert/strict';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findSearchFolder, findStartFolder } from '../../../src/cli/base/workspace-folder.ts';
import { answerStart } from '../../../src/hooks/starts/answer-start.ts';
import { SessionStore } from '../../../src/hooks/sessions/session-store.ts';
import type { HookAnswer } from '../../../src/hooks/protocol/hook-answer.ts';
import type { SessionRecord } from '../../../src/hooks/sessions/session-record.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { createHealthFiles } from '../../cli/support/health-check.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';

function start(workspace: Workspace, input: object, more: object = {}): Promise<HookAnswer | undefined> {
  return answerStart({
    client: 'codex',
    input: JSON.stringify(input),
    seconds: 60,
    environment: {},
    workingDirectory: workspace.folder,
    storage: workspace.environment().HOLDFAST_STORAGE ?? '',
    findFolder: (folder) => findSearchFolder('.', folder),
    findStartFolder,
    signal: new AbortController().signal,
    ...more,
  });
}

async function recordOf({ folder }: Workspace, session: string): Promise<SessionRecord> {
  const record = await new SessionStore(folder).read(session);
  assert.ok(record);
  return record;
}

/** The tree of a base, from the git directory that has it. */
function treeOf(workspace: Workspace, { base, objects = '' }: SessionRecord): string {
  return workspace.git('--git-dir', objects, 'ls-tree', '-r', base);
}

const STATES: Readonly<Record<string, (workspace: Workspace) => void>> = {
  'a clean tree': () => undefined,
  'a modified file': (workspace) => workspace.write({ 'a.txt': 'changed\n' }),
  'an untracked file': (workspace) => workspace.write({ 'new/file.txt': 'new\n' }),
  'a deleted file': ({ folder }) => rmSync(join(folder, 'a.txt')),
  'a file that is staged in part': (workspace) => {
    workspace.write({ 'a.txt': 'staged\n' });
    workspace.git('add', 'a.txt');
    workspace.write({ 'a.txt': 'and more\n' });
  },
  'an ignored file': (workspace) => workspace.write({ '.gitignore': '*.log\n', 'x.log': 'ignored\n' }),
  'an executable file': ({ folder }) => chmodSync(join(folder, 'a.txt'), 0o755),
  'a link': ({ folder }) => symlinkSync('a.txt', join(folder, 'link')),
  'line endings that git converts': (workspace) =>
    workspace.write({ '.gitattributes': '*.txt text eol=lf\n', 'a.txt': 'one\r\ntwo\r\n' }),
  'a configuration': (workspace) => workspace.write({ 'holdfast.config.yaml': 'contracts: ["**/*.plan.yaml"]\n' }),
};

describe('The quick start of a session', () => {
  for (const [name, files] of [
    ['without a contract', { 'a.txt': 'a\n' }],
    ['with a contract', { ...createHealthFiles(), 'a.txt': 'a\n' }],
  ] as const) {
    it(`[SESSION-1] records the same as the whole engine ${name}, in every state of the tree`, async () => {
      for (const [state, change] of Object.entries(STATES)) {
        using workspace = new Workspace(files);
        change(workspace);
        const quick = await start(workspace, { session_id: 'quick' });
        await using engine = openFolderEngine(workspace);
        const decision = await engine.agents.start({ session: 'whole', client: 'codex' });
        const [one, other] = [await recordOf(workspace, 'quick'), await recordOf(workspace, 'whole')];
        assert.equal(treeOf(workspace, one), treeOf(workspace, other), state);
        const same = { session: '', base: '', objects: '', startedAt: '' };
        assert.deepEqual({ ...one, ...same }, { ...other, ...same }, state);
        const context = decision.kind === 'allow' ? decision.context : undefined;
        assert.equal(quick?.stdout.includes(JSON.stringify(context ?? 'none')), context !== undefined, state);
      }
    });
  }

  it('[SESSION-1] leaves what needs the engine to it, and writes nothing then', async () => {
    using workspace = new Workspace(createHealthFiles());
    const before = workspace.state();
    assert.equal(await start(workspace, {}), undefined, 'no id');
    await using engine = openFolderEngine(workspace);
    await engine.agents.start({ session: 'known' });
    assert.equal(await start(workspace, { session_id: 'known' }), undefined, 'a session that is started again');
    await engine.agents.chooseChunk('types');
    assert.equal(await start(workspace, { session_id: 's' }), undefined, 'a chunk that is described');
    assert.equal(await new SessionStore(workspace.folder).read('s'), undefined);
    assert.deepEqual(workspace.state(), before);
  });

  it('[AGENT-1] lets the agent continue after a fault, and at the end of its time', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    const broken = await start(workspace, {}, { input: '[' });
    assert.equal(broken?.exitCode, 0);
    assert.match(broken.stderr, /did not prepare the session/);
    const late = new AbortController();
    const running = start(workspace, { session_id: 's' }, { signal: late.signal });
    late.abort();
    assert.match((await running)?.stderr ?? '', /took longer than 60 seconds/);
  });
});
