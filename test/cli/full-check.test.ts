import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { attemptReplies } from '../run/support/gate-fixtures.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply } from './support/health-check.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

interface CheckJson {
  readonly ok: boolean;
  readonly contracts: readonly {
    readonly notes?: readonly string[];
    readonly chunks: readonly {
      readonly id: string;
      readonly passed: boolean | null;
      readonly verdict: string;
      readonly commands?: readonly { readonly stage: string; readonly passed: boolean }[];
      readonly gates?: readonly { readonly id: string; readonly verdict: string }[];
    }[];
  }[];
}

const CONTRACT = 'name.contract.yaml';

/** A contract with one chunk that creates `name`, and more keys of the contract and of the chunk. */
function contractText(keys: { readonly top?: string; readonly chunk?: string } = {}): string {
  return `version: 1
spec: { id: names, title: Names }
${keys.top ?? ''}chunks:
  - id: name
    title: Name
    creates: [name]
    allowedFiles: [src/name.ts]
${keys.chunk ?? ''}`;
}

const NAME = 'export const name = 1;\n';
/** Exits with 0 if the file contains the text. */
const CONTAINS = `import { readFileSync } from 'node:fs';
process.exit(readFileSync(process.argv[2], 'utf8').includes(process.argv[3]) ? 0 : 1);
`;
const CHECKED_BY_COMMANDS = contractText({
  top: 'build: { command: node contains.mjs src/name.ts export }\nverify: { command: node contains.mjs src/name.ts name }\ngates:\n  - { id: polite, severity: critical, criteria: [Is polite], command: node contains.mjs src/name.ts please }\n',
  chunk: '    acceptanceCommands: [node contains.mjs src/name.ts const]\n',
});

async function check(workspace: Workspace, ...flags: string[]): Promise<{ code: number | null; json: CheckJson }> {
  const result = await callHoldfast(workspace.folder, ['check', ...flags, '--format', 'json'], workspace.environment());
  assert.notEqual(result.stdout, '', result.stderr);
  return { code: result.code, json: JSON.parse(result.stdout) as CheckJson };
}

