import assert from 'node:assert/strict';
import { PLACEHOLDER } from '../../../src/contract/templates/template-text.ts';
import { findCodeError } from '../../../src/code/types/expected/code-error.ts';
import type { FindCodeErrors } from '../../../src/verdicts/plan/facts/code-errors.ts';
import { checkChunks, chunk, onlyFinding } from './planning.ts';

const findCodeErrors: FindCodeErrors = (codes) => Promise.all(codes.map((code) => findCodeError(code)));

describe('plan rule code-syntax', () => {
  const placesOf = async (more: Record<string, unknown>): Promise<readonly string[]> => {
    const { findings } = await checkChunks([chunk('one', more)], { findCodeErrors });
    return findings.map(({ rule, severity, runEffect, message }) => [rule, severity, runEffect, message].join(' '));
  };
  const signature = (file: string, text: string) => placesOf({ functions: [{ name: 'f', file, signature: text }] });

  it('[LANG-2] reports a signature that the language of its file cannot read, before a model is called', async () => {
    for (const file of ['src/a.ts', 'src/a.py', 'pkg/a.go']) {
      assert.match(
        (await signature(file, '(a: string =>')).join(),
        /^code-syntax error stop-chunk The signature/,
        file,
      );
    }
    assert.deepEqual(await signature('src/a.ts', '(a: string) => Promise<string>'), []);
    assert.deepEqual(await signature('src/a.py', '(a: str) -> list[str]'), []);
    assert.deepEqual(await signature('pkg/a.go', '(a string) (string, error)'), []);
    assert.match((await signature('pkg/a.go', '(a: string) => string')).join(), /code-syntax/);
    // The placeholder of a template is not a mistake yet.
    assert.deepEqual(await signature('src/a.ts', `${PLACEHOLDER}(input: string) => string`), []);
  });

  it('[ENF-VAL-6] reports a definition that is no type, at its line', async () => {
    const types = [{ name: 'Host', file: 'src/a.ts', definition: '{ a: strin' }];
    const finding = onlyFinding(await checkChunks([chunk('one', { types })], { findCodeErrors }));
    assert.deepEqual([finding.rule, finding.chunk, finding.path], ['code-syntax', 'one', 'src/a.ts']);
    assert.match(finding.message, /^The definition "\{ a: strin" cannot be read: Invalid expected type at column 11/);
    assert.deepEqual(await placesOf({ types: [{ name: 'Host', file: 'src/a.ts', definition: 'Unknown & Text' }] }), []);
  });

  it('[LANG-2] stops the run if no chunk can satisfy what the whole contract requires', async () => {
    const functions = [{ name: 'f', file: 'src/a.ts', signature: '(a' }];
    const { rule, runEffect } = onlyFinding(await checkChunks([chunk('one')], { findCodeErrors }, { functions }));
    assert.deepEqual([rule, runEffect], ['code-syntax', 'stop-run']);
  });

  it('[ENF-VAL-5] reports the expected text of checks; that of a suggestion is a warning', async () => {
    const check = { type: 'signature_match', target: 'f', file: 'src/a.ts', expected: '(a' };
    const assertions = [
      { message: 'f', check },
      { type: 'suggest', message: 'f', check },
      { message: 'f', check: { ...check, validator: 'own' } },
    ];
    const found = await placesOf({ assertions });
    assert.deepEqual(
      found.map((text) => text.split(' ').slice(0, 2).join(' ')),
      ['code-syntax error', 'code-syntax warning'],
    );
  });
});
