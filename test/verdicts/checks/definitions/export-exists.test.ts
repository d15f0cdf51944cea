import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { checkOne, failsWithError, fails, passes } from '../checking.ts';
import { MemoryTree } from '../memory-tree.ts';

const FILES = {
  'src/types.ts': 'export interface HealthCheckStatus {\n  ok: boolean;\n}\n// export const commented = 1;\n',
  'src/check.ts': 'export async function checkHealth() {}\nexport const enum Level { Low }\nexport default class {}\n',
  'src/index.ts': "export { checkHealth as check } from './check';\nexport * from './types';\n",
  'src/empty.ts': 'const inner = 1;\n',
  'src/windows.ts': 'const a = 1;\r\nexport const b = a;\r\n',
  'README.md': '# Read me\n',
};

const checkOf = (target: string, file?: string): Check => ({ type: 'export_exists', target, ...(file && { file }) });

describe('export_exists', () => {
  it('[ENF-VAL-1] [ENF-VAL-17] finds an export that the file declares, with its location: tier 1', async () => {
    const result = await passes(FILES, checkOf('checkHealth', 'src/check.ts'));
    assert.equal(result.tier, 1);
    assert.equal(result.expected, 'src/check.ts exports checkHealth');
    assert.equal(result.actual, 'function checkHealth at src/check.ts:1');
    assert.deepEqual(result.location, { file: 'src/check.ts', line: 1, column: 23 });
    assert.ok(result.durationMs >= 0);
  });

  it('[ENF-VAL-1] finds enums, defaults and names in files with Windows line endings', async () => {
    await passes(FILES, checkOf('Level', 'src/check.ts'));
    await passes(FILES, checkOf('default', 'src/check.ts'));
    assert.equal((await passes(FILES, checkOf('b', 'src/windows.ts'))).location?.line, 2);
  });

  it('[ENF-VAL-2] finds a re-export, with the location of the declaration: tier 2', async () => {
    const renamed = await passes(FILES, checkOf('check', 'src/index.ts'));
    assert.equal(renamed.tier, 2);
    assert.equal(renamed.location?.file, 'src/check.ts');
    const reexported = await passes(FILES, checkOf('HealthCheckStatus', './src/index.ts'));
    assert.equal(reexported.actual, 'interface HealthCheckStatus at src/types.ts:1, re-exported by src/index.ts');
  });

  it('[ENF-VAL-1] names the file’s exports, and locates the most similar one', async () => {
    const result = await fails(FILES, checkOf('HealthCheckResult', 'src/types.ts'), {
      expected: 'src/types.ts exports HealthCheckResult',
      actual: 'src/types.ts exports HealthCheckStatus, but not HealthCheckResult. Did you mean "HealthCheckStatus"?',
    });
    assert.deepEqual(result.location, { file: 'src/types.ts', line: 1, column: 18 });
  });

  it('[ENF-VAL-1] ignores exports in comments, and reports a file without exports', async () => {
    assert.equal((await checkOne(FILES, checkOf('commented', 'src/types.ts'))).passed, false);
    const result = await fails(FILES, checkOf('inner', 'src/empty.ts'), {
      expected: 'src/empty.ts exports inner',
      actual: 'src/empty.ts has no exports; src/empty.ts declares inner, which is not exported',
    });
    assert.deepEqual(result.location, { file: 'src/empty.ts', line: 1, column: 7 });
  });

  it('[ENF-VAL-1] reports a syntax error, which can hide the export', async () => {
    const files = {
      'src/a.ts': 'export const fine = 1;\nexport function broken( { return 1\nexport const after = 2;\n',
    };
    await fails(files, checkOf('after', 'src/a.ts'), {
      expected: 'src/a.ts exports after',
      actual: "src/a.ts exports broken, fine, but not after; it has a syntax error in line 2: ':' expected.",
    });
  });

  it('[ENF-VAL-1] finds types that JavaScript comments declare', async () => {
    const files = { 'src/a.js': '/** @typedef {{ id: string }} Shape */\nexport const make = () => ({ id: "" });\n' };
    assert.equal((await passes(files, checkOf('Shape', 'src/a.js'))).actual, 'type Shape at src/a.js:1');
    await fails(files, checkOf('Shapes'), {
      expected: 'A file exports Shapes',
      actual: 'No file exports Shapes. Did you mean "Shape" in src/a.js?',
    });
  });

  it('[ENF-VAL-1] names the other files that export the name', async () => {
    await fails(FILES, checkOf('checkHealth', 'src/types.ts'), {
      expected: 'src/types.ts exports checkHealth',
      actual:
        'src/types.ts exports HealthCheckStatus, but not checkHealth; checkHealth is exported by src/check.ts. Did you mean "HealthCheckStatus"?',
    });
  });

  it('[ENF-VAL-1] names no other files for a default export', async () => {
    await fails({ ...FILES, 'src/other.ts': 'export default 1;\n' }, checkOf('default', 'src/types.ts'), {
      expected: 'src/types.ts exports default',
      actual: 'src/types.ts exports HealthCheckStatus, but not default',
    });
  });

  it('[ENF-VAL-1] without a file, accepts any file, preferring the one that declares it', async () => {
    assert.equal(
      (await passes(FILES, checkOf('HealthCheckStatus'))).actual,
      'interface HealthCheckStatus at src/types.ts:1',
    );
    await fails(FILES, checkOf('HealthCheckResult'), {
      expected: 'A file exports HealthCheckResult',
      actual: 'No file exports HealthCheckResult. Did you mean "HealthCheckStatus" in src/types.ts?',
    });
  });

  it('[ENF-VAL-1] searches the files of a glob, and fails if none matches', async () => {
    await passes(FILES, checkOf('checkHealth', 'src/c*.ts'));
    await fails(FILES, checkOf('checkHealth', 'src/t*.ts'), {
      expected: 'src/types.ts exports checkHealth',
      actual:
        'src/types.ts exports HealthCheckStatus, but not checkHealth; checkHealth is exported by src/check.ts. Did you mean "HealthCheckStatus"?',
    });
    await fails(FILES, checkOf('checkHealth', 'lib/**/*.ts'), {
      expected: 'A file at lib/**/*.ts',
      actual: 'No file matches lib/**/*.ts',
    });
  });

  const NAMED = {
    'src/b.ts': 'export const b = 1;\n',
    'src/style.css': 'b {}\n',
    'src/a.ts': '',
  };

  const UNRESOLVED = 'the specifier "./missing" in src/a.ts does not resolve to a file';

  for (const [text, reason] of [
    ["export { x } from './missing';", UNRESOLVED],
    ["import { x } from './missing';\nexport { x };", UNRESOLVED],
    ["import y from './missing';\nexport { y as x };", UNRESOLVED],
    ["export * as x from './missing';", UNRESOLVED],
    ['export { x };', 'x is not declared in src/a.ts'],
    ...[
      '{ const x = 1 }',
      'for (let x of a) {}',
      '{ function x() {} }',
      'try {} catch (x) {}',
      'namespace N { var x }',
    ].map((block) => [`${block}\nexport { x };`, 'x is not declared in src/a.ts'] as const),
    ['function f(x: 1) { const y = x }\nexport { y as x };', 'y is not declared in src/a.ts'],
  ] as const) {
    it(`[ENF-VAL-2] [ENF-VAL-14] fails if the exported name does not exist: ${text.replaceAll('\n', ' ')}`, async () => {
      const actual = `src/a.ts exports x, but ${reason}`;
      const files = { ...NAMED, 'src/a.ts': text };
      await fails(files, checkOf('x', 'src/a.ts'), { expected: 'src/a.ts exports x', actual });
      await fails(files, checkOf('x'), { expected: 'A file exports x', actual });
    });
  }

  for (const text of [
    "export { x } from 'package';",
    "import x from './style.css?inline';\nexport { x };",
    "import x = require('package');\nexport { x };",
    'if (a) { var x = 1 }\nexport { x };',
    'for (var { y: [x] } of a) {}\nexport { x };',
    'const { y: x = 1 } = a;\nexport { x };',
    'function x() {}\nexport { x };',
    "import { y as x } from 'package';\nexport { x };",
    "import y, * as x from 'package';\nexport { x };",
    "import * as x from '../src/b.ts';\nexport { x };",
    'export { x };\ndeclare namespace x { const a: 1 }',
    '(function () { function parse() {} exports.x = parse; })();',
    '(function (root, factory) { factory(exports) })(this, function (exports) { function y() {} exports.x = y })',
    'module.exports = { fetch, x: Headers }',
    '(function (x) { module.exports = { x } })(factory)',
  ]) {
    it(`[ENF-VAL-2] accepts a name from a package, a file or a declaration: ${text.replaceAll('\n', ' ')}`, async () => {
      const file = /\b(?:module|exports)\b/.test(text) ? 'src/a.js' : 'src/a.ts';
      await passes({ ...NAMED, [file]: text }, checkOf('x', file));
    });
  }

  for (const [specifier, ignored] of [
    ['./generated/client', 'src/generated/client/index.ts'],
    ['./generated/client', 'src/generated/client.d.ts'],
    ['./generated/client', 'src/generated/client/package.json'],
    ['./api.js', 'src/api.ts'],
    ['./api', 'made/api.ts'],
    ['.', 'src/index.js'],
  ] as const) {
    it(`[ENF-VAL-2] accepts a name from a file that git ignores: ${specifier} at ${ignored}`, async () => {
      const listed = {
        'tsconfig.json': '{ "compilerOptions": { "rootDirs": ["src", "made"] } }',
        'src/a.ts': `export { x } from '${specifier}';\n`,
      };
      const tree = new MemoryTree({ ...listed, [ignored]: '' });
      const index = await ModuleIndex.build(new MemoryTree(listed));
      await passes(listed, checkOf('x', 'src/a.ts'), { tree, index });
      await fails(listed, checkOf('x', 'src/a.ts'), {
        expected: 'src/a.ts exports x',
        actual: `src/a.ts exports x, but the specifier "${specifier}" in src/a.ts does not resolve to a file`,
      });
    });
  }

  for (const specifier of ['..', '../', '../../sibling/a']) {
    it(`[ENF-VAL-2] [ENF-VAL-14] does not search outside the workspace: ${specifier}`, async () => {
      await passes({ 'a.ts': `export { x } from '${specifier}';\n` }, checkOf('x', 'a.ts'));
    });
  }

  it('[ENF-VAL-14] fails for a file that does not exist, is not a module, or is outside the workspace', async () => {
    await fails(FILES, checkOf('a', 'lib/types.ts'), {
      expected: 'A file at lib/types.ts',
      actual: 'File not found: lib/types.ts. Did you mean "src/types.ts"?',
    });
    await failsWithError(FILES, checkOf('a', 'README.md'), /do not support README\.md, a resource of type file/);
    await failsWithError(FILES, checkOf('a', '../secrets.ts'), /leads out of the tree/);
    const unreadable = { ...FILES, 'src/locked.ts': new Error('permission denied') };
    await failsWithError(
      unreadable,
      checkOf('a', 'src/locked.ts'),
      /Failed to read src\/locked\.ts: permission denied/,
    );
  });

  it('[ENF-PLUG-6] accepts the id of a resource as the file', async () => {
    const resources = [{ id: 'entry', type: 'file', location: 'src/index.ts' }];
    await passes(FILES, checkOf('check', 'entry'), { resources });
    await fails(
      FILES,
      checkOf('checkHealth', 'entry'),
      {
        expected: 'src/index.ts exports checkHealth',
        actual:
          'src/index.ts exports check, HealthCheckStatus, but not checkHealth; checkHealth is exported by src/check.ts. Did you mean "check"?',
      },
      { resources },
    );
  });
});
