import assert from 'node:assert/strict';
import { printContractRun } from '../../../src/cli/render/run-report.ts';
import type { Terminal } from '../../../src/cli/base/terminal.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';

/** Prints the report and returns its last line. */
function printLastLine(chunks: readonly ChunkRunResult[]): string | undefined {
  const lines: string[] = [];
  const terminal: Terminal = {
    result: (line) => void lines.push(line),
    progressLine: () => undefined,
    progressPart: () => undefined,
    style: (_style, text) => text,
    interactive: false,
    prompt: () => Promise.resolve(undefined),
  };
  printContractRun(terminal, { status: 'pass', chunks });
  return lines.at(-1);
}

function createChunkResult(id: string, more: Partial<ChunkRunResult> = {}): ChunkRunResult {
  return { status: 'pass', chunk: id, runId: id, attempts: [], gates: [], warnings: [], ...more };
}

describe('the report of a contract run', () => {
  it('ends with the number of passed chunks', () => {
    assert.equal(
      printLastLine([createChunkResult('a'), createChunkResult('b', { status: 'fail' })]),
      '1 of 2 chunks passed',
    );
  });

  it('[GATE-6] counts the chunks that passed because their gates were skipped', () => {
    const chunks = [createChunkResult('a', { choice: 'skip' }), createChunkResult('b', { choice: 'retry' })];
    assert.equal(printLastLine(chunks), '2 of 2 chunks passed, 1 of them with gates skipped');
  });
});
