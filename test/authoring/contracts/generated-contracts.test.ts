import assert from 'node:assert/strict';
import type { Engine, GeneratedContract } from '../../../src/engine.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import { Workspace } from '../../cli/support/workspace.ts';

const FILES = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "lib": ["es2022"], "types": [] }, "include": ["src"] }',
  'src/user.ts': `export interface User { id: string; /** shown */ name?: string }
export type Kind = 'admin' | 'guest';
export interface Team<T extends User> extends Iterable<T> { members: T[] }
export enum Level { Low, High = 'high' }
export const LIMIT = 3;
`,
  'src/store.ts': `import type { User } from './user.ts';
export class Store<T extends User> {
  #items: T[] = [];
  add(item: T): this { this.#items.push(item); return this; }
  find(id: string): T | undefined { return this.#items.find((item) => item.id === id); }
  private hidden(): void {}
}
export async function load(id: string, retries = 3, options?: { deep: boolean }) {
  return { id, name: String(retries) + String(options) } as User;
}
export const identity = <T,>(value: T): T => value;
export function parse(text: string): number;
export function parse(text: number): string;
export function parse(text: string | number): unknown { return text; }
export default function main({ a }: { a: string }): void { void a; }
function local(): void {}
export { local as renamed };
`,
  'src/index.ts': "export * from './user.ts';\nexport { load, default } from './store.ts';\n",
  'src/a.ts': "import { b } from './b.ts';\nexport function a(): number { return b(); }\n",
  'src/b.ts': "import { a } from './a.ts';\nexport function b(): number { return a(); }\n",
  'src/plain.js': 'export function plain(x) { return x; }\nexport const value = 1;\n',
  'src/empty.ts': 'console.log(1);\n',
  'src/store.test.ts': "import { load } from './store.ts';\nexport const fixture = load;\n",
  'notes.rb': 'x = 1\n',
} as const;

/** Writes a generated contract and checks it like the command line does. */
async function checkGenerated(engine: Engine, { file, text }: GeneratedContract): Promise<void> {
  await engine.authoring.create(file, text);
  engine.filesChanged([file]);
  const { ok, chunks, problems } = await engine.checks.check(file, { strict: true });
  assert.deepEqual(problems, []);
  const failed = chunks.flatMap(({ assertResults }) => assertResults.filter(({ passed }) => !passed));
  assert.deepEqual(failed, []);
  assert.ok(ok, text);
  const { findings } = await engine.plans.check(file);
  assert.deepEqual(
    findings.filter(({ severity }) => severity === 'error'),
    [],
  );
}

