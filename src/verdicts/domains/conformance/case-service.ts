import { CancelledError } from '../../../foundation/errors.ts';
import { API_VERSION, SERVICE_ERROR } from '../protocol/api-version.ts';
import {
  isCapability,
  METHOD_SCHEMAS,
  type MethodName,
  type MethodResult,
  type ServiceFacts,
} from '../protocol/methods.ts';
import type { RequestTarget } from '../service/domain-service.ts';
import { describeIssues } from '../service/describe-issues.ts';
import type { RequestOutcome, ServiceSession } from '../service/service-session.ts';
import type { ConformanceFault } from './conformance-report.ts';

/** Thrown by a case that found a fault. */
export class FaultFound extends Error {
  readonly fault: ConformanceFault;

  constructor(fault: ConformanceFault, message: string) {
    super(message);
    this.name = 'FaultFound';
    this.fault = fault;
  }
}

/** Thrown by a case that does not apply to the service. */
export class CaseSkipped extends Error {}

export interface CaseServiceOptions {
  readonly target: RequestTarget;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The running service of one case. Each case has a process for itself, so that no fault causes another one. */
export class CaseService {
  readonly #session: ServiceSession;
  readonly #options: CaseServiceOptions;

  constructor(session: ServiceSession, options: CaseServiceOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Sends a request. Throws FaultFound unless the service answers with a result or an error. */
  async answer(
    method: string,
    params: object,
    signal = this.#options.signal,
  ): Promise<Extract<RequestOutcome, { readonly kind: 'result' | 'error' | 'cancelled' }>> {
    const { target, timeoutMs } = this.#options;
    const outcome = await this.#session.request(method, { ...target, ...params }, { timeoutMs, signal });
    switch (outcome.kind) {
      case 'result':
      case 'error':
        return outcome;
      case 'cancelled':
        if (this.#options.signal.aborted) throw new CancelledError('test the domain service');
        return outcome;
      case 'ended':
        throw new FaultFound('crash', `The service ended during ${method}: ${outcome.reason}`);
      case 'timeout':
        throw new FaultFound('hang', `The service did not answer ${method} in ${timeoutMs / 1000} seconds.`);
      case 'protocol':
        throw new FaultFound('noise', `During ${method}, ${outcome.reason}`);
      case 'output-limit':
        throw new FaultFound('output-limit', `During ${method}, ${outcome.reason}.`);
    }
  }

  /** Calls a method. Throws FaultFound unless the service answers with a result of the right schema. */
  async call<Method extends MethodName>(method: Method, params: object): Promise<MethodResult<Method>> {
    const outcome = await this.answer(method, params);
    if (outcome.kind === 'error' && outcome.code === SERVICE_ERROR.methodNotFound && isCapability(method)) {
      throw new CaseSkipped(`The service cannot answer ${method} for this tree: ${outcome.message}`);
    }
    if (outcome.kind !== 'result') {
      const text = outcome.kind === 'error' ? `error ${outcome.code}: ${outcome.message}` : outcome.kind;
      throw new FaultFound('wrong-error', `The service answered ${method} with ${text}`);
    }
    const parsed = METHOD_SCHEMAS[method].result.safeParse(outcome.value);
    if (parsed.success) return parsed.data as MethodResult<Method>;
    throw new FaultFound(
      'wrong-schema',
      `The response to ${method} does not match its schema: ${describeIssues(parsed.error)}`,
    );
  }

  /** Whether the service can receive another request. */
  get isOpen(): boolean {
    return this.#session.isOpen;
  }

  async handshake(): Promise<ServiceFacts> {
    const outcome = await this.answer('handshake', { apiVersion: API_VERSION });
    if (outcome.kind === 'result') {
      const version = METHOD_SCHEMAS.handshake.result.shape.apiVersion.safeParse(readVersion(outcome.value));
      if (version.success && version.data !== API_VERSION) {
        throw new FaultFound(
          'wrong-version',
          `The service has API version ${version.data}, but Holdfast requires API version ${API_VERSION}.`,
        );
      }
    }
    return this.call('handshake', { apiVersion: API_VERSION });
  }
}

function readVersion(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'apiVersion' in value ? value.apiVersion : undefined;
}
