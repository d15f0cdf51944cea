import assert from 'node:assert/strict';
import { Lexer } from '../../../src/code/lexer/lexer.ts';
import { readLexedScript } from '../../../src/code/lexer/lexed-script.ts';
import type { RawModule } from '../../../src/code/raw-module.ts';
import type { Dialect } from '../../../src/code/source-language.ts';
import { committedBinaryModule, lexerBinaryModule } from './build-lexer.ts';

const lexer = new Lexer();

function lex(text: string, dialect: Dialect = 'ts'): RawModule | undefined {
  const script = lexer.lexText('a.ts', text, dialect);
  return script && readLexedScript(script);
}

describe('The lexer', () => {
  it('is built from its sources, byte for byte', async function () {
    this.timeout(120_000);
    assert.equal(await committedBinaryModule(), await lexerBinaryModule(), 'run node test/code/lexer/build-lexer.ts');
  });

  it('[ENF-VAL-1] gives places in lines and UTF-16 units, whatever ends the lines', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const raw = lex(`const s = '💡';${end}/* é💡 */ export const found = 1;${end}${end}export { found as ünder };`);
      assert.deepEqual(
        raw?.exports.map(({ name, line, column }) => ({ name, line, column })),
        [
          { name: 'found', line: 2, column: 24 },
          { name: 'ünder', line: 4, column: 19 },
        ],
      );
    }
  });

  it('[ENF-VAL-1] leaves JavaScript to the parser where comments declare types or name modules, and only there', () => {
    const written = [
      "export const a = /** @type {import('./b').B} */ (c);",
      "/**\n * @param {import('./b').B} b\n */\nexport function a(b) {}",
      '/** @typedef {string} A */\nexport {};',
      '/** @import { B } from "./b" */\nexport {};',
    ];
    for (const text of written) {
      assert.equal(lex(text, 'js'), undefined, text);
      assert.ok(lex(text, 'ts'), text);
    }
    assert.ok(lex("/** @param {string} a */\nexport const b = (a) => import('./c');\n// *\nimport('@d');\n", 'js'));
  });

  it('[ENF-VAL-1] reads texts that are longer than its memory was', () => {
    const filler = 'function f() { return "x"; }\n'.repeat(150_000);
    const raw = lex(`${filler}export const last = 1;`);
    assert.equal(raw?.exports[0]?.line, 150_001);
    const many = Array.from({ length: 20_000 }, (_, index) => `export const name${index} = 1;`).join('\n');
    assert.equal(lex(many)?.exports.at(-1)?.name, 'name19999');
  });

  it('[ENF-VAL-1] reads one long line with thousands of names in time', () => {
    const line = Array.from({ length: 20_000 }, (_, index) => `export const name${index}=()=>{return 1};`).join('');
    const started = performance.now();
    assert.equal(lex(line)?.exports.length, 20_000);
    assert.ok(performance.now() - started < 2_000);
  });

  it('[ENF-VAL-1] tells what divides from what matches behind an assertion that something is there', () => {
    for (const text of ['const r = last(x)! / y[0]; export const a = 1;', 'if (x) !/"/.test(y); export const a = 1;']) {
      assert.equal(lex(text)?.exports[0]?.name, 'a', text);
    }
  });

  it('[ENF-VAL-1] is in doubt rather than wrong where a text is broken', () => {
    const broken = [
      'export const a = {',
      'export const a = 1; }',
      'export const a = (1];',
      'export const a = `x',
      "export const a = 'x",
      'export const a = /x',
      '/* export const a = 1;',
      'export const a = 1;\0',
      'export const { = 1',
      'export',
      'import',
      'export {',
      "export { a } from './b",
      'export default',
    ];
    for (const text of broken) assert.ok(lex(text) === undefined || lex(text)?.exports.length === 1, text);
    assert.equal(lex('export const a = {'), undefined);
    assert.equal(lex('const a = <b>{', 'tsx'), undefined);
    assert.equal(lex(`${'('.repeat(100_000)}${')'.repeat(100_000)}`), undefined);
  });

  it('[ENF-IMPACT-1] finds what is imported at any depth, and nothing in text', () => {
    const raw = lex(
      [
        "import a, { b as c, type d } from './one';",
        "import * as e from './two';",
        "import type { f } from './three';",
        "import './four';",
        "import g = require('./five');",
        "const h = require('./six');",
        "const { i, j: k } = require('./seven');",
        "async function l() { return [await import('./eight'), require(`./nine`), x.require('no'), y.import('no')]; }",
        "type m = typeof import('./ten'); // import('no')",
        "const n = \"import('no')\" + `require('no')`;",
        "export * from './eleven';",
      ].join('\n'),
    );
    assert.deepEqual(
      raw?.imports.map(({ specifier, kind, names }) => [specifier, kind, names.map((n) => `${n.imported}:${n.local}`)]),
      [
        ['./one', 'static', ['default:a', 'b:c', 'd:d']],
        ['./two', 'static', ['*:e']],
        ['./three', 'type', ['f:f']],
        ['./four', 'static', []],
        ['./five', 'require', ['export=:g']],
        ['./six', 'require', ['export=:h']],
        ['./seven', 'require', ['i:i', 'j:k']],
        ['./eight', 'dynamic', []],
        ['./nine', 'require', []],
        ['./ten', 'dynamic', []],
        ['./eleven', 'reexport', ['*:*']],
      ],
    );
  });
});
