import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';
import { planFixActionTitle } from '../plan/plan-fix-action-title.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { parseCommandTarget } from '../targets/command-target.ts';
import { pickChunk } from '../targets/pick-chunk.ts';
import { findChunkAtCursor } from './add-assertion.ts';
import { applyStrengthFix, readStrength } from './read-strength.ts';

type Services = Pick<ExtensionServices, 'engines' | 'log' | 'paths' | 'store' | 'unsaved'>;

interface RaiseItem extends vscode.QuickPickItem {
  readonly fix?: PlanFix;
  readonly command?: 'holdfast.addAssertion' | 'holdfast.showPlan';
}

/**
 * [BITE-2] Shows what the requirements of a chunk say about its work, and applies the fix that the person picks. The document stays
 * unsaved, and one undo reverts it.
 */
export async function raiseStrength(services: Services, argument: unknown): Promise<void> {
  const title = l10n.t('Raise Strength');
  const given = parseCommandTarget(argument);
  const target = (given ? undefined : await findChunkAtCursor(services)) ?? (await pickChunk(services, given, title));
  if (!target) return;
  const engine = await services.engines.get(target.folder);
  services.unsaved.flush(target.folder, engine);
  const strength = await readStrength(engine, target);
  const items: readonly RaiseItem[] = [
    ...(strength?.fixes ?? []).map((fix) => ({ label: planFixActionTitle(fix), fix })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: l10n.t('Add Assertion'), command: 'holdfast.addAssertion' },
    { label: l10n.t('Show Plan'), command: 'holdfast.showPlan' },
  ];
  const placeHolder =
    strength === undefined
      ? l10n.t('The work may have begun, so that the files do not show the strength')
      : l10n.t('{0} of {1} requirements fail before the work', strength.failing, strength.total);
  const picked = await vscode.window.showQuickPick(items, { title: `${title}: ${target.chunk}`, placeHolder });
  if (picked?.command !== undefined) await vscode.commands.executeCommand(picked.command, target);
  if (picked?.fix !== undefined) await applyStrengthFix(services, engine, target, picked.fix);
}
