import assert from 'node:assert/strict';
import { contractDiagnostics } from '../../../src/extension/diagnostics/contract-diagnostics.ts';
import { locationOf } from '../../../src/shared/position.ts';
import { assertionResult, chunkCheck, contractCheck, documentOf, sampleText, suggestion } from '../support/samples.ts';

const file = 'health.contract.yaml';

describe('contractDiagnostics', () => {
  it('[ENF-UI-1] a failing assertion stands in the contract and in the source, each linked to the other', () => {
    const check = contractCheck(documentOf(file), [
      chunkCheck('types', [assertionResult(false)], 'Health check types'),
    ]);
    const [atContract, atSource, ...more] = contractDiagnostics(check);
    assert.equal(more.length, 0);
    assert.equal(atContract?.file, file);
    assert.equal(atContract.severity, 'error');
    assert.equal(atContract.code, 'export_exists');
    assert.equal(
      atContract.message,
      'Must export the HealthCheckResult type\nExpected: Export "HealthCheckResult" in src/health/types.ts\nActual: Exports found: HealthCheckStatus',
    );
    assert.equal(atContract.related[0]?.file, 'src/health/types.ts');
    assert.equal(atSource?.file, 'src/health/types.ts');
    assert.deepEqual(atSource.range, { start: { line: 0, character: 17 }, end: { line: 0, character: 34 } });
    assert.equal(atSource.related[0]?.file, file);
    assert.match(atSource.message, /\(chunk "Health check types"\)$/);
  });

  it('[ENF-UI-1] says nothing of what holds, and says softly what is only suggested', () => {
    const chunk = { ...chunkCheck('types', [assertionResult(true)]), suggestResults: [suggestion] };
    const found = contractDiagnostics(contractCheck(documentOf(file), [chunk]));
    assert.deepEqual(
      found.map(({ severity, code }) => [severity, code]),
      [['information', 'pattern_match']],
    );
  });

  it("[ENF-UI-1] a contract's own mistakes stand at their place with their own severity", () => {
    const broken = documentOf(file, 'spec: { id: a, title: A }\nchunks: [{ id: x, title: X, craetes: [Y] }]\n');
    const [problem] = contractDiagnostics(contractCheck(broken, []));
    assert.equal(problem?.severity, 'error');
    assert.equal(problem.range.start.line, 1);
    assert.match(problem.message, /craetes/);
  });

  it('of a requirement over many lines its message is marked, also where lines end with CRLF', () => {
    for (const text of [sampleText, sampleText.replaceAll('\n', '\r\n')]) {
      const document = documentOf(file, text);
      const { start, end } = document.rangeOf(['chunks', 0, 'assertions', 0]);
      const contractLocation = locationOf(file, { start, end });
      const result = assertionResult(false, { contractLocation, location: undefined });
      const [found] = contractDiagnostics(contractCheck(document, [chunkCheck('types', [result])]));
      assert.deepEqual(found?.range, { start: { line: 7, character: 17 }, end: { line: 7, character: 55 } });
    }
  });

  it('an assertion without a place of its own stands at its chunk, with why it could not be checked', () => {
    const result = assertionResult(false, {
      contractLocation: undefined,
      location: undefined,
      error: 'no validator',
      actual: undefined,
    });
    const [found] = contractDiagnostics(contractCheck(documentOf(file), [chunkCheck('check', [result])]));
    assert.equal(found?.file, file);
    assert.equal(found.range.start.line, 9);
    assert.match(found.message, /Could not be checked: no validator/);
  });
});
