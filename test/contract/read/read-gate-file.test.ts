import assert from 'node:assert/strict';
import { readGateFile } from '../../../src/contract/read/read-gate-file.ts';
import type { GateDocument } from '../../../src/contract/read/read-gate-file.ts';
import { problemLines, read } from '../read-sample.ts';
import { sampleChecks } from '../sample-checks.ts';

const readGates = (text: string, file = 'quality.gate.yaml'): GateDocument =>
  readGateFile({ file, text, checks: sampleChecks });

describe('Gate definitions', () => {
  const text = `id: code-quality
name: Code quality
type: validation
severity: high
enforcement_mode: advisory
retry_config:
  max_attempts: 3
  improvement_hints: true
  preserve_context: false
criteria:
  - No dead code
`;

  it('[GATE-2] with retry_config are read into the contract model, with ranges', () => {
    const document = readGates(text);
    assert.deepEqual(document.gates, [
      {
        id: 'code-quality',
        name: 'Code quality',
        severity: 'high',
        enforcementMode: 'advisory',
        retry: { maxAttempts: 3, improvementHints: true, preserveContext: false },
        criteria: ['No dead code'],
      },
    ]);
    assert.deepEqual(problemLines(document), ['3:1 warning unknown-key type']);
    const { start } = document.rangeOf(['gates', 0, 'retry', 'maxAttempts']);
    assert.deepEqual([start.line, start.column], [7, 17]);
    assert.deepEqual(document.pathAt(text.indexOf('No dead')), ['gates', 0, 'criteria', 0]);
  });

  it('[GATE-2] with retry_config are allowed in contracts', () => {
    const document = read(`spec: { id: a, title: A }
chunks: [{ id: b, title: B, gates: [g] }]
gates:
  - id: g
    criteria: [c]
    retry_config: { max_attempts: 2, improvement_hints: [Try harder] }
    enforcement_mode: blocking
`);
    assert.deepEqual(document.problems, []);
    assert.deepEqual(document.contract?.gates[0]?.retry, { maxAttempts: 2, improvementHints: ['Try harder'] });
    assert.equal(document.contract.gates[0].enforcementMode, 'blocking');
    assert.equal(document.rangeOf(['gates', 0, 'retry', 'maxAttempts']).start.line, 6);
  });

  it('can share a file, and an invalid gate does not hide the other gates', () => {
    const document = readGates(
      `{"gates": [{"id": "a", "severity": "hihg", "criteria": ["x"]}, {"id": "b", "command": "npm test"},
 {"id": "c", "assertions": [{"message": "m", "check": {"type": "file_exists", "target": "a", "fiel": 1}}]}]}`,
      'all.gate.json',
    );
    assert.deepEqual(
      document.gates.map((gate) => gate.id),
      ['b'],
    );
    assert.deepEqual(problemLines(document), [
      '1:36 error wrong-value gates[0].severity',
      '2:94 error unknown-key gates[2].assertions[0].check.fiel',
    ]);
  });

  it('report a file without gates', () => {
    assert.deepEqual(problemLines(readGates('')), ['1:1 error empty']);
    assert.deepEqual(problemLines(readGates('just text')), ['1:1 error wrong-type gates[0]']);
    assert.deepEqual(problemLines(readGates('id: [')).length > 0, true);
    assert.deepEqual(readGates('id: "open').gates, []);
  });

  it('are reported if they have nothing to judge', () => {
    const document = readGates('id: idle\n');
    assert.deepEqual(problemLines(document), ['1:5 warning empty-gate gates[0]']);
    assert.equal(document.gates.length, 1);
  });
});
