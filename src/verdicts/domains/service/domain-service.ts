import * as z from 'zod';
import { CancelledError, messageOf } from '../../../foundation/errors.ts';
import { SerialQueue } from '../../../foundation/serial-queue.ts';
import { ProcessStartError } from '../../../workspace/processes/supervised-process.ts';
import { API_VERSION, SERVICE_ERROR } from '../protocol/api-version.ts';
import {
  isCapability,
  METHOD_SCHEMAS,
  type Capability,
  type MethodName,
  type MethodParams,
  type MethodResult,
  type MethodTimeouts,
  type ServiceFacts,
} from '../protocol/methods.ts';
import { describeIssues } from './describe-issues.ts';
import { DomainServiceError } from './service-error.ts';
import { ServiceSession, type RequestOutcome, type SessionOptions } from './service-session.ts';
import type { ServiceTransport } from './transport.ts';

export interface DomainServiceOptions extends SessionOptions {
  /** The domain of the declaration, for messages. */
  readonly domain: string;
  readonly timeouts: MethodTimeouts;
  /** Starts the service or connects to it. Rejects with the reason. */
  readonly open: () => Promise<ServiceTransport>;
  readonly log: (line: string) => void;
}

/** The tree that a request is about. */
export interface RequestTarget {
  /** Absolute path. */
  readonly root: string;
  /** `null` if the tree is not from a commit. */
  readonly commit: string | null;
}

/** A session after its handshake. */
interface OpenSession {
  readonly session: ServiceSession;
  readonly facts: ServiceFacts;
}

/** The outcome of a simulation that did not end in time. It is a failure of the code. */
export const TIMEOUT_CATEGORY = 'timeout';

/**
 * One domain service. It is started at the first request and stays until `close`. Requests are sent one at a time. If it
 * ends during a request, the request is repeated once with a new process.
 */
export class DomainService implements AsyncDisposable {
  readonly domain: string;
  readonly #options: DomainServiceOptions;
  readonly #queue = new SerialQueue();
  #current: OpenSession | undefined;

  constructor(options: DomainServiceOptions) {
    this.domain = options.domain;
    this.#options = options;
  }

  /**
   * The answer to the handshake. Starts the service if it does not run.
   *
   * @throws DomainServiceError if the service is not usable
   */
  facts(target: RequestTarget, signal: AbortSignal): Promise<ServiceFacts> {
    return this.#queue.add(() => this.#retryOnce(async () => (await this.#open(target, signal)).facts));
  }

  /**
   * Calls a method. A simulation that does not end in time is a failed one.
   *
   * @throws DomainServiceError if the service does not answer as the protocol says
   * @throws CancelledError if the signal aborts
   */
  call<Method extends Capability | 'health'>(
    method: Method,
    params: MethodParams<Method> & RequestTarget,
    signal: AbortSignal,
  ): Promise<MethodResult<Method>> {
    return this.#queue.add(() => this.#retryOnce(() => this.#call(method, params, signal), method));
  }

