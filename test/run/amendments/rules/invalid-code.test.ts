import assert from 'node:assert/strict';
import { findInvalidCode } from '../../../../src/run/amendments/rules/invalid-code.ts';
import { CHECKS } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import type { ContractDocument } from '../../../../src/contract/document.ts';
import { readContract } from '../../../../src/contract/read/read-contract.ts';

function contractWith(file: string, signature: string): ContractDocument {
  const text = `version: 1
spec: { id: shop, title: Shop }
chunks:
  - id: text
    title: Text
    functions:
      - { name: f, file: ${file}, signature: ${JSON.stringify(signature)} }
`;
  return readContract({ file: 'c.yaml', text, checks: CHECKS });
}

describe('invalid code of an amendment', () => {
  it('[LANG-1] is found in the language of the file that declares the function', async () => {
    const invalid = async (file: string, signature: string): Promise<readonly (string | undefined)[]> => {
      const errors = await findInvalidCode(contractWith(file, 'unchanged('), contractWith(file, signature));
      return errors.map(({ path }) => path);
    };
    const path = 'chunks[0].functions[0].signature';
    assert.deepEqual(await invalid('src/a.py', '(a: int, *, b: str = "x") -> str | None'), []);
    assert.deepEqual(await invalid('src/a.py', '(a: number) => string'), [path]);
    assert.deepEqual(await invalid('src/a.ts', '(a: number) => string'), []);
    assert.deepEqual(await invalid('src/a.ts', '(a: int, *, b: str = "x") -> str'), [path]);
    // What the contract already says is not the amendment's error.
    assert.deepEqual(await invalid('src/a.py', 'unchanged('), []);
  });
});
