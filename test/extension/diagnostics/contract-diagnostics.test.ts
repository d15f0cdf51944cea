import assert from 'node:assert/strict';
import { createContractDiagnostics, type Severity } from '../../../src/extension/diagnostics/contract-diagnostics.ts';
import { getShownSeverity } from '../../../src/extension/diagnostics/shown-severity.ts';
import { readFindingSeverities, type FindingKind } from '../../../src/extension/settings/presentation-settings.ts';
import { toLocation } from '../../../src/foundation/position.ts';
import {
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  sampleText,
  failedSuggestion,
  REGRESSED,
  withPast,
} from '../support/samples.ts';

const file = 'health.contract.yaml';

describe('createContractDiagnostics', () => {
  it('[ENF-UI-1] reports a failed assertion in the contract and in the source, linked to each other', () => {
    const check = createContractCheck(createDocument(file), [
      withPast(createChunkCheck('types', [createAssertionResult(false)], 'Health check types'), REGRESSED),
    ]);
    const [atContract, atSource, ...more] = createContractDiagnostics(check);
    assert.equal(more.length, 0);
    assert.equal(atContract?.file, file);
    assert.equal(atContract.severity, 'error');
    assert.equal(atContract.code, 'export_exists');
    assert.equal(
      atContract.message,
      'Must export the HealthCheckResult type\nExpected: Export "HealthCheckResult" in src/health/types.ts\nActual: Exports found: HealthCheckStatus\nRegression: there is a record that this chunk has passed.',
    );
    assert.equal(atContract.related[0]?.file, 'src/health/types.ts');
    assert.equal(atSource?.file, 'src/health/types.ts');
    assert.deepEqual(atSource.range, { start: { line: 0, character: 17 }, end: { line: 0, character: 34 } });
    assert.equal(atSource.related[0]?.file, file);
    assert.match(atSource.message, /\(chunk "Health check types"\)$/);
  });

  it('[EDIT-6] reports an error for a regression and for a failed run, and a hint for work that has not begun', () => {
    const chunk = {
      ...createChunkCheck('types', [createAssertionResult(false, { location: undefined })]),
      suggestResults: [failedSuggestion],
    };
    const describeAll = (past: Parameters<typeof withPast>[1]) =>
      createContractDiagnostics(createContractCheck(createDocument(file), [withPast(chunk, past)])).map(
        ({ severity, kind }) => `${severity} ${kind}`,
      );
    const neutral = ['hint notStarted', 'hint notStarted'];
    assert.deepEqual(describeAll({}), neutral, 'before the past is known');
    assert.deepEqual(describeAll({ progress: 'notStarted' }), neutral);
    assert.deepEqual(describeAll(REGRESSED), ['error regression', 'information suggestion']);
    assert.deepEqual(describeAll({ progress: 'failedRun' }), ['error failedRun', 'information suggestion']);
  });

  it('[EDIT-6] says what shows that a chunk has passed before', () => {
    const chunk = createChunkCheck('types', [createAssertionResult(false, { location: undefined })]);
    const messageOf = (past: Parameters<typeof withPast>[1]) =>
      createContractDiagnostics(createContractCheck(createDocument(file), [withPast(chunk, past)]))[0]?.message;
    assert.match(messageOf({ progress: 'regressed', passedBefore: 'merge-base' }) ?? '', /Regression: the merge base/);
    assert.match(messageOf({ progress: 'failedRun' }) ?? '', /The latest run of this chunk failed/);
    assert.doesNotMatch(messageOf({ progress: 'notStarted' }) ?? '', /Regression|run/);
  });

  it('[EDIT-6] gives each kind the severity of the settings, and drops what is off', () => {
    const configured = readFindingSeverities({
      explicitValue: () => undefined,
      effectiveValue: () => ({ notStarted: 'information', regression: 'off', suggestion: 'loud' }),
    });
    const shown = (kind: FindingKind | undefined, severity: Severity) =>
      getShownSeverity({ kind, severity }, configured);
    assert.equal(shown('notStarted', 'hint'), 'information');
    assert.equal(shown('regression', 'error'), 'off');
    assert.equal(shown('suggestion', 'information'), 'information', 'an invalid value counts as the default');
    assert.equal(shown('failedRun', 'error'), 'error', 'a missing value counts as the default');
    assert.equal(shown('planFinding', 'warning'), 'warning', 'the rule decides');
    assert.equal(shown(undefined, 'error'), 'error', 'a problem of the text is always shown');
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
