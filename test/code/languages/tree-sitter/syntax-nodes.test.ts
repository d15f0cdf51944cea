import assert from 'node:assert/strict';
import { loadGrammar } from '../../../../src/code/languages/tree-sitter/load-grammar.ts';
import { withTree } from '../../../../src/code/languages/tree-sitter/syntax-nodes.ts';

describe('withTree', () => {
  it('[LANG-1] parses a module once for successive questions, also while other texts are read', async () => {
    const parser = await loadGrammar('python');
    const parse = parser.parse.bind(parser);
    let parses = 0;
    parser.parse = (...args) => {
      parses++;
      return parse(...args);
    };
    try {
      const moduleOf = (name: string): string => `def ${name}(): pass\n`.repeat(100);
      const nameOf = (text: string, during = (): void => undefined): string | undefined =>
        withTree(parser, text, (root) => {
          during();
          return root.namedChildren[0]?.childForFieldName('name')?.text;
        });
      const first = moduleOf('first');
      const names = [nameOf(first), nameOf(first, () => void nameOf('def g(): pass')), nameOf(first)];
      assert.deepEqual([names, parses], [['first', 'first', 'first'], 2]);
      // Another module takes its place while the first one is read.
      assert.equal(
        nameOf(first, () => assert.equal(nameOf(moduleOf('second')), 'second')),
        'first',
      );
      assert.deepEqual([nameOf(moduleOf('second')), nameOf(first), parses], ['second', 'first', 4]);
    } finally {
      parser.parse = parse;
    }
  });
});
