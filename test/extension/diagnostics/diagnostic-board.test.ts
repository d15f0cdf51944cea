import assert from 'node:assert/strict';
import type { ContractDiagnostic } from '../../../src/extension/diagnostics/contract-diagnostics.ts';
import { DiagnosticBoard } from '../../../src/extension/diagnostics/diagnostic-board.ts';

const at = (file: string, line: number): ContractDiagnostic => ({
  file,
  range: { start: { line, character: 0 }, end: { line, character: 5 } },
  severity: 'error',
  message: `${file} ${line}`,
  code: 'file_exists',
  related: [],
});

describe('DiagnosticBoard', () => {
  it('[ENF-UI-1] shows what several contracts say of one file, and drops what one of them takes back', () => {
    const board = new DiagnosticBoard((_owner, file) => file);
    board.replace('one', [at('src/a.ts', 1)]);
    board.replace('two', [at('src/a.ts', 2), at('src/b.ts', 1)]);
    assert.equal(board.of('src/a.ts').length, 2);
    assert.deepEqual(board.replace('two', []), ['src/a.ts', 'src/b.ts']);
    assert.deepEqual(
      board.of('src/a.ts').map(({ owner }) => owner),
      ['one'],
    );
    assert.deepEqual(board.owners(), ['one']);
  });

  it('[ENF-UI-1] moves what stands in an edited file, and nothing else', () => {
    const board = new DiagnosticBoard((_owner, file) => file);
    board.replace('one', [at('src/a.ts', 4), at('src/b.ts', 4)]);
    const above = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: '\n' };
    assert.equal(board.edit('src/a.ts', [above, above]), true);
    assert.equal(board.edit('src/c.ts', [above]), false);
    assert.equal(board.of('src/a.ts')[0]?.diagnostic.range.start.line, 6);
    assert.equal(board.of('src/b.ts')[0]?.diagnostic.range.start.line, 4);
  });
});
