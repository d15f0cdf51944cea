import assert from 'node:assert/strict';
import type { ContractDiagnostic } from '../../../src/extension/diagnostics/contract-diagnostics.ts';
import { DiagnosticStore } from '../../../src/extension/diagnostics/diagnostic-store.ts';

const at = (file: string, line: number): ContractDiagnostic => ({
  file,
  range: { start: { line, character: 0 }, end: { line, character: 5 } },
  severity: 'error',
  message: `${file} ${line}`,
  code: 'file_exists',
  related: [],
});

describe('DiagnosticStore', () => {
  it('[ENF-UI-1] combines the diagnostics of several contracts for one file, and removes them per contract', () => {
    const store = new DiagnosticStore((_owner, file) => file);
    store.replace('one', [at('src/a.ts', 1)]);
    store.replace('two', [at('src/a.ts', 2), at('src/b.ts', 1)]);
    assert.equal(store.list('src/a.ts').length, 2);
    assert.deepEqual(store.replace('two', []), ['src/a.ts', 'src/b.ts']);
    assert.deepEqual(
      store.list('src/a.ts').map(({ owner }) => owner),
      ['one'],
    );
    assert.deepEqual(store.owners(), ['one']);
  });

  it('[ENF-UI-1] shifts the diagnostics of an edited file only', () => {
    const store = new DiagnosticStore((_owner, file) => file);
    store.replace('one', [at('src/a.ts', 4), at('src/b.ts', 4)]);
    const above = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '\n' };
    assert.equal(store.shift('src/a.ts', [above, above]), true);
    assert.equal(store.shift('src/c.ts', [above]), false);
    assert.equal(store.list('src/a.ts')[0]?.diagnostic.range.start.line, 6);
    assert.equal(store.list('src/b.ts')[0]?.diagnostic.range.start.line, 4);
  });
});
