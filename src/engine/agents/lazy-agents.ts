import type { AgentClientId } from '../../agent-hooks/clients/agent-client.ts';
import type { ActiveChunk } from '../../agent-hooks/sessions/session-record.ts';
import type { HookDecision } from '../../agent-hooks/hooks/hook-answer.ts';
import type { IncompleteDecision } from '../../agent-hooks/hooks/incomplete-decision.ts';
import { memoizeUntilFailure } from '../../shared/retryable-cache.ts';
import type {
  AgentBaseOptions,
  AgentConfigurationOptions,
  AgentFileChange,
  AgentHooks,
  AgentPlace,
  AgentSessionOptions,
  AgentStopOptions,
  AgentTask,
} from '../api/agent-types.ts';
import type { EngineServices } from '../services/engine-services.ts';
import type { ChangeJudge, FolderAgents } from './folder-agents.ts';

/** The hooks of one folder, whose code is loaded at the first use. */
export class LazyAgents implements AgentHooks {
  readonly #open: () => Promise<FolderAgents>;

  constructor(services: EngineServices, judge: ChangeJudge) {
    this.#open = memoizeUntilFailure(async () => {
      const { FolderAgents } = await import('./folder-agents.ts');
      return new FolderAgents(services, judge, () => new Date());
    });
  }

  async start(options: AgentSessionOptions): Promise<HookDecision> {
    return (await this.#open()).start(options);
  }

  async stop(options: AgentStopOptions): Promise<HookDecision | IncompleteDecision> {
    return (await this.#open()).stop(options);
  }

  async judgeBase(options: AgentBaseOptions): Promise<void> {
    return (await this.#open()).judgeBase(options);
  }

  async chooseChunk(chunk: string): Promise<ActiveChunk> {
    return (await this.#open()).chooseChunk(chunk);
  }

  async findChunk(chunk: string): Promise<ActiveChunk> {
    return (await this.#open()).findChunk(chunk);
  }

  async task(chunk: string): Promise<AgentTask> {
    return (await this.#open()).task(chunk);
  }

  async listUsedClients(place: AgentPlace): Promise<readonly AgentClientId[]> {
    return (await this.#open()).listUsedClients(place);
  }

  async configure(options: AgentConfigurationOptions): Promise<readonly AgentFileChange[]> {
    return (await this.#open()).configure(options);
  }
}
