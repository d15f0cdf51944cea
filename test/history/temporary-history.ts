import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contractSchema } from '../../src/contract/model.ts';
import type { History } from '../../src/history/history.ts';
import { openHistory, type OpenHistoryOptions } from '../../src/history/open-history.ts';
import type { RunStart } from '../../src/history/records/runs.ts';
import type { HistoryAddress, HistoryStore } from './history-store.ts';
import type { AttemptReport, ChunkRunResult } from '../../src/run/report/run-result.ts';

/** A history in a file, in a folder for one test. Closes every history that was opened in it at the end. */
export class TemporaryHistory implements HistoryStore {
  readonly folder: string;
  readonly #open: History[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<TemporaryHistory> {
    return new TemporaryHistory(await mkdtemp(join(tmpdir(), 'holdfast-history-')));
  }

  get path(): string {
    return join(this.folder, 'holdfast', 'history.db');
  }

  async open(options: Partial<OpenHistoryOptions> = {}): Promise<History> {
    const history = await openHistory(this.path, { create: true, ...options });
    if (history === undefined) throw new Error('the history does not exist');
    this.#open.push(history);
    return history;
  }

  get address(): HistoryAddress {
    return { path: this.path };
  }

  sql(text: string): Promise<readonly Record<string, unknown>[]> {
    const database = new DatabaseSync(this.path);
    try {
      return Promise.resolve(/^\s*select/i.test(text) ? database.prepare(text).all() : (database.exec(text), []));
    } finally {
      database.close();
    }
  }

  async tables(): Promise<readonly string[]> {
    return (await this.sql("select name from sqlite_master where type = 'table'")).map(({ name }) => String(name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const history of this.#open) await history.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export const contract = contractSchema.parse({
  spec: { id: 'health-check', title: 'Health checks' },
  chunks: [{ id: 'types', title: 'Types' }],
});

export function start(runId: string, more: Partial<RunStart> = {}): RunStart {
  return {
    runId,
    document: { file: 'health.contract.yaml', text: 'spec: …', contentHash: 'hash-1', contract },
    chunk: { id: 'types', title: 'Types' },
    revision: 'abc123',
    ...more,
  };
}

export function attempt(number: number, more: Partial<AttemptReport> = {}): AttemptReport {
  const assertion = {
    type: 'assert' as const,
    message: 'Must export Result',
    check: { type: 'export_exists', target: 'Result', file: 'src/types.ts' },
  };
  const location = { file: 'src/types.ts', line: 1, column: 2, endLine: 3, endColumn: 4 };
  return {
    number,
    validation: {
      passed: false,
      postconditionResults: [],
      assertResults: [
        {
          assertion,
          passed: false,
          tier: 1,
          expected: 'Result',
          actual: 'Status',
          durationMs: 1.5,
          location,
          contractLocation: location,
          validators: [{ validator: 'file-export', passed: false, tier: 1, durationMs: 1 }],
        },
      ],
      suggestResults: [{ assertion: { ...assertion, type: 'suggest' }, passed: true, durationMs: 0 }],
      buildPassed: false,
      buildOutput: 'TS2304',
      retryable: true,
      retryContext: {
        attempt: number + 1,
        maxAttempts: 3,
        previousViolations: [{ assertion, expected: 'Result', actual: 'Status' }],
        buildOutput: 'TS2304',
      },
      commands: [
        { stage: 'build', command: 'npm run build', passed: false, exitCode: 2, output: 'TS2304', durationMs: 9 },
      ],
      problems: [{ stage: 'write', message: 'malformed' }],
    },
    inputTokens: 100,
    outputTokens: 10,
    costUsd: 0.01,
    refusedWrites: [{ path: 'package.json', reason: 'not allowed' }],
    stopReason: 'finished',
    diff: '+ line',
    output: 'done',
    ...more,
  };
}

export function result(
  runId: string,
  attempts: readonly AttemptReport[],
  more: Partial<ChunkRunResult> = {},
): ChunkRunResult {
  return {
    status: 'fail',
    chunk: 'types',
    runId,
    attempts,
    reason: 'It does not hold.',
    gates: [],
    warnings: [],
    ...more,
  };
}
