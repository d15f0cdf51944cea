import { goEntry } from '../../../../code/languages/go/go-entry.ts';
import type { TestLanguage } from '../interface/declared-test.ts';

/** Files and folders that the Go command leaves out. */
const SKIPPED = /(?:^|\/)(?:[._]|testdata\/)/;

/** Reads tests of Go. The grammar is loaded for the first file with tests. */
export const goTests: TestLanguage = {
  canContainTests: (path) => path.endsWith('.go') && !goEntry.isInstalled(path),
  isTestPath: (path) => path.endsWith('_test.go') && !goEntry.isInstalled(path) && !SKIPPED.test(path),
  isFoundLike: (before, after) => !goTests.isTestPath(before) || goTests.isTestPath(after),
  async read(path, text) {
    // In a file with another name, tests can have been moved out of the reach of the runner.
    const declares = path.endsWith('_test.go')
      ? /^func\b.*\b(?:Test|Fuzz|Example)|\bExit\(|\bflag\.|\b(?:Kill|Exec)\(|\bos\.Args\b/m.test(text)
      : /^func Test\w*\(\w+ \*testing\.T\)/m.test(text);
    if (!declares) return { tests: [], comments: text };
    const { readGoTests } = await import('./read-go-tests.ts');
    return readGoTests(path, text, goTests.isTestPath(path));
  },
};
