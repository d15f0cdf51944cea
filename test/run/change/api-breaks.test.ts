import assert from 'node:assert/strict';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

type Files = Readonly<Record<string, string>>;

const MANIFEST = JSON.stringify({ name: 'shop', version: '1.0.0', types: 'src/index.ts' });
const BEFORE: Files = {
  'package.json': MANIFEST,
  'src/index.ts': "export { total } from './price.ts';\n",
  'src/price.ts': 'export function total(a: number): number {\n  return a;\n}\nexport function inner(): void {}\n',
};
const BREAK: Files = {
  'src/price.ts':
    'export function total(a: number, b: number): number {\n  return a + b;\n}\nexport function inner(): void {}\n',
};

interface Repository {
  readonly before?: Files;
  /** The titles of earlier commits. */
  readonly titles?: readonly string[];
  readonly tag?: string | undefined;
  readonly written?: Files;
  /** The files that the change deletes. */
  readonly deleted?: readonly string[];
  /** The title of the commit of the change; absent if it is not committed. */
  readonly commit?: string;
  readonly title?: string;
}

const CONVENTIONAL = Array.from({ length: 10 }, (_, at) => `feat: part ${at}`);

/** What `check --since` says about the API: `error` or `fact`, with its message. */
async function judge({
  before = {},
  titles = [],
  tag,
  written = BREAK,
  deleted = [],
  commit,
  title,
}: Repository): Promise<readonly string[]> {
  using workspace = new Workspace({ ...BEFORE, ...before });
  for (const one of titles) workspace.git('commit', '-q', '--allow-empty', '-m', one);
  if (tag !== undefined) workspace.git('tag', tag);
  const base = workspace.git('rev-parse', 'HEAD').trim();
  if (deleted.length > 0) workspace.git('rm', '-qr', '--', ...deleted);
  workspace.write(written);
  if (commit !== undefined) {
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', commit);
  }
  await using engine = openFolderEngine(workspace);
  const { findings, facts } = await engine.changes.judge({ base, facts: true, types: true, title });
  return [
    ...findings.filter(({ kind }) => kind === 'api-break').map(({ severity, message }) => `${severity} ${message}`),
    ...facts.filter(({ rule }) => rule === 'api-break').map(({ message }) => `fact ${message}`),
  ];
}

async function kindOf(repository: Repository): Promise<string> {
  const [first, ...others] = await judge(repository);
  assert.deepEqual(others, []);
  return first?.split(' ')[0] ?? 'nothing';
}

const CHANGESETS: Files = { '.changeset/config.json': '{}', '.changeset/README.md': '# Changesets\n' };

