import type { Readable, Writable } from 'node:stream';
import type { CaseOutcome } from './conformance/conformance-report.ts';
import type { BuiltInService } from './declarations/domain-declarations.ts';
import type { ServiceFacts } from './protocol/methods.ts';
import type { ServiceFault } from './service/service-error.ts';

export type { CaseOutcome, ConformanceReport } from './conformance/conformance-report.ts';

/** A declared domain service and whether it can be used. */
export interface DomainServiceStatus {
  readonly domain: string;
  /** How it is started or reached: the command, the address, or `built in`. */
  readonly source: string;
  /** The globs of the files that it is responsible for. Empty: it only takes part in the validation of interfaces. */
  readonly primary: readonly string[];
  /** The answer to the handshake; absent if the service cannot be used. */
  readonly facts?: ServiceFacts;
  /** The answer to `health`; absent if the service cannot be used. */
  readonly health?: { readonly status: 'ok' | 'degraded'; readonly message?: string | undefined };
  /** Why the service cannot be used. */
  readonly problem?: { readonly fault: ServiceFault; readonly message: string; readonly hint?: string | undefined };
}

export interface DomainTestOptions {
  /** The program of the service and its arguments, or a command line as one text. */
  readonly command: string | readonly string[];
  /** The folder that the requests are about. Default: the folder of the engine. */
  readonly root?: string | undefined;
  /** The time limit of each request. Default: 60. */
  readonly timeoutSeconds?: number | undefined;
  readonly signal: AbortSignal;
  readonly onCase?: ((outcome: CaseOutcome) => void) | undefined;
}

export interface ServeDomainOptions {
  readonly service: BuiltInService;
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}
