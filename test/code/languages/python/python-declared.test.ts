import assert from 'node:assert/strict';
import { compareDeclaredExports } from '../../../../src/code/impact/modified/compare-declared-exports.ts';
import type { CodeLanguage } from '../../../../src/code/languages/interface/code-language.ts';
import type { DeclaredExport } from '../../../../src/code/languages/interface/declared-export.ts';
import { loadLanguageOf } from '../../../../src/code/languages/language-table.ts';

let python: CodeLanguage;

/** The only export of a module. */
function declare(text: string): DeclaredExport {
  const [only] = python.declaredExports('shop.py', text);
  assert.ok(only);
  return only;
}

/** A class with a property that can be read, and assigned or deleted. */
const shop = (result: string, ...others: readonly string[]): string =>
  `class Shop:\n    @property\n    def open(self) -> ${result}:\n        return self.x\n${others.join('')}`;
const setter = (type = 'bool'): string =>
  `    @open.setter\n    def open(self, value: ${type}) -> None:\n        self.x = value\n`;
const DELETER = '    @open.deleter\n    def open(self) -> None:\n        del self.x\n';

describe('The declarations of Python', () => {
  before(async () => {
    const language = await loadLanguageOf('shop.py');
    assert.ok(language);
    python = language;
  });

  it('[CHANGE-5] give a property the signature that reads it, and its other uses as members', () => {
    for (const others of [[], [setter()], [DELETER], [setter(), DELETER]]) {
      const text = shop('bool', ...others);
      const members = declare(text).type?.members ?? [];
      assert.deepEqual(
        members.find(({ name }) => name === 'open')?.signatures?.map((one) => one.text),
        ['() -> bool'],
      );
      assert.equal(members.length, others.length + 1);
      assert.equal(python.compareSignature(text, 'Shop.open', '() -> bool')?.passed, true);
      assert.equal(python.compareSignature(text, 'Shop.open', '() -> str')?.passed, false);
    }
  });

  it('[CHANGE-5] differ by each use of a property', () => {
    const differ = (before: string, after: string): readonly string[] =>
      compareDeclaredExports(declare(before), declare(after), false)
        .filter(({ reason }) => !reason.includes('its body changed'))
        .map(({ compatibility, reason }) => `${compatibility} ${reason}`);
    assert.deepEqual(differ(shop('bool', setter()), shop('str', setter())), [
      'unknown the method "open" changed: its result changed from bool to str',
    ]);
    assert.deepEqual(differ(shop('bool', setter()), shop('bool')), ['breaking the member "open.setter" was removed']);
    assert.deepEqual(differ(shop('bool', DELETER), shop('bool')), ['breaking the member "open.deleter" was removed']);
    assert.deepEqual(differ(shop('bool'), shop('bool', setter())), ['compatible the member "open.setter" was added']);
    assert.equal(differ(shop('bool', setter()), shop('bool', setter('int')))[0]?.startsWith('unknown'), true);
    assert.deepEqual(differ(shop('bool', setter(), DELETER), shop('bool', DELETER, setter())), []);
  });

  it('[CHANGE-5] keep the texts of a literal type, in quotes and of any module', () => {
    const typeIn = (annotation: string): string | undefined =>
      declare(`import typing_extensions as te\ndef f(a: ${annotation}): ...\n`).signatures?.[0]?.text;
    for (const name of ['Literal', 'typing.Literal', 't.Literal'])
      assert.equal(typeIn(`${name}['x', "y"]`), '(a: Literal["x", "y"])');
    assert.equal(typeIn(`"te.Literal['x']"`), '(a: te.Literal["x"])');
    assert.equal(typeIn(`te.Literal["x"]`), '(a: te.Literal["x"])');
    assert.equal(typeIn(`"list['Item']"`), '(a: list[Item])');
  });
});
