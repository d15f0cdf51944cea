import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Lexer } from '../../../src/code/lexer/lexer.ts';
import { readLexedScript } from '../../../src/code/lexer/read-lexed-script.ts';
import type { RawModule } from '../../../src/code/modules/raw-module.ts';
import type { Dialect } from '../../../src/code/language/source-language.ts';
import { projectRoot } from '../../scripts/project.ts';
import { committedBinaryModule, lexerBinaryModule } from './build-lexer.ts';

const lexer = new Lexer();

function lex(text: string, dialect: Dialect = 'ts'): RawModule | undefined {
  const script = lexer.lexText('a.ts', text, dialect);
  return script && readLexedScript(script);
}

describe('The lexer', () => {
  it('is built from its sources, byte for byte', async function () {
    this.timeout(120_000);
    assert.equal(await committedBinaryModule(), await lexerBinaryModule(), 'Run node test/code/lexer/build-lexer.ts.');
  });

  it('[ENF-VAL-1] reports lines and UTF-16 columns with every kind of line end', () => {
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

  it('[ENF-VAL-1] leaves JavaScript to the parser only if comments declare types or reference modules', () => {
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

  it('[ENF-VAL-1] reads texts that exceed its initial memory', () => {
    const filler = 'function f() { return "x"; }\n'.repeat(150_000);
    const raw = lex(`${filler}export const last = 1;`);
    assert.equal(raw?.exports[0]?.line, 150_001);
    const many = Array.from({ length: 20_000 }, (_, index) => `export const name${index} = 1;`).join('\n');
    assert.equal(lex(many)?.exports.at(-1)?.name, 'name19999');
  });

  it('[ENF-VAL-1] reads one long line with thousands of names in under two seconds', () => {
    const line = Array.from({ length: 20_000 }, (_, index) => `export const name${index}=()=>{return 1};`).join('');
    const started = performance.now();
    assert.equal(lex(line)?.exports.length, 20_000);
    assert.ok(performance.now() - started < 2_000);
  });

  it('[ENF-VAL-1] tells a division from a regular expression after a non-null assertion or a negation', () => {
    for (const text of ['const r = last(x)! / y[0]; export const a = 1;', 'if (x) !/"/.test(y); export const a = 1;']) {
      assert.equal(lex(text)?.exports[0]?.name, 'a', text);
    }
  });

  it('[ENF-VAL-1] leaves broken texts to the parser and reports why', () => {
    const broken: readonly (readonly [text: string, reason: string])[] = [
      ['export const a = {', 'UNEXPECTED_CHARACTER'],
      ['export const a = 1; }', 'UNMATCHED_BRACKET'],
      ['export const a = (1];', 'UNMATCHED_BRACKET'],
      ['export const a = `x', 'UNTERMINATED_TEMPLATE'],
      ["export const a = 'x", 'UNTERMINATED_STRING'],
      ['export const a = /x', 'UNTERMINATED_REGULAR_EXPRESSION'],
      ['/* export const a = 1;', 'UNTERMINATED_COMMENT'],
      ['export const a = 1;\0', 'UNEXPECTED_CHARACTER'],
      ['export const { = 1', 'UNREADABLE_EXPORTED_PATTERN'],
      ['export', 'UNEXPECTED_EXPORT'],
      ['import', 'UNEXPECTED_IMPORT'],
      ['export {', 'UNEXPECTED_EXPORT'],
      ["export { a } from './b", 'UNEXPECTED_EXPORT'],
      [`${'('.repeat(100_000)}${')'.repeat(100_000)}`, 'TOO_MANY_OPEN_BRACKETS'],
    ];
    for (const [text, reason] of broken) {
      assert.equal(lex(text), undefined, text);
      assert.equal(lexer.parserReason, reason, text);
    }
    assert.equal(lex('const a = <b>{', 'tsx'), undefined);
    assert.equal(lexer.parserReason, 'UNEXPECTED_CHARACTER');
  });

  it('[ENF-VAL-1] reads `export default` without a value as a default export, like the parser', () => {
    assert.deepEqual(
      lex('export default')?.exports.map(({ name }) => name),
      ['default'],
    );
    assert.equal(lexer.parserReason, undefined);
  });

  it('[ENF-VAL-1] leaves at most 0.3 % of the files of this project to the parser', () => {
    const files = ['src', 'test'].flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !path.includes('fixtures'))
        .map((path) => join(projectRoot, folder, path)),
    );
    const left = files.filter((file) => {
      const dialect = file.endsWith('x') ? 'tsx' : 'ts';
      return lexer.lexText(file, readFileSync(file, 'utf8'), dialect) === undefined;
    });
    assert.ok(files.length > 500);
    assert.ok(left.length <= files.length * 0.003, `Left to the parser: ${left.join(', ')}`);
  });

  it('[ENF-IMPACT-1] finds imports at every depth, but not in strings and comments', () => {
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
