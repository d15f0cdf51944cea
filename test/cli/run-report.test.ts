import assert from 'node:assert/strict';
import { printContractRun } from '../../src/cli/render/run-report.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { ChunkRunResult } from '../../src/run/result.ts';

/** What is printed as the last line of a run's report. */
function lastLine(chunks: readonly ChunkRunResult[]): string | undefined {
  const lines: string[] = [];
  const terminal: Terminal = {
    result: (line) => void lines.push(line),
    progress: () => undefined,
    progressText: () => undefined,
    style: (_style, text) => text,
    interactive: false,
    ask: () => Promise.resolve(undefined),
  };
  printContractRun(terminal, { status: 'pass', chunks });
  return lines.at(-1);
}

function chunk(id: string, more: Partial<ChunkRunResult> = {}): ChunkRunResult {
  return { status: 'pass', chunk: id, runId: id, attempts: [], gates: [], warnings: [], ...more };
}

describe('the report of a run of all chunks', () => {
  it('ends with how many passed', () => {
    assert.equal(lastLine([chunk('a'), chunk('b', { status: 'fail' })]), '1 of 2 chunks passed');
  });

  it('[GATE-6] does not hide that a chunk passed because its gates were skipped', () => {
    const chunks = [chunk('a', { choice: 'skip' }), chunk('b', { choice: 'retry' })];
    assert.equal(lastLine(chunks), '2 of 2 chunks passed, 1 of them with gates skipped');
  });
});
