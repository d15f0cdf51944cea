import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPythonParser } from '../../../src/verdicts/plan/commands/python-syntax.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { checkChunks, chunk, messages, onlyFinding } from './planning.ts';

const isInstalled = ((): boolean => {
  try {
    execFileSync('python3', ['-c', '']);
    return true;
  } catch {
    return false;
  }
})();

const check = (command: string, findPythonError = createPythonParser(process.cwd())): ReturnType<typeof checkChunks> =>
  checkChunks([chunk('one', { acceptanceCommands: [command] })], { findPythonError });

describe('inline Python of a plan', () => {
  before(function () {
    if (!isInstalled) this.skip();
  });

  for (const command of [
    'python -c "print(1"',
    'python3 -c "import json; assert json.loads(\'1\') ="',
    'env A=1 timeout 5 python3 -I -c "def f(:\n  pass"',
    'python -c "return 1"',
    'python -c "print(\'a)"',
  ]) {
    it(`[COMP-STRUCT] refuses ${JSON.stringify(command)}`, async () => {
      const finding = onlyFinding(await check(command));
      assert.deepEqual(
        [finding.rule, finding.severity, finding.at.join('.')],
        ['STRUCT', 'error', 'chunks.0.acceptanceCommands.0'],
      );
      assert.match(finding.message, /cannot be run: its inline code has a syntax error: .+ \(line \d+\)/);
    });
  }

  for (const command of [
    'python -c "import json\nfor a in json.loads(\'[]\'):\n  print(a)"',
    'python3 -c "assert 1 == 1, \'no\'"',
    'python2 -c "print 1"',
    'python3.99 -c "new syntax"',
    'uv run python -c "new syntax"',
    '.venv/bin/python -c "new syntax"',
    'python -m pkg.run "not code ("',
  ]) {
    it(`[COMP-STRUCT] accepts ${JSON.stringify(command)}`, async () => {
      assert.deepEqual(messages(await check(command)), []);
    });
  }

  it('[COMP-STRUCT] never runs the code, and loads nothing of the tree', async () => {
    using workspace = new Workspace({
      'json.py': 'open("loaded", "w")\n',
      'sitecustomize.py': 'open("loaded", "w")\n',
      'node_modules/.bin/python3': '#!/bin/sh\ntouch loaded\n',
    });
    const marker = join(workspace.folder, 'executed');
    const find = createPythonParser(workspace.folder);
    const [valid, invalid] = await Promise.all([find(`open(${JSON.stringify(marker)}, "w")`), find('import json; (')]);
    assert.equal(valid, undefined);
    assert.match(invalid ?? '', /never closed|EOF/);
    assert.equal(existsSync(marker), false);
    assert.equal(existsSync(join(workspace.folder, 'loaded')), false);
  });
});

describe('inline Python of a plan without Python', () => {
  it('[COMP-STRUCT] is not parsed', async () => {
    assert.deepEqual(messages(await checkChunks([chunk('one', { acceptanceCommands: ['python -c "print(1"'] })])), []);
  });

  it('[COMP-STRUCT] is parsed once, however often it occurs', async () => {
    const codes: string[] = [];
    const command = 'python -c "print(1"';
    const find = (code: string): Promise<string | undefined> => {
      codes.push(code);
      return Promise.resolve('an error');
    };
    const { findings } = await checkChunks([chunk('one', { acceptanceCommands: [command, command] })], {
      findPythonError: find,
    });
    assert.deepEqual([findings.length, codes], [2, ['print(1']]);
  });
});
