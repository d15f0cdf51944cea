import { HoldfastError, type ErrorCode } from '../../../foundation/errors.ts';
import type { MethodName } from '../protocol/methods.ts';

/**
 * What is wrong with a service. None of them is a failure of the code under test.
 *
 * - `unavailable`: it cannot be started or reached, ended twice during a request, did not answer in time, or says so
 * - `incompatible`: it has another API version [ASSERT-EXT-003]
 * - `unsupported-method`: it does not have the method [ASSERT-EXT-004]
 * - `invalid-response`: its answer does not match the schema of the method
 * - `protocol`: it wrote something that is not a message
 * - `output-limit`: its answer is too large
 * - `refused`: it answered with an error
 */
export type ServiceFault =
  'unavailable' | 'incompatible' | 'unsupported-method' | 'invalid-response' | 'protocol' | 'output-limit' | 'refused';

const ERROR_CODE: Readonly<Record<ServiceFault, ErrorCode>> = {
  unavailable: 'process',
  incompatible: 'unsupported',
  'unsupported-method': 'unsupported',
  'invalid-response': 'process',
  protocol: 'process',
  'output-limit': 'limit',
  refused: 'process',
};

const HINT: Readonly<Record<ServiceFault, string>> = {
  unavailable: 'Check its entry in .holdfast/domains.yaml, and run: holdfast domain list',
  incompatible: 'Install a version of the service that has this API version, or another version of Holdfast.',
  'unsupported-method': 'Use a service that has this method.',
  'invalid-response': 'This is an error of the service, not of the code. Check it with: holdfast domain test <command>',
  protocol: 'This is an error of the service, not of the code. Check it with: holdfast domain test <command>',
  'output-limit': 'This is an error of the service, not of the code. It must answer with less.',
  refused: 'Read the message of the service.',
};

/** What `DomainServiceError` is about, in addition to the fault. */
export interface ServiceErrorPlace {
  readonly domain: string;
  /** Missing if the service did not start. */
  readonly method?: MethodName | undefined;
  readonly cause?: unknown;
}

/** Thrown if a domain service does not answer a request as the protocol says. Never retried by the caller. */
export class DomainServiceError extends HoldfastError {
  readonly domain: string;
  readonly fault: ServiceFault;
  readonly method: MethodName | undefined;
  /** The cause without the operation, as a sentence part. */
  readonly reason: string;

  constructor(fault: ServiceFault, { domain, method, cause }: ServiceErrorPlace, reason: string) {
    const action = method === undefined ? 'start' : `call ${method} of`;
    super(ERROR_CODE[fault], `Failed to ${action} the domain service ${domain}: ${reason}`, {
      hint: HINT[fault],
      cause,
    });
    this.name = 'DomainServiceError';
    this.domain = domain;
    this.fault = fault;
    this.method = method;
    this.reason = reason;
  }
}