  /** Ends the service, also while it works on a request. */
  async close(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    await current?.session.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #call<Method extends Capability | 'health'>(
    method: Method,
    params: MethodParams<Method> & RequestTarget,
    signal: AbortSignal,
  ): Promise<MethodResult<Method>> {
    const { root, commit } = params;
    const { session, facts } = await this.#open({ root, commit }, signal);
    if (isCapability(method) && !facts.capabilities.includes(method)) throw this.#unsupported(method);
    const outcome = await session.request(method, params, { timeoutMs: this.#options.timeouts[method], signal });
    if (!session.isOpen) await this.close();
    if (outcome.kind === 'timeout' && method === 'simulate') {
      const timedOut: MethodResult<'simulate'> = { passed: false, failures: [this.#timeoutFailure()] };
      return timedOut as MethodResult<Method>;
    }
    return this.#read(method, outcome);
  }

  #timeoutFailure(): MethodResult<'simulate'>['failures'][number] {
    const message = `The simulation did not end in ${seconds(this.#options.timeouts.simulate)}.`;
    return { category: TIMEOUT_CATEGORY, message };
  }

  async #open(target: RequestTarget, signal: AbortSignal): Promise<OpenSession> {
    if (this.#current?.session.isOpen === true) return this.#current;
    await this.close();
    if (signal.aborted) throw new CancelledError(`start the domain service ${this.domain}`);
    const session = new ServiceSession(await this.#openTransport(), this.#options);
    try {
      const facts = await this.#handshake(session, target, signal);
      this.#current = { session, facts };
      return this.#current;
    } catch (thrown) {
      await session.close();
      throw thrown;
    }
  }

  async #openTransport(): Promise<ServiceTransport> {
    try {
      return await this.#options.open();
    } catch (thrown) {
      if (thrown instanceof CancelledError) throw thrown;
      const reason = thrown instanceof ProcessStartError ? thrown.reason : messageOf(thrown);
      throw new DomainServiceError('unavailable', { domain: this.domain, cause: thrown }, reason);
    }
  }

  /** Refuses a service with another API version before any other request [ASSERT-EXT-003]. */
  async #handshake(session: ServiceSession, target: RequestTarget, signal: AbortSignal): Promise<ServiceFacts> {
    const timeoutMs = this.#options.timeouts.handshake;
    const outcome = await session.request('handshake', { apiVersion: API_VERSION, ...target }, { timeoutMs, signal });
    if (outcome.kind === 'error' && outcome.code === SERVICE_ERROR.unsupportedApiVersion) {
      const known = z.object({ apiVersions: z.array(z.int()) }).safeParse(outcome.data);
      throw this.#incompatible(known.success ? known.data.apiVersions.join(', ') : 'another one');
    }
    // The version is read before the rest, which another version may define differently.
    const version = outcome.kind === 'result' ? z.object({ apiVersion: z.int() }).safeParse(outcome.value) : undefined;
    if (version?.success === true && version.data.apiVersion !== API_VERSION) {
      throw this.#incompatible(String(version.data.apiVersion));
    }
    const facts = this.#read('handshake', outcome);
    if (facts.domain !== this.domain) {
      throw this.#error(
        'invalid-response',
        'handshake',
        `it answers for the domain "${facts.domain}", but it is declared for "${this.domain}"`,
      );
    }
    return facts;
  }

  #read<Method extends MethodName>(method: Method, outcome: RequestOutcome): MethodResult<Method> {
    switch (outcome.kind) {
      case 'result': {
        const parsed = METHOD_SCHEMAS[method].result.safeParse(outcome.value);
        if (parsed.success) return parsed.data as MethodResult<Method>;
        const reason = `its response does not match the schema of ${method}: ${describeIssues(parsed.error)}`;
        throw this.#error('invalid-response', method, reason);
      }
      case 'error':
        if (outcome.code === SERVICE_ERROR.methodNotFound) throw this.#unsupported(method, outcome.message);
        if (outcome.code === SERVICE_ERROR.unavailable) throw this.#error('unavailable', method, outcome.message);
        throw this.#error('refused', method, `it answered with error ${outcome.code}: ${outcome.message}`);
      case 'timeout':
        throw this.#error('unavailable', method, `no answer in ${seconds(this.#options.timeouts[method])}`);
      case 'cancelled':
        throw new CancelledError(`call ${method} of the domain service ${this.domain}`);
      case 'ended':
        throw new ServiceEndedError(outcome.reason);
      case 'protocol':
      case 'output-limit':
        throw this.#error(outcome.kind, method, outcome.reason);
    }
  }

  /** Repeats a call once if the service ended during it. The second end makes the service unavailable. */
  async #retryOnce<Value>(work: () => Promise<Value>, method?: MethodName): Promise<Value> {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof ServiceEndedError)) throw thrown;
      await this.close();
      this.#options.log(`The domain service ${this.domain} is started again: ${thrown.message}`);
    }
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof ServiceEndedError)) throw thrown;
      await this.close();
      throw this.#error('unavailable', method, `it ended twice during the request: ${thrown.message}`);
    }
  }

  #incompatible(versions: string): DomainServiceError {
    const reason = `it has API version ${versions}, but Holdfast requires API version ${API_VERSION}`;
    return this.#error('incompatible', undefined, reason);
  }

  /** @param answer what the service says about it */
  #unsupported(method: MethodName, answer?: string): DomainServiceError {
    const reason = `it does not support the method ${method}${answer === undefined ? '' : `: ${answer}`}`;
    return this.#error('unsupported-method', method, reason);
  }

  #error(fault: DomainServiceError['fault'], method: MethodName | undefined, reason: string): DomainServiceError {
    return new DomainServiceError(fault, { domain: this.domain, method }, reason);
  }
}

/** The service ended before it answered. */
class ServiceEndedError extends Error {}

function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  return value === 1 ? '1 second' : `${value} seconds`;
}
