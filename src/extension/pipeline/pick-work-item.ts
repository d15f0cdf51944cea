import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import { HoldfastError } from '../../foundation/errors.ts';
import {
  labelStage,
  listWaitingGates,
  listWorkItems,
  nameDecision,
  STAGES,
  type WaitingGate,
  type WorkItemTarget,
} from './work-items.ts';
import type { WorkItemWindow } from './work-item-store.ts';

const targetSchema = z.object({
  folder: z.string(),
  item: z.string(),
  hash: z.string().optional(),
  stage: z.enum(STAGES).optional(),
  subItem: z.string().optional(),
  pullRequest: z.int().optional(),
});

/** Reads the target from a command's argument: a button passes the target, a tree node has it in `target`. */
export function parseWorkItemTarget(argument: unknown): WorkItemTarget | undefined {
  const node = z.object({ target: targetSchema }).safeParse(argument);
  return node.success ? node.data.target : targetSchema.safeParse(argument).data;
}

/** The item for a command: from the argument, or one that the person picks. Undefined if the person cancels. */
export async function pickWorkItem(
  state: WorkItemWindow,
  argument: unknown,
  title: string,
): Promise<WorkItemTarget | undefined> {
  const target = parseWorkItemTarget(argument);
  if (target) return target;
  const items = state.folders.flatMap((folder) =>
    listWorkItems(folder).map((item) => ({
      label: item.title,
      description: [`#${item.id}`, item.progress ? labelStage(item.progress.stage) : l10n.t('not started')].join(' · '),
      ...(state.folders.length > 1 ? { detail: folder.name } : {}),
      target: { folder: folder.folder, item: item.id },
    })),
  );
  if (items.length === 0)
    throw new HoldfastError('not-found', l10n.t('No work item is known.'), {
      hint: l10n.t('Create one with "Holdfast: New Work Item", or read them with "Holdfast: Refresh Work Items".'),
    });
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: l10n.t('Select a work item'),
    matchOnDescription: true,
  });
  return picked?.target;
}

/** The waiting decision for a command: from the argument, the only one, or one that the person picks. */
export async function pickGate(
  state: WorkItemWindow,
  argument: unknown,
  title: string,
): Promise<WorkItemTarget | undefined> {
  const target = parseWorkItemTarget(argument);
  const gates = listWaitingGates(state).filter((gate) => matches(gate, target));
  const [first] = gates;
  // The engine says why nothing can be decided, or decides about labels that people changed.
  if (!first && target) return target;
  if (!first) throw new HoldfastError('not-found', l10n.t('No work item waits for a decision.'));
  if (gates.length === 1) return first.target;
  const picked = await vscode.window.showQuickPick(
    gates.map((gate) => ({
      label: gate.item.title,
      description: `#${gate.item.id} · ${nameDecision(gate.decision)}`,
      target: gate.target,
    })),
    { title, placeHolder: l10n.t('Select what to decide'), matchOnDescription: true },
  );
  return picked?.target;
}

function matches({ target, decision }: WaitingGate, wanted: WorkItemTarget | undefined): boolean {
  if (!wanted) return true;
  const { folder, item, hash, subItem } = wanted;
  if (target.folder !== folder || target.item !== item) return false;
  if (hash !== undefined) return decision.hash === hash;
  return subItem === undefined || decision.subItem === subItem;
}