describe('a contract from code', () => {
  it('[ENF-FUTURE-5] states functions, methods, types and other exports, and the code satisfies it', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const generated = await engine.authoring.fromCode({ files: ['src'] });
    await checkGenerated(engine, generated);
    const { contract } = await engine.contracts.read(generated.file);
    const all = contract?.chunks ?? [];
    const signatures = new Map(
      all.flatMap(({ functions }) => functions).map(({ name, signature }) => [name, signature]),
    );
    assert.equal(
      signatures.get('load'),
      '(id: string, retries?: number, options?: { deep: boolean; } | undefined) => Promise<User>',
    );
    assert.equal(signatures.get('identity'), '<T>(value: T) => T');
    assert.equal(signatures.get('renamed'), '() => void');
    assert.equal(signatures.get('Store.find'), '(id: string) => T | undefined');
    assert.match(signatures.get('parse') ?? '', /\(text: string\): number; \(text: number\): string/);
    assert.ok(!signatures.has('Store.hidden'));
    const types = new Map(all.flatMap((chunk) => chunk.types).map(({ name, definition }) => [name, definition]));
    assert.equal(types.get('User'), '{ id: string; name?: string }');
    assert.equal(types.get('Kind'), "'admin' | 'guest'");
    assert.match(types.get('Team') ?? '', /^interface Team<T extends User> extends Iterable<T> \{/);
    assert.equal(types.get('Level'), "enum Level { Low, High = 'high' }");
    const exported = all.flatMap(({ assertions }) => assertions).map(({ check }) => check.target);
    for (const name of ['LIMIT', 'Store', 'value', 'User']) assert.ok(exported.includes(name), name);
    assert.ok(!generated.text.includes('fixture'), 'tests of a folder are left out');
    assert.match(contract?.spec.description ?? '', /^TODO: /);
  });

  it('[ENF-FUTURE-5] names what its verify command leaves out of the test script', async () => {
    const scripts = '{ "type": "module", "scripts": { "test": "eslint . && vitest run --typecheck" } }';
    using workspace = new Workspace({ ...FILES, 'package.json': scripts });
    await using engine = openFolderEngine(workspace);
    const { text } = await engine.authoring.fromCode({ files: ['src/user.ts'] });
    assert.match(
      text.replaceAll('\n# ', ' '),
      /^# Generated from .* verify runs only the tests of "npm test": .*packages/,
    );
  });

  it('[ENF-FUTURE-5] fails as soon as one of the stated exports changes', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const generated = await engine.authoring.fromCode({ files: ['src/store.ts'] });
    await checkGenerated(engine, generated);
    const changes: readonly (readonly [before: string, after: string])[] = [
      ['retries = 3', "retries = '3'"],
      ['<T,>(value: T): T => value', '<T,>(value: T): T[] => [value]'],
      ['find(id: string)', 'find(id: number | string)'],
      ['export { local as renamed };', ''],
    ];
    for (const [before, after] of changes) {
      workspace.write({ 'src/store.ts': FILES['src/store.ts'].replace(before, after) });
      engine.filesChanged(['src/store.ts']);
      assert.equal((await engine.checks.check(generated.file)).ok, false, after);
    }
  });

  it('[ENF-FUTURE-5] has one chunk per module, in the order of imports, and one for modules that import each other', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const { file, text } = await engine.authoring.fromCode({
      files: ['src/index.ts', 'src/store.ts', 'src/user.ts', 'src/a.ts', 'src/b.ts'],
    });
    await engine.authoring.create(file, text);
    const chunks = (await engine.contracts.read(file)).contract?.chunks ?? [];
    const cycle = chunks.find(({ allowedFiles }) => allowedFiles.includes('src/a.ts'));
    assert.deepEqual(cycle?.allowedFiles, ['src/a.ts', 'src/b.ts']);
    assert.deepEqual(chunks.find(({ id }) => id === 'store')?.dependsOn, ['user']);
    assert.ok(chunks.findIndex(({ id }) => id === 'user') < chunks.findIndex(({ id }) => id === 'store'));
  });

  it('[ENF-FUTURE-5] names what it cannot state in a comment, and the rest still holds', async () => {
    const long = Array.from({ length: 200 }, (_, index) => `member${index}: string`).join('; ');
    using workspace = new Workspace({
      ...FILES,
      'src/odd.ts': `export interface Merged { a: 1 }\nexport interface Merged { b: 2 }\nexport interface Long { ${long} }\nexport function plain(): void {}\n`,
    });
    await using engine = openFolderEngine(workspace);
    const generated = await engine.authoring.fromCode({ files: ['src/odd.ts'] });
    await checkGenerated(engine, generated);
    assert.equal(generated.notes.length, 2);
    assert.match(generated.notes.join('\n'), /the definition of Merged in src\/odd\.ts/);
    assert.match(generated.text, /# Not stated here: the definition of Merged/);
  });

  it('[ENF-FUTURE-5] reads unsaved text', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    engine.setUnsavedText('src/empty.ts', 'export const added = () => 1;\n');
    const { text } = await engine.authoring.fromCode({ files: ['src/empty.ts'] });
    assert.match(text, /signature: \(\) => number/);
  });

  it('[ENF-FUTURE-5] explains why there is nothing to state', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const { authoring } = engine;
    await assert.rejects(authoring.fromCode({ files: [] }), { code: 'not-found', message: /no file is given/ });
    await assert.rejects(authoring.fromCode({ files: ['src/none.ts'] }), {
      code: 'not-found',
      message: /src\/none\.ts does not exist/,
    });
    await assert.rejects(authoring.fromCode({ files: ['notes.rb'] }), {
      code: 'unsupported',
      hint: /TypeScript, JavaScript/,
    });
    await assert.rejects(authoring.fromCode({ files: ['src/empty.ts'] }), {
      code: 'not-found',
      message: /exports nothing/,
    });
    await assert.rejects(authoring.fromCode({ files: ['../x.ts'] }), { code: 'outside-tree' });
  });

  it('[EDIT-1] is what a stable refactor of a module starts from: it keeps every export and has no placeholder', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    const task = 'Store the items in a map';
    const draft = await engine.authoring.draft({ template: 'refactor', task, near: 'src/store.ts' });
    await engine.authoring.create(draft.file, draft.text);
    const { ok, document } = await engine.checks.check(draft.file, { strict: true });
    assert.ok(ok, draft.text);
    const chunk = document.contract?.chunks[0];
    assert.equal(chunk?.description, task);
    assert.deepEqual(chunk.allowedFiles, ['src/store.ts']);
    assert.ok(chunk.functions.length >= 5);
    assert.doesNotMatch(draft.text, /TODO/);
    const module = await engine.authoring.draft({ template: 'refactor', task, near: 'src/empty.ts' });
    assert.match(module.snippet, /\$\{1:src\/empty\.ts\}/, 'a module without exports has the plain template');
  });

  it('[EDIT-1] never overwrites a file', async () => {
    using workspace = new Workspace({ ...FILES, 'user.contract.yaml': 'mine\n' });
    await using engine = openFolderEngine(workspace);
    const numbered = await engine.authoring.fromCode({ files: ['src/user.ts'] });
    assert.equal(numbered.file, 'user-2.contract.yaml');
    const named = await engine.authoring.fromCode({ files: ['src/user.ts'], id: 'user' });
    await assert.rejects(engine.authoring.create(named.file, named.text), { code: 'conflict' });
    assert.equal(workspace.read('user.contract.yaml'), 'mine\n');
  });
});

