import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Impact } from '../../src/engine.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const UNREADABLE_FILE_ERROR = `Failed to read src/wide.ts: it is not UTF-8 text
Save the file as UTF-8, or remove it from the contract if it is binary.
`;

const files = {
  'src/user.ts': 'export function getUser(id: string) {\n  return id;\n}\nexport type Name = string;\n',
  'src/index.ts': "export * from './user';\n",
  'src/page.ts': "import { getUser, type Name } from './index';\nexport const name: Name = getUser('a');\n",
};

describe('holdfast impact', () => {
  it('[ENF-IMPACT-1] [ENF-IMPACT-2] prints the uses of a file, or of one export, in the documented shape', async () => {
    using workspace = new Workspace(files);
    const run = await runHoldfast(workspace.folder, ['impact', 'src/user.ts#getUser', '--format', 'json']);
    assert.equal(run.code, 0, run.stderr);
    const { summary, ...found } = JSON.parse(run.stdout) as Impact;
    assert.deepEqual(found, {
      filesAffected: ['src/page.ts'],
      functionsAffected: [
        {
          name: 'getUser',
          file: 'src/user.ts',
          callers: [
            { file: 'src/page.ts', line: 1, column: 10, kind: 'import' },
            { file: 'src/page.ts', line: 2, column: 27, kind: 'call' },
          ],
        },
      ],
      typesAffected: [],
    });
    assert.match(summary, /getUser/);
    const whole = await callHoldfast(workspace.folder, ['impact', 'src/user.ts']);
    assert.equal(whole.code, 0);
    assert.match(whole.stdout, /getUser 2 uses\n {2}src\/page\.ts:1:10 import\n {2}src\/page\.ts:2:27 call/);
    assert.match(whole.stdout, /imported by\n {2}src\/index\.ts/);
  });

  it('[ENF-IMPACT-1] searches the whole repository from any of its folders', async () => {
    using workspace = new Workspace({ ...files, 'src/inner/names.ts': 'export const inner = 1;\n', 'src/#.ts': '' });
    workspace.write({ 'test/user.ts': "import { getUser } from '../src/user';\ngetUser('b');\n" });
    const run = await callHoldfast(join(workspace.folder, 'src', 'inner'), ['impact', '../user.ts#getUser']);
    assert.equal(run.code, 0, run.stderr);
    assert.match(
      run.stdout,
      /^getUser 4 uses\n {2}\.\.\/page\.ts:1:10 import\n.*\n {2}\.\.\/\.\.\/test\/user\.ts:1:10 import\n/m,
    );
    const own = await callHoldfast(join(workspace.folder, 'src'), ['impact', 'user.ts#getUser']);
    assert.match(own.stdout, /^getUser 4 uses$/m);
    const named = await callHoldfast(join(workspace.folder, 'src'), ['impact', '#.ts']);
    assert.equal(named.code, 0, named.stderr);
  });

  it('reports why a file cannot be read', async () => {
    using workspace = new Workspace(files);
    writeFileSync(join(workspace.folder, 'src', 'wide.ts'), Buffer.from('\uFEFFexport const wide = 1;\n', 'utf16le'));
    const { code, stderr } = await callHoldfast(workspace.folder, ['impact', 'src/wide.ts']);
    assert.equal(code, 2);
    assert.equal(stderr, UNREADABLE_FILE_ERROR);
  });

  it('[ENF-IMPACT-4] with --since reports only changed exports and their compatibility', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/user.ts': files['src/user.ts'].replace('id: string', 'id: string, deep: boolean') });
    const run = await callHoldfast(workspace.folder, ['impact', 'src/user.ts', '--since', 'HEAD', '--format', 'json']);
    assert.equal(run.code, 0, run.stderr);
    const impact = JSON.parse(run.stdout) as Impact;
    assert.deepEqual(
      impact.functionsAffected.map(({ name }) => name),
      ['getUser'],
    );
    assert.deepEqual(impact.typesAffected, []);
    assert.match(impact.summary, /getUser was changed \(breaking\): the parameter "deep" was added and is required/);
  });

  it('[ENF-IMPACT-4] uses the type checker if the texts are not conclusive', async () => {
    using workspace = new Workspace(files);
    workspace.write({ 'src/user.ts': files['src/user.ts'].replace('id: string', 'id: Date') });
    const run = await callHoldfast(workspace.folder, ['impact', 'src/user.ts', '--since', 'HEAD', '--format', 'json']);
    assert.equal(run.code, 0, run.stderr);
    assert.match(
      (JSON.parse(run.stdout) as Impact).summary,
      /getUser was changed \(breaking\): .*its type changed from \(id: string\) => string to \(id: Date\) => Date/,
    );
  });

  it('reports a missing file, export or revision with exit code 2', async () => {
    using workspace = new Workspace(files);
    for (const [args, message] of [
      [['impact', 'src/none.ts'], /no such module/],
      [['impact', '../none.ts'], /File not found: \.\.\/none\.ts/],
      [['impact', 'src/user.ts#getUsr'], /does not export it[\s\S]*Did you mean "getUser"/],
      [['impact', 'src/user.ts', '--since', 'v9'], /revision not found: v9/],
    ] as const) {
      const run = await callHoldfast(workspace.folder, args);
      assert.equal(run.code, 2);
      assert.equal(run.stdout, '');
      assert.match(run.stderr, message);
    }
  });
});
