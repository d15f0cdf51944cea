import assert from 'node:assert/strict';
import { disarmCommands, isReadByCi } from '../../../src/cli/base/printable-text.ts';
import { runHoldfast } from '../support/holdfast.ts';
import { Workspace } from '../support/workspace.ts';

describe('The output in CI', () => {
  it('has no line that a CI system takes for a command', () => {
    const isCommand = (line: string): boolean => line.trimStart().startsWith('::') || /##\w*\[/.test(line);
    for (const text of [
      '::error file=a.ts,line=1::Replace the token',
      '  ::add-mask::x',
      '\t::stop-commands::abc',
      'harmless\n::set-output name=a::b\nmore',
      '\u00a0::warning::x',
      '##[error]x',
      'text ##[add-mask]x',
      '##vso[task.setvariable variable=a]b',
      "##teamcity[message text='x']",
      ':::error::x',
    ]) {
      const shown = disarmCommands(text);
      assert.equal(shown.split('\n').some(isCommand), false, shown);
    }
  });

  it('keeps every other text, and the values of JSON', () => {
    for (const text of [
      'std::vector<int>',
      'a :: b',
      '# Heading [x]',
      ': one colon',
      '## [link](a)',
      '{\n  "a": "::error::"\n}',
    ]) {
      assert.equal(disarmCommands(text), text);
    }
    const value = { text: '::error::\n##[error]', list: ['##vso[x]'] };
    assert.deepEqual(JSON.parse(disarmCommands(JSON.stringify(value, null, 2))), value);
  });

  it('is recognized by the variables of CI systems', () => {
    for (const name of ['CI', 'GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION']) {
      assert.equal(isReadByCi({ [name]: 'true' }), true);
      for (const off of ['', 'false']) assert.equal(isReadByCi({ [name]: off }), false);
    }
    assert.equal(isReadByCi({}), false);
  });

  it('has the commands of the format github only, also if a contract contains one', async () => {
    const contract = `version: 2\nspec: { id: a, title: A }\nchunks:\n  - id: one\n    title: One\n    assertions:\n      - message: "x\\n::error::injected\\n##[error]injected"\n        check: { type: file_exists, target: none.ts }\n`;
    using workspace = new Workspace({ 'a.contract.yaml': contract });
    const environment = { ...workspace.environment(), GITHUB_ACTIONS: 'true' };
    for (const format of ['text', 'markdown', 'json', 'sarif', 'junit']) {
      const { stdout, stderr } = await runHoldfast(workspace.folder, ['check', '--format', format], environment);
      assert.match(stdout, /injected/, format);
      assert.doesNotMatch(stdout + stderr, /^\s*::|##\w*\[/m, format);
    }
    const { stdout } = await runHoldfast(workspace.folder, ['check', '--format', 'github'], environment);
    assert.equal(stdout.match(/^::/gm)?.length, 1, stdout);
  });
});
