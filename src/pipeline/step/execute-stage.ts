import { randomUUID } from 'node:crypto';
import { HoldfastError } from '../../shared/errors.ts';
import type { ForgeItem } from '../forge/forge.ts';
import type { StageExecutor } from './stage-executor.ts';
import type { StageName } from '../stage-names.ts';
import type { NextAction } from '../state/next-action.ts';
import { availableUsd } from '../state/spending.ts';
import type { ItemSession } from './item-session.ts';
import type { Worker } from './perform-outbox.ts';
import { withHeartbeat } from './with-heartbeat.ts';

type Execution = Extract<NextAction, { type: 'execute' | 'generate' | 'replay' }>;

/**
 * Executes a stage once within its budget. The most that it can cost is reserved before, and settled with its result in the
 * same write. If the budget does not allow it, the item fails with a cost report [ASSERT-CODE-005].
 */
export async function executeStage(
  session: ItemSession,
  action: Execution,
  item: ForgeItem,
  worker: Worker,
  executors: ReadonlyMap<StageName, StageExecutor>,
): Promise<void> {
  const { owner, timestamp, signal } = worker;
  const stage = action.type === 'execute' ? action.stage : 'generation';
  const subItem = action.type === 'execute' ? undefined : action.subItem;
  const executor = executors.get(stage);
  if (executor === undefined) {
    throw new HoldfastError('unsupported', `This version has no executor for the stage ${stage}.`, {
      hint: 'Install a version of Holdfast that executes this stage. The item continues there.',
    });
  }
  const { spending, policy } = session.state;
  const available = availableUsd(spending, policy, stage);
  const input = { item, subItem, availableUsd: available, signal };
  const estimate = await withHeartbeat(session, worker, (guard) =>
    executor.estimateUsd({ ...input, state: session.state, at: timestamp(), signal: guard }),
  );
  // Without an estimate, everything that is left is reserved.
  const usd = estimate ?? available ?? 0;
  if (available !== undefined && (available === 0 || usd > available)) {
    const message =
      `The next execution of the stage ${stage} can cost ${usd.toFixed(4)} USD, ` +
      `and ${available.toFixed(4)} USD of the budget are left.`;
    await session.applyAsOwner(owner, {
      type: 'failed',
      failure: {
        stage,
        ...(subItem === undefined ? {} : { subItem }),
        reason: 'budget-exceeded',
        message,
        at: timestamp(),
      },
    });
    return;
  }
  const id = randomUUID();
  const state = await session.applyAsOwner(owner, { type: 'reserved', id, stage, subItem, usd });
  const { events, costUsd, error } = await withHeartbeat(session, worker, (guard) =>
    executor.execute({ ...input, state, at: timestamp(), signal: guard }),
  );
  await session.applyAsOwner(owner, { type: 'settled', id, usd: costUsd }, ...events);
  if (error !== undefined) throw error;
}
