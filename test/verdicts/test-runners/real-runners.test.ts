import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readTestCommand } from '../../../src/verdicts/test-runners/detect-test-command.ts';
import { runCommand, type CommandOutcome } from '../../../src/workspace/processes/run-command.ts';
import { MemoryTree } from '../checks/memory-tree.ts';

/** A folder with the packages of this repository. */
class PackageFolder implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'holdfast-runners-'));
  readonly #files: Readonly<Record<string, string>>;

  constructor(script: string, files: Readonly<Record<string, string>>) {
    this.#files = { 'package.json': JSON.stringify({ scripts: { test: script } }), ...files };
    for (const [file, text] of Object.entries(this.#files)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      writeFileSync(join(this.root, file), text);
    }
    symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(this.root, 'node_modules'), 'junction');
  }

  /** Runs only the given test files, with the arguments that the test script leads to. */
  async run(...files: readonly string[]): Promise<CommandOutcome> {
    const command = await readTestCommand(new MemoryTree(this.#files), 'npm test');
    const words = command.argsForFiles?.(files);
    assert.ok(words !== undefined);
    assert.deepEqual(
      files.filter((file) => command.isTestFile?.(file) !== true),
      [],
    );
    return runCommand({ command: words, cwd: this.root, timeoutMs: 60_000 });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

const NAME =
  "it('has the setting of the configuration', () => { if (!globalThis.isSetUp) throw new Error('no setup'); });";
const MOCHA_FILES = {
  'setup.cjs': 'globalThis.isSetUp = true;',
  'test/a.js': `describe('a', () => { ${NAME} });`,
  'test/b.js': "it('fails', () => { throw new Error('b runs'); });",
};

describe('the runners with single test files', () => {
  it('[GATE-1] mocha runs the files without those of its script and of its configuration', async () => {
    const configurations = [
      { '.mocharc.json': JSON.stringify({ spec: ['test/*.js'], require: ['./setup.cjs'], timeout: 5000, exit: true }) },
      { '.mocharc.yml': 'spec: test/*.js\nrequire: ./setup.cjs\n' },
      { '.mocharc.cjs': "module.exports = { require: './setup.cjs' };" },
    ];
    for (const configuration of configurations) {
      using folder = new PackageFolder("mocha 'test/*.js'", { ...MOCHA_FILES, ...configuration });
      const one = await folder.run('test/a.js');
      assert.equal(one.exitCode, 0, one.output);
      assert.match(one.output, /1 passing/);
      const both = await folder.run('test/a.js', 'test/b.js');
      assert.equal(both.exitCode, 1, both.output);
      assert.match(both.output, /b runs/);
    }
  });

  it('[GATE-1] mocha runs all tests only, if code computes the files of its configuration', async () => {
    const tree = new MemoryTree({
      'package.json': '{ "scripts": { "test": "mocha" } }',
      '.mocharc.cjs': "module.exports = { spec: require('./files.cjs') };",
    });
    const { argsForFiles, runner } = await readTestCommand(tree, 'npm test');
    assert.deepEqual([argsForFiles, runner], [undefined, 'mocha']);
  });

  it("[GATE-1] Node's runner runs the files with the options of the script", async () => {
    using folder = new PackageFolder('node --import ./setup.mjs --test-reporter=tap --test', {
      'setup.mjs': 'globalThis.isSetUp = true;',
      'lib/a.test.mjs': `import { it } from 'node:test'; ${NAME}`,
      'lib/b.test.mjs': "import { it } from 'node:test'; it('fails', () => { throw new Error('b runs'); });",
    });
    const one = await folder.run('lib/a.test.mjs');
    assert.equal(one.exitCode, 0, one.output);
    assert.match(one.output, /# pass 1/);
    const both = await folder.run('lib/a.test.mjs', 'lib/b.test.mjs');
    assert.equal(both.exitCode, 1, both.output);
  });
});
