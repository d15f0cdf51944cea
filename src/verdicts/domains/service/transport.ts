import { connect, type Socket } from 'node:net';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { messageOf } from '../../../foundation/errors.ts';
import {
  startSupervisedProcess,
  type SupervisedProcess,
  type SupervisedProcessOptions,
} from '../../../workspace/processes/supervised-process.ts';

/** The two directions of a connection to a service. */
export interface ServiceTransport {
  /** From the service. */
  readonly input: Readable;
  /** To the service. */
  readonly output: Writable;
  /** Resolves with the reason when the connection has ended: a sentence part such as `it exited with code 3`. */
  readonly ended: Promise<string>;
  /** Ends the connection and, if Holdfast started it, the service. */
  close(): Promise<void>;
}

/** How long a service may take to end after its input is closed. */
const END_GRACE_MS = 300;
const CONNECT_TIMEOUT_MS = 10_000;
const LAST_OUTPUT_LENGTH = 600;

/**
 * Starts a service as a process that speaks on its standard streams.
 *
 * @throws HoldfastError `process` if it cannot start
 */
export async function openProcessTransport(options: SupervisedProcessOptions): Promise<ServiceTransport> {
  const running = await startSupervisedProcess({ ...options, standardOutput: 'caller' });
  return {
    input: running.stdout,
    output: running.stdin,
    ended: running.exited.then(({ exitCode, signal }) => {
      const how = signal === undefined ? `it exited with code ${exitCode ?? 'unknown'}` : `${signal} ended it`;
      return `${how}${lastOutput(running)}`;
    }),
    close: async () => {
      running.stdin.end();
      const timer = setTimeout(() => void running.stop(), END_GRACE_MS);
      try {
        await running.exited;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function lastOutput(running: SupervisedProcess): string {
  const text = running.output().trim();
  return text === '' ? '' : `. The end of its standard error:\n${text.slice(-LAST_OUTPUT_LENGTH)}`;
}

/** An address of a service: a port of a host, or the path of a socket or a named pipe. */
export type ServiceAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** Connects to a service that runs already. Rejects if it does not listen. */
export async function openSocketTransport(address: ServiceAddress, signal: AbortSignal): Promise<ServiceTransport> {
  const socket = await openSocket(address, signal);
  const ended = new Promise<string>((resolve) => {
    let cause = 'it closed the connection';
    socket.on('error', (error) => (cause = `the connection failed: ${messageOf(error)}`));
    socket.on('close', () => resolve(cause));
  });
  return {
    input: socket,
    output: socket,
    ended,
    close: async () => {
      socket.destroy();
      await ended;
    },
  };
}

function openSocket(address: ServiceAddress, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...address });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () =>
      fail(new Error(`no connection in ${CONNECT_TIMEOUT_MS / 1000} seconds`)),
    );
    const onAbort = (): void => fail(new Error('cancelled'));
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => {
      signal.removeEventListener('abort', onAbort);
      socket.off('error', fail);
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

/** Serves requests from a stream and writes responses to another one. Resolves when it has stopped. */
export type ServeStreams = (input: Readable, output: Writable, signal: AbortSignal) => Promise<void>;

/** Runs a built-in service in this process, over the same messages as any other service. */
export function openInProcessTransport(serve: ServeStreams): ServiceTransport {
  const toService = new PassThrough();
  const fromService = new PassThrough();
  const stop = new AbortController();
  const ended = serve(toService, fromService, stop.signal).then(
    () => 'it stopped',
    (thrown: unknown) => `it failed: ${messageOf(thrown)}`,
  );
  return {
    input: fromService,
    output: toService,
    ended,
    close: async () => {
      toService.end();
      stop.abort();
      await ended;
    },
  };
}
