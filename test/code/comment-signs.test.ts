import assert from 'node:assert/strict';
import { mayTypeInComments } from '../../src/code/comment-signs.ts';

describe('The signs of types in comments', () => {
  for (const [title, text] of [
    ['a tag', '/** @typedef {string} Name */'],
    ['a type on the line of a tag', "/** @type {import('./x').X} */"],
    ['a type on a line without an asterisk', "/**\n@type {\nimport('./x').X\n}\n*/"],
    ['white space in front of the parenthesis', "/** @type {import ('./x').X} */"],
    ['a line between', "/** @type {import\n * ('./x').X} */"],
    ['a very long line', `/** @type {{ ${'a: 1, '.repeat(200)} b: import('./x').X }} */`],
    ['what looks like a comment in front', "const all = 'src/**';\n/**\nimport('./x')\n*/"],
    ['a product in front', "const all = a */** @type {import('./x')} */ (b);"],
    ['a comment behind others', "/** One. */ import('./y');\n/* Two. */\n/**\n{import('./x')}*/"],
  ] as const) {
    it(`[ENF-VAL-1] are seen in ${title}`, () => {
      assert.equal(mayTypeInComments(Buffer.from(text)), true);
    });
  }

  for (const [title, text] of [
    ['an import between comments', "/** One. */\nconst x = import('./x');\n/** Two. */"],
    ['an import in a call with asterisks', "const y = 2 * (await import('./x')).y;"],
    ['an import behind a comment without an end of its own', "/**/ import('./x')"],
    ['a comment that speaks of imports', "/** We import nothing. */\nimport './x';"],
  ] as const) {
    it(`are not seen in ${title}`, () => {
      assert.equal(mayTypeInComments(Buffer.from(text)), false);
    });
  }
});
