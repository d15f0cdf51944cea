import { findAgents } from '../acp/find-agents.ts';
import type { ExtraProviders } from '../../base/model-provider.ts';
import { ModelError } from '../../base/model-error.ts';
import { findLocalServices } from '../../connection/find-local-services.ts';
import { listModels } from '../../connection/list-models.ts';
import {
  isLocalService,
  KNOWN_SERVICES,
  ownKeyName,
  parseServiceAddress,
  serviceKeyNames,
} from '../../connection/model-service.ts';
import { testModel } from '../../connection/test-model.ts';
import { systemClock } from '../../../foundation/clock.ts';
import { CancelledError, HoldfastError } from '../../../foundation/errors.ts';
import { subprocessEnvironment } from '../../../workspace/environment/subprocess-environment.ts';
import type { ModelAnswer, ModelConnection, ModelService } from './model-types.ts';

const LIST_TIMEOUT_MS = 15_000;
const STALL_TIMEOUT_MS = 60_000;

/** @param localServices where servers on this machine are searched. Default: the usual addresses */
export function createModelConnection(
  extraProviders: ExtraProviders,
  localServices?: readonly ModelService[],
): ModelConnection {
  const { fetch } = globalThis;
  return {
    services: KNOWN_SERVICES,
    parseAddress: parseServiceAddress,
    keysOf: (service) => ({
      names: serviceKeyNames(service),
      own: ownKeyName(service),
      isNeeded: !isLocalService(service),
    }),
    findLocal: (signal) => findLocalServices({ fetch, signal }, localServices),
    findAgents: (folders) => findAgents(subprocessEnvironment()['PATH'] ?? '', folders),
    list: (service, key, signal) => answer(listModels({ service, key, fetch, timeoutMs: LIST_TIMEOUT_MS, signal })),
    test: (model, signal) =>
      answer(testModel({ ...model, extraProviders }, { clock: systemClock, stallTimeoutMs: STALL_TIMEOUT_MS, signal })),
  };
}

async function answer<Value>(work: Promise<Value>): Promise<ModelAnswer<Value>> {
  try {
    return { value: await work };
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError) || thrown instanceof CancelledError) throw thrown;
    const statusCode = thrown instanceof ModelError ? thrown.statusCode : undefined;
    const isKeyRefused = statusCode === 401 || statusCode === 403;
    const { message, hint } = thrown;
    return { failure: { message, hint, isKeyRefused, isUnknown: statusCode === 404 } };
  }
}
