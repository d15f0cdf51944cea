import { HoldfastError } from '../../shared/errors.ts';
import type { ForgeItem } from '../forge/forge.ts';
import type { StageName } from '../stage-names.ts';
import type { NextAction } from '../state/next-action.ts';
import { Executions, type ExecutionContext } from './executions.ts';
import type { ItemSession } from './item-session.ts';
import type { Worker } from './perform-outbox.ts';
import type { StageExecutor } from './stage-executor.ts';
import { withHeartbeat } from './with-heartbeat.ts';

type Execution = Extract<NextAction, { type: 'execute' | 'generate' | 'replay' }>;

export interface ExecutionServices extends Pick<ExecutionContext, 'slots' | 'deliver' | 'hasNews'> {
  readonly executors: ReadonlyMap<StageName, StageExecutor>;
}

/**
 * Executes a stage once within its budget. In generation, sub-items that do not depend on each other are attempted at the same
 * time, each once, as far as there are slots.
 *
 * @throws HoldfastError `unsupported` if the stage has no executor, or the error of an execution after all have ended
 */
export async function executeStage(
  session: ItemSession,
  action: Execution,
  item: ForgeItem,
  worker: Worker,
  services: ExecutionServices,
): Promise<void> {
  const stage = action.type === 'execute' ? action.stage : 'generation';
  const executor = services.executors.get(stage);
  if (executor === undefined) {
    throw new HoldfastError('unsupported', `This version has no executor for the stage ${stage}.`, {
      hint: 'Install a version of Holdfast that executes this stage. The item continues there.',
    });
  }
  const subItem = action.type === 'execute' ? undefined : action.subItem;
  // A replay changes what other sub-items start from.
  const slots = action.type === 'generate' ? services.slots : undefined;
  await withHeartbeat(session, worker, (signal) =>
    new Executions(executor, { session, item, worker, ...services, slots, signal }).run(subItem),
  );
}
