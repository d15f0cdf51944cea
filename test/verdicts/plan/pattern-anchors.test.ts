import assert from 'node:assert/strict';
import { gateSchema } from '../../../src/contract/model.ts';
import { applyFix } from '../../../src/verdicts/plan/apply-fixes.ts';
import type { PlanCheck } from '../../../src/verdicts/plan/check-plan.ts';
import { planFixTitle } from '../../../src/verdicts/plan/fix/plan-fix-title.ts';
import { planFindingJson } from '../../../src/cli/render/plan-report.ts';
import { checkText, chunk, contract, messages, onlyFinding } from './planning.ts';

const FILE = 'plan.contract.yaml';
const TEXT = `# What must hold.
spec: { id: plan, title: A plan } # the plan
chunks:
  - id: one
    title: One
    assertions:
      - message: No debug output # important
        check: { type: pattern_match, target: src/a.ts, pattern: '^console\\.log', not: true }
      - message: Ends with a call
        check:
          type: pattern_match # the end
          target: src/a.ts
          pattern: run\\(\\);$
      - message: Has a name
        check: { type: pattern_match, target: src/a.ts, pattern: '[^$]name' }
`;

function apply(text: string, { migrations }: PlanCheck, index: number, file = FILE): string {
  const fix = migrations[index];
  assert.ok(fix);
  const fixed = applyFix({ file, text }, fix);
  assert.ok(fixed !== undefined, fix.action.kind);
  return fixed;
}

describe('plan rule pattern-anchors', () => {
  it('[ENF-VAL-7] says what an anchored pattern without flags matches, as a warning that stops nothing', async () => {
    const check = await checkText(FILE, TEXT);
    assert.equal(check.ok, true);
    assert.deepEqual(messages(check), [
      'pattern-anchors one: The pattern ^console\\.log has no flags. Without the flag m, ^ matches only at the beginning of the whole text (in version 1 of the contract format). So the assertion can pass although such text is on another line.',
      'pattern-anchors one: The pattern run\\(\\);$ has no flags. Without the flag m, $ matches only at the end of the whole text, after the final line break (in version 1 of the contract format).',
    ]);
    assert.deepEqual(
      check.findings.map(({ severity, runEffect, range }) => [severity, runEffect, range.start.line]),
      [
        ['warning', 'warn', 8],
        ['warning', 'warn', 13],
      ],
    );
  });

  it('[ENF-VAL-7] accepts patterns with flags, contracts of version 2, and what the contract allows', async () => {
    const accepted = [
      `version: 2\n${TEXT}`,
      TEXT.replace('not: true', "not: true, flags: ''").replace('pattern: run', 'flags: m\n          pattern: run'),
    ];
    for (const text of accepted) assert.deepEqual(messages(await checkText(FILE, text)), []);
    const check = await checkText(FILE, `plan: { allow: [pattern-anchors] }\n${TEXT}`);
    assert.deepEqual([check.findings.length, check.allowed.length], [0, 2]);
  });

  it('[COMP-EDITOR] each choice fixes the finding, and "fix all" applies none', async () => {
    const [finding] = (await checkText(FILE, TEXT)).findings;
    assert.equal(finding?.fix, undefined);
    const titles = finding?.choices?.map(({ action }) => planFixTitle(action));
    assert.deepEqual(titles, [
      'Match at each line: add flags "m"',
      'Keep the meaning: add flags ""',
      'Migrate the contract to version 3 and keep the meaning of its patterns and commands',
      'Migrate the contract to version 3, in which acceptance commands fail first and ^ and $ match at each line',
    ]);
    assert.equal(Object.hasOwn(planFindingJson(finding!) as object, 'choices'), true);
    for (const choice of finding?.choices ?? []) {
      const fixed = applyFix({ file: FILE, text: TEXT }, choice);
      assert.ok(fixed !== undefined, choice.action.kind);
      const left = (await checkText(FILE, fixed)).findings.map(({ message }) => message);
      assert.equal(left.includes(finding!.message), false, choice.action.kind);
    }
  });

  it('[COMP-EDITOR] a migration keeps the meaning of the patterns, the comments and the format', async () => {
    const check = await checkText(FILE, TEXT);
    const kept = apply(TEXT, check, 0);
    const expected = TEXT.replace('spec: {', 'version: 3\nspec: {')
      .replace('not: true }', "not: true, flags: '' }")
      .replace('run\\(\\);$', "run\\(\\);$\n          flags: ''");
    assert.equal(kept, expected);
    assert.equal(apply(TEXT, check, 1), TEXT.replace('spec: {', 'version: 3\nspec: {'));
    const after = await checkText(FILE, kept);
    assert.deepEqual(messages(after), []);
    assert.deepEqual(after.migrations, []);
  });

  it('[COMP-EDITOR] a migration replaces the version, in JSON and in a manifest too', async () => {
    assert.match(apply(`version: 1 # old\n${TEXT}`, await checkText(FILE, TEXT), 0), /^version: 3 # old\n/);
    const json = contract([chunk('one')]);
    const check = await checkText('plan.contract.json', json);
    assert.deepEqual(
      check.migrations.map(({ action }) => planFixTitle(action)),
      ['Migrate the contract to version 3'],
    );
    const migrated = apply(json, check, 0, 'plan.contract.json');
    assert.equal(migrated, json.replace('{\n  "spec"', '{\n  "version": 3,\n  "spec"'));
    const manifest = 'work_orders:\n  - { id: WO-01, title: One }\n';
    const fixed = apply(manifest, await checkText('plan.yaml', manifest), 0, 'plan.yaml');
    assert.equal(fixed, `version: 3\n${manifest}`);
    assert.deepEqual((await checkText('plan.yaml', fixed)).migrations, []);
  });

  it('[GATE-8] names a pattern of a gate file where a chunk names the gate, in both versions', async () => {
    const pattern = { type: 'pattern_match', target: 'src/a.ts', pattern: '^log' };
    const gate = gateSchema.parse({
      id: 'quiet',
      severity: 'high',
      assertions: [{ type: 'assert', message: 'No log', check: pattern }],
    });
    for (const version of [1, 2]) {
      const text = contract([chunk('one', { gates: ['quiet'] })], { version });
      const finding = onlyFinding(await checkText('plan.contract.json', text, { sharedGates: [gate] }));
      assert.equal(finding.at.join('.'), 'chunks.0.gates.0');
      assert.match(finding.message, /in the gate file of the gate "quiet"/);
    }
  });
});
