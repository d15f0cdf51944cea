import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { MemoryTree } from '../memory-tree.ts';
import { resolveWithTypescript } from './typescript-resolution.ts';

interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly from: string;
  /** The expected file of each specifier; null if it resolves to no file of the tree. */
  readonly resolved: Readonly<Record<string, string | null>>;
  /** The configuration for TypeScript. Without one, the result is not compared with TypeScript. */
  readonly tsconfig?: string;
  readonly links?: Readonly<Record<string, string>>;
}

const json = (value: unknown): string => JSON.stringify(value);
const bundler = { module: 'preserve', moduleResolution: 'bundler', allowJs: true };
const compilerOptions = (options: object): string => json({ compilerOptions: { ...bundler, ...options } });

/** Empty modules at these paths. */
function modules(...paths: string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, 'export {};']));
}

/** The same two workspace packages, configured for each package manager. */
const workspaces: readonly { readonly manager: string; readonly root: Readonly<Record<string, string>> }[] = [
  { manager: 'npm', root: { 'package.json': json({ name: 'root', private: true, workspaces: ['packages/*'] }) } },
  { manager: 'yarn', root: { 'package.json': json({ name: 'root', workspaces: { packages: ['packages/*'] } }) } },
  {
    manager: 'pnpm',
    root: {
      'package.json': json({ name: 'root' }),
      'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n  - '!packages/left-out'\n",
    },
  },
  {
    manager: 'lerna',
    root: { 'package.json': json({ name: 'root' }), 'lerna.json': json({ packages: ['packages/*'] }) },
  },
  {
    manager: 'rush',
    root: {
      'rush.json': `/* projects */ {\n // one\n "projects": [{ "packageName": "@w/a", "projectFolder": "packages/a" }, { "packageName": "@w/b", "projectFolder": "packages/b" }] }`,
    },
  },
];

