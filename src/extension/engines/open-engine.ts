import type { Engine } from '../../engine.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { EngineRequest } from './engine-factory.ts';

/** Opens the engine of a workspace folder. */
export function openEngine(request: EngineRequest): Promise<Engine> {
  return Promise.reject(new HoldfastError('internal', `Failed to open the engine of ${request.path}`));
}
