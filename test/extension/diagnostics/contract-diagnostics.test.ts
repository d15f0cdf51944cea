import assert from 'node:assert/strict';
import { createContractDiagnostics } from '../../../src/extension/diagnostics/contract-diagnostics.ts';
import { toLocation } from '../../../src/shared/position.ts';
import {
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  sampleText,
  failedSuggestion,
} from '../support/samples.ts';

const file = 'health.contract.yaml';

describe('createContractDiagnostics', () => {
  it('[ENF-UI-1] reports a failed assertion in the contract and in the source, linked to each other', () => {
    const check = createContractCheck(createDocument(file), [
      createChunkCheck('types', [createAssertionResult(false)], 'Health check types'),
    ]);
    const [atContract, atSource, ...more] = createContractDiagnostics(check);
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

  it('[ENF-UI-1] reports no passing assertion, and reports suggestions as information', () => {
    const chunk = { ...createChunkCheck('types', [createAssertionResult(true)]), suggestResults: [failedSuggestion] };
    const found = createContractDiagnostics(createContractCheck(createDocument(file), [chunk]));
    assert.deepEqual(
      found.map(({ severity, code }) => [severity, code]),
      [['information', 'pattern_match']],
    );
  });

  it('[ENF-UI-1] reports contract problems at their location with their severity', () => {
    const broken = createDocument(file, 'spec: { id: a, title: A }\nchunks: [{ id: x, title: X, craetes: [Y] }]\n');
    const [problem] = createContractDiagnostics(createContractCheck(broken, []));
    assert.equal(problem?.severity, 'error');
    assert.equal(problem.range.start.line, 1);
    assert.match(problem.message, /craetes/);
  });

  it('marks only the message of a multi-line requirement, also with CRLF line endings', () => {
    for (const text of [sampleText, sampleText.replaceAll('\n', '\r\n')]) {
      const document = createDocument(file, text);
      const { start, end } = document.rangeOf(['chunks', 0, 'assertions', 0]);
      const contractLocation = toLocation(file, { start, end });
      const result = createAssertionResult(false, { contractLocation, location: undefined });
      const [found] = createContractDiagnostics(createContractCheck(document, [createChunkCheck('types', [result])]));
      assert.deepEqual(found?.range, { start: { line: 7, character: 17 }, end: { line: 7, character: 55 } });
    }
  });

  it('reports an assertion without a location at its chunk, with the error of the check', () => {
    const result = createAssertionResult(false, {
      contractLocation: undefined,
      location: undefined,
      error: 'no validator',
      actual: undefined,
    });
    const [found] = createContractDiagnostics(
      createContractCheck(createDocument(file), [createChunkCheck('check', [result])]),
    );
    assert.equal(found?.file, file);
    assert.equal(found.range.start.line, 9);
    assert.match(found.message, /Could not be checked: no validator/);
  });
});
