import assert from 'node:assert/strict';
import { applyFix } from '../../src/verdicts/plan/apply-fixes.ts';
import type { ContractEdit } from '../../src/contract/edit/contract-edit.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

interface CheckedPlan {
  readonly findings: readonly { readonly rule: string; readonly message: string }[];
  readonly strengths: readonly {
    readonly failing: number;
    readonly total: number;
    readonly fixes: readonly { readonly title: string; readonly edits: readonly ContractEdit[] }[];
  }[];
}

async function check(workspace: Workspace, file: string): Promise<CheckedPlan> {
  const args = ['plan', 'check', file, '--format', 'json'];
  const { stdout } = await callHoldfast(workspace.folder, args, workspace.environment());
  return JSON.parse(stdout) as CheckedPlan;
}

const NODE = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/old.js': 'export const old = 1;\n',
  'test/old.test.js': "import { it } from 'node:test';\nit('old', () => {});\n",
};
const VITEST = {
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "4" } }\n',
  'tsconfig.json': '{}\n',
  'src/old.ts': 'export const old = 1;\n',
  'src/old.spec.ts': "import { it } from 'vitest';\nit('old', () => {});\n",
};
const PYTEST = {
  'pyproject.toml': '[tool.pytest.ini_options]\n',
  'words/__init__.py': '',
  'tests/unit/test_old.py': 'def test_old():\n    pass\n',
};
const GO = { 'go.mod': 'module example.com/a\n\ngo 1.22\n', 'text/text.go': 'package text\n' };

interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly chunk: string;
  readonly start?: string;
  readonly titles: readonly string[];
}

