import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findModuleErrors, findPythonErrors } from '../../../src/run/validation/syntax-check.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { PLAIN_RULES } from '../../workspace/support/command-rules.ts';

describe('the syntax check of a verify-exempt chunk', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'holdfast-syntax-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  async function check(files: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
    for (const [file, text] of Object.entries(files)) {
      if (text === null) continue;
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const attempt = { root, tree: new DiskTree(root) };
    const { signal } = new AbortController();
    const input = { attempt, changedFiles: Object.keys(files), timeoutMs: 60_000, rules: PLAIN_RULES, signal };
    return [...(await findModuleErrors(input)), ...(await findPythonErrors(input))];
  }

  it('[COMP-EXEMPT] passes modules and Python files that parse, other files, and deleted files', async () => {
    const files = {
      'a.ts': 'export const a: number = await Promise.resolve(1);\n',
      'b.tsx': 'export const b = <p>text</p>;\n',
      'c.cjs': 'module.exports = { c: 1 };\n',
      'd.py': 'def d(value: int) -> int:\n    return value\n',
      'e.vue': '<template>{{ </template>\n<script setup lang="ts">\nconst e: string = "e";\n</script>\n',
      'f.txt': 'const = =\n',
      'gone.ts': null,
      'gone.py': null,
    };
    assert.deepEqual(await check(files), []);
  });

  it('[COMP-EXEMPT] locates a syntax error, and ignores type errors', async () => {
    const files = { 'src/a.ts': 'export const a = 1;\nexport const = 2;\n', 'b.ts': 'export const b: string = 2;\n' };
    const [error, ...others] = await check(files);
    assert.match(error ?? '', /^src\/a\.ts:2:14 /);
    assert.ok(others.every((other) => other.startsWith('src/a.ts:2')));
  });

  it('[COMP-EXEMPT] locates a syntax error in a component file', async () => {
    const errors = await check({ 'e.vue': '<template />\n<script>\nconst = 1;\n</script>\n' });
    assert.match(errors[0] ?? '', /^e\.vue:3:7 /);
  });

  it('[COMP-EXEMPT] compiles Python files if Python is installed', async function () {
    const isInstalled = ['python3', 'python'].some((name) => spawnSync(name, ['--version']).status === 0);
    if (!isInstalled) this.skip();
    const errors = await check({ 'd.py': 'def d(:\n', 'e.py': 'e = 1\n' });
    assert.equal(errors.length, 1);
    assert.match(errors[0] ?? '', /d\.py/);
  });
});
