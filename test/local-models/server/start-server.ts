import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { PinnedModelId } from '../install/pinned-models.ts';
import type { ToolDialect } from './tool-dialects.ts';

export interface ModelServerOptions {
  readonly model: PinnedModelId;
  readonly contextSize: number;
  readonly threads: number;
  readonly maxTokens: number;
  /** The file that receives the raw answers. */
  readonly log: string;
  /** Default: a free port. */
  readonly port?: number;
}

/** A model server in its own process. */
export interface ModelServer extends AsyncDisposable {
  readonly model: PinnedModelId;
  /** The base URL of a run: its dialect, its seed, and a label that tells runs with the same seed apart. */
  urlOf(dialect: ToolDialect, seed: number, label?: string): string;
}

const PROGRAM = fileURLToPath(new URL('serve.ts', import.meta.url));

/** Starts a server and waits until it listens. It ends with the disposal, and with this process. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const { model, contextSize, threads, maxTokens, log, port = 0 } = options;
  const child = execa(
    process.execPath,
    [
      PROGRAM,
      ...['--model', model, '--context', String(contextSize), '--threads', String(threads)],
      ...['--max-tokens', String(maxTokens), '--log', log, '--port', String(port)],
    ],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit', reject: false, buffer: false },
  );
  let address: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    address = line;
    break;
  }
  if (address === undefined) throw new Error(`Failed to start the server of ${model}: it ended before it listened`);
  const base = address;
  return {
    model,
    urlOf: (dialect, seed, label = 'run') => `${base}/${dialect}/${seed}/${label}/v1`,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await child;
    },
  };
}
