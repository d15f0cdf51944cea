import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../../src/engine.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';

const CONTRACT = `version: 2
spec: { id: slug, title: Slugs }
chunks:
  - id: slug
    title: Slug
    allowedFiles: [src/slug.ts]
    functions:
      - { name: slugify, file: src/slug.ts, signature: '(path: string) => string' }
`;
const WRONG = 'export function slugify(path: number): string {\n  return String(path);\n}\n';
const RIGHT = 'export function slugify(path: string): string {\n  return path;\n}\n';
const OWN_CONTRACT = `version: 2
spec: { id: own, title: Own }
chunks:
  - id: mine
    title: Mine
    mayChange: [tests]
    assertions:
      - { message: Must have it, check: { type: file_exists, target: src/index.ts } }
`;
const TEST = "import { it } from 'node:test';\nit('counts', () => {\n  if (1 + 1 !== 2) throw new Error();\n});\n";

const FILES = {
  'slug.contract.yaml': CONTRACT,
  'package.json': '{ "name": "slugs", "type": "module" }\n',
  'src/index.ts': 'export const version = 1;\n',
  'test/count.test.ts': TEST,
};

type Stop = (options?: {
  readonly session?: string;
  readonly chunk?: string;
  readonly maxBlocks?: number;
  readonly by?: Engine;
}) => Promise<string>;

/** Starts a session and lets `work` act as the agent. `stop` ends a turn. */
async function inSession(
  work: (scene: { workspace: Workspace; engine: Engine; stop: Stop }) => Promise<void>,
  chunk?: string,
): Promise<void> {
  using workspace = new Workspace(FILES);
  await using engine = openFolderEngine(workspace);
  const signal = new AbortController().signal;
  await engine.agents.start({ session: 's', chunk, signal });
  const stop: Stop = async ({ session = 's', chunk: named = chunk, maxBlocks = 5, by = engine } = {}) => {
    const options = { session, chunk: named, maxBlocks, runCommands: false, signal };
    const decision = await by.agents.stop(options);
    assert.ok(decision.kind !== 'incomplete');
    return decision.kind === 'refuse' ? `refused: ${decision.reason}` : `allowed: ${decision.notes.join('\n')}`;
  };
  await work({ workspace, engine, stop });
}

