import * as l10n from '@vscode/l10n';
import type { ChunkStrength, Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ChunkTarget } from '../state/target.ts';
import { applyContractText, openContract } from './contract-editing.ts';

/** The strength of a chunk by the current text of its contract; `undefined` if its work may have begun. */
export async function readStrength(
  engine: Engine,
  { contract, chunk }: ChunkTarget,
): Promise<ChunkStrength | undefined> {
  return (await engine.plans.check(contract, { raise: chunk })).strengths?.find((strength) => strength.chunk === chunk);
}

/** Applies a fix in the editor of the contract. */
export async function applyStrengthFix(
  services: Pick<ExtensionServices, 'unsaved'>,
  engine: Engine,
  target: ChunkTarget,
  fix: PlanFix,
): Promise<void> {
  const opened = await openContract(services, engine, target);
  const before = opened.document.getText();
  const text = await engine.plans.fix(target.contract, fix);
  if (text === undefined) {
    throw new HoldfastError('contract', l10n.t('Failed to edit the contract: the change cannot be made in its text.'), {
      hint: l10n.t('Edit the file manually.'),
    });
  }
  await applyContractText(opened, { text, line: firstChangedLine(before, text) });
}

/** From 1. */
function firstChangedLine(before: string, after: string): number {
  const lines = before.split('\n');
  const index = after.split('\n').findIndex((line, at) => line !== lines[at]);
  return Math.max(0, index) + 1;
}
