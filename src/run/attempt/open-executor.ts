import { AgentExecutor, type AgentExecutorInput } from './agent-executor.ts';
import type { AttemptExecutor, AttemptWorker } from './attempt-executor.ts';
import { ModelExecutor } from './model-executor.ts';

/** Opens the executor for the attempts of one chunk. The caller disposes it when they have ended. */
export function openExecutor(input: AgentExecutorInput & { readonly worker: AttemptWorker }): AttemptExecutor {
  const { worker } = input;
  return worker.kind === 'model' ? new ModelExecutor(worker.model) : new AgentExecutor(worker.agent, input);
}