describe('A break of the public API', () => {
  it('[CHANGE-2] is an error if the repository announces its changes and did not announce this one', async () => {
    const [message] = await judge({ titles: CONVENTIONAL, commit: 'feat: take a second number' });
    assert.match(
      message ?? '',
      /^error Announce the break of total in shop \(a major version\).*"b" was added and is required/,
    );
    assert.equal(await kindOf({ before: CHANGESETS }), 'error');
    assert.equal(
      await kindOf({
        tag: 'v1.0.0',
        titles: CONVENTIONAL,
        commit: 'fix: b',
        written: { ...BREAK, 'package.json': MANIFEST.replace('1.0.0', '1.1.0') },
      }),
      'error',
    );
  });

  it('[CHANGE-2] is a fact if it is announced', async () => {
    assert.equal(await kindOf({ titles: CONVENTIONAL, commit: 'feat!: take a second number' }), 'fact');
    assert.equal(await kindOf({ titles: CONVENTIONAL, title: 'feat!: take a second number' }), 'fact');
    const written = { ...BREAK, '.changeset/new.md': '---\nshop: major\n---\n\nText.\n' };
    assert.equal(await kindOf({ before: CHANGESETS, written }), 'fact');
    assert.equal(
      await kindOf({ tag: 'v1.0.0', written: { ...BREAK, 'package.json': MANIFEST.replace('1.0.0', '2.0.0') } }),
      'fact',
    );
  });

  it('[CHANGE-2] is a fact if the repository does not announce its changes, or if nothing could announce it yet', async () => {
    assert.equal(await kindOf({ titles: ['Add a', 'Add b'], commit: 'Take a second number' }), 'fact');
    assert.equal(await kindOf({ titles: CONVENTIONAL }), 'fact');
  });

  it('[CHANGE-2] is a fact for what was never released, private, unstable or added after the release', async () => {
    const commit = 'feat: take a second number';
    const manifest = (change: object): Files => ({
      'package.json': JSON.stringify({ ...(JSON.parse(MANIFEST) as object), ...change }),
    });
    assert.equal(await kindOf({ before: manifest({ private: true }), titles: CONVENTIONAL, commit }), 'nothing');
    assert.equal(await kindOf({ before: manifest({ version: '0.0.0' }), titles: CONVENTIONAL, commit }), 'fact');
    const tagged = (tag: string): Files =>
      Object.fromEntries(
        Object.entries({ ...BEFORE, ...BREAK }).map(([file, text]) => [
          file,
          text.replace('export function total', `/** @${tag} */\nexport function total`),
        ]),
      );
    for (const tag of ['internal', 'alpha', 'beta']) {
      const stable = {
        ...BEFORE,
        'src/price.ts': (BEFORE['src/price.ts'] ?? '').replace(
          'export function total',
          `/** @${tag} */\nexport function total`,
        ),
      };
      assert.equal(await kindOf({ before: stable, written: tagged(tag), titles: CONVENTIONAL, commit }), 'fact', tag);
    }
    using workspace = new Workspace({ ...BEFORE, 'src/index.ts': 'export {};\n' });
    workspace.git('tag', 'v1.0.0');
    for (const title of CONVENTIONAL) workspace.git('commit', '-q', '--allow-empty', '-m', title);
    workspace.write({ 'src/index.ts': BEFORE['src/index.ts'] ?? '' });
    workspace.git('commit', '-qam', 'feat: total');
    const base = workspace.git('rev-parse', 'HEAD').trim();
    workspace.write({ 'src/index.ts': 'export {};\n' });
    workspace.git('commit', '-qam', 'feat: no total');
    await using engine = openFolderEngine(workspace);
    const { findings, facts } = await engine.changes.judge({ base, facts: true, types: true });
    assert.deepEqual(
      findings.filter(({ kind }) => kind === 'api-break'),
      [],
    );
    assert.equal(facts.filter(({ rule }) => rule === 'api-break').length, 1);
  });

  it('[CHANGE-2] is judged by the last version without a suffix, and a version with one is no release', async () => {
    const commit = 'feat: take a second number';
    const version = (text: string): Files => ({ 'package.json': MANIFEST.replace('1.0.0', text) });
    const early = { before: version('1.0.0-beta.1'), titles: CONVENTIONAL, commit };
    assert.equal(await kindOf(early), 'fact');
    assert.equal(await kindOf({ ...early, tag: 'v1.0.0-beta.1' }), 'fact');
    assert.equal(await kindOf({ titles: CONVENTIONAL, commit, tag: 'v1.0.0' }), 'error');
    // The version on the way to 2.0.0 announces the break.
    const major = { ...BREAK, ...version('2.0.0-alpha.1') };
    assert.equal(await kindOf({ titles: CONVENTIONAL, commit, tag: 'v1.0.0', written: major }), 'fact');
  });

  it('[CHANGE-2] is a fact if only a callback meets it that receives what callers pass elsewhere', async () => {
    const options = (type: string): Files => ({
      'src/index.ts': `export interface Options { delay?: ${type} }\nexport function load(a: Options | ((b: Options) => Options)): void {}\n`,
    });
    const change = { titles: CONVENTIONAL, commit: 'feat: a' };
    assert.equal(
      await kindOf({ ...change, before: options('number'), written: options('number | (() => number)') }),
      'fact',
    );
    assert.equal(await kindOf({ ...change, before: options('number | string'), written: options('number') }), 'error');
  });

  it('[CHANGE-2] is nothing for what no entry offers, and for what keeps its users', async () => {
    const hidden = { 'src/price.ts': (BEFORE['src/price.ts'] ?? '').replace('inner()', 'inner(a: number)') };
    assert.equal(await kindOf({ titles: CONVENTIONAL, commit: 'feat: a', written: hidden }), 'nothing');
    const optional = { 'src/price.ts': (BEFORE['src/price.ts'] ?? '').replace('a: number', 'a: number, b?: number') };
    assert.equal(await kindOf({ titles: CONVENTIONAL, commit: 'feat: a', written: optional }), 'nothing');
  });

  const manifestWith = (change: object): Files => ({
    'package.json': JSON.stringify({ ...(JSON.parse(MANIFEST) as object), ...change }),
  });
  const announcing = { titles: CONVENTIONAL, commit: 'fix: a' };

  it('[CHANGE-2] is judged in a package that exports a namespace', async () => {
    for (const index of [
      "export * as tools from './price.ts';\n",
      "import * as tools from './price.ts';\nexport { tools };\n",
    ])
      assert.equal(await kindOf({ ...announcing, before: { 'src/index.ts': index } }), 'error', index);
  });

  it('[CHANGE-2] is not confused by types of one name that no entry exports', async () => {
    const zeta = 'interface Options { size: number }\nexport function zeta(a: Options): void {}\n';
    const alpha = 'interface Options { label: string }\nexport function alpha(a: Options): void {}\n';
    const before = { 'src/zeta.ts': zeta, 'src/index.ts': "export { zeta } from './zeta.ts';\n" };
    const written = {
      'src/alpha.ts': alpha,
      'src/index.ts': "export { alpha } from './alpha.ts';\nexport { zeta } from './zeta.ts';\n",
    };
    assert.equal(await kindOf({ ...announcing, before, written }), 'nothing');
  });

  it('[CHANGE-2] is a fact where a version that was never released is all that differs', async () => {
    const before = manifestWith({ version: '0.3.0' });
    assert.equal(await kindOf({ before, tag: 'v5.0.0', titles: ['Add a'], commit: 'Take a second number' }), 'fact');
    const major = { ...BREAK, ...manifestWith({ version: '2.0.0' }) };
    assert.equal(await kindOf({ titles: CONVENTIONAL, commit: 'feat: a', written: major }), 'fact');
  });

  it('[CHANGE-2] is no error for a member that promises nothing', async () => {
    const classOf = (member: string): Files => ({
      'src/index.ts': `export class Cart {\n  add(): void {}\n  ${member}\n}\n`,
    });
    for (const member of [
      '/** @internal */ flush(): void {}',
      '_flush(): void {}',
      '/** @experimental */ flush(): void {}',
    ])
      assert.notEqual(await kindOf({ ...announcing, before: classOf(member), written: classOf('') }), 'error', member);
    const stable = { ...announcing, before: classOf('flush(): void {}'), written: classOf('') };
    assert.equal(await kindOf(stable), 'error');
  });

  it('[CHANGE-2] is undecided for a parameter of JavaScript that has no type, and no error in an extension of an editor', async () => {
    const script = (parameters: string): Files => ({
      'src/tool.js': `export function total(${parameters}) {}\n`,
      'tsconfig.json': '{ "compilerOptions": { "allowJs": true } }',
    });
    const before = { ...manifestWith({ main: 'src/tool.js', types: undefined }), ...script('a') };
    assert.notEqual(await kindOf({ ...announcing, before, written: script('a, b') }), 'error');
    assert.equal(await kindOf({ ...announcing, before, written: { 'src/tool.js': 'export {};\n' } }), 'error');
    const extension = manifestWith({ engines: { vscode: '^1.100.0' } });
    assert.equal(await kindOf({ ...announcing, before: extension }), 'nothing');
  });

  it('[CHANGE-2] is judged for what CommonJS assigns to its exports', async () => {
    const script = (text: string): Files => ({
      'src/tool.js': `${text}\n`,
      'tsconfig.json': '{ "compilerOptions": { "allowJs": true } }',
    });
    const manifest = manifestWith({ main: 'src/tool.js', types: undefined });
    const functions = 'function total() {}\nfunction tax() {}\n';
    for (const [earlier, now] of [
      ['module.exports = { total, tax };', 'module.exports = { tax };'],
      ['exports.total = total;\nexports.tax = tax;', 'exports.tax = tax;'],
      ['module.exports.total = total;\nmodule.exports.tax = tax;', 'module.exports.tax = tax;'],
    ] as const) {
      const before = { ...manifest, ...script(functions + earlier) };
      const [message, ...others] = await judge({ ...announcing, before, written: script(functions + now) });
      assert.match(message ?? '', /^error .*total/, `${earlier} ${message ?? ''} ${others.join()}`);
      assert.deepEqual(others, [], earlier);
      const body = script(functions.replace('total() {}', 'total() { return 1; }') + earlier);
      assert.equal(await kindOf({ ...announcing, before, written: body }), 'nothing', earlier);
    }
  });

  it('[CHANGE-2] is judged by the last version, and not by a tag that moves with it', async () => {
    for (const tag of ['v1', 'v1.0', 'latest', 'v1.x.0']) {
      using workspace = new Workspace({ ...BEFORE, 'src/index.ts': 'export {};\n' });
      for (const title of CONVENTIONAL) workspace.git('commit', '-q', '--allow-empty', '-m', title);
      workspace.git('tag', 'v1.0.0');
      workspace.write({ 'src/index.ts': BEFORE['src/index.ts'] ?? '' });
      workspace.git('commit', '-qam', 'feat: total');
      workspace.git('tag', tag);
      const base = workspace.git('rev-parse', 'HEAD').trim();
      workspace.write({ 'src/index.ts': 'export {};\n' });
      workspace.git('commit', '-qam', 'fix: no total');
      await using engine = openFolderEngine(workspace);
      const { findings } = await engine.changes.judge({ base, facts: true, types: true });
      const breaks = findings.filter(({ kind }) => kind === 'api-break');
      assert.deepEqual(breaks, [], tag);
    }
  });

  /** Two packages of a workspace. */
  const SHOP: Files = {
    'package.json': '{ "private": true, "name": "root", "workspaces": ["packages/*"] }',
    'packages/cart/package.json': JSON.stringify({ name: '@acme/cart', version: '1.0.0', types: 'index.ts' }),
    'packages/cart/index.ts': 'export interface Options { size: number }\nexport function cart(a: Options): void {}\n',
    'packages/price/package.json': JSON.stringify({ name: '@acme/price', version: '1.0.0', types: 'index.ts' }),
    'packages/price/index.ts': 'export interface Options { tax: number }\nexport function price(a: Options): void {}\n',
  };
  const cartIn = (folder: string, name: string): Files => ({
    [`${folder}/package.json`]: JSON.stringify({ name, version: '1.0.0', types: 'index.ts' }),
    [`${folder}/index.ts`]: SHOP['packages/cart/index.ts'] ?? '',
  });

  it('[CHANGE-2] is the break of one package where two have types of one name', async () => {
    const written = {
      'packages/price/index.ts': 'export interface Options {}\nexport function price(a: Options): void {}\n',
    };
    const messages = await judge({ ...announcing, before: SHOP, written });
    assert.ok(messages.length > 0);
    for (const message of messages) assert.match(message, /@acme\/price/);
    const before = { ...SHOP, 'packages/price/index.ts': "export type { Options } from '@acme/cart';\n" };
    const cart = {
      'packages/cart/index.ts':
        'export interface Options { size: number; label?: string }\nexport function cart(a: Options): void {}\n',
    };
    assert.equal(await kindOf({ ...announcing, before, written: cart }), 'nothing');
  });

  it('[CHANGE-2] is a deleted file that the manifest names, unless a build may write it', async () => {
    const script = 'exports.total = function () {};\n';
    const direct = (change: object, ...files: readonly string[]): Files => ({
      'tool/package.json': JSON.stringify({ name: 'tool', version: '1.0.0', ...change }),
      ...Object.fromEntries(files.map((file) => [`tool/${file}`, script])),
    });
    const two = { '.': './a.js', './sub': './b.js' };
    const cases: readonly (readonly [expected: RegExp | 'nothing', Files, readonly string[], Files?])[] = [
      [/its file tool\/lib\.js was deleted/, direct({ exports: { '.': './lib.js' } }, 'lib.js'), ['lib.js']],
      [/its file tool\/main\.js was deleted/, direct({ main: 'main.js' }, 'main.js', 'other.js'), ['main.js']],
      [/its file tool\/b\.js was deleted/, direct({ exports: two }, 'a.js', 'b.js'), ['b.js']],
      [
        /its file tool\/features\/one\.js/,
        direct({ exports: { './*': './features/*.js' } }, 'features/one.js'),
        ['features/one.js'],
      ],
      [
        /\.\/one in tool/,
        direct({ exports: { './*': './features/*.js' } }, 'features/one.js', 'features/two.js'),
        ['features/one.js'],
      ],
      [/its file tool\/cli\.js/, direct({ main: 'a.js', bin: './cli.js' }, 'a.js', 'cli.js'), ['cli.js']],
      [
        /loaded with require/,
        direct({ exports: { import: './a.mjs', require: './a.cjs' } }, 'a.mjs', 'a.cjs'),
        ['a.cjs'],
      ],
      [
        /its file tool\/lib\.js was deleted/,
        direct({ exports: './lib.js' }, 'lib.js'),
        ['lib.js'],
        { 'tool/moved.js': script },
      ],
      // The source of the same module takes its place.
      [
        'nothing',
        direct({ exports: './lib.js' }, 'lib.js'),
        ['lib.js'],
        { 'tool/lib.ts': 'export function total(): void {}\n' },
      ],
      ['nothing', direct({ exports: './lib.js' }, 'lib.js'), ['lib.js'], direct({ exports: './moved.js' }, 'moved.js')],
      ['nothing', direct({ exports: './dist/lib.js' }, 'dist/lib.js'), ['dist/lib.js'], { '.gitignore': 'dist\n' }],
      [
        'nothing',
        direct({ exports: { import: './a.mjs', require: './a.cjs' } }, 'a.mjs', 'a.cjs'),
        ['a.cjs'],
        { '.gitignore': '*.cjs\n' },
      ],
    ];
    for (const [expected, before, deleted, written = {}] of cases) {
      const found = await judge({ ...announcing, before, deleted: deleted.map((file) => `tool/${file}`), written });
      const label = `${before['tool/package.json'] ?? ''} ${found.join('\n')}`;
      if (expected === 'nothing') assert.deepEqual(found, [], label);
      else assert.match(found[0] ?? '', new RegExp(`^error .*(?:${expected.source})`), label);
    }
  });

  it('[CHANGE-2] is a package that the change removes or renames, if it was released', async () => {
    const deleted = ['packages/cart'];
    const cases: readonly (readonly [expected: RegExp | 'nothing', Partial<Repository>])[] = [
      [/^error Announce the break of @acme\/cart in @acme\/cart .*the package was removed/, { deleted, written: {} }],
      [/^fact .*the package was removed/, { deleted, written: {}, commit: 'feat(cart)!: drop the cart' }],
      [/^fact .*the package was removed/, { deleted, written: {}, tag: '@acme/price@1.0.0' }],
      [/^error .*the package was removed/, { deleted, written: {}, tag: '@acme/cart@1.0.0' }],
      [/^error .*it is called @acme\/basket now/, { written: cartIn('packages/cart', '@acme/basket') }],
      [/^error .*the package was removed/, { deleted, written: cartIn('packages/basket', '@acme/basket') }],
      // It has the same name in another folder.
      ['nothing', { deleted, written: cartIn('packages/basket', '@acme/cart') }],
      ['nothing', { written: { 'packages/cart/package.json': '{ "name": ' } }],
      [
        'nothing',
        {
          before: { ...SHOP, 'test/fixtures/a/package.json': '{ "name": "a", "version": "1.0.0" }' },
          deleted: ['test'],
          written: {},
        },
      ],
      [
        'nothing',
        {
          before: {
            ...SHOP,
            'packages/cart/package.json': '{ "name": "@acme/cart", "private": true, "types": "index.ts" }',
          },
          deleted,
          written: {},
        },
      ],
      // A changeset cannot name it.
      [
        /^fact .*the package was removed/,
        { before: { ...SHOP, ...CHANGESETS }, titles: [], commit: 'Drop', deleted, written: {} },
      ],
    ];
    for (const [expected, repository] of cases) {
      const found = await judge({ ...announcing, before: SHOP, ...repository });
      const label = `${JSON.stringify(repository)} ${found.join('\n')}`;
      if (expected === 'nothing') assert.deepEqual(found, [], label);
      else assert.match(found[0] ?? '', expected, label);
    }
  });

  it('[CHANGE-2] is the same after the uses of the change were type-checked', async () => {
    const before = {
      'tsconfig.json': '{ "compilerOptions": { "strict": true }, "include": ["src"] }',
      'src/use.ts': "import { total } from './index.js';\nexport const sum: number = total(1);\n",
      'src/index.ts': "export { total } from './price.js';\n",
    };
    const removed = { 'src/index.ts': 'export {};\n', 'src/use.ts': 'export {};\n' };
    for (const tag of [undefined, 'v1.0.0']) {
      assert.match((await judge({ ...announcing, before, tag }))[0] ?? '', /"b" was added and is required/);
      const [message] = await judge({ ...announcing, before, tag, written: removed });
      assert.match(message ?? '', /total in shop .*it was removed/);
      const deleted = { ...announcing, before, tag, deleted: ['src/price.ts', 'src/use.ts'] };
      const [moved, ...others] = await judge({
        ...deleted,
        written: {
          'src/index.ts': "export { total } from './cost.js';\n",
          'src/cost.ts': (BREAK['src/price.ts'] ?? '').replace('b: number', 'b: string'),
        },
      });
      assert.match(moved ?? '', /^error .*"b" was added and is required/);
      assert.deepEqual(others, []);
      assert.equal(await kindOf({ ...announcing, before, tag, written: { 'src/new.ts': 'export {};\n' } }), 'nothing');
    }
  });

  it('[CHANGE-2] is announced by a paragraph below a title, and not by the changesets of another folder', async () => {
    assert.equal(
      await kindOf({ titles: CONVENTIONAL, commit: 'feat: a\n\nBREAKING CHANGE:\nb is required now.' }),
      'fact',
    );
    assert.equal(await kindOf({ before: { 'test/fixtures/.changeset/config.json': '{}' } }), 'fact');
  });

  it('[CHANGE-2] is none if only the tags of a comment change in TypeScript', async () => {
    const text = (tag: string): string => `/** @param {number} ${tag} the price */\n${BEFORE['src/price.ts'] ?? ''}`;
    const before = { 'src/price.ts': text('[a]') };
    assert.equal(await kindOf({ before, titles: CONVENTIONAL, written: { 'src/price.ts': text('a') } }), 'nothing');
  });

  it('[CHANGE-2] is announced by a line of a changelog that names the export', async () => {
    const repository = { titles: CONVENTIONAL, commit: 'feat: take a second number' };
    const before = { 'CHANGELOG.md': '# 1.0.0\n\n- `total` is new\n' };
    const withEntry = (text: string): Files => ({ ...BREAK, 'CHANGELOG.md': `${text}\n${before['CHANGELOG.md']}` });
    assert.equal(await kindOf({ ...repository, before, written: withEntry('- `total()` needs b') }), 'fact');
    assert.equal(await kindOf({ ...repository, before, written: withEntry('- the subtotal and totals') }), 'error');
    for (const file of ['changes/12.feature.rst', 'docs/changelog.rst', 'newsfragments/3.md', 'NEWS']) {
      assert.equal(await kindOf({ ...repository, written: { ...BREAK, [file]: 'total takes b' } }), 'fact', file);
    }
    assert.equal(await kindOf({ ...repository, written: { ...BREAK, 'docs/prices.md': 'total takes b' } }), 'error');
    // Code is no changelog.
    for (const file of ['src/history.ts', 'src/changes/total.ts', 'upgrade.py'])
      assert.equal(await kindOf({ ...repository, written: { ...BREAK, [file]: '// total takes b\n' } }), 'error', file);
  });

  it('[CHANGE-2] is announced for an entry by a line that names its subpath', async () => {
    const manifest = (...subpaths: readonly string[]): Files => ({
      'package.json': JSON.stringify({
        name: 'shop',
        version: '1.0.0',
        exports: Object.fromEntries(subpaths.map((one) => [one, './src/index.ts'])),
      }),
    });
    const withLine = (subpath: string, line: string): Promise<string> =>
      kindOf({
        before: manifest('./kept', subpath),
        titles: CONVENTIONAL,
        commit: 'fix: x',
        written: { ...manifest('./kept'), 'CHANGELOG.md': `${line}\n` },
      });
    assert.equal(await withLine('.', 'Text.'), 'error');
    assert.equal(await withLine('./c++', 'Text.'), 'error');
    assert.equal(await withLine('./c++', 'shop/c++ is gone'), 'fact');
    assert.equal(await withLine('./price.js', 'node.js 24 is needed'), 'error');
    assert.equal(await withLine('./price.js', 'shop/price.js is gone'), 'fact');
  });

  it('[CHANGE-2] is judged by the version on the base, also in the forms of Python', async () => {
    const commit = 'feat: take a second number';
    const version = (text: string): Files => ({ 'package.json': MANIFEST.replace('1.0.0', text) });
    const repository = { titles: CONVENTIONAL, commit };
    for (const later of ['0.0.0', '1.0.0-x'])
      assert.equal(await kindOf({ ...repository, written: { ...BREAK, ...version(later) } }), 'error', later);
    assert.equal(
      await kindOf({ ...repository, before: version('0.0.0'), written: { ...BREAK, ...version('1.0.0') } }),
      'fact',
    );
    const project = (text: string): string => `[project]\nname = "shop"\nversion = "${text}"\n`;
    const python = (from: string, to: string, tag?: string): Promise<string> =>
      kindOf({
        before: { 'package.json': '{}', 'pyproject.toml': project(from), 'shop/__init__.py': 'def f(a): ...\n' },
        tag,
        commit: 'Change f',
        ...(from === to ? repository : {}),
        written: { 'pyproject.toml': project(to), 'shop/__init__.py': 'def f(a, b): ...\n' },
      });
    for (const early of ['1.0.0b1', '1.0rc1', '1.0.dev0']) assert.equal(await python(early, early), 'fact', early);
    for (const one of ['1.0', '1.0.0']) assert.equal(await python(one, one), 'error', one);
    assert.equal(await python('1.0', '2.0'), 'fact');
    assert.equal(await python('1.0', '1.1'), 'error');
    assert.equal(await python('1.0', '2.0', 'v1.0'), 'fact');
    assert.equal(await python('1.0', '1.1', 'v1.0'), 'error');
  });

  it('[CHANGE-2] is none for a name of Python that its module imports now, or a module that is built now', async () => {
    const before: Files = {
      'package.json': '{}',
      'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0.0"\n',
      'shop/__init__.py': '',
      'shop/fast.py': 'class Total:\n    pass\n',
    };
    const change = { before, titles: CONVENTIONAL, commit: 'fix: x' };
    assert.deepEqual(await judge({ ...change, written: { 'shop/fast.py': 'from other import Total\n' } }), []);
    for (const file of ['shop/fast.pyx', 'shop/fast.c', 'shop/fast.py.in'])
      assert.deepEqual(await judge({ ...change, deleted: ['shop/fast.py'], written: { [file]: 'x\n' } }), [], file);
    for (const file of ['shop/slow.pyx', 'shop/fast.md'])
      assert.equal(await kindOf({ ...change, deleted: ['shop/fast.py'], written: { [file]: 'x\n' } }), 'error', file);
  });

  it('[CHANGE-2] is no error in Go for a type of another name that is an alias', async () => {
    const change = {
      before: {
        'package.json': '{}',
        'go.mod': 'module example.com/shop\n',
        'a.go': 'package shop\n\ntype A = B\ntype B struct{}\ntype C struct{}\nfunc F(a A) {}\n',
      },
      tag: 'v1.0.0',
      titles: CONVENTIONAL,
      commit: 'fix: x',
    };
    const withType = (name: string): Promise<readonly string[]> =>
      judge({ ...change, written: { 'a.go': change.before['a.go'].replace('(a A)', `(a ${name})`) } });
    assert.deepEqual(await withType('B'), []);
    const plain = { ...change.before, 'a.go': change.before['a.go'].replace('A = B', 'A struct{}') };
    const [message] = await judge({
      ...change,
      before: plain,
      written: { 'a.go': plain['a.go'].replace('(a A)', '(a C)') },
    });
    assert.match(message ?? '', /^error .*changed from A to C/);
  });

  it('[CHANGE-2] is undecided in Python where a base or a running module can have the name', async () => {
    const text = 'class Cart(Base):\n    def get(self):\n        return 1\n\n\ndef total():\n    return 1\n';
    const before: Files = {
      'package.json': '{}',
      'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0.0"\n',
      'shop/__init__.py': text,
    };
    const judgeText = (now: string): Promise<readonly string[]> =>
      judge({ before, titles: CONVENTIONAL, commit: 'fix: x', written: { 'shop/__init__.py': now } });
    const withoutGet = text.replace('    def get(self):\n        return 1\n', '    pass\n');
    assert.deepEqual(await judgeText(withoutGet), []);
    const onDemand = '\n\ndef __getattr__(name):\n    return name\n';
    assert.deepEqual(await judgeText(text.replace(/def total[^]*/, onDemand.trimStart())), []);
    assert.match((await judgeText(text.replace('def total', 'def sum'))).join(), /^error .*total/);
    const alone = { ...before, 'shop/__init__.py': text.replace('(Base)', '') };
    const [message] = await judge({
      before: alone,
      titles: CONVENTIONAL,
      commit: 'fix: x',
      written: { 'shop/__init__.py': withoutGet.replace('(Base)', '') },
    });
    assert.match(message ?? '', /^error .*the method "get" was removed/);
  });

  it('[CHANGE-2] is found in Python and in Go', async () => {
    const python = {
      'package.json': '{}',
      'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0.0"\n',
      'shop/__init__.py': 'from shop._price import total\n__all__ = ["total"]\n',
      'shop/_price.py': 'def total(a: int) -> int:\n    return a\n',
    };
    const commit = 'feat: a';
    const [message] = await judge({
      before: python,
      titles: CONVENTIONAL,
      commit,
      written: { 'shop/_price.py': 'def total(a: int, b: int) -> int:\n    return a\n' },
    });
    assert.match(message ?? '', /^error Announce the break of total in shop .*"b" was added and is required/);
    const go = {
      'package.json': '{}',
      'go.mod': 'module example.com/shop\n',
      'price.go': 'package shop\n\nfunc Total(a int) int { return a }\n',
    };
    const removed = await judge({
      before: go,
      tag: 'v1.0.0',
      titles: CONVENTIONAL,
      commit,
      written: { 'price.go': 'package shop\n' },
    });
    assert.match(removed[0] ?? '', /^(?:error|fact) .*Total/);
  });

  it('[CHANGE-2] is found for a method of Go that another file declares than its type', async () => {
    const methods = 'func (p *Price) Sum(a int) int { return a }\nfunc (p Price) low() {}\n';
    const change = {
      before: {
        'package.json': '{}',
        'go.mod': 'module example.com/shop\n',
        'price.go': 'package shop\n\ntype Price struct{ Value int }\n',
        'sum.go': `package shop\n\n${methods}`,
      },
      tag: 'v1.0.0',
      titles: CONVENTIONAL,
      commit: 'feat: a',
    };
    const written = (text: string): Files => ({ 'sum.go': `package shop\n\n${text}` });
    const [removed] = await judge({ ...change, written: written('') });
    assert.match(removed ?? '', /Price .*Sum/);
    const [changed] = await judge({ ...change, written: written(methods.replace('a int', 'a int, b string')) });
    assert.match(changed ?? '', /Price .*Sum/);
    const inside = methods.replace('return a', 'return a + 1').replace('low()', 'low(a int)');
    assert.deepEqual(await judge({ ...change, written: written(inside) }), []);
    const moved = { 'sum.go': 'package shop\n', 'more.go': `package shop\n\n${methods}` };
    assert.deepEqual(await judge({ ...change, written: moved }), []);
  });
});
