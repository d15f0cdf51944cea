import { pipeline, type Readable, type Writable } from 'node:stream';
import { ResponseError, type CancellationToken } from 'vscode-jsonrpc/node';
import { CancelledError, HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { FrameGuard } from './frame-guard.ts';
import { openMessageConnection } from './message-connection.ts';
import { API_VERSION, SERVICE_ERROR } from '../protocol/api-version.ts';
import {
  METHOD_SCHEMAS,
  METHODS,
  type Capability,
  type MethodName,
  type MethodParams,
  type MethodResult,
  type ServiceFacts,
} from '../protocol/methods.ts';

/** Answers one method. Errors of the code `unsupported` mean that the method is not available for this tree. */
type MethodHandler<Method extends Capability> = (
  params: MethodParams<Method>,
  signal: AbortSignal,
) => Promise<MethodResult<Method>>;

/** A service that is written in TypeScript. Its capabilities are the methods that it has. */
export interface DomainServer {
  readonly facts: Omit<ServiceFacts, 'apiVersion' | 'capabilities'>;
  readonly methods: { readonly [Method in Capability]?: MethodHandler<Method> };
}

/** What a client may write between two answers, in bytes. */
const REQUEST_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Answers requests until the input ends, the output is closed or the signal aborts.
 *
 * @throws HoldfastError `process` if the client writes something that is not a message, or too much
 */
export async function serveDomain(
  server: DomainServer,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const guard = new FrameGuard(REQUEST_LIMIT_BYTES);
  const connection = openMessageConnection(guard, output);
  const running = new Set<Promise<unknown>>();
  const stop = new AbortController();
  for (const method of METHODS) {
    connection.onRequest(method, (params: unknown, token: CancellationToken) => {
      guard.startRequest();
      const answer = answerRequest(server, method, params, token, stop.signal);
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    });
  }
  let fault: Error | undefined;
  const closed = new Promise<void>((resolve) => {
    guard.once('error', (error) => {
      fault = error;
      resolve();
    });
    guard.once('close', resolve);
    // No one receives an answer.
    output.once('error', () => resolve()).once('close', resolve);
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  connection.listen();
  pipeline(input, guard, () => undefined);
  await closed;
  stop.abort();
  await Promise.allSettled(running);
  connection.dispose();
  input.destroy();
  if (fault === undefined) return;
  throw new HoldfastError('process', `Failed to serve the client: ${messageOf(fault)}`, { cause: fault });
}

async function answerRequest(
  { facts, methods }: DomainServer,
  method: MethodName,
  params: unknown,
  token: CancellationToken,
  stopped: AbortSignal,
): Promise<unknown> {
  const parsed = METHOD_SCHEMAS[method].params.safeParse(params);
  if (!parsed.success) throw new ResponseError(SERVICE_ERROR.invalidParams, parsed.error.message);
  if (method === 'handshake') return answerHandshake(facts, methods, parsed.data);
  if (method === 'health') return { status: 'ok' };
  const handler: MethodHandler<Capability> | undefined = methods[method];
  if (handler === undefined) {
    throw new ResponseError(SERVICE_ERROR.methodNotFound, `The service ${facts.domain} has no method ${method}.`);
  }
  const controller = new AbortController();
  const subscription = token.onCancellationRequested(() => controller.abort());
  try {
    return await handler(parsed.data as MethodParams<Capability>, AbortSignal.any([controller.signal, stopped]));
  } catch (thrown) {
    throw toResponseError(thrown);
  } finally {
    subscription.dispose();
  }
}

function answerHandshake(
  facts: DomainServer['facts'],
  methods: DomainServer['methods'],
  params: unknown,
): ServiceFacts {
  const { apiVersion } = METHOD_SCHEMAS.handshake.params.parse(params);
  if (apiVersion !== API_VERSION) {
    const message = `API version ${apiVersion} is not supported. This service has version ${API_VERSION}.`;
    throw new ResponseError(SERVICE_ERROR.unsupportedApiVersion, message, { apiVersions: [API_VERSION] });
  }
  return { apiVersion: API_VERSION, ...facts, capabilities: Object.keys(methods) };
}

function toResponseError(thrown: unknown): ResponseError<undefined> {
  if (thrown instanceof CancelledError) return new ResponseError(SERVICE_ERROR.requestCancelled, thrown.message);
  if (thrown instanceof HoldfastError && thrown.code === 'unsupported') {
    return new ResponseError(SERVICE_ERROR.methodNotFound, thrown.message);
  }
  const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? ` ${thrown.hint}` : '';
  return new ResponseError(INTERNAL_ERROR, `${messageOf(thrown)}${hint}`);
}

const INTERNAL_ERROR = -32603;