describe('holdfast check', () => {
  it('[DONE-4] runs equal commands once in a tree, and again after a command that changed it', async () => {
    const run = (name: string): string => `node run.mjs ${name}`;
    const text = (acceptance: readonly (readonly string[])[]): string =>
      JSON.stringify({
        spec: { id: 'names', title: 'Names' },
        build: { command: run('build') },
        verify: { command: run('verify') },
        chunks: acceptance.map((acceptanceCommands, index) => ({
          id: `chunk-${index + 1}`,
          title: 'Name',
          creates: ['name'],
          allowedFiles: ['src/name.ts'],
          acceptanceCommands,
        })),
      });
    using logs = new Workspace({}, { git: false });
    const log = join(logs.folder, 'ran.log');
    // Acceptance commands need what the build wrote into a folder that git ignores.
    const script = `import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
const [name] = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, name + '\\n');
if (name === 'build') mkdirSync('dist', { recursive: true });
else if (!existsSync('dist')) process.exit(3);
if (name.startsWith('write')) writeFileSync('src/name.ts', '// changed\\n');
if (name.startsWith('fail')) { console.error('It fails.'); process.exit(1); }
`;
    for (const [what, acceptance, expected] of [
      ['equal chunks', [[run('a')], [run('a')], [run('a')]], ['build', 'verify', 'a']],
      ['other commands', [[run('a')], [run('b')], [run('a'), run('b')]], ['build', 'verify', 'a', 'b']],
      ['the verify command', [[run('verify')], [run('a')]], ['build', 'verify', 'a']],
      ['a command that writes', [[run('write')], [run('a')]], ['build', 'verify', 'write', 'build', 'verify', 'a']],
      ['a command that fails', [[run('fail')], [run('fail')]], ['build', 'verify', 'fail']],
    ] as const) {
      using workspace = new Workspace({
        [CONTRACT]: text(acceptance),
        'src/name.ts': NAME,
        'run.mjs': script,
        '.gitignore': 'dist/\n',
        'holdfast.config.yaml': 'confinement: off\n',
      });
      rmSync(log, { force: true });
      const flags = ['check', '--full', '--format', 'github'];
      const { stdout } = await callHoldfast(workspace.folder, flags, workspace.environment());
      assert.deepEqual(readFileSync(log, 'utf8').trim().split('\n'), expected, what);
      const failures = stdout.split('\n').filter((line) => line.startsWith('::error'));
      assert.equal(failures.length, what === 'a command that fails' ? 1 : 0, stdout);
      if (failures.length > 0) assert.match(failures[0]!, /It fails\..*Also for chunk-2/);
    }
  });

  it('[DONE-4] fails for a false postcondition', async () => {
    const chunk = '    postconditions: [{ kind: file_absent, path: src/old.ts }]\n';
    using workspace = new Workspace({ [CONTRACT]: contractText({ chunk }), 'src/name.ts': NAME, 'src/old.ts': NAME });
    const { code, json } = await check(workspace);
    assert.equal(code, 1);
    assert.equal(json.ok, false);
    assert.equal(json.contracts[0]?.chunks[0]?.verdict, 'unsatisfied');
    const text = await callHoldfast(workspace.folder, ['check']);
    assert.match(text.stdout, /✗ name .*not satisfied, 1\/2\n {4}assert Postcondition: src\/old\.ts must not exist/);
  });

  it('[DONE-4] names what it did not run, in text and in the notes', async () => {
    using workspace = new Workspace({ [CONTRACT]: CHECKED_BY_COMMANDS, 'src/name.ts': NAME, 'contains.mjs': CONTAINS });
    const { code, json } = await check(workspace);
    assert.equal(code, 0);
    const notes = json.contracts[0]?.notes?.join('\n') ?? '';
    assert.match(notes, /build \(node contains\.mjs src\/name\.ts export\)/);
    assert.match(notes, /verify \(node contains\.mjs src\/name\.ts name\)/);
    assert.match(notes, /acceptance \(node contains\.mjs src\/name\.ts const\)/);
    assert.match(notes, /gates \(polite\)/);
    assert.match(notes, /file rules of name/);
    const text = await callHoldfast(workspace.folder, ['check']);
    assert.match(text.stdout, /note Not run: build/);
  });

  it('[DONE-3] [DONE-7] shows an unverified chunk without a tick, counts it, and fails with --strict', async () => {
    const text = `${contractText()}  - { id: notes, title: Notes, description: Write notes. }\n`;
    using workspace = new Workspace({ [CONTRACT]: text, 'src/name.ts': NAME });
    const { code, json } = await check(workspace);
    assert.equal(code, 0);
    assert.deepEqual(
      json.contracts[0]?.chunks.map(({ passed, verdict }) => [passed, verdict]),
      [
        [true, 'satisfied'],
        [null, 'unverified'],
      ],
    );
    const printed = await callHoldfast(workspace.folder, ['check']);
    assert.match(printed.stdout, /^ {2}- notes Notes unverified: nothing to check$/m);
    assert.match(printed.stdout, /^1 of 2 chunks satisfied, 1 unverified$/m);
    const strict = await check(workspace, '--strict');
    assert.equal(strict.code, 1);
    assert.equal(strict.json.ok, false);
  });

  it('[DONE-8] does not blame a chunk whose requirements a satisfied chunk supersedes', async () => {
    const text = `${contractText()}  - { id: rename, title: Rename, creates: [title], supersedes: [name] }\n`;
    using workspace = new Workspace({ [CONTRACT]: text, 'src/title.ts': 'export const title = 1;\n' });
    const { code, json } = await check(workspace, '--strict');
    assert.equal(code, 0);
    assert.deepEqual(
      json.contracts[0]?.chunks.map(({ verdict }) => verdict),
      ['unverified', 'satisfied'],
    );
    workspace.write({ 'src/title.ts': NAME });
    assert.equal((await check(workspace)).code, 1);
  });
});

