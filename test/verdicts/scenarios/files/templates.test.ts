import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  fillTemplates,
  fillTemplatesInData,
  findTemplates,
  splitTemplatedCommand,
} from '../../../../src/verdicts/scenarios/files/templates.ts';
import '../../../random-seed.ts';

const values = (name: string): string | undefined => ({ a: '1', 'port:api': '4000', b: '${a}' })[name];

describe('A template', () => {
  it('is replaced once, and its value is no template', () => {
    assert.equal(fillTemplates('x ${a} ${port:api} ${b}', values), 'x 1 4000 ${a}');
  });

  it('stays if it has no value, and is literal after another dollar sign', () => {
    assert.equal(fillTemplates('${unknown} $${a} $a {a}', values), '${unknown} ${a} $a {a}');
    assert.deepEqual(
      findTemplates('$${a} ${b} ${}').map(({ name }) => name),
      ['b', ''],
    );
  });

  it('never adds an argument, an option or a program to a command', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (value) => {
        const split = splitTemplatedCommand(`node main.mjs --name=\${a} '\${a}' "x \${a}" \${a}`);
        assert.deepEqual(
          split((name) => (name === 'a' ? value : undefined)),
          ['node', 'main.mjs', `--name=${value}`, value, `x ${value}`, value],
        );
      }),
    );
  });

  it('in a pattern matches its value literally', () => {
    const filled = fillTemplatesInData(
      { check: { type: 'pattern_match', pattern: '^${x}$', target: '${x}' } },
      () => 'a.b(c)',
    );
    assert.deepEqual(filled, { check: { type: 'pattern_match', pattern: '^a\\.b\\(c\\)$', target: 'a.b(c)' } });
  });

  it('is filled in the values of data, not in its keys', () => {
    assert.deepEqual(fillTemplatesInData({ '${a}': ['${a}', 2, null, { c: '${a}' }] }, values), {
      '${a}': ['1', 2, null, { c: '1' }],
    });
  });

  it('does not make a command without a shell accept one', () => {
    assert.throws(() => splitTemplatedCommand('node $HOME'), /shell variable/);
    assert.throws(() => splitTemplatedCommand('node ${a} | cat'), /a pipe/);
  });
});