describe('a contract from a diff', () => {
  function createHistory(): Workspace {
    const workspace = new Workspace(FILES);
    workspace.git('checkout', '-q', '-b', 'feature');
    workspace.write({
      'src/retry.ts':
        "import type { User } from './user.ts';\nexport async function retry(task: () => Promise<User>, times = 2) { void times; return task(); }\nexport interface RetryOptions { times: number }\n",
      'src/store.ts': FILES['src/store.ts'].replace('retries = 3', 'retries = 3, user?: User'),
      'src/user.ts': FILES['src/user.ts'].replace('export const LIMIT = 3;\n', ''),
      'src/retry.test.ts': "import { retry } from './retry.ts';\nvoid retry;\n",
      'README.md': '# Read me\n',
    });
    workspace.git('rm', '-q', 'notes.rb');
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'feat(retry): add a retry helper');
    return workspace;
  }

  it('[ENF-FUTURE-5] states what a commit added and changed, and the commit satisfies it', async () => {
    using workspace = createHistory();
    await using engine = openFolderEngine(workspace);
    const generated = await engine.authoring.fromDiff({ range: 'HEAD' });
    assert.equal(generated.file, 'retry-helper.contract.yaml');
    await checkGenerated(engine, generated);
    const { contract } = await engine.contracts.read(generated.file);
    const chunks = contract?.chunks ?? [];
    const retry = chunks.find(({ id }) => id === 'retry');
    assert.deepEqual(retry?.creates, ['retry()', 'RetryOptions']);
    assert.deepEqual(
      retry.functions.map(({ signature }) => signature),
      ['(task: () => Promise<User>, times?: number) => Promise<User>'],
    );
    assert.deepEqual([...retry.allowedFiles].sort(), ['src/retry.test.ts', 'src/retry.ts']);
    assert.deepEqual(retry.dependsOn, ['user']);
    const store = chunks.find(({ id }) => id === 'store');
    assert.deepEqual(
      store?.functions.map(({ name }) => name),
      ['load'],
      'only what changed',
    );
    assert.deepEqual(store.creates, []);
    const other = chunks.find(({ id }) => id === 'other-files');
    assert.deepEqual(
      other?.postconditions.map(({ kind, path }) => `${kind} ${path}`),
      ['file_exists README.md', 'file_absent notes.rb'],
    );
    assert.match(generated.text, /src\/user\.ts no longer exports LIMIT/);
  });

  it('[ENF-FUTURE-5] compares a branch with the default branch, and the current files with changes that are not committed', async () => {
    using workspace = createHistory();
    await using engine = openFolderEngine(workspace);
    const branch = await engine.authoring.fromDiff({ range: 'feature' });
    assert.match(branch.text, /Generated from the branch feature/);
    workspace.write({ 'src/late.ts': 'export function late(): void {}\n' });
    engine.filesChanged('all');
    const current = await engine.authoring.fromDiff({});
    await checkGenerated(engine, current);
    assert.match(current.text, /late\(\)/);
    assert.match(current.text, /retry\(\)/);
  });

  it('[ENF-FUTURE-5] states a commit that is not checked out, and the tree of that commit satisfies it', async () => {
    using workspace = createHistory();
    workspace.git('checkout', '-q', 'main');
    await using engine = openFolderEngine(workspace);
    const before = workspace.state();
    const generated = await engine.authoring.fromDiff({ range: 'main..feature' });
    assert.deepEqual(workspace.state(), before);
    assert.match(generated.text, /creates: \[ retry\(\), RetryOptions \]/);
    workspace.git('checkout', '-q', 'feature');
    engine.filesChanged('all');
    await checkGenerated(engine, generated);
  });

  for (const objectFormat of ['sha1', 'sha256'] as const) {
    it(`[ENF-FUTURE-5] states the first commit of a repository with ${objectFormat} names`, async () => {
      using workspace = new Workspace(FILES, { objectFormat });
      await using engine = openFolderEngine(workspace);
      await checkGenerated(engine, await engine.authoring.fromDiff({ range: 'HEAD' }));
    });
  }

  it('[ENF-FUTURE-5] explains an unknown revision, an empty diff and a folder without git', async () => {
    using workspace = createHistory();
    await using engine = openFolderEngine(workspace);
    await assert.rejects(engine.authoring.fromDiff({ range: 'nowhere' }), { code: 'git', message: /nowhere/ });
    await assert.rejects(engine.authoring.fromDiff({ range: 'HEAD..HEAD' }), {
      code: 'not-found',
      message: /changes no file/,
    });
    using plain = new Workspace(FILES, { git: false });
    await using other = openFolderEngine(plain);
    await assert.rejects(other.authoring.fromDiff({}), { code: 'git', message: /not in a git repository/ });
  });
});
