import type { RunServices } from '../services/run-services.ts';
import type { AttemptWorker } from './attempt-executor.ts';

/** Opens the external agent or the model that carries out the attempts of a run. */
export async function openWorker(services: Pick<RunServices, 'agent' | 'model'>): Promise<AttemptWorker> {
  if (services.agent !== undefined) return { kind: 'agent', agent: await services.agent() };
  return { kind: 'model', model: await services.model() };
}