const CASES: readonly Case[] = [
  {
    title: 'a test of the module, its signature and members',
    files: NODE,
    chunk:
      '    description: "Add `slugify(text: string): string`, and `Slugger` with the members `add()` and `size`."\n    creates: [slugify(), Slugger]\n    allowedFiles: [src/slug.js]\n    postconditions: [{ kind: file_exists, path: src/slug.js }]\n',
    titles: [
      'Accept by a test that must fail first: node --test test/slug.test.js',
      'Require the signature of slugify: (text: string) => string',
      'Require the member add() of Slugger',
      'Require the member size of Slugger',
    ],
  },
  {
    title: 'a test next to the module, and the definition of a type',
    files: VITEST,
    chunk:
      '    description: "Add Range { from: number; to: number }."\n    creates: [Range]\n    allowedFiles: [src/range.ts]\n',
    titles: [
      'Accept by a test that must fail first: npx vitest run src/range.spec.ts',
      'Require the members of Range: { from: number; to: number }',
    ],
  },
  {
    title: 'a command that runs tests',
    files: NODE,
    start: 'version: 2\n',
    chunk:
      '    creates: [slugify]\n    allowedFiles: [src/slug.js, test/slug.test.js]\n    acceptanceCommands: [node --test]\n',
    titles: ['Let the command fail first: node --test'],
  },
  {
    title: 'a test in addition to a command that no test of the chunk could fail',
    files: NODE,
    start: 'version: 2\n',
    chunk: '    creates: [slugify]\n    allowedFiles: [src/slug.js]\n    acceptanceCommands: [node --test]\n',
    titles: ['Accept by a test that must fail first: node --test test/slug.test.js'],
  },
  {
    title: 'a test of a chunk that may write every file',
    files: NODE,
    chunk: '    creates: [slugify]\n',
    titles: ['Accept by a test that must fail first: node --test test/one.test.js'],
  },
  {
    title: 'the test file that the chunk may write',
    files: NODE,
    chunk: '    creates: [slugify]\n    allowedFiles: [src/slug.js, test/all.test.js]\n',
    titles: ['Accept by a test that must fail first: node --test test/all.test.js'],
  },
  {
    title: 'the signature that a consumer needs',
    files: NODE,
    chunk:
      '    creates: [slugify]\n    allowedFiles: [src/slug.js]\n    redFirst: false\n  - id: two\n    title: Two\n    dependsOn: [one]\n    consumes: [slugify]\n    description: "Call slugify(text: string): string for each title."\n',
    titles: ['Require the signature of slugify: (text: string) => string'],
  },
  {
    title: 'the new signature of a function that exists',
    files: { ...NODE, 'src/slug.ts': 'export function slugify(text: string): string {\n  return text;\n}\n' },
    chunk:
      '    description: "Let slugify(text: string, limit: number): string cut the text."\n    creates: [slugify]\n    allowedFiles: [src/slug.ts]\n    redFirst: false\n',
    titles: ['Require the signature of slugify: (text: string, limit: number) => string'],
  },
  {
    title: 'no signature that the function has already',
    files: { ...NODE, 'src/slug.ts': 'export function slugify(text: string): string {\n  return text;\n}\n' },
    chunk:
      '    description: "Keep slugify(text: string): string."\n    creates: [slugify]\n    allowedFiles: [src/slug.ts]\n    redFirst: false\n',
    titles: [],
  },
  {
    title: 'no function of a chunk that names none: it may be one that goes',
    files: { ...NODE, 'src/b.js': 'export const b = 1;\n' },
    chunk:
      '    description: "Move `trim(text: string): string` out of src/a.js, so that src/b.js no longer needs it."\n    allowedFiles: [src/b.js]\n    redFirst: false\n    postconditions: [{ kind: file_exists, path: src/b.js }]\n',
    titles: [],
  },
  {
    title: 'pytest, next to the other tests',
    files: PYTEST,
    chunk:
      '    description: "Add def count(text: str) -> int."\n    creates: [count()]\n    allowedFiles: [words/count.py]\n',
    titles: [
      'Accept by a test that must fail first: pytest tests/unit/test_count.py',
      'Require the signature of count: (text: str) -> int',
    ],
  },
  {
    title: 'go test, in the package',
    files: GO,
    chunk: '    creates: [Slugify()]\n    allowedFiles: [text/slug.go]\n',
    titles: ['Accept by a test that must fail first: go test ./text'],
  },
  {
    title: 'a new test where that of the module exists, because it stays protected',
    files: NODE,
    chunk: '    creates: [other]\n    allowedFiles: [src/old.js]\n',
    titles: ['Accept by a test that must fail first: node --test test/one.test.js'],
  },
  {
    title: 'the signature of the same module, where two have the name',
    files: NODE,
    chunk:
      '    creates: [parse]\n    allowedFiles: [src/json.ts]\n    redFirst: false\n  - id: two\n    title: Two\n    creates: [parse]\n    allowedFiles: [src/csv.ts]\n    functions: [{ name: parse, file: src/csv.ts, signature: "(text: string) => string[][]" }]\n',
    titles: [],
  },
  {
    title: 'no code that its language cannot read',
    files: NODE,
    chunk:
      '    description: "Add `Options { id: string, ... }`, `Range { from: ; to: number }` and `cut(text: string value): string`."\n    creates: [Options, Range, cut]\n    allowedFiles: [src/options.ts]\n    redFirst: false\n',
    titles: [],
  },
  {
    title: 'no test in files that are forbidden',
    files: NODE,
    chunk:
      "    creates: [quick]\n    allowedFiles: [src/quick.js, test/quick.test.js]\n    forbiddenFiles: ['test/**', '**/*.test.*']\n    acceptanceCommands: [{ command: node --test, redFirst: false }]\n",
    titles: [],
  },
  {
    title: 'no test in files that an exclusion takes away',
    files: NODE,
    chunk: "    creates: [quick]\n    allowedFiles: [src/**, '!test/**']\n",
    titles: [],
  },
  {
    title: 'nothing for documentation',
    files: NODE,
    chunk: '    allowedFiles: [docs/a.md]\n    postconditions: [{ kind: file_exists, path: docs/a.md }]\n',
    titles: [],
  },
  {
    title: 'nothing without tests to run',
    files: { 'package.json': '{}\n' },
    chunk: '    creates: [slugify]\n    allowedFiles: [src/slug.js]\n',
    titles: [],
  },
];

