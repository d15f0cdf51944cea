import assert from 'node:assert/strict';
import { checkRequirements } from '../../../../src/verdicts/checks/check-requirements.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { exportName } from '../../../../src/contract/requirements.ts';
import { checkOne, fails, passes, requirement, subjectOf } from '../checking.ts';

const FILES = {
  'src/old.ts': 'export type HealthCheckResult = string;\n',
  'src/new.ts':
    'export interface HealthStatus {}\nexport function checkHealth() {}\nexport class HealthCheckError {}\n',
  'src/index.ts': "export * from './old';\n",
};

const checkOf = (target: string): Check => ({ type: 'creates', target });

describe('creates', () => {
  it('[ENF-VAL-15] after a run, requires an export by a changed file and ignores other exports', async () => {
    const changedFiles = new Set(['src/new.ts']);
    const result = await passes(FILES, checkOf('checkHealth'), { changedFiles });
    assert.equal(result.expected, 'One of the files that this chunk wrote (src/new.ts) exports checkHealth');
    assert.equal(result.actual, 'function checkHealth at src/new.ts:2');
  });

  it('[ENF-VAL-15] ignores an export in a file that was not written', async () => {
    await fails(
      FILES,
      checkOf('HealthCheckResult'),
      {
        expected: 'One of the files that this chunk wrote (src/new.ts) exports HealthCheckResult',
        actual:
          'None of the files that this chunk wrote (src/new.ts) exports HealthCheckResult; they export checkHealth, HealthCheckError, HealthStatus; HealthCheckResult is exported by src/old.ts, src/index.ts. Did you mean "HealthCheckError" in src/new.ts?',
      },
      { changedFiles: new Set(['src/new.ts']) },
    );
  });

  it('[ENF-VAL-15] accepts a file that was rewritten unchanged, and a re-export', async () => {
    await passes(FILES, checkOf('HealthCheckResult'), { changedFiles: new Set(['src/old.ts']) });
    assert.equal(
      (await passes(FILES, checkOf('HealthCheckResult'), { changedFiles: new Set(['src/index.ts']) })).tier,
      2,
    );
  });

  it('[ENF-VAL-15] fails if no file was written', async () => {
    await fails(
      FILES,
      checkOf('checkHealth'),
      {
        expected: 'One of the files that this chunk wrote (none) exports checkHealth',
        actual:
          'None of the files that this chunk wrote (none) exports checkHealth; checkHealth is exported by src/new.ts',
      },
      { changedFiles: new Set() },
    );
  });

  it('[ENF-VAL-15] in a plain check, searches the allowed files, including globs', async () => {
    await passes(FILES, checkOf('checkHealth'), { allowedFiles: ['src/n*.ts'] });
    const result = await fails(
      FILES,
      checkOf('HealthCheckStatus'),
      {
        expected: 'One of the allowed files (src/new.ts, lib/**) exports HealthCheckStatus',
        actual:
          'None of the allowed files (src/new.ts, lib/**) exports HealthCheckStatus; they export checkHealth, HealthCheckError, HealthStatus. Did you mean "HealthStatus" in src/new.ts?',
      },
      { allowedFiles: ['src/new.ts', 'lib/**'] },
    );
    assert.deepEqual(result.location, { file: 'src/new.ts', line: 1, column: 18 });
    assert.equal(result.validators?.[0]?.validator, 'file-export');
  });

  it('[ENF-VAL-15] without allowed files, searches every file', async () => {
    await passes(FILES, checkOf('HealthCheckResult'));
    await fails(FILES, checkOf('validateHealth'), {
      expected: 'A file exports validateHealth',
      actual: 'No file exports validateHealth. Did you mean "checkHealth" in src/new.ts?',
    });
  });

  it('[ENF-VAL-15] treats "name()" as a function', async () => {
    assert.equal(exportName('checkHealth()'), 'checkHealth');
    await passes(FILES, checkOf('checkHealth()'));
    const texts = {
      expected: 'A file exports the function HealthCheckResult',
      actual: 'type HealthCheckResult at src/old.ts:1: it is not a function',
    };
    await fails(FILES, checkOf('HealthCheckResult()'), texts);
    await fails(FILES, { ...checkOf('HealthCheckResult'), function: true }, texts);
    const both = { ...FILES, 'src/made.ts': 'export const HealthCheckResult = () => 1;\n' };
    await passes(both, checkOf('HealthCheckResult()'));
  });

  it('[ENF-VAL-15] treats an allowed path with brackets as a path', async () => {
    const files = { 'app/[id]/page.tsx': 'export default function Page() {}\nexport const meta = 1;\n' };
    await passes(files, checkOf('meta'), { allowedFiles: ['app/[id]/page.tsx'] });
  });

  it('[TRUST-10] in a plain check, reads allowed files as a run does: folders and exclusions', async () => {
    await passes(FILES, checkOf('checkHealth'), { allowedFiles: ['src/'] });
    await passes(FILES, checkOf('checkHealth'), { allowedFiles: ['./src/new.ts'] });
    const texts = {
      expected: 'One of the allowed files (src/**, !src/new.ts) exports checkHealth',
      actual:
        'None of the allowed files (src/**, !src/new.ts) exports checkHealth; they export HealthCheckResult; checkHealth is exported by src/new.ts. Did you mean "HealthCheckResult" in src/old.ts?',
    };
    await fails(FILES, checkOf('checkHealth'), texts, { allowedFiles: ['src/**', '!src/new.ts'] });
  });

  const NOT_FUNCTIONS: readonly (readonly [title: string, files: Readonly<Record<string, string>>, reason: RegExp])[] =
    [
      [
        'a declaration without a body',
        { 'a.ts': 'export declare function f(): void;\n' },
        /only declared, without a body/,
      ],
      ['a declared variable', { 'a.ts': 'export declare const f: () => void;\n' }, /only declared/],
      ['a number', { 'a.ts': 'export const f = 42;\n' }, /not a function: 42/],
      [
        'a number behind a variable',
        { 'a.ts': 'const g = 42;\nexport const f = g as unknown;\n' },
        /not a function: 42/,
      ],
      ['an object', { 'a.ts': 'export default { a: 1 };\nexport let f = {};\n' }, /not a function/],
      ['a variable without a value', { 'a.ts': 'export let f: undefined;\n' }, /has no value/],
      ['undefined', { 'a.ts': 'export const f = undefined;\n' }, /is undefined/],
      ['a type-only export', { 'a.ts': 'function f() {}\nexport type { f };\n' }, /as a type only/],
      [
        'a type-only re-export',
        { 'a.ts': "export type { g as f } from './b';\n", 'b.ts': 'export function g() {}\n' },
        /as a type only/,
      ],
      [
        'an overload without a body',
        { 'a.ts': 'export function f(a: string): void;\n' },
        /has a signature but no body/,
      ],
      ['a declaration file without a module', { 'a.d.ts': 'export function f(): void;\n' }, /no module next to/],
      [
        'an export of an absent package',
        { 'package.json': '{}', 'a.ts': "export { f } from 'absent';\n" },
        /the package "absent" is neither installed/,
      ],
      [
        'an export that a module of Node lacks',
        { 'a.ts': "export { f } from 'node:fs';\n" },
        /"node:fs" has no export f/,
      ],
      [
        'an imported name that a module of Node lacks',
        { 'a.ts': "import { f } from 'path';\nexport { f };\n" },
        /"path" has no export f/,
      ],
      ['code that never runs', { 'a.js': 'if (false) {\n  exports.f = () => 1;\n}\n' }, /code that never runs/],
      [
        'code after the end of a block',
        { 'a.js': '(() => {\n  return;\n  exports.f = () => 1;\n})();\n' },
        /code that never runs/,
      ],
      ['an assigned number', { 'a.js': 'exports.f = 42;\n' }, /not a function: 42/],
      ['a function of the type any', { 'a.ts': 'export const f: any = () => 1;\n' }, /no function type: any/],
      [
        'a function of an unknown type',
        { 'a.ts': 'export const f: unknown = () => 1;\n' },
        /no function type: unknown/,
      ],
      ['a function that is cast to any', { 'a.ts': 'export const f = (() => 1) as any;\n' }, /no function type: any/],
      [
        'a function that is cast to any in angle brackets',
        { 'a.ts': 'const f = <any>(() => 1);\nexport { f };\n' },
        /no function type: any/,
      ],
      [
        'a function behind a variable of the type any',
        { 'a.ts': 'const g: any = () => 1;\nexport const f = g;\n' },
        /no function type: any/,
      ],
      [
        'a function with a local name for any',
        { 'a.ts': 'type Local = any;\nexport const f: Local = () => 1;\n' },
        /no function type: Local/,
      ],
      [
        'an object type without call signatures',
        { 'a.ts': 'interface Made { a: 1 }\nexport const f: Made = make();\ndeclare function make(): any;\n' },
        /no function type: Made/,
      ],
      ['a function or a text', { 'a.ts': 'export const f: (() => void) | string = () => {};\n' }, /no function type/],
      ['any in a comment of JavaScript', { 'a.js': '/** @type {any} */\nexport const f = () => 1;\n' }, /type: any/],
      [
        'a function that is cast to any in JavaScript',
        { 'a.js': 'export const f = /** @type {*} */ (() => 1);\n' },
        /type: \*/,
      ],
      ['a property with a text', { 'a.js': "module.exports = { f: 'x' };\n" }, /not a function: 'x'/],
      [
        'a text in an exported object',
        { 'a.js': "const x = { f: 'x' };\nmodule.exports = x;\n" },
        /not a function: 'x'/,
      ],
    ];
  for (const [title, files, reason] of NOT_FUNCTIONS) {
    it(`[ENF-VAL-15] "name()" is not ${title}`, async () => {
      const result = await checkOne(files, checkOf('f()'));
      assert.equal(result.error, undefined);
      assert.equal(result.passed, false, result.actual);
      assert.match(result.actual ?? '', reason);
    });
  }

  const FUNCTIONS: readonly (readonly [title: string, files: Readonly<Record<string, string>>])[] = [
    [
      'an overloaded function',
      { 'a.ts': 'export function f(a: string): void;\nexport function f(a: unknown): void {}\n' },
    ],
    ['an arrow function behind a variable', { 'a.ts': 'const g = () => 1;\nexport const f = g;\n' }],
    ['the result of a call', { 'a.ts': 'export const f = memoize(() => 1);\ndeclare function memoize<T>(a: T): T;\n' }],
    ['a variable that is assigned later', { 'a.ts': 'export let f: () => void;\nf = () => {};\n' }],
    ['a function of a function type', { 'a.ts': 'export const f: (a: any) => any = (a) => a;\n' }],
    ['a function of a type with call signatures', { 'a.ts': 'export const f: { (): void; a?: 1 } = () => {};\n' }],
    [
      'a function of a named type',
      {
        'a.ts':
          'type Call = () => void;\ninterface Made extends Call { a: 1 }\nexport const f: Made | undefined = make();\ndeclare function make(): any;\n',
      },
    ],
    ['a function that is cast twice', { 'a.ts': 'export const f = (() => 1) as any as () => string;\n' }],
    ['a function that satisfies a type', { 'a.ts': 'export const f = (() => 1) satisfies unknown;\n' }],
    ['a typed value of another type', { 'a.ts': 'const g: any = () => 1;\nexport const f: () => void = g;\n' }],
    ['a function with a comment of TypeScript', { 'a.ts': '/** @type {any} */\nexport const f = () => 1;\n' }],
    ['a typed function of JavaScript', { 'a.js': '/** @type {() => void} */\nexport const f = () => {};\n' }],
    ['a renamed export', { 'a.ts': 'function g() {}\nexport { g as f };\n' }],
    ['a re-export', { 'a.ts': "export { g as f } from './b';\n", 'b.ts': 'export function g() {}\n' }],
    [
      'an export of an installed package',
      { 'package.json': '{ "dependencies": { "known": "1" } }', 'a.ts': "export { f } from 'known';\n" },
    ],
    ['an export of a module of Node', { 'a.ts': "export { readFile as f } from 'node:fs';\n" }],
    [
      'a declaration file of a module',
      { 'a.d.ts': 'export function f(): void;\n', 'a.js': 'export function f() {}\n' },
    ],
    ['a CommonJS function', { 'a.js': 'exports.f = exports.g = void 0;\nfunction f() {}\nexports.f = f;\n' }],
    ['a property of module.exports', { 'a.js': 'function f() {}\nmodule.exports = { f };\n' }],
  ];
  for (const [title, files] of FUNCTIONS) {
    it(`[ENF-VAL-15] "name()" is ${title}`, async () => {
      await passes(files, checkOf('f()'));
    });
  }

  it('[ENF-VAL-15] a file with a syntax error creates nothing', async () => {
    const files = { 'src/a.ts': 'export function f() {\n  const = 1;\n}\n' };
    const actual = 'function f at src/a.ts:1: a syntax error in line 2: Variable declaration expected.';
    await fails(files, checkOf('f'), { expected: 'A file exports f', actual });
    const exists: Check = { type: 'function_exists', target: 'f', file: 'src/a.ts' };
    assert.match((await checkOne(files, exists)).actual ?? '', /src\/a\.ts has a syntax error in line 2/);
    const changedFiles = new Set(['src/a.ts']);
    const exported = await checkOne(files, { type: 'export_exists', target: 'f', file: 'src/a.ts' }, { changedFiles });
    assert.match(exported.actual ?? '', /src\/a\.ts has a syntax error in line 2/);
  });

  it('[ENF-VAL-15] suggests the nearest name that is not itself required', async () => {
    const files = { 'src/a.ts': 'export function decode() {}\nexport function encodeRenamed() {}\n' };
    const required = [requirement(checkOf('encode()')), requirement(checkOf('decode()'))];
    const [encode, decode] = await checkRequirements(required, await subjectOf(files));
    assert.equal(encode?.actual, 'No file exports encode. Did you mean "encodeRenamed" in src/a.ts?');
    assert.equal(decode?.passed, true);
  });

  it('[ENF-VAL-15] never suggests a name that another chunk requires, for any check', async () => {
    const files = { 'src/a.ts': 'export function encodeText() {}\nexport function encoded() {}\n' };
    const file = 'src/a.ts';
    const checks: readonly Check[] = [
      checkOf('encode()'),
      { type: 'export_exists', target: 'encode', file },
      { type: 'export_exists', target: 'encode' },
      { type: 'function_exists', target: 'encode', file },
      { type: 'function_exists', target: 'encode' },
      { type: 'signature_match', target: 'encode', file, expected: '() => void' },
      { type: 'type_matches', target: 'encode', expected: '() => void' },
    ];
    for (const check of checks) {
      assert.match((await checkOne(files, check)).actual ?? '', /Did you mean "encoded"/, check.type);
      const other = await checkOne(files, check, { requiredNames: new Set(['encoded']) });
      assert.match(other.actual ?? '', /Did you mean "encodeText"/, check.type);
      const none = await checkOne(files, check, { requiredNames: new Set(['encoded', 'encodeText']) });
      assert.doesNotMatch(none.actual ?? '', /Did you mean/, check.type);
      assert.equal(none.mismatch, undefined);
    }
  });

  it('[ENF-VAL-15] lists what the files export: sorted, each name once, and a limited number', async () => {
    const names = Array.from({ length: 14 }, (_, index) => `name${String.fromCharCode(110 - index)}`);
    const text = names.map((name) => `export const ${name} = 1;\n`).join('');
    const { actual } = await checkOne({ 'src/a.ts': text }, checkOf('other'), { allowedFiles: ['src/a.ts'] });
    assert.match(actual ?? '', /they export namea, nameb, namec, .*, namej and 4 more/);
  });
});
