import assert from 'node:assert/strict';
import type { Check } from '../../../../src/contract/model.ts';
import { loadTypeScript } from '../../../../src/code/language/typescript-parser.ts';
import { findSyntaxErrors } from '../../../../src/code/language/syntax-errors.ts';
import { readTsconfigFile } from '../../../../src/code/resolution/tsconfig-file.ts';
import { failsWithError, passes } from '../checking.ts';

const DEPTH = 60_000;
const nested = (open: string, close: string): string => open.repeat(DEPTH) + close.repeat(DEPTH);

const FILES = {
  'src/ok.ts': 'export function ok(): number {\n  return 1;\n}\n',
  'src/deep.ts': `export const deep = ${nested('[', ']')};\nexport { missing };\n`,
  // The lexer leaves a text with open brackets to the parser.
  'src/deep.py': `f = ${'lambda: '.repeat(10_000)}0\n`,
  'src/open.ts': `export const deep = ${'('.repeat(DEPTH)}`,
};

const checkOf = (type: string, target: string, file: string): Check => ({ type, target, file });

describe('Files that are nested too deeply', () => {
  it('[TRUST-6] are named by the check about them, and leave other checks alone', async () => {
    await passes(FILES, checkOf('export_exists', 'ok', 'src/ok.ts'));
    await passes(FILES, checkOf('function_exists', 'ok', 'src/ok.ts'));
    const reason = /^Failed to read src\/deep\.ts: it is nested too deeply/;
    await failsWithError(FILES, checkOf('function_exists', 'deep', 'src/deep.ts'), reason);
    await failsWithError(FILES, checkOf('export_exists', 'missing', 'src/deep.ts'), reason);
    const inPython = /^Failed to read src\/deep\.py: it is nested too deeply/;
    await failsWithError(FILES, checkOf('export_exists', 'f', 'src/deep.py'), inPython);
  });

  it('[TRUST-6] fail no other check if they need the full parser', async () => {
    await passes(FILES, checkOf('export_exists', 'ok', 'src/ok.ts'));
    const reason = /src\/open\.ts: the file is nested too deeply to be parsed$/;
    await failsWithError(FILES, checkOf('export_exists', 'deep', 'src/open.ts'), reason);
  });

  it('[TRUST-6] have a syntax error', async () => {
    const typescript = await loadTypeScript();
    for (const text of [nested('(', ')'), nested('{', '}'), `const a = ${nested('<a>', '</a>')};`]) {
      const [error] = findSyntaxErrors(typescript, 'a.tsx', text);
      assert.equal(error?.message, 'The file is nested too deeply to be parsed.');
    }
    assert.deepEqual(findSyntaxErrors(typescript, 'a.ts', `export const a = ${'1+'.repeat(DEPTH)}1;`), []);
  });

  it('[TRUST-6] count as empty if they configure TypeScript', () => {
    assert.deepEqual(readTsconfigFile(`{ "a": ${nested('[', ']')} }`), { compilerOptions: {} });
  });
});
