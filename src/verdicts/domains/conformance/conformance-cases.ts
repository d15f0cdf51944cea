import { isDeepStrictEqual } from 'node:util';
import { API_VERSION, SERVICE_ERROR } from '../protocol/api-version.ts';
import { CAPABILITIES, type Capability, type InterfaceQuery, type ServiceFacts } from '../protocol/methods.ts';
import { CaseSkipped, FaultFound, type CaseService } from './case-service.ts';

/** What a case works with. */
export interface CaseInput {
  readonly service: CaseService;
  /** The answer to the first handshake. */
  readonly facts: ServiceFacts;
  readonly artifacts: readonly string[];
  readonly interfaces: readonly InterfaceQuery[];
  /** The ids of the cases that failed. */
  readonly failed: ReadonlySet<string>;
}

export interface ConformanceCase {
  readonly id: string;
  readonly title: string;
  readonly run: (input: CaseInput) => Promise<void>;
}

/** An API version that no service has. */
const IMPOSSIBLE_VERSION = 999_999;
const MISSING_ARTIFACT = 'no-such-folder/no-such-file.txt';
const UNKNOWN_INTERFACE: InterfaceQuery = {
  id: 'holdfast.no-such-interface',
  version: 1,
  parameters: ['none'],
  messageProperties: [],
};

/** The cases after the first handshake, in the order in which they run. */
export const CONFORMANCE_CASES: readonly ConformanceCase[] = [
  {
    id: 'unknown-version',
    title: 'refuses an API version that it does not know',
    run: async ({ service }) => {
      const outcome = await service.answer('handshake', { apiVersion: IMPOSSIBLE_VERSION });
      if (outcome.kind === 'result' && claimsVersion(outcome.value)) {
        throw new FaultFound(
          'wrong-version',
          `The service accepted API version ${IMPOSSIBLE_VERSION}. It must answer with its own version, or with error ${SERVICE_ERROR.unsupportedApiVersion}.`,
        );
      }
    },
  },
  {
    id: 'health',
    title: 'answers health',
    run: async ({ service }) => {
      await service.handshake();
      await service.call('health', {});
    },
  },
  ...CAPABILITIES.map((method): ConformanceCase => ({
    id: method,
    title: `answers ${method}`,
    run: async (input) => {
      if (!input.facts.capabilities.includes(method)) throw missingCapability(method);
      await input.service.handshake();
      await input.service.call(method, paramsOf(method, input));
    },
  })),
  {
    id: 'repeatable',
    title: 'extracts the same interfaces from the same tree',
    run: async (input) => {
      requireCapability(input, 'extract_interfaces');
      await input.service.handshake();
      const params = paramsOf('extract_interfaces', input);
      const first = await input.service.call('extract_interfaces', params);
      const second = await input.service.call('extract_interfaces', params);
      if (isDeepStrictEqual(first, second)) return;
      throw new FaultFound('not-repeatable', 'Two requests for the same tree had different results.');
    },
  },
  {
    id: 'unknown-interface',
    title: 'answers a request for an interface that it does not know',
    run: async (input) => {
      requireCapability(input, 'extract_interfaces');
      await input.service.handshake();
      await input.service.call('extract_interfaces', { interfaces: [UNKNOWN_INTERFACE] });
    },
  },
  {
    id: 'missing-artifact',
    title: 'answers a request about a file that does not exist',
    run: async (input) => {
      requireCapability(input, 'validate');
      await input.service.handshake();
      await input.service.call('validate', { artifacts: [MISSING_ARTIFACT] });
    },
  },
  {
    id: 'unsupported-method',
    title: `answers a method that it does not have with error ${SERVICE_ERROR.methodNotFound}`,
    run: async ({ service, facts, artifacts, interfaces }) => {
      await service.handshake();
      const missing = CAPABILITIES.filter((method) => !facts.capabilities.includes(method));
      for (const method of ['no_such_method', ...missing]) {
        const outcome = await service.answer(method, { artifacts, interfaces });
        if (outcome.kind === 'error' && outcome.code === SERVICE_ERROR.methodNotFound) continue;
        const got = outcome.kind === 'error' ? `error ${outcome.code}: ${outcome.message}` : 'a result';
        throw new FaultFound('wrong-error', `The service answered ${method} with ${got}.`);
      }
    },
  },
  {
    id: 'cancellation',
    title: 'answers after a request was cancelled',
    run: async (input) => {
      requireCapability(input, 'validate');
      const { service } = input;
      await service.handshake();
      const cancellation = new AbortController();
      const cancelled = service.answer('validate', paramsOf('validate', input), cancellation.signal);
      // The request is written before this callback runs.
      setImmediate(() => cancellation.abort());
      await cancelled;
      if (!service.isOpen) {
        throw new FaultFound('hang', 'The service answered neither the cancelled request nor $/cancelRequest.');
      }
      await service.call('health', {});
    },
  },
];

function claimsVersion(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && 'apiVersion' in value && value.apiVersion === IMPOSSIBLE_VERSION
  );
}

/** Skips a case about a method that the service does not have, or whose own case failed: the fault has a name already. */
function requireCapability({ facts, failed }: CaseInput, method: Capability): void {
  if (!facts.capabilities.includes(method)) throw missingCapability(method);
  if (failed.has(method)) throw new CaseSkipped(`The service does not answer ${method}.`);
}

function missingCapability(method: Capability): CaseSkipped {
  return new CaseSkipped(`The service does not have ${method}.`);
}

function paramsOf(method: Capability, { artifacts, interfaces }: CaseInput): object {
  return method === 'extract_interfaces' ? { interfaces } : { artifacts };
}

/** Kept here, so that a report can say what was required. */
export const HANDSHAKE_TITLE = `answers the handshake of API version ${API_VERSION}`;
