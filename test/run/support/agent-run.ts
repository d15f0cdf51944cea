/** Runs a chunk with the scripted external agent of `test/fixtures/agents`, as a separate process. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { Engine } from '../../../src/engine.ts';
import type { OwnProgram } from '../../../src/run/services/run-services.ts';
import type { RunOptions } from '../../../src/run/services/run-options.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import { withLock } from '../../../src/workspace/store/process-lock.ts';
import { createHealthFiles, INVALID_TYPES, TYPES_FILE, VALID_TYPES } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { findProcesses } from '../../workspace/support/running-processes.ts';
import { openFolderEngine } from './folder-engine.ts';

const AGENT = resolve(import.meta.dirname, '..', '..', 'fixtures', 'agents', 'scripted-agent.mjs');

/** How an agent would start the command line. */
export const OWN_PROGRAM: OwnProgram = { command: ['/opt/node', '/opt/cli.js'], variables: { ACTS_AS_NODE: '1' } };

export interface AgentRequest {
  readonly kind: string;
  readonly path?: string;
  readonly command?: string;
  readonly content?: string;
}

export type AgentAction =
  | { readonly say: string }
  | { readonly write: { readonly path: string; readonly content: string } }
  | { readonly request: AgentRequest }
  | { readonly cost: number }
  | { readonly hang: 'cancellable' | 'deaf' }
  | { readonly rewrite: string }
  | { readonly exit: number };

export interface AgentTurn {
  readonly actions: readonly AgentAction[];
  readonly stopReason?: string;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number; readonly totalTokens?: number };
  readonly meta?: unknown;
}

interface LogEntry {
  readonly pid: number;
  readonly started?: string;
  readonly variables?: readonly string[];
  readonly prompt?: string;
  readonly permission?: string;
  readonly outcome?: string;
  readonly written?: string;
  readonly error?: string;
  readonly servers?: readonly unknown[];
  readonly cancelled?: boolean;
}

export const WRITE_INVALID: AgentAction = { write: { path: TYPES_FILE, content: INVALID_TYPES } };
export const WRITE_VALID: AgentAction = { write: { path: TYPES_FILE, content: VALID_TYPES } };

/** A workspace with a scripted agent. Disposal ends the engine and removes the folders. */
export class AgentRun implements AsyncDisposable {
  readonly workspace: Workspace;
  readonly events: RunEvent[] = [];
  readonly script: string;
  readonly #log: string;
  readonly #engine: Engine;

  /** @param agent the path of the agent, for agents that are known by the name of their program */
  constructor(turns: readonly AgentTurn[], files: Readonly<Record<string, string>> = {}, agent = AGENT) {
    this.workspace = new Workspace({ ...createHealthFiles(), ...files });
    const home = dirname(this.workspace.folder);
    this.script = join(home, 'script.json');
    this.#log = join(home, 'agent.ndjson');
    writeFileSync(this.script, JSON.stringify(turns));
    // A sandbox can make only an existing file writable.
    writeFileSync(this.#log, '');
    const command = [process.execPath, agent, this.script, this.#log].map((word) => `'${word}'`).join(' ');
    const environment = {
      ...this.workspace.environment(),
      HOLDFAST_MODEL: `acp:${command}`,
      HOLDFAST_CONFINEMENT_READ: [dirname(agent), this.script].join(delimiter),
      HOLDFAST_CONFINEMENT_WRITE: this.#log,
    };
    this.#engine = openFolderEngine(
      { folder: this.workspace.folder, environment: () => environment },
      { ownProgram: OWN_PROGRAM },
    );
  }

  /** Runs the chunk. Its result does not land by default. */
  run(options: Partial<Omit<RunOptions, 'contract' | 'chunk'>> = {}): Promise<ChunkRunResult> {
    return this.#engine.runs.runChunk({
      contract: 'health.contract.yaml',
      chunk: 'types',
      maxAttempts: 2,
      landing: 'none',
      ...options,
      onEvent: (event) => {
        this.events.push(event);
        options.onEvent?.(event);
      },
    });
  }

  get log(): readonly LogEntry[] {
    if (!existsSync(this.#log)) return [];
    return readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LogEntry);
  }

  get prompts(): readonly string[] {
    return this.log.flatMap(({ prompt }) => prompt ?? []);
  }

  /** The processes of the agent, with their child processes. */
  processes(): Promise<readonly string[]> {
    return findProcesses(this.script);
  }

  /** The worktrees of attempts and the records of processes in the storage. */
  leftovers(): readonly string[] {
    return this.#listStorage().filter((file) => /\/attempts\/[^/]+$|^processes\/.+(?<!\.lock)$/.test(file));
  }

  /** Acquires every lock in the storage. Fails if a process has one: the file alone locks nothing. */
  async acquireLocks(): Promise<number> {
    const locks = this.#listStorage().filter((file) => file.endsWith('.lock'));
    for (const lock of locks) {
      await withLock(join(this.#storage, lock), { action: 'test the lock', waitMs: 0 }, () => Promise.resolve());
    }
    return locks.length;
  }

  get #storage(): string {
    return join(dirname(this.workspace.folder), 'storage');
  }

  #listStorage(): readonly string[] {
    return readdirSync(this.#storage, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
    this.workspace[Symbol.dispose]();
  }
}
