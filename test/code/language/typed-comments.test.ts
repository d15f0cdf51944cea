import assert from 'node:assert/strict';
import { mayHaveTypesInComments } from '../../../src/code/language/typed-comments.ts';

describe('mayHaveTypesInComments', () => {
  for (const [title, text] of [
    ['a tag', '/** @typedef {string} Name */'],
    ['a type on the line of a tag', "/** @type {import('./x').X} */"],
    ['a type on a line without an asterisk', "/**\n@type {\nimport('./x').X\n}\n*/"],
    ['white space before the parenthesis', "/** @type {import ('./x').X} */"],
    ['a line break before the parenthesis', "/** @type {import\n * ('./x').X} */"],
    ['a very long line', `/** @type {{ ${'a: 1, '.repeat(200)} b: import('./x').X }} */`],
    ['a string that looks like the start of a comment', "const all = 'src/**';\n/**\nimport('./x')\n*/"],
    ['a multiplication before the comment', "const all = a */** @type {import('./x')} */ (b);"],
    ['a comment after other comments', "/** One. */ import('./y');\n/* Two. */\n/**\n{import('./x')}*/"],
  ] as const) {
    it(`[ENF-VAL-1] detects ${title}`, () => {
      assert.equal(mayHaveTypesInComments(Buffer.from(text)), true);
    });
  }

  for (const [title, text] of [
    ['an import between comments', "/** One. */\nconst x = import('./x');\n/** Two. */"],
    ['an import in a call with asterisks', "const y = 2 * (await import('./x')).y;"],
    ['an import after the comment `/**/`', "/**/ import('./x')"],
    ['a comment that contains the word import', "/** We import nothing. */\nimport './x';"],
  ] as const) {
    it(`ignores ${title}`, () => {
      assert.equal(mayHaveTypesInComments(Buffer.from(text)), false);
    });
  }
});