describe('holdfast check --full', () => {
  it('[DONE-4] runs build, verify, acceptance commands and gates on the files as they are, and changes none', async () => {
    using workspace = new Workspace({ [CONTRACT]: CHECKED_BY_COMMANDS, 'contains.mjs': CONTAINS });
    // Untracked: the check sees it although no commit contains it.
    workspace.write({ 'src/name.ts': `// please\n${NAME}` });
    const before = workspace.state();
    const { code, json } = await check(workspace, '--full');
    assert.equal(code, 0);
    const [chunk] = json.contracts[0]?.chunks ?? [];
    assert.equal(chunk?.verdict, 'satisfied');
    assert.deepEqual(
      chunk.commands?.map(({ stage, passed }) => [stage, passed]),
      [
        ['build', true],
        ['verify', true],
        ['acceptance', true],
      ],
    );
    assert.deepEqual(
      chunk.gates?.map(({ id, verdict }) => [id, verdict]),
      [['polite', 'PASS']],
    );
    assert.deepEqual(workspace.state(), before);
    assert.equal(existsSync(join(workspace.folder, '.git/holdfast/history.db')), false);

    workspace.write({ 'src/name.ts': NAME });
    const impolite = await check(workspace, '--full');
    assert.equal(impolite.code, 1);
    assert.deepEqual(impolite.json.contracts[0]?.chunks[0]?.gates?.[0]?.verdict, 'FAIL');
  });

  it('[DONE-4] gives the verdict of the landing: what a run lands passes, what a run rejects fails', async () => {
    using workspace = new Workspace({ [CONTRACT]: CHECKED_BY_COMMANDS, 'contains.mjs': CONTAINS });
    await using server = await startOpenAiChatServer([
      ...attemptReplies(NAME, 'name'),
      ...attemptReplies(`// please\n${NAME}`, 'name'),
    ]);
    const run = await callHoldfast(
      workspace.folder,
      ['run', CONTRACT, '--allow-failing-build', '--format', 'json'],
      workspace.environment(server),
    );
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.equal(result.status, 'pass', run.stderr);
    const rejected = result.attempts[0]?.validation;
    assert.equal(rejected?.passed, false);
    assert.equal((await check(workspace, '--full')).code, 0);
    // The tree of the rejected attempt, as CI would see it.
    workspace.write({ 'src/name.ts': NAME });
    workspace.git('commit', '-qam', 'impolite');
    assert.equal((await check(workspace)).code, 0);
    assert.equal((await check(workspace, '--full')).code, 1);
  });

  it('[DONE-4] uses the recorded verdict of a model for the same content, and does not judge other content', async () => {
    const gate = 'gates:\n  - { id: clear, severity: critical, criteria: [The name is clear], judge: true }\n';
    using workspace = new Workspace({ [CONTRACT]: contractText({ top: gate }) });
    const verdict = (pass: boolean) =>
      textReply(
        JSON.stringify({ verdict: pass ? 'pass' : 'fail', confidence: 1, rationale: 'It is read.', evidence: [] }),
      );
    await using server = await startOpenAiChatServer([...attemptReplies(NAME, 'name'), verdict(true), verdict(false)]);
    {
      await using engine = openFolderEngine(workspace, { server });
      const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'name' });
      assert.equal(result.status, 'pass', result.reason);
    }
    const recorded = await check(workspace, '--full', '--strict');
    assert.equal(recorded.code, 0);
    assert.equal(recorded.json.contracts[0]?.chunks[0]?.gates?.[0]?.verdict, 'PASS');

    workspace.write({ 'src/name.ts': 'export const name = 2;\n' });
    const changed = await check(workspace, '--full');
    assert.equal(changed.code, 0);
    const [unjudged] = changed.json.contracts[0]?.chunks ?? [];
    assert.equal(unjudged?.gates?.[0]?.verdict, 'NOT_JUDGED');
    assert.equal(unjudged.passed, null);
    assert.equal((await check(workspace, '--full', '--strict')).code, 1);

    const args = ['check', '--full', '--judge', '--format', 'json'];
    const judged = await callHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal(judged.code, 1, judged.stderr);
    assert.match(judged.stdout, /"verdict": "FAIL"/);
    // The verdict that the model gave is recorded for this content.
    assert.equal((await check(workspace, '--full')).json.contracts[0]?.chunks[0]?.gates?.[0]?.verdict, 'FAIL');
  });
});
