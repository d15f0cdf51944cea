import assert from 'node:assert/strict';
import { fixesOfProblem } from '../../../src/verdicts/fixes/problem-fixes.ts';
import type { MechanicalFix } from '../../../src/verdicts/fixes/fix.ts';
import { fixTitle } from '../../../src/verdicts/fixes/fix-title.ts';
import { read } from '../../contract/read-sample.ts';

/** The fixes of all problems of a contract with a code. */
function fixesOf(text: string, code: string, file?: string): readonly MechanicalFix[] {
  const document = read(text, file);
  const problems = document.problems.filter((problem) => problem.code === code);
  assert.notEqual(problems.length, 0, document.problems.map((one) => one.message).join('\n'));
  return problems.flatMap((problem) => fixesOfProblem(document, problem));
}

function textOf(fixes: readonly MechanicalFix[], title: string): string {
  const change = fixes.find(({ action }) => fixTitle(action) === title)?.change;
  assert.ok(change?.kind === 'text', fixes.map(({ action }) => fixTitle(action)).join(', '));
  return change.text;
}

const yaml = `# The plan of a demo.
spec: { id: demo, title: Demo }
chunks:
  - id: types
    titel: Types # short
  - id: use
    title: Use
    dependsOn: ["typs"]
`;

describe('The fixes of a contract problem', () => {
  it('[EDIT-3] write the key that was meant, and keep comments, quotes and line endings', () => {
    for (const text of [yaml, yaml.replaceAll('\n', '\r\n')]) {
      const fixed = textOf(fixesOf(text, 'unknown-key'), 'Change "titel" to "title"');
      assert.equal(fixed, text.replace('titel:', 'title:'));
      assert.deepEqual(
        read(fixed).problems.filter(({ code }) => code === 'unknown-key'),
        [],
      );
    }
    const json = '{ "spec": { "id": "demo", "titel": "Demo" }, "chunks": [{ "id": "one", "title": "One" }] }';
    const fixes = fixesOf(json, 'unknown-key', 'demo.contract.json');
    assert.equal(textOf(fixes, 'Change "titel" to "title"'), json.replace('titel', 'title'));
  });

  it('[EDIT-3] remove a key that means nothing, and prefer that if no known key is similar', () => {
    const text = yaml.replace('    titel: Types # short\n', '    title: Types\n    zzzzzzzzz: 1\n');
    const fixes = fixesOf(text, 'unknown-key');
    assert.deepEqual(
      fixes.map(({ action, isPreferred }) => [fixTitle(action), isPreferred]),
      [['Remove the key "zzzzzzzzz"', true]],
    );
    assert.equal(textOf(fixes, 'Remove the key "zzzzzzzzz"'), text.replace('    zzzzzzzzz: 1\n', ''));
  });

  it('[EDIT-3] write the id that was meant, or remove the reference', () => {
    const text = yaml.replace('titel', 'title');
    const fixes = fixesOf(text, 'unknown-dependency');
    assert.equal(textOf(fixes, 'Change "typs" to "types"'), text.replace('"typs"', '"types"'));
    assert.equal(read(textOf(fixes, 'Remove the reference')).contract?.chunks[1]?.dependsOn.length, 0);
  });

  it('[EDIT-3] write the value that was meant', () => {
    const text = yaml
      .replace('titel', 'title')
      .replace(
        '    dependsOn: ["typs"]',
        '    assertions: [{ type: asert, message: M, check: { type: file_exists, target: a.ts } }]',
      );
    const fixes = fixesOf(text, 'wrong-value');
    assert.equal(textOf(fixes, 'Change "asert" to "assert"'), text.replace('asert', 'assert'));
  });

  it('[EDIT-3] write the check type that was meant', () => {
    const text = yaml
      .replace('titel', 'title')
      .replace(
        '    dependsOn: ["typs"]',
        '    assertions: [{ type: assert, message: M, check: { type: "exports_exist", target: a.ts } }]',
      );
    const fixes = fixesOf(text, 'unknown-check');
    assert.deepEqual(
      fixes.map(({ action, isPreferred }) => [fixTitle(action), isPreferred]),
      [['Change "exports_exist" to "export_exists"', true]],
    );
    assert.equal(
      textOf(fixes, 'Change "exports_exist" to "export_exists"'),
      text.replace('exports_exist', 'export_exists'),
    );
    assert.deepEqual(fixesOf(text.replace('exports_exist', 'zzzzzzzzzzzz'), 'unknown-check'), []);
  });
});
