import assert from 'node:assert/strict';
import { findProtectedChanges } from '../../src/protection/find-protected-changes.ts';

/** Each change as "area kind: key at file:line". */
async function findChanges(
  path: string,
  before: string | undefined,
  after: string | undefined,
  more: { readonly previousPath?: string; readonly baseFiles?: readonly string[] } = {},
): Promise<string[]> {
  const { previousPath, baseFiles = [] } = more;
  const files = [{ path, previousPath, before, after }];
  const changes = await findProtectedChanges({
    files,
    baseFiles: before === undefined ? baseFiles : [...baseFiles, previousPath ?? path],
  });
  return changes.map(({ area, kind, subject, file, line }) => `${area} ${kind}: ${subject} at ${file}:${line}`);
}

const PACKAGE = `{
  "name": "service",
  "scripts": {
    "build": "tsc",
    "test": "mocha"
  },
  "mocha": { "forbidOnly": true },
  "dependencies": { "a": "1" }
}
`;
const TSCONFIG = `{
  // Strict.
  "compilerOptions": { "strict": true, "paths": {} },
  "include": ["src"]
}
`;

describe('changes of scripts and tool configuration', () => {
  it('[TRUST-7] reports changed and removed scripts, and scripts that run with an existing one', async () => {
    assert.deepEqual(await findChanges('package.json', PACKAGE, PACKAGE.replace('mocha"', 'true"')), [
      'scripts changed: scripts.test at package.json:5',
    ]);
    assert.deepEqual(await findChanges('package.json', PACKAGE, PACKAGE.replace('    "build": "tsc",\n', '')), [
      'scripts deleted: scripts.build at package.json:1',
    ]);
    assert.deepEqual(
      await findChanges('package.json', PACKAGE, PACKAGE.replace('"build"', '"pretest": "rm -rf test",\n    "build"')),
      ['scripts changed: scripts.pretest at package.json:4'],
    );
    const twice = PACKAGE.replace('"mocha": {', '"scripts": { "build": "tsc", "test": "true" },\n  "mocha": {');
    assert.deepEqual((await findChanges('package.json', PACKAGE, twice)).length, 1);
    assert.deepEqual(await findChanges('package.json', PACKAGE, undefined), [
      'scripts deleted: package.json at package.json:1',
    ]);
    assert.deepEqual(await findChanges('package.json', PACKAGE, '{'), [
      'scripts unreadable: package.json at package.json:1',
    ]);
  });

  it('[TRUST-7] does not report added scripts, dependencies, order and formatting', async () => {
    const added = PACKAGE.replace('"build"', '"start": "node .",\n    "build"').replace(
      '"a": "1"',
      '"a": "2", "b": "1"',
    );
    assert.deepEqual(await findChanges('package.json', PACKAGE, added), []);
    assert.deepEqual(await findChanges('package.json', PACKAGE, JSON.stringify(JSON.parse(PACKAGE))), []);
    const moved = { previousPath: 'packages/a/package.json' };
    assert.deepEqual(await findChanges('packages/b/package.json', PACKAGE, PACKAGE, moved), []);
  });

  it('[TRUST-7] reports options of compilers, linters and test runners, also in package.json', async () => {
    assert.deepEqual(
      await findChanges('package.json', PACKAGE, PACKAGE.replace('"forbidOnly": true', '"grep": "none"')),
      ['tooling deleted: mocha.forbidOnly at package.json:1', 'tooling changed: mocha.grep at package.json:7'],
    );
    assert.deepEqual(
      await findChanges('tsconfig.json', TSCONFIG, TSCONFIG.replace('"strict": true', '"strict": false')),
      ['tooling changed: compilerOptions.strict at tsconfig.json:3'],
    );
    assert.deepEqual(
      await findChanges(
        'tsconfig.json',
        TSCONFIG,
        TSCONFIG.replace('"strict": true', '"strict": true, "noCheck": true'),
      ),
      ['tooling changed: compilerOptions.noCheck at tsconfig.json:3'],
    );
    assert.deepEqual(
      await findChanges('.mocharc.yml', 'spec: test/**\nretries: 0\n', 'spec: test/a/**\nretries: 0\n'),
      ['tooling changed: spec at .mocharc.yml:1'],
    );
    assert.deepEqual(await findChanges('.eslintignore', 'dist\n', 'dist\nsrc\n'), [
      'tooling changed: src at .eslintignore:2',
    ]);
    assert.deepEqual(await findChanges('.npmrc', 'save-exact=true\n', 'save-exact=true\nscript-shell=/bin/true\n'), [
      'scripts changed: script-shell=/bin/true at .npmrc:2',
    ]);
    assert.deepEqual(await findChanges('Makefile', 'test:\n\tnpm test\n', 'all: test\ntest:\n\ttrue\n'), [
      'scripts changed: test at Makefile:2',
    ]);
  });

  it('[TRUST-7] lets the lists of a compiler grow, and ignores comments', async () => {
    const grown = TSCONFIG.replace('["src"]', '["src", "test"]').replace(
      '"paths": {}',
      '"paths": { "@/*": ["src/*"] }',
    );
    assert.deepEqual(await findChanges('tsconfig.json', TSCONFIG, grown.replace('// Strict.', '')), []);
    assert.deepEqual(await findChanges('tsconfig.json', TSCONFIG, TSCONFIG.replace('["src"]', '["src/a"]')), [
      'tooling changed: include at tsconfig.json:4',
    ]);
  });

  it('[TRUST-7] reports changed properties of configurations that are modules', async () => {
    const before = "export default defineConfig({\n  test: { include: ['test/**'], retry: 0 },\n});\n";
    assert.deepEqual(await findChanges('vitest.config.ts', before, before.replace('test/**', 'test/a/**')), [
      'tooling changed: test.include.0 at vitest.config.ts:2',
    ]);
    assert.deepEqual(
      await findChanges('vitest.config.ts', before, before.replace('retry: 0', 'retry: 0, exclude: ["test/b"]')),
      ['tooling changed: test.exclude.0 at vitest.config.ts:2'],
    );
    const reformatted = before.replace("['test/**']", '["test/**",]').replace('export', '// Tests.\nexport');
    assert.deepEqual(await findChanges('vitest.config.ts', before, reformatted), []);
    const vite = before.replace('test:', 'plugins: [], test:');
    assert.deepEqual(await findChanges('vite.config.ts', vite, vite.replace('plugins: []', 'plugins: [react()]')), []);
    assert.equal((await findChanges('vite.config.ts', vite, vite.replace('test/**', 'none'))).length, 1);
  });

  it('[TRUST-7] reports a new file that overrides a configuration, but not the first one of a tool or a new folder', async () => {
    const baseFiles = ['.eslintrc.json', 'tsconfig.json', 'src/a.ts', 'test/a.test.ts'];
    assert.deepEqual(await findChanges('src/.eslintrc.json', undefined, '{ "root": true }', { baseFiles }), [
      'tooling overridden: src/.eslintrc.json at src/.eslintrc.json:1',
    ]);
    const inNewFolder = await findChanges('packages/new/tsconfig.json', undefined, '{}', { baseFiles });
    assert.deepEqual(inNewFolder, []);
    assert.deepEqual(await findChanges('vitest.config.ts', undefined, 'export default {};\n', { baseFiles }), []);
    assert.deepEqual(await findChanges('tsconfig.build.json', undefined, '{}', { baseFiles }), []);
  });

  it('[TRUST-7] reports a configuration that was deleted or moved away', async () => {
    assert.deepEqual(await findChanges('tsconfig.json', TSCONFIG, undefined), [
      'tooling deleted: tsconfig.json at tsconfig.json:1',
    ]);
    assert.deepEqual(await findChanges('old/tsconfig.json', TSCONFIG, TSCONFIG, { previousPath: 'tsconfig.json' }), [
      'tooling deleted: tsconfig.json at tsconfig.json:1',
    ]);
  });
});
