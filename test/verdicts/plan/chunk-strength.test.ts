import assert from 'node:assert/strict';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { canGateNeverFail, whyCheckAlwaysHolds } from '../../../src/verdicts/plan/strength/always-holds.ts';
import { describeStrength, measureStrength } from '../../../src/verdicts/plan/strength/chunk-strength.ts';

/** Measures the only chunk of a contract, whose checks all hold before the work or do not. */
function measure(
  chunk: string,
  { holds, version = 3 }: { readonly holds: boolean | undefined; readonly version?: number },
) {
  const text = `version: ${version}\nspec: { id: a, title: A }\nchunks:\n  - id: one\n    title: One\n${chunk}`;
  const { contract, problems } = readContract({ file: 'a.contract.yaml', text, checks: CHECKS });
  const [first] = contract?.chunks ?? [];
  assert.ok(contract !== undefined && first !== undefined, JSON.stringify(problems));
  return measureStrength(contract, first, contract.gates, { holds: () => holds, conditionHolds: () => holds === true });
}

describe('the strength of a chunk', () => {
  it('[BITE-2] counts the requirements that fail before the work, and names those that say nothing', () => {
    const chunk =
      "    creates: [slugify()]\n    postconditions: [{ kind: file_exists, path: src/slug.ts }]\n    acceptanceCommands: ['npm test']\n";
    const open = measure(chunk, { holds: false });
    assert.deepEqual([open.failing, open.total], [3, 3]);
    assert.equal(
      describeStrength(open),
      '3 of 3 requirements fail before the work (1 by a command that must fail first)',
    );
    const existing = measure(chunk, { holds: true });
    assert.deepEqual([existing.failing, existing.total], [1, 2]);
    assert.deepEqual(
      existing.requirements.flatMap(({ role, message, reason }) =>
        role === 'vacuous' ? [`${message}: ${reason}`] : [],
      ),
      ['Must create slugify(): the export exists before the work'],
    );
  });

  it('[BITE-2] calls no guard vacuous: what must not be, and what must stay', () => {
    const chunk = `    postconditions: [{ kind: file_absent, path: old.ts }]
    functions: [{ name: keep, file: src/a.ts, signature: () => void }]
    assertions:
      - { message: No logs, check: { type: pattern_match, target: src/a.ts, pattern: console, not: true } }
      - { message: Still exports keep, check: { type: export_exists, target: keep, file: src/a.ts } }
`;
    const { requirements, failing, total } = measure(chunk, { holds: true });
    assert.deepEqual(
      requirements.map(({ role }) => role),
      ['guard', 'guard', 'guard', 'guard'],
    );
    assert.deepEqual([failing, total], [0, 0]);
  });

  it('[BITE-2] advises to let acceptance commands fail first, where they need not', () => {
    const { advice } = measure("    acceptanceCommands: ['npm test']\n", { holds: true, version: 2 });
    assert.match(advice[0] ?? '', /redFirst: true/);
    assert.match(measure('    creates: [a]\n', { holds: false }).advice[0] ?? '', /Add an acceptance command/);
  });

  it('[BITE-2] does not call a check vacuous whose target files do not show', () => {
    const check = '{ type: pattern_match, target: src/a.ts, pattern: ".*" }';
    const chunk = `    assertions: [{ message: Any, check: ${check} }]\n`;
    const roleOf = (holds: boolean | undefined) => measure(chunk, { holds }).requirements.map(({ role }) => role);
    assert.deepEqual([true, false, undefined].flatMap(roleOf), ['vacuous', 'fails', 'unknown']);
  });

  it('[BITE-2] knows checks that hold in any tree, and no others', () => {
    const always = [
      { type: 'pattern_match', pattern: '.*' },
      { type: 'pattern_match', pattern: '[\\s\\S]*' },
      { type: 'pattern_match', pattern: '' },
      { type: 'pattern_match', pattern: 'a|', flags: 'i' },
      { type: 'pattern_match', pattern: '^[\\s\\S]*$' },
      { type: 'pattern_match', pattern: '^[^]*$' },
      { type: 'pattern_match', pattern: '^.*$', flags: 's' },
      { type: 'pattern_match', pattern: '^.*$', flags: 'm' },
      { type: 'pattern_match', pattern: '^[^\\t]*' },
      { type: 'pattern_match', pattern: '[^@]*$' },
      { type: 'pattern_match', pattern: '[$^]?\\^?\\$*' },
      { type: 'schema_match', schema: {} },
      { type: 'schema_match', schema: true },
    ];
    for (const check of always) assert.notEqual(whyCheckAlwaysHolds(check), undefined, JSON.stringify(check));
    const real = [
      { type: 'pattern_match', pattern: '.+' },
      { type: 'pattern_match', pattern: '.*', not: true },
      { type: 'pattern_match', pattern: '(' },
      ...['Function', 'any', 'unknown', '(...args: any[]) => any', '(a: any) => void'].map((expected) => ({
        type: 'signature_match',
        expected,
      })),
      { type: 'function_exists', expected: 'Function' },
      ...['object', 'Record<string,unknown>', '{}', 'any', 'unknown'].map((expected) => ({
        type: 'type_matches',
        expected,
      })),
      ...['^[^\\t]*$', '^[^@]*$', '^[\\s\\S]{0,2000}$', '^$', '$^', '^.*$', '(?:^|x)[^y]*(?:$|z)'].map((pattern) => ({
        type: 'pattern_match',
        pattern,
      })),
      { type: 'pattern_match', pattern: '^[^\\t]*$', flags: 'm' },
      ...['\\B|q', '\\b', '(?!.)', '(?<!a)b*'].map((pattern) => ({ type: 'pattern_match', pattern })),
      { type: 'type_matches', expected: '{ id: string }' },
      { type: 'schema_match', schema: { type: 'object' } },
      { type: 'schema_match', schema: 'schemas/a.json' },
      { type: 'export_exists', target: 'a' },
      { type: 'pattern_match', pattern: '^(?![\\s\\S]*eval)' },
      { type: 'pattern_match', pattern: '.*', count: 0 },
      { type: 'schema_match', schema: { $ref: '#/$defs/A', $defs: {} } },
    ];
    for (const check of real) assert.equal(whyCheckAlwaysHolds(check), undefined, JSON.stringify(check));
  });

  it('[BITE-2] knows gates in which nothing can fail', () => {
    const suggestion = { type: 'suggest', message: 'a', check: { type: 'export_exists', target: 'a' } } as const;
    const pattern = {
      type: 'assert',
      message: 'a',
      check: { type: 'pattern_match', target: 'a', pattern: '.*' },
    } as const;
    const gate = { id: 'g', criteria: [] };
    assert.ok(canGateNeverFail({ ...gate, assertions: [suggestion] }));
    // Without its target, an assert fails.
    assert.ok(!canGateNeverFail({ ...gate, assertions: [suggestion, pattern] }));
    assert.ok(canGateNeverFail({ ...gate, command: "echo 'all is well'" }));
    for (const command of [
      'echo a && npm test',
      'echo a; exit 1',
      'echo "$(npm test)"',
      'echo a > b/c',
      'echo a\nfalse',
    ]) {
      assert.ok(!canGateNeverFail({ ...gate, command }), command);
    }
    assert.ok(canGateNeverFail({ ...gate, command: 'true' }));
    assert.ok(!canGateNeverFail({ ...gate, command: 'npm test' }));
    assert.ok(!canGateNeverFail({ ...gate, command: 'true', judge: true }));
    assert.ok(!canGateNeverFail({ ...gate, assertions: [{ ...suggestion, type: 'assert' }] }));
    assert.ok(!canGateNeverFail({ ...gate, tests: 'affected' }));
  });
});
