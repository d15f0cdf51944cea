import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TemporaryFolder } from '../../verdicts/checks/temporary-folder.ts';

const program = fileURLToPath(new URL('loaded-grammars.ts', import.meta.url));

/** The loaded parts of the parser after checks of a tree with three languages, in a new process. */
async function loadedBy(...checks: readonly string[]): Promise<string> {
  await using folder = await TemporaryFolder.create({
    'a.ts': 'export const a = 1;\n',
    'shop/text.py': 'def slugify(): ...\n',
    'go.mod': 'module example.com/shop\n',
    'text/text.go': 'package text\n\nfunc Slugify() {}\n',
  });
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder.path, ...checks]);
  return stdout;
}

describe('the parsers of other languages', () => {
  it('[LANG-1] are loaded only if a check concerns their language', async () => {
    assert.equal(await loadedBy('a.ts:a'), '');
    const python = await loadedBy('a.ts:a', 'shop/text.py:slugify');
    assert.match(python, /tree-sitter-wasm/);
    assert.match(python, /python-language/);
    assert.doesNotMatch(python, /go-language/);
  });
});
