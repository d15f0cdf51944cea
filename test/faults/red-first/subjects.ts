/** One repository for each test runner, in which a chunk has to create `slugify`. */
export interface RedFirstSubject {
  readonly runner: string;
  /** The program that has to be installed, with the arguments that show it; absent for what this repository has. */
  readonly needs?: readonly string[];
  /** The npm packages that its tests need and this repository does not have. */
  readonly packages?: readonly string[];
  readonly command: string;
  /** The repository before the work. */
  readonly files: Readonly<Record<string, string>>;
  /** The name that the chunk creates. */
  readonly name: string;
  /** Code with the name in a file that exists. */
  readonly inExisting: Readonly<Record<string, string>>;
  /** The same in a new file. */
  readonly inNew: Readonly<Record<string, string>>;
  /** Tests of the name, for each of the two places. */
  readonly testOfExisting: Readonly<Record<string, string>>;
  readonly testOfNew: Readonly<Record<string, string>>;
  /** A test that passes without the work, and its name. */
  readonly idle: { readonly files: Readonly<Record<string, string>>; readonly test: string };
  /** A test that cannot be loaded. */
  readonly broken: Readonly<Record<string, string>>;
}

const SLUG = 'export function slugify(text) {\n  return text.toLowerCase().replaceAll(" ", "-");\n}\n';
const TRIM = 'export function trim(text) {\n  return text.trim();\n}\n';

function javaScript(
  runner: string,
  command: string,
  start: string,
  check: (actual: string, expected: string) => string,
  more: Partial<RedFirstSubject> & {
    readonly manifest?: string;
    readonly extra?: Readonly<Record<string, string>>;
  } = {},
): RedFirstSubject {
  const { manifest = '{ "private": true, "type": "module" }\n', extra = {}, ...rest } = more;
  const test = (name: string, from: string, title: string, body: string): string =>
    `${start}import { ${name} } from '../src/${from}.js';\n\nit('${title}', () => {\n  ${body}\n});\n`;
  const slugs = check("slugify('A B')", "'a-b'");
  return {
    runner,
    command,
    name: 'slugify',
    files: { 'package.json': manifest, 'src/text.js': TRIM, ...extra },
    inExisting: { 'src/text.js': `${TRIM}\n${SLUG}` },
    inNew: { 'src/slug.js': SLUG },
    testOfExisting: { 'test/slug.test.js': test('slugify', 'text', 'slugs', slugs) },
    testOfNew: { 'test/slug.test.js': test('slugify', 'slug', 'slugs', slugs) },
    idle: {
      files: { 'test/slug.test.js': test('trim', 'text', 'trims', check("trim(' a ')", "'a'")) },
      test: 'trims',
    },
    broken: { 'test/slug.test.js': `${start}it('slugs', () => {\n` },
    ...rest,
  };
}

const equal = (actual: string, expected: string): string => `assert.equal(${actual}, ${expected});`;
const expectation = (actual: string, expected: string): string => `expect(${actual}).toBe(${expected});`;
const ASSERT = "import assert from 'node:assert/strict';\n";

const nodeTest = javaScript('node:test', 'node --test', `${ASSERT}import { it } from 'node:test';\n`, equal);
const mocha = javaScript('mocha', 'npx mocha', ASSERT, equal, {
  extra: { '.mocharc.json': '{ "spec": ["test/**/*.test.js"] }\n' },
});
const vitest = javaScript('vitest', 'npx vitest run', "import { expect, it } from 'vitest';\n", expectation, {
  packages: ['vitest@4.1.12'],
});
const jest = javaScript('jest', 'npm test', '', expectation, {
  packages: ['jest@30.3.0'],
  manifest:
    '{ "private": true, "type": "module", "scripts": { "test": "node --experimental-vm-modules node_modules/jest/bin/jest.js" } }\n',
});

const PYTHON_SLUG = 'def slugify(text):\n    return text.lower().replace(" ", "-")\n';
const PYTHON_TRIM = 'def trim(text):\n    return text.strip()\n';

function python(
  runner: string,
  command: string,
  needs: readonly string[],
  write: (name: string, from: string, check: string) => string,
): RedFirstSubject {
  return {
    runner,
    command,
    needs,
    name: 'slugify',
    files: { 'texts.py': PYTHON_TRIM },
    inExisting: { 'texts.py': `${PYTHON_TRIM}\n\n${PYTHON_SLUG}` },
    inNew: { 'slugs.py': PYTHON_SLUG },
    testOfExisting: { 'test_slug.py': write('slugify', 'texts', 'slugify("A B") == "a-b"') },
    testOfNew: { 'test_slug.py': write('slugify', 'slugs', 'slugify("A B") == "a-b"') },
    idle: { files: { 'test_slug.py': write('trim', 'texts', 'trim(" a ") == "a"') }, test: 'test_works' },
    broken: { 'test_slug.py': 'def test_works(:\n' },
  };
}

const pytest = python(
  'pytest',
  'pytest -q',
  ['pytest', '--version'],
  (name, from, check) => `from ${from} import ${name}\n\n\ndef test_works():\n    assert ${check}\n`,
);
const unittest = python(
  'unittest',
  'python3 -m unittest',
  ['python3', '--version'],
  (name, from, check) =>
    `import unittest\n\nfrom ${from} import ${name}\n\n\nclass WorkTest(unittest.TestCase):\n    def test_works(self):\n        self.assertTrue(${check})\n`,
);

const GO_SLUG =
  '// Slugify writes a text as a part of an address.\nfunc Slugify(text string) string {\n\treturn strings.ReplaceAll(strings.ToLower(text), " ", "-")\n}\n';
const GO_TRIM = '// Trim removes spaces.\nfunc Trim(text string) string {\n\treturn strings.TrimSpace(text)\n}\n';
const goFile = (...parts: readonly string[]): string => `package text\n\nimport "strings"\n\n${parts.join('\n')}`;
const goTest = (check: string): string =>
  `package text\n\nimport "testing"\n\nfunc TestWorks(t *testing.T) {\n\tif ${check} {\n\t\tt.Fatal("wrong")\n\t}\n}\n`;
const go: RedFirstSubject = {
  runner: 'go test',
  command: 'go test ./...',
  needs: ['go', 'version'],
  name: 'Slugify',
  files: { 'go.mod': 'module example.com/text\n\ngo 1.21\n', 'text/text.go': goFile(GO_TRIM) },
  inExisting: { 'text/text.go': goFile(GO_TRIM, GO_SLUG) },
  inNew: { 'text/slug.go': goFile(GO_SLUG) },
  testOfExisting: { 'text/slug_test.go': goTest('Slugify("A B") != "a-b"') },
  testOfNew: { 'text/slug_test.go': goTest('Slugify("A B") != "a-b"') },
  idle: { files: { 'text/slug_test.go': goTest('Trim(" a ") != "a"') }, test: 'TestWorks' },
  broken: { 'text/slug_test.go': 'package text\n\nfunc TestWorks(\n' },
};

export const RED_FIRST_SUBJECTS: readonly RedFirstSubject[] = [vitest, jest, mocha, nodeTest, pytest, unittest, go];
