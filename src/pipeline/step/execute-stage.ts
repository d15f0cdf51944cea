import { HoldfastError } from '../../foundation/errors.ts';
import type { ForgeItem } from '../forge/forge.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { NextAction } from '../state/next-action.ts';
import { Executions, type ExecutionContext } from './executions.ts';
import type { ItemSession } from './item-session.ts';
import type { Worker } from './perform-outbox.ts';
import { withHeartbeat } from './with-heartbeat.ts';

type Execution = Extract<NextAction, { type: 'execute' | 'generate' | 'judge' | 'replay' }>;

/** Whether an executor performs an action. */
export function isExecution(action: NextAction): action is Execution {
  switch (action.type) {
    case 'execute':
    case 'generate':
    case 'judge':
    case 'replay':
      return true;
    case 'perform':
    case 'advance':
    case 'integrate':
    case 'nothing':
      return false;
  }
}

export type ExecutionServices = Pick<ExecutionContext, 'executors' | 'slots' | 'deliver' | 'hasNews'>;

/**
 * Executes a stage once within its budget. Sub-items that do not depend on each other are generated and judged at the same
 * time, each once in a stage, as far as there are slots.
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
  const stage = stageOf(action);
  if (!services.executors.has(stage)) {
    throw new HoldfastError('unsupported', `This version has no executor for the stage ${stage}.`, {
      hint: 'Install a version of Holdfast that executes this stage. The item continues there.',
    });
  }
  const subItem = action.type === 'execute' ? undefined : action.subItem;
  // A replay changes what other sub-items start from.
  const slots = action.type === 'generate' || action.type === 'judge' ? services.slots : undefined;
  await withHeartbeat(session, worker, (signal) =>
    new Executions({ session, item, worker, ...services, slots, signal }).run(stage, subItem),
  );
}

function stageOf(action: Execution): StageName {
  return action.type === 'execute' || action.type === 'judge' ? action.stage : 'generation';
}
