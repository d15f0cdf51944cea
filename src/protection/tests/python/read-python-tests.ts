import { loadGrammar } from '../../../code/languages/tree-sitter/load-grammar.ts';
import { withTree } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { TestFile } from '../interface/declared-test.ts';
import { PythonTestFileReader, type PythonTestPlace } from './python-test-file.ts';

/** Reads the tests of a module. Loads the grammar of Python. */
export async function readPythonTests(text: string, place: PythonTestPlace): Promise<TestFile> {
  const parser = await loadGrammar('python');
  return withTree(parser, text, (root) => new PythonTestFileReader(root, place).read());
}