describe('The end of a session', () => {
  const named: readonly (readonly [string, (workspace: Workspace) => void])[] = [
    [
      'renamed',
      (workspace) =>
        workspace.write({ 'slug.contract.yaml': CONTRACT.replace('id: slug\n    title', 'id: other\n    title') }),
    ],
    ['deleted with its contract', (workspace) => rmSync(join(workspace.folder, 'slug.contract.yaml'))],
  ];
  for (const [what, change] of named) {
    it(`[AGENT-1] [TRUST-1] is refused if the named chunk was ${what}`, () =>
      inSession(async ({ workspace, stop }) => {
        workspace.write({ 'src/slug.ts': WRONG });
        change(workspace);
        const answer = await stop();
        assert.match(answer, /^refused:[\s\S]*Keep slug\.contract\.yaml/);
        assert.match(answer, /slugify must have the signature/);
      }, 'slug'));
  }

  it('[AGENT-1] is judged without a chunk that no contract has', () =>
    inSession(async ({ workspace, stop }) => {
      assert.match(await stop({ chunk: 'no-such-chunk' }), /^allowed: .*without its chunk\. .*"no-such-chunk"/);
      workspace.write({ 'src/slug.ts': WRONG });
      assert.match(await stop({ chunk: 'no-such-chunk' }), /^refused:[\s\S]*slugify must have the signature/);
    }));

  it('[AGENT-1] [TRUST-1] is not freed by a contract that the agent wrote itself', () =>
    inSession(async ({ workspace, engine, stop }) => {
      workspace.write({ 'src/slug.ts': WRONG, 'own.contract.yaml': OWN_CONTRACT, 'test/count.test.ts': '' });
      await engine.agents.chooseChunk('mine');
      const answer = await stop();
      assert.match(answer, /^refused:[\s\S]*slugify must have the signature/);
      assert.match(answer, /Keep the test "counts"/);
      rmSync(join(workspace.folder, 'own.contract.yaml'));
      assert.match(await stop(), /^refused:[\s\S]*slugify must have the signature/);
    }));

  it('[AGENT-1] is refused for a file outside of the chunk that is too large for a snapshot', () =>
    inSession(async ({ workspace, stop }) => {
      workspace.write({ 'src/slug.ts': RIGHT });
      workspace.write({ 'src/data.bin': '' });
      truncateSync(join(workspace.folder, 'src/data.bin'), 21 * 1024 * 1024);
      assert.match(await stop({ chunk: 'slug' }), /^refused:[\s\S]*Undo the change of src\/data\.bin/);
    }));

  it('[AGENT-1] says which file cannot be read, and is refused', () =>
    inSession(async ({ workspace, stop }) => {
      rmSync(join(workspace.folder, 'src/index.ts'));
      execFileSync('mkfifo', [join(workspace.folder, 'src/index.ts')]);
      assert.match(await stop(), /^refused:[\s\S]*Failed to read src\/index\.ts: it is neither a file nor a folder/);
    }));

  it('[AGENT-1] [CONF-4] says what broke the repository since the start, and is refused', async function () {
    if (process.platform === 'win32') this.skip();
    const damages: Readonly<Record<string, readonly [file: string, text: string | undefined, said: RegExp]>> = {
      'no configuration': ['config', '[[[', /bad config/],
      'another version': ['config', '[core]\n\trepositoryformatversion = 99\n', /Expected git repo version/],
      'an unknown extension': [
        'config',
        '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tother = true\n',
        /unknown repository extension/,
      ],
      'no index': ['index', 'no index', /index file/],
      'an index of another version': ['index', `DIRC\0\0\0\u0063${'\0'.repeat(40)}`, /bad index version/],
      'a pipe': ['info/exclude', undefined, /waits for .*exclude, which is a named pipe/],
    };
    await inSession(async ({ workspace, stop }) => {
      workspace.write({ 'src/slug.ts': RIGHT });
      for (const [what, [name, text, said]] of Object.entries(damages)) {
        const file = `.git/${name}`;
        const whole = readFileSync(join(workspace.folder, file));
        rmSync(join(workspace.folder, file));
        if (text === undefined) execFileSync('mkfifo', [join(workspace.folder, file)]);
        else workspace.write({ [file]: text });
        await using by = openFolderEngine(workspace);
        const answer = await stop({ by, maxBlocks: 10 });
        rmSync(join(workspace.folder, file));
        workspace.writeBytes(file, whole);
        assert.match(answer, /^refused:/, what);
        assert.match(answer, said);
      }
      await using restored = openFolderEngine(workspace);
      assert.match(await stop({ by: restored }), /^allowed: $/);
    });
  });

  it('[AGENT-1] [TRUST-1] is judged by the contracts of the last commit if the start was not recorded', () =>
    inSession(async ({ workspace, stop }) => {
      workspace.write({ 'src/slug.ts': WRONG });
      const inOther = (): Promise<string> => stop({ session: 'other' });
      rmSync(join(workspace.folder, 'slug.contract.yaml'));
      assert.match(await inOther(), /^refused:[\s\S]*Keep slug\.contract\.yaml/);
      workspace.git('checkout', '-q', '--', '.');
      workspace.write({ 'holdfast.config.yaml': 'contracts: [none/**]\n' });
      assert.match(await inOther(), /^refused:[\s\S]*slugify must have the signature/);
      workspace.write({ 'holdfast.config.yaml': 'contracts: [\n' });
      assert.match(await inOther(), /^refused:[\s\S]*slugify must have the signature/);
    }));

  it('[AGENT-1] is judged without git, and the record of the session is no part of the change', async () => {
    using workspace = new Workspace(FILES);
    rmSync(join(workspace.folder, '.git'), { recursive: true });
    await using engine = openFolderEngine(workspace);
    const options = { session: 's', signal: new AbortController().signal };
    await engine.agents.start(options);
    workspace.write({ 'src/slug.ts': RIGHT });
    const decision = await engine.agents.stop({ ...options, maxBlocks: 5, runCommands: false });
    assert.deepEqual(decision, { kind: 'allow', notes: [] });
  });

  it('[AGENT-1] is judged since the merge base if the snapshot of the start is gone', () =>
    inSession(async ({ workspace, stop }) => {
      workspace.write({ 'src/slug.ts': WRONG });
      rmSync(workspace.environment()['HOLDFAST_STORAGE'] ?? '', { recursive: true });
      // Each hook is a separate process.
      await using by = openFolderEngine(workspace);
      assert.match(await stop({ by }), /^refused:[\s\S]*slugify must have the signature/);
      assert.match(await stop({ by, maxBlocks: 1 }), /^allowed: .*because the snapshot of its start is gone/);
    }));

  it('[AGENT-1] is allowed if the count cannot be written, and tells the person what does not hold', () =>
    inSession(async ({ workspace, stop }) => {
      workspace.write({ 'src/slug.ts': WRONG });
      await stop();
      const agents = join(workspace.folder, '.git', 'holdfast', 'agents');
      const count = readdirSync(agents).find((name) => name.startsWith('blocks-')) ?? '';
      rmSync(join(agents, count));
      mkdirSync(join(agents, count));
      assert.match(await stop(), /^allowed: Failed to write [\s\S]*may end now[\s\S]*slugify must have the signature/);
    }));

  it('[AGENT-1] starts to count again after the work was done', () =>
    inSession(async ({ workspace, stop }) => {
      workspace.write({ 'src/slug.ts': WRONG });
      assert.match(await stop({ maxBlocks: 1 }), /^refused/);
      workspace.write({ 'src/slug.ts': RIGHT });
      assert.match(await stop({ maxBlocks: 1 }), /^allowed/);
      workspace.write({ 'src/slug.ts': WRONG });
      assert.match(await stop({ maxBlocks: 1 }), /^refused/);
    }));
});
