import { listModels } from './list-models.ts';
import { LOCAL_SERVICES, type ModelService } from './model-service.ts';

/** A model server that runs on this machine. */
export interface LocalService {
  readonly service: ModelService;
  readonly modelCount: number;
}

/** How long a server on this machine may take to list its models. */
const LOCAL_TIMEOUT_MS = 1_500;

/**
 * Finds model servers on this machine by asking the usual addresses for their models. No key is sent.
 *
 * @param candidates default: the addresses at which the known servers listen
 */
export async function findLocalServices(
  { fetch, signal }: { readonly fetch: typeof globalThis.fetch; readonly signal: AbortSignal },
  candidates: readonly ModelService[] = LOCAL_SERVICES,
): Promise<readonly LocalService[]> {
  const found = await Promise.all(
    candidates.map(async (service): Promise<readonly LocalService[]> => {
      try {
        const models = await listModels({ service, key: undefined, fetch, timeoutMs: LOCAL_TIMEOUT_MS, signal });
        return models === undefined ? [] : [{ service, modelCount: models.length }];
      } catch {
        // Nothing listens there, or it is no model server.
        return [];
      }
    }),
  );
  return found.flat();
}
