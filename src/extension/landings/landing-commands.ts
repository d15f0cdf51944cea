import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { PastLanding, UndoReport } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { formatShortTime } from '../base/short-time.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { pickTargetFolder } from '../targets/folder-target.ts';
import type { PastLandingTarget } from '../state/target.ts';
import { stateLabel } from './landing-nodes.ts';

type Services = Pick<ExtensionServices, 'landings' | 'paths'>;

const targetSchema = z.object({
  folder: z.string(),
  landing: z.string().optional(),
  /** A run whose result landed. */
  runId: z.string().optional(),
  /** The commit of a landing. */
  commit: z.string().optional(),
  file: z.string().optional(),
});

type Target = z.infer<typeof targetSchema>;

/** Undoes a landing after confirmation. Returns the report, or `undefined` if nothing changed. */
export async function undoLanding(services: Services, argument: unknown): Promise<UndoReport | undefined> {
  const target = await pickLanding(services, argument, ({ state }) => state === 'landed');
  return target && (await services.landings()).undo(target);
}

/** Opens the change of a landing, or of one of its files, in the diff editor. */
export async function showLanding(services: Services, argument: unknown): Promise<void> {
  const target = await pickLanding(services, argument, () => true);
  if (target) await (await services.landings()).openChanges(target, parseTarget(argument)?.file);
}

/** Shows the view of landings. */
export async function showLandings(): Promise<void> {
  await vscode.commands.executeCommand('holdfast.landings.focus');
}

/** Reads the view of landings again. */
export async function refreshLandings(services: Pick<ExtensionServices, 'landings'>): Promise<void> {
  (await services.landings()).refresh();
}

function parseTarget(argument: unknown): Target | undefined {
  const node = z.object({ target: targetSchema }).safeParse(argument);
  return node.success ? node.data.target : targetSchema.safeParse(argument).data;
}

/** The landing for a command: from the argument, of the run in it, or one that the person picks. */
async function pickLanding(
  services: Services,
  argument: unknown,
  isOffered: (landing: PastLanding) => boolean,
): Promise<PastLandingTarget | undefined> {
  const target = parseTarget(argument);
  if (target?.landing !== undefined) return { folder: target.folder, landing: target.landing };
  const folder = await pickTargetFolder(services, target, l10n.t('Select a folder'));
  if (folder === undefined) return undefined;
  const landings = await (await services.landings()).list(folder);
  const offered = landings.filter(isOffered);
  const isRequested = target?.commit !== undefined || target?.runId !== undefined;
  const requested =
    offered.find(({ commit }) => commit !== undefined && commit === target?.commit) ??
    offered.find(({ chunks }) => chunks.some(({ runId }) => runId !== undefined && runId === target?.runId));
  if (requested) return { folder, landing: requested.id };
  if (isRequested || offered.length === 0) {
    throw new HoldfastError('not-found', l10n.t('Failed to find the landing: it is no longer part of the files.'), {
      hint: l10n.t('The view "Landings" lists what landed.'),
    });
  }
  const picked = await vscode.window.showQuickPick(
    offered.map((landing) => ({
      label: landing.title,
      description: [stateLabel(landing.state), formatShortTime(landing.landedAt, new Date())].join(' · '),
      detail: landing.files.join(', '),
      id: landing.id,
    })),
    { placeHolder: l10n.t('Select a landing'), matchOnDescription: true, matchOnDetail: true },
  );
  return picked && { folder, landing: picked.id };
}
