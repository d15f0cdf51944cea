import assert from 'node:assert/strict';
import { findWrittenPackages } from '../../../src/code/api/written/written-packages.ts';

/** The name, the version and whether it is private, of each package. */
function list(configuration: Readonly<Record<string, string>>, ...others: readonly string[]): readonly unknown[] {
  const files = [...Object.keys(configuration), 'shop/__init__.py', 'shop/price.py', ...others];
  return findWrittenPackages(files, new Map(Object.entries(configuration))).map(({ name, version, isPrivate }) => [
    name,
    version,
    isPrivate,
  ]);
}

describe('The packages of Python', () => {
  it('[CHANGE-5] have the name of a pyproject.toml, of a setup.cfg, or of their only folder', () => {
    const project = '[project]\nname = "acme-shop"\nversion = "1.2.0"\n';
    assert.deepEqual(list({ 'pyproject.toml': project }), [['acme-shop', '1.2.0', false]]);
    const poetry = "[tool.poetry]\nname = 'acme-shop'\nversion = '1.2.0'\n";
    assert.deepEqual(list({ 'pyproject.toml': poetry }), [['acme-shop', '1.2.0', false]]);
    const setup = '[metadata]\nname = acme-shop\nversion = attr: shop.VERSION\n';
    assert.deepEqual(list({ 'setup.cfg': setup }), [['acme-shop', undefined, false]]);
    const tools = '[tool.ruff]\nname = "x"\n';
    assert.deepEqual(list({ 'pyproject.toml': tools, 'setup.cfg': setup }), [['acme-shop', undefined, false]]);
    assert.deepEqual(list({ 'pyproject.toml': tools }, 'setup.py'), [['shop', undefined, false]]);
  });

  it('[CHANGE-5] are not published if nothing names them', () => {
    assert.deepEqual(list({ 'pyproject.toml': '[tool.ruff]\n' }), [['shop', undefined, true]]);
    assert.deepEqual(list({ 'pyproject.toml': '[tool.ruff]\n' }, 'cart/__init__.py'), []);
  });
});

describe('The packages of Go', () => {
  it('[CHANGE-5] are all folders that Go imports from, also those that are called as tests or examples', () => {
    const files = ['a.go', 'hooks/test/hook.go', 'examples/one/one.go', 'docs/d.go', 'scripts/s.go', 'testing/t.go'];
    const closed = ['internal/i.go', 'x/internal/i.go', 'testdata/t.go', 'vendor/v/v.go', '_old/o.go', '.b/b.go'];
    const configuration = { 'go.mod': 'module example.com/shop\n' };
    const [found] = findWrittenPackages(
      ['go.mod', 'a_test.go', ...files, ...closed],
      new Map(Object.entries(configuration)),
    );
    assert.deepEqual(
      found?.modules.flatMap((one) => one.files),
      [...files].sort(),
    );
  });
});