const cases: readonly Case[] = [
  {
    title: 'omitted and substituted extensions',
    files: {
      'tsconfig.json': compilerOptions({}),
      ...modules('a.ts', 'b.tsx', 'c.d.ts', 'd.js', 'e.jsx', 'f.mts', 'g.cts', 'h.d.mts', 'i.ts', 'i.js', 'j.css.ts'),
      ...modules('k.svg', 'k.d.svg.ts', 'x/index.ts', 'y.ts', 'y/index.ts', 'main.ts', 'l.test.ts', 'm.mjs'),
    },
    from: 'main.ts',
    tsconfig: 'tsconfig.json',
    resolved: {
      './a': 'a.ts',
      './a.ts': 'a.ts',
      './a.js': 'a.ts',
      './b': 'b.tsx',
      './b.js': 'b.tsx',
      './b.jsx': 'b.tsx',
      './c': 'c.d.ts',
      './c.js': 'c.d.ts',
      './d': 'd.js',
      './d.js': 'd.js',
      './e': 'e.jsx',
      './e.jsx': 'e.jsx',
      './f.mjs': 'f.mts',
      './f': null,
      './g.cjs': 'g.cts',
      './h.mjs': 'h.d.mts',
      './i': 'i.ts',
      './i.js': 'i.ts',
      './j.css': 'j.css.ts',
      './k.svg': 'k.d.svg.ts',
      './l.test': 'l.test.ts',
      './m.mjs': 'm.mjs',
      './x': 'x/index.ts',
      './x/': 'x/index.ts',
      './x/index': 'x/index.ts',
      './x/index.js': 'x/index.ts',
      './y': 'y.ts',
      './y/': 'y/index.ts',
      './A': null,
      './nowhere': null,
      '../outside': null,
    },
  },
  {
    title: 'folders: `.`, `..` and package.json',
    files: {
      'tsconfig.json': compilerOptions({}),
      ...modules('index.ts', 'a/index.ts', 'a/b/index.ts', 'a/b/c.ts', 'lib/source.ts'),
      'lib/package.json': json({ main: './source.js' }),
    },
    from: 'a/b/c.ts',
    tsconfig: 'tsconfig.json',
    resolved: {
      '.': 'a/b/index.ts',
      './': 'a/b/index.ts',
      '..': 'a/index.ts',
      '../': 'a/index.ts',
      '../..': 'index.ts',
      '../../lib': 'lib/source.ts',
      '.././b/../b/c': 'a/b/c.ts',
    },
  },
  {
    title: 'paths: equal pattern, longest prefix, several targets',
    files: {
      'tsconfig.json': compilerOptions({
        paths: {
          '@/*': ['./src/*'],
          '@/ui/*': ['./ui/*', './fallback/*'],
          '@app': ['./src/app.ts'],
          'lib/*/end': ['./lib/*.ts'],
        },
      }),
      ...modules('src/main.ts', 'src/app.ts', 'src/a/index.ts', 'ui/b.ts', 'fallback/c.ts', 'lib/x.ts', 'src/ui/d.ts'),
    },
    from: 'src/main.ts',
    tsconfig: 'tsconfig.json',
    resolved: {
      '@/app': 'src/app.ts',
      '@/app.js': 'src/app.ts',
      '@/a': 'src/a/index.ts',
      '@/ui/b': 'ui/b.ts',
      '@/ui/c': 'fallback/c.ts',
      '@/ui/d': null,
      '@app': 'src/app.ts',
      'lib/x/end': 'lib/x.ts',
      react: null,
      'node:fs': null,
    },
  },
  {
    title: 'paths of an extended configuration, relative to it',
    files: {
      'config/base.json': compilerOptions({ paths: { '#lib/*': ['../lib/*'] } }),
      'packages/a/tsconfig.json': json({ extends: '../../config/base', include: ['**/*'] }),
      ...modules('packages/a/main.ts', 'lib/x.ts'),
    },
    from: 'packages/a/main.ts',
    tsconfig: 'packages/a/tsconfig.json',
    resolved: { '#lib/x': 'lib/x.ts' },
  },
  {
    title: 'several extended configurations: the later one wins, and ${configDir} is the folder of the extending one',
    files: {
      'base/one.json': compilerOptions({ paths: { '@/*': ['./wrong/*'] } }),
      'base/two.json': compilerOptions({ paths: { '@/*': ['${configDir}/src/*'] } }),
      'app/tsconfig.json': json({ extends: ['../base/one.json', '../base/two.json'] }),
      ...modules('app/src/a.ts', 'app/main.ts', 'base/wrong/a.ts'),
    },
    from: 'app/main.ts',
    tsconfig: 'app/tsconfig.json',
    resolved: { '@/a': 'app/src/a.ts' },
  },
  {
    title: 'a configuration in an installed package',
    files: {
      'tsconfig.json': json({ extends: '@tsconfig/some/tsconfig.json' }),
      'node_modules/@tsconfig/some/tsconfig.json': compilerOptions({ moduleSuffixes: ['.native', ''] }),
      ...modules('main.ts', 'a.ts', 'a.native.ts', 'b.ts'),
    },
    from: 'main.ts',
    tsconfig: 'tsconfig.json',
    resolved: { './a': 'a.native.ts', './b': 'b.ts' },
  },
  {
    title: 'configurations with comments and trailing commas',
    files: {
      'tsconfig.json': `{ // why\n "compilerOptions": { "paths": { "@/*": ["./src/*",], }, /* so */ "moduleResolution": "bundler", "module": "preserve" }, }`,
      ...modules('src/a.ts', 'main.ts'),
    },
    from: 'main.ts',
    tsconfig: 'tsconfig.json',
    resolved: { '@/a': 'src/a.ts' },
  },
  {
    title: 'jsconfig.json',
    files: { 'jsconfig.json': compilerOptions({ paths: { '@/*': ['./src/*'] } }), ...modules('src/a.js', 'main.js') },
    from: 'main.js',
    tsconfig: 'jsconfig.json',
    resolved: { '@/a': 'src/a.js' },
  },
  {
    title: 'baseUrl',
    files: {
      'tsconfig.json': compilerOptions({ baseUrl: './src' }),
      ...modules('src/app/a.ts', 'main.ts'),
    },
    from: 'main.ts',
    resolved: { 'app/a': 'src/app/a.ts' },
  },
  {
    title: 'rootDirs',
    files: {
      'tsconfig.json': compilerOptions({ rootDirs: ['./src', './generated'] }),
      ...modules('src/a/main.ts', 'generated/a/b.ts', 'src/a/c.ts'),
    },
    from: 'src/a/main.ts',
    tsconfig: 'tsconfig.json',
    resolved: { './b': 'generated/a/b.ts', './c': 'src/a/c.ts' },
  },
  {
    title: 'the configuration that includes the file, through references',
    files: {
      'tsconfig.json': json({
        files: [],
        references: [{ path: './tsconfig.app.json' }, { path: './tsconfig.node.json' }],
      }),
      'tsconfig.app.json': json({ compilerOptions: { ...bundler, paths: { '@/*': ['./src/*'] } }, include: ['src'] }),
      'tsconfig.node.json': json({
        compilerOptions: { ...bundler, paths: { '@/*': ['./tools/*'] } },
        include: ['tools/**/*.ts'],
      }),
      ...modules('src/a.ts', 'src/main.ts', 'tools/a.ts'),
    },
    from: 'src/main.ts',
    tsconfig: 'tsconfig.app.json',
    resolved: { '@/a': 'src/a.ts' },
  },
  {
    title: 'package imports and self-references',
    files: {
      'tsconfig.json': compilerOptions({}),
      'package.json': json({
        name: 'self',
        exports: { '.': './src/index.ts', './sub/*': './src/sub/*.ts', './hidden/*': null },
        imports: {
          '#a': './src/a.ts',
          '#tools/*': './src/tools/*.ts',
          '#when': { types: './src/a.ts', default: './x.js' },
        },
      }),
      ...modules('src/index.ts', 'src/a.ts', 'src/tools/t.ts', 'src/sub/s.ts', 'src/main.ts', 'src/hidden/h.ts'),
    },
    from: 'src/main.ts',
    tsconfig: 'tsconfig.json',
    resolved: {
      '#a': 'src/a.ts',
      '#tools/t': 'src/tools/t.ts',
      '#when': 'src/a.ts',
      '#nothing': null,
      self: 'src/index.ts',
      'self/sub/s': 'src/sub/s.ts',
      'self/hidden/h': null,
    },
  },
  ...workspaces.map(({ manager, root }): Case => ({
    title: `the packages of a ${manager} workspace`,
    files: {
      ...root,
      'packages/a/package.json': json({
        name: '@w/a',
        exports: {
          '.': { types: './src/index.ts', import: './dist/index.js' },
          './deep': './src/deep.ts',
          './features/*': { default: './src/features/*.ts' },
        },
      }),
      'packages/b/package.json': json({ name: '@w/b', main: './src/main.ts' }),
      'packages/b/tsconfig.json': compilerOptions({}),
      ...modules('packages/a/src/index.ts', 'packages/a/src/deep.ts', 'packages/a/src/features/f.ts'),
      ...modules('packages/a/src/private.ts', 'packages/b/src/main.ts', 'packages/b/src/other.ts'),
    },
    from: 'packages/b/src/main.ts',
    tsconfig: 'packages/b/tsconfig.json',
    links: { '@w/a': 'packages/a', '@w/b': 'packages/b' },
    resolved: {
      '@w/a': 'packages/a/src/index.ts',
      '@w/a/deep': 'packages/a/src/deep.ts',
      '@w/a/features/f': 'packages/a/src/features/f.ts',
      '@w/a/src/private': null,
      '@w/b': 'packages/b/src/main.ts',
      '@w/b/src/other': 'packages/b/src/other.ts',
      '@w/c': null,
    },
  })),
  {
    title: 'linked packages, but not other packages with the same name',
    files: {
      'app/package.json': json({ name: 'app', dependencies: { linked: 'file:../vendor/linked', lodash: '^4.0.0' } }),
      'vendor/linked/package.json': json({ name: 'linked', types: './index.d.ts' }),
      'test/fixtures/lodash/package.json': json({ name: 'lodash', main: './index.js' }),
      ...modules('app/main.ts', 'vendor/linked/index.d.ts', 'test/fixtures/lodash/index.js'),
    },
    from: 'app/main.ts',
    resolved: { linked: 'vendor/linked/index.d.ts', lodash: null },
  },
  {
    title: 'sources of missing build output, by rootDir and outDir',
    files: {
      'package.json': json({ workspaces: ['packages/*'] }),
      'packages/a/package.json': json({
        name: 'a',
        exports: { '.': { types: './build/main.d.ts', import: './build/main.js' }, './x': './build/sub/x.js' },
      }),
      'packages/a/tsconfig.json': compilerOptions({ rootDir: './code', outDir: './build' }),
      'packages/b/package.json': json({ name: 'b', dependencies: { a: 'workspace:*' } }),
      ...modules('packages/a/code/main.ts', 'packages/a/code/sub/x.tsx', 'packages/b/index.ts'),
    },
    from: 'packages/b/index.ts',
    resolved: {
      a: 'packages/a/code/main.ts',
      'a/x': 'packages/a/code/sub/x.tsx',
      '../a/build/main.js': 'packages/a/code/main.ts',
    },
  },
  {
    title: 'sources of missing build output, by convention',
    files: {
      'package.json': json({ workspaces: ['packages/*'] }),
      'packages/a/package.json': json({
        name: 'a',
        main: './dist/cjs/index.cjs',
        module: './dist/esm/index.mjs',
        types: './dist/types/index.d.ts',
      }),
      'packages/c/package.json': json({ name: 'c', exports: { './*': './dist/*.js' } }),
      'packages/d/package.json': json({ name: 'd', main: './bundle.min.js' }),
      'packages/b/package.json': json({ name: 'b' }),
      ...modules('packages/a/src/index.ts', 'packages/c/src/one.ts', 'packages/d/src/index.ts', 'packages/b/index.ts'),
    },
    from: 'packages/b/index.ts',
    resolved: {
      a: 'packages/a/src/index.ts',
      '../a': 'packages/a/src/index.ts',
      'c/one': 'packages/c/src/one.ts',
      '../c': null,
      d: 'packages/d/src/index.ts',
    },
  },
  {
    title: 'other kinds of modules by their full name',
    files: modules('main.ts', 'A.vue', 'B.svelte', 'c.astro', 'data.json', 'style.css'),
    from: 'main.ts',
    resolved: { './A.vue': 'A.vue', './B.svelte': 'B.svelte', './c.astro': 'c.astro', './data.json': 'data.json' },
  },
];