describe('fixes that raise the strength of a chunk', () => {
  for (const { title, files, chunk, start = 'version: 3\n', titles } of CASES) {
    it(`[BITE-2] propose ${title}`, async () => {
      const file = 'a.contract.yaml';
      const text = `# A comment\n${start}spec: { id: a, title: A }\nchunks:\n  - id: one\n    title: One\n${chunk}`;
      using workspace = new Workspace(files);
      workspace.write({ [file]: text });
      const before = await check(workspace, file);
      const [strength] = before.strengths;
      assert.ok(strength !== undefined, JSON.stringify(before));
      assert.deepEqual(
        strength.fixes.map((fix) => fix.title),
        titles,
      );
      const known = new Set(before.findings.map(({ rule }) => rule));
      for (const { title: applied, edits } of strength.fixes) {
        const fixed = applyFix({ file, text }, { action: { kind: 'remove-verify-command' }, edits });
        assert.ok(fixed !== undefined && fixed.startsWith('# A comment\n'), applied);
        workspace.write({ [file]: fixed });
        const after = await check(workspace, file);
        assert.deepEqual(
          after.findings.filter(({ rule }) => !known.has(rule)),
          [],
          applied,
        );
        assert.ok((after.strengths[0]?.failing ?? 0) > strength.failing, applied);
      }
    });
  }

  it('[BITE-2] propose the same for a manifest of work orders', async () => {
    const file = 'plan.manifest.json';
    const manifest = {
      spec: { id: 'a', title: 'A' },
      work_orders: [{ id: 'WO-01', title: 'One', creates: ['slugify()'], allowed_files: ['src/slug.js'] }],
    };
    using workspace = new Workspace(NODE);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    workspace.write({ [file]: text });
    const [strength] = (await check(workspace, file)).strengths;
    const [fix] = strength?.fixes ?? [];
    assert.equal(fix?.title, 'Accept by a test that must fail first: node --test test/slug.test.js');
    const fixed = applyFix({ file, text }, { action: { kind: 'remove-verify-command' }, edits: fix.edits }) ?? '';
    workspace.write({ [file]: fixed });
    const after = await check(workspace, file);
    assert.deepEqual(
      after.findings.filter(({ rule }) => rule === 'STRUCT'),
      [],
    );
    assert.equal(after.strengths[0]?.failing, (strength?.failing ?? 0) + 1);
  });

  it('[BITE-2] are proposed in a large contract only for the chunk that a person raises', async () => {
    const chunks = Array.from(
      { length: 51 },
      (_, index) =>
        `  - { id: part-${index}, title: Part ${index}, creates: [part${index}], allowedFiles: [src/part${index}.js] }\n`,
    );
    using workspace = new Workspace(NODE);
    workspace.write({
      'large.contract.yaml': `version: 3\nspec: { id: large, title: Large }\nchunks:\n${chunks.join('')}`,
    });
    const { strengths } = await check(workspace, 'large.contract.yaml');
    assert.equal(strengths.length, 51);
    assert.deepEqual(
      strengths.filter(({ failing, total, fixes }) => failing !== 1 || total !== 1 || fixes.length > 0),
      [],
    );
    const values = ['--chunk', 'part-7', '--set', 'file=src/part7.js'];
    const args = ['assertion', 'add', 'large.contract.yaml', 'file-exists', ...values];
    const { stdout } = await callHoldfast(workspace.folder, args, workspace.environment());
    assert.match(stdout, /^strength \[part-7\] 2 of 2 .*\n {2}to raise it: Accept by a test that must fail first/m);
  });
});
