import assert from 'node:assert/strict';
import type { Check } from '../../../src/contract/model.ts';
import { ModuleIndex } from '../../../src/code/module-index.ts';
import { checkOne, errs, fails, passes } from '../checking.ts';
import { MemoryTree } from '../memory-tree.ts';

const FILES = {
  'src/types.ts': 'export interface HealthCheckStatus {\n  ok: boolean;\n}\n// export const commented = 1;\n',
  'src/check.ts': 'export async function checkHealth() {}\nexport const enum Level { Low }\nexport default class {}\n',
  'src/index.ts': "export { checkHealth as check } from './check';\nexport * from './types';\n",
  'src/empty.ts': 'const inner = 1;\n',
  'src/windows.ts': 'const a = 1;\r\nexport const b = a;\r\n',
  'README.md': '# Read me\n',
};

const asked = (target: string, file?: string): Check => ({ type: 'export_exists', target, ...(file && { file }) });

describe('export_exists', () => {
  it('[ENF-VAL-1] [ENF-VAL-17] finds what a file itself exports: tier 1, with its place', async () => {
    const result = await passes(FILES, asked('checkHealth', 'src/check.ts'));
    assert.equal(result.tier, 1);
    assert.equal(result.expected, 'checkHealth exported by src/check.ts');
    assert.equal(result.actual, 'function checkHealth at src/check.ts:1');
    assert.deepEqual(result.location, { file: 'src/check.ts', line: 1, column: 23 });
    assert.ok(result.durationMs >= 0);
  });

  it('[ENF-VAL-1] finds enums, defaults and names in files with Windows line endings', async () => {
    await passes(FILES, asked('Level', 'src/check.ts'));
    await passes(FILES, asked('default', 'src/check.ts'));
    assert.equal((await passes(FILES, asked('b', 'src/windows.ts'))).location?.line, 2);
  });

  it('[ENF-VAL-2] finds what a file passes on: tier 2, with the place of the declaration', async () => {
    const renamed = await passes(FILES, asked('check', 'src/index.ts'));
    assert.equal(renamed.tier, 2);
    assert.equal(renamed.location?.file, 'src/check.ts');
    const passedOn = await passes(FILES, asked('HealthCheckStatus', './src/index.ts'));
    assert.equal(passedOn.actual, 'interface HealthCheckStatus, which src/index.ts passes on from src/types.ts:1');
  });

  it('[ENF-VAL-1] says what the file exports instead, and the nearest name, where that stands', async () => {
    const result = await fails(FILES, asked('HealthCheckResult', 'src/types.ts'), {
      expected: 'HealthCheckResult exported by src/types.ts',
      actual: 'src/types.ts exports HealthCheckStatus, and no HealthCheckResult; the nearest is HealthCheckStatus',
    });
    assert.deepEqual(result.location, { file: 'src/types.ts', line: 1, column: 18 });
  });

  it('[ENF-VAL-1] sees no export in a comment, and says so of a file without exports', async () => {
    assert.equal((await checkOne(FILES, asked('commented', 'src/types.ts'))).passed, false);
    const result = await fails(FILES, asked('inner', 'src/empty.ts'), {
      expected: 'inner exported by src/empty.ts',
      actual: 'src/empty.ts exports nothing',
    });
    assert.deepEqual(result.location, { file: 'src/empty.ts', line: 1, column: 1 });
  });

  it('[ENF-VAL-1] says where a file does not parse, for what it lacks may stand behind that', async () => {
    const files = {
      'src/a.ts': 'export const fine = 1;\nexport function broken( { return 1\nexport const after = 2;\n',
    };
    await fails(files, asked('after', 'src/a.ts'), {
      expected: 'after exported by src/a.ts',
      actual: "src/a.ts exports fine, broken, and no after; it does not parse at line 2: ':' expected.",
    });
  });

  it('[ENF-VAL-1] knows the types that comments of JavaScript declare', async () => {
    const files = { 'src/a.js': '/** @typedef {{ id: string }} Shape */\nexport const make = () => ({ id: "" });\n' };
    assert.equal((await passes(files, asked('Shape', 'src/a.js'))).actual, 'type Shape at src/a.js:1');
    await fails(files, asked('Shapes'), {
      expected: 'A file that exports Shapes',
      actual: 'No file exports Shapes; the nearest is Shape in src/a.js',
    });
  });

  it('[ENF-VAL-1] says which other file exports the name', async () => {
    await fails(FILES, asked('checkHealth', 'src/types.ts'), {
      expected: 'checkHealth exported by src/types.ts',
      actual:
        'src/types.ts exports HealthCheckStatus, and no checkHealth; the nearest is HealthCheckStatus; checkHealth is exported by src/check.ts',
    });
  });

  it('[ENF-VAL-1] names no other file for a default, which many have', async () => {
    await fails({ ...FILES, 'src/other.ts': 'export default 1;\n' }, asked('default', 'src/types.ts'), {
      expected: 'default exported by src/types.ts',
      actual: 'src/types.ts exports HealthCheckStatus, and no default',
    });
  });

  it('[ENF-VAL-1] without a file, any file may export it, the declaring one first', async () => {
    assert.equal(
      (await passes(FILES, asked('HealthCheckStatus'))).actual,
      'interface HealthCheckStatus at src/types.ts:1',
    );
    await fails(FILES, asked('HealthCheckResult'), {
      expected: 'A file that exports HealthCheckResult',
      actual: 'No file exports HealthCheckResult; the nearest is HealthCheckStatus in src/types.ts',
    });
  });

  it('[ENF-VAL-1] a glob means its files, and one that matches nothing fails', async () => {
    await passes(FILES, asked('checkHealth', 'src/c*.ts'));
    await fails(FILES, asked('checkHealth', 'src/t*.ts'), {
      expected: 'checkHealth exported by src/types.ts',
      actual:
        'src/types.ts exports HealthCheckStatus, and no checkHealth; the nearest is HealthCheckStatus; checkHealth is exported by src/check.ts',
    });
    await fails(FILES, asked('checkHealth', 'lib/**/*.ts'), {
      expected: 'A file or folder at lib/**/*.ts',
      actual: 'No file matches lib/**/*.ts',
    });
  });

  const NAMED = {
    'src/b.ts': 'export const b = 1;\n',
    'src/style.css': 'b {}\n',
    'src/a.ts': '',
  };

  for (const [text, reason] of [
    ["export { x } from './missing';", 'src/a.ts takes it from ./missing, which leads to no file'],
    ["import { x } from './missing';\nexport { x };", 'src/a.ts takes it from ./missing, which leads to no file'],
    ["import y from './missing';\nexport { y as x };", 'src/a.ts takes it from ./missing, which leads to no file'],
    ["export * as x from './missing';", 'src/a.ts takes it from ./missing, which leads to no file'],
    ['export { x };', 'src/a.ts declares no x'],
    ...[
      '{ const x = 1 }',
      'for (let x of a) {}',
      '{ function x() {} }',
      'try {} catch (x) {}',
      'namespace N { var x }',
    ].map((block) => [`${block}\nexport { x };`, 'src/a.ts declares no x'] as const),
    ['function f(x: 1) { const y = x }\nexport { y as x };', 'src/a.ts declares no y'],
  ] as const) {
    it(`[ENF-VAL-2] [ENF-VAL-14] a name is not there where nothing stands behind it: ${text.replaceAll('\n', ' ')}`, async () => {
      const words = { actual: `src/a.ts names x, but ${reason}` };
      const files = { ...NAMED, 'src/a.ts': text };
      await fails(files, asked('x', 'src/a.ts'), { expected: 'x exported by src/a.ts', ...words });
      await fails(files, asked('x'), { expected: 'A file that exports x', ...words });
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
    it(`[ENF-VAL-2] a name is there where a package, a file or a declaration stands behind it: ${text.replaceAll('\n', ' ')}`, async () => {
      const file = /\b(?:module|exports)\b/.test(text) ? 'src/a.js' : 'src/a.ts';
      await passes({ ...NAMED, [file]: text }, asked('x', file));
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
    it(`[ENF-VAL-2] a name is there where a file that git ignores may stand behind it: ${specifier} at ${ignored}`, async () => {
      const listed = {
        'tsconfig.json': '{ "compilerOptions": { "rootDirs": ["src", "made"] } }',
        'src/a.ts': `export { x } from '${specifier}';\n`,
      };
      const tree = new MemoryTree({ ...listed, [ignored]: '' });
      const index = await ModuleIndex.build(new MemoryTree(listed));
      await passes(listed, asked('x', 'src/a.ts'), { tree, index });
      await fails(listed, asked('x', 'src/a.ts'), {
        expected: 'x exported by src/a.ts',
        actual: `src/a.ts names x, but src/a.ts takes it from ${specifier}, which leads to no file`,
      });
    });
  }

  for (const specifier of ['..', '../', '../../sibling/a']) {
    it(`[ENF-VAL-2] [ENF-VAL-14] does not look beyond the workspace: ${specifier}`, async () => {
      await passes({ 'a.ts': `export { x } from '${specifier}';\n` }, asked('x', 'a.ts'));
    });
  }

  it('[ENF-VAL-14] a file that is not there, is no module, or lies outside the workspace fails', async () => {
    await fails(FILES, asked('a', 'lib/types.ts'), {
      expected: 'A file or folder at lib/types.ts',
      actual: 'Nothing stands at lib/types.ts; there is src/types.ts',
    });
    await errs(FILES, asked('a', 'README.md'), /no validator can answer it for README\.md, a resource of type file/);
    await errs(FILES, asked('a', '../secrets.ts'), /leads out of the tree/);
    const unreadable = { ...FILES, 'src/locked.ts': new Error('permission denied') };
    await errs(unreadable, asked('a', 'src/locked.ts'), /Failed to read src\/locked\.ts: permission denied/);
  });

  it('[ENF-PLUG-6] the file may be the id of a resource', async () => {
    const resources = [{ id: 'entry', type: 'file', location: 'src/index.ts' }];
    await passes(FILES, asked('check', 'entry'), { resources });
    await fails(
      FILES,
      asked('checkHealth', 'entry'),
      {
        expected: 'checkHealth exported by src/index.ts',
        actual:
          'src/index.ts exports check, HealthCheckStatus, and no checkHealth; the nearest is HealthCheckStatus; checkHealth is exported by src/check.ts',
      },
      { resources },
    );
  });
});
