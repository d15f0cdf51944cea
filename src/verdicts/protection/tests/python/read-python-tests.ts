import { withPythonTree } from '../../../../code/languages/python/python-tree.ts';
import { loadGrammar } from '../../../../code/languages/tree-sitter/load-grammar.ts';
import type { TestFile } from '../interface/declared-test.ts';
import { PythonTestFileReader, type PythonTestPlace } from './python-test-file.ts';

/** Reads the tests of a module. Loads the grammar of Python. */
export async function readPythonTests(text: string, place: PythonTestPlace): Promise<TestFile> {
  const parser = await loadGrammar('python');
  return withPythonTree(parser, text, (root) => new PythonTestFileReader(root, place).read());
}
