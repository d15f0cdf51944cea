import { loadGrammar } from '../../../../code/languages/tree-sitter/load-grammar.ts';
import type { TestFile } from '../interface/declared-test.ts';
import { GoTestFileReader } from './go-test-file.ts';
import { withGoTree } from '../../../../code/languages/go/go-tree.ts';

/** Reads the tests of a file. Loads the grammar of Go. */
export async function readGoTests(path: string, text: string, isSearched: boolean): Promise<TestFile> {
  const parser = await loadGrammar('go');
  return withGoTree(parser, text, (root) => new GoTestFileReader(root, { path, text, isSearched }).read());
}
