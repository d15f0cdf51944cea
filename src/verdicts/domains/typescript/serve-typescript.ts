import type { Readable, Writable } from 'node:stream';
import { serveDomain } from '../service/serve-domain.ts';
import { createTypeScriptServer, type TypeScriptServerOptions } from './typescript-server.ts';

export interface ServeTypeScriptOptions extends TypeScriptServerOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/**
 * Serves the built-in TypeScript service until the input ends or the signal aborts. Holdfast runs it in its own process:
 * the program of the editor's extension host is not a Node.js that can run the command line everywhere, and the expensive
 * work - compiler, linter, tests - runs in processes of the repository's tools anyway.
 */
export function serveTypeScript(options: ServeTypeScriptOptions): Promise<void> {
  return serveDomain(createTypeScriptServer(options), options.input, options.output, options.signal);
}
