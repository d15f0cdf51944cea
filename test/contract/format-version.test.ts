import assert from 'node:assert/strict';
import { CHECKS } from '../../src/verdicts/checks/definitions/check-table.ts';
import { anchorsOf } from '../../src/contract/anchored-patterns.ts';
import { fingerprintOf } from '../../src/contract/fingerprint.ts';
import type { Check, Contract } from '../../src/contract/model.ts';
import { readContract } from '../../src/contract/read/read-contract.ts';
import { checkOne } from '../verdicts/checks/checking.ts';
import { messageOf } from './read-sample.ts';

const FILES = { 'src/a.ts': 'const a = 1;\nconsole.log(a);\n' };

function textOf(version: string, flags = ''): string {
  return `${version}spec: { id: demo, title: Demo }
gates:
  - { id: quiet, severity: high, assertions: [{ message: No log, check: { type: pattern_match, target: src/a.ts, pattern: '^log', not: true${flags} } }] }
chunks:
  - id: one
    title: One
    assertions:
      - { message: No debug output, check: { type: pattern_match, target: src/a.ts, pattern: '^console\\.log', not: true${flags} } }
      - { message: Ends, check: { type: pattern_match, target: src/a.ts, pattern: 'end$', flags: i } }
      - { message: Has name, check: { type: pattern_match, target: src/a.ts, pattern: 'name' } }
`;
}

function read(text: string): Contract {
  const { contract, problems } = readContract({ file: 'a.contract.yaml', text, checks: CHECKS });
  assert.ok(contract, JSON.stringify(problems));
  return contract;
}

function checksOf({ chunks, gates }: Contract): readonly Check[] {
  return [...chunks, ...gates].flatMap(({ assertions = [] }) => assertions.map(({ check }) => check));
}

function fingerprint(text: string): string {
  const contract = read(text);
  return fingerprintOf({ contract, chunk: contract.chunks[0]!, gates: contract.gates }, new Map());
}

describe('the version of a contract', () => {
  it('[ENF-VAL-7] in version 2, an anchored pattern without flags matches at each line', async () => {
    for (const [text, passed, flags] of [
      [textOf(''), true, undefined],
      [textOf('version: 1\n'), true, undefined],
      [textOf('version: 2\n'), false, 'm'],
      [textOf('version: 2\n', ", flags: ''"), true, ''],
      [textOf('version: 2\n', ', flags: i'), true, 'i'],
      [textOf('version: 1\n', ', flags: m'), false, 'm'],
    ] as const) {
      const [check] = checksOf(read(text));
      assert.ok(check);
      assert.equal(check['flags'], flags);
      assert.equal((await checkOne(FILES, check)).passed, passed, text);
    }
  });

  it('[ENF-VAL-7] the default applies to gates too, and only to anchored patterns without flags', () => {
    const flags = checksOf(read(textOf('version: 2\n'))).map((check) => check['flags']);
    assert.deepEqual(flags, ['m', 'i', undefined, 'm']);
  });

  it('[DONE-2] the fingerprint of a contract of version 1 is that of earlier versions of Holdfast', () => {
    const known = 'd2a3eba93b7e048766c1664b867c5071b770b0d4b9a26e3c9e5b1333df871de6';
    assert.equal(fingerprint(textOf('version: 1\n')), known);
    assert.equal(fingerprint(textOf('')), known);
  });

  it('[DONE-2] a migration changes the fingerprint only if it changes the meaning of a pattern', () => {
    const known = fingerprint(textOf('version: 1\n'));
    assert.equal(fingerprint(textOf('version: 2\n', ", flags: ''")), known);
    assert.equal(fingerprint(textOf('version: 1\n', ", flags: ''")), known);
    assert.notEqual(fingerprint(textOf('version: 2\n')), known);
    assert.equal(fingerprint(textOf('version: 2\n')), fingerprint(textOf('version: 1\n', ', flags: m')));
  });

  it('refuses an unknown version, and says which are known', () => {
    const document = readContract({ file: 'a.contract.yaml', text: textOf('version: 4\n'), checks: CHECKS });
    assert.equal(document.contract, undefined);
    assert.match(
      messageOf(document, 'wrong-value'),
      /"version" must be one of 1, 2, 3, but is the number 4.*newer version of Holdfast/,
    );
    const text = readContract({ file: 'a.contract.yaml', text: textOf('version: two\n'), checks: CHECKS });
    assert.match(messageOf(text, 'wrong-value'), /"version" must be one of 1, 2, 3, but is the string "two"/);
  });
});

describe('the anchors of a pattern', () => {
  for (const [pattern, anchors] of [
    ['^a', ['^']],
    ['a$', ['$']],
    ['(^|\\n)a$', ['^', '$']],
    ['\\^a\\$', []],
    ['[^a$]', []],
    ['[\\]^$]', []],
    ['[^\\]]$', ['$']],
    ['a\\\\$', ['$']],
    ['a', []],
  ] as const) {
    it(`[ENF-VAL-7] ${pattern}: ${anchors.join(' and ') || 'none'}`, () => {
      assert.deepEqual(anchorsOf(pattern), anchors);
    });
  }
});