describe('Module resolution', () => {
  for (const { title, files, from, resolved, tsconfig, links = {} } of cases) {
    it(`[ENF-VAL-2] agrees with TypeScript: ${title}`, async () => {
      const index = await ModuleIndex.build(new MemoryTree(files));
      for (const [specifier, expected] of Object.entries(resolved)) {
        assert.equal(index.resolve(from, specifier) ?? null, expected, specifier);
        if (tsconfig === undefined) continue;
        assert.equal(
          resolveWithTypescript(files, tsconfig, links, from, specifier) ?? null,
          expected,
          `TypeScript: ${specifier}`,
        );
      }
    });
  }

  it('[ENF-VAL-2] follows re-exports through aliases and workspace packages', async () => {
    const index = await ModuleIndex.build(
      new MemoryTree({
        'package.json': json({ workspaces: ['packages/*'] }),
        'packages/shared/package.json': json({ name: '@w/shared', exports: './dist/index.js' }),
        'packages/shared/src/index.ts': "export * from './health/types.js';",
        'packages/shared/src/health/types.ts': 'export interface HealthCheckResult { ok: boolean }',
        'packages/app/package.json': json({ name: 'app' }),
        'packages/app/tsconfig.json': compilerOptions({ paths: { '@/*': ['./src/*'] } }),
        'packages/app/src/index.ts': "export * from '@/health';",
        'packages/app/src/health.ts': "export { HealthCheckResult as Result } from '@w/shared';",
      }),
    );
    const found = index.findExport('packages/app/src/index.ts', 'Result');
    assert.equal(found?.file, 'packages/shared/src/health/types.ts');
    assert.equal(found.kind, 'interface');
    assert.equal(found.tier, 2);
    assert.equal(found.through.length, 3);
  });

  it('[ENF-VAL-2] follows changes of configurations', async () => {
    const index = await ModuleIndex.build(
      new MemoryTree({ 'tsconfig.json': compilerOptions({}), ...modules('main.ts', 'src/a.ts') }),
    );
    assert.equal(index.resolve('main.ts', '@/a'), undefined);
    index.update([{ file: 'tsconfig.json', text: compilerOptions({ paths: { '@/*': ['./src/*'] } }) }]);
    await index.whenSettled();
    assert.equal(index.resolve('main.ts', '@/a'), 'src/a.ts');
    index.update([{ file: 'tsconfig.json', text: undefined }]);
    assert.equal(index.resolve('main.ts', '@/a'), undefined);
  });

  it('[ENF-VAL-2] tolerates cyclic and invalid configurations', async () => {
    const index = await ModuleIndex.build(
      new MemoryTree({
        'tsconfig.json': json({ extends: './tsconfig.base.json', references: [{ path: './b' }], files: [] }),
        'tsconfig.base.json': json({ extends: './tsconfig.json', compilerOptions: { paths: 'no' } }),
        'b/tsconfig.json': json({ references: [{ path: '..' }], files: [] }),
        'c/tsconfig.json': '{ "compilerOptions": [',
        'c/package.json': '{ not json',
        'package.json': json({ name: 7, workspaces: 'no', imports: { '#loop': '#loop' } }),
        ...modules('main.ts', 'a.ts', 'c/x.ts', 'c/y.ts'),
      }),
    );
    assert.equal(index.resolve('main.ts', './a'), 'a.ts');
    assert.equal(index.resolve('c/x.ts', './y'), 'c/y.ts');
    assert.equal(index.resolve('main.ts', '#loop'), undefined);
  });
});
