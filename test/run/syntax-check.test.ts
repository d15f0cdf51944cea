import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkSyntax } from '../../src/run/syntax-check.ts';
import { DiskTree } from '../../src/workspace/disk-tree.ts';

describe('the syntax check of a verify-exempt chunk', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'holdfast-syntax-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function check(files: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
    for (const [file, text] of Object.entries(files)) {
      if (text === null) continue;
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    const attempt = { root, tree: new DiskTree(root) };
    const { signal } = new AbortController();
    return checkSyntax({ attempt, changedFiles: Object.keys(files), timeoutMs: 60_000, signal });
  }

  it('[COMP-EXEMPT] passes modules and Python that parse, and files that are neither or gone', async () => {
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

  it('[COMP-EXEMPT] names the place of a module that does not parse, though its types may be wrong', async () => {
    const files = { 'src/a.ts': 'export const a = 1;\nexport const = 2;\n', 'b.ts': 'export const b: string = 2;\n' };
    const [mistake, ...more] = await check(files);
    assert.match(mistake ?? '', /^src\/a\.ts:2:14 /);
    assert.ok(more.every((one) => one.startsWith('src/a.ts:2')));
  });

  it('[COMP-EXEMPT] names the place in a component file', async () => {
    const mistakes = await check({ 'e.vue': '<template />\n<script>\nconst = 1;\n</script>\n' });
    assert.match(mistakes[0] ?? '', /^e\.vue:3:7 /);
  });

  it('[COMP-EXEMPT] asks Python where there is one', async function () {
    const python = ['python3', 'python'].some((name) => spawnSync(name, ['--version']).status === 0);
    if (!python) this.skip();
    const mistakes = await check({ 'd.py': 'def d(:\n', 'e.py': 'e = 1\n' });
    assert.equal(mistakes.length, 1);
    assert.match(mistakes[0] ?? '', /d\.py/);
  });
});
