import type { ModifiedExportReport } from '../../engine.ts';
import { changeInWords, counted } from './impact-words.ts';

/** A code lens over a modified export before it becomes the editor's own. */
export interface ImpactLens {
  /** Counts from 0, as the editor does. */
  readonly line: number;
  readonly character: number;
  readonly title: string;
  /** Whole sentences. */
  readonly tooltip: string;
  readonly modified: ModifiedExportReport;
}

/** [ENF-IMPACT-4] A lens over each export that differs from the last commit; what is gone is told at the top. */
export function impactLenses(modified: readonly ModifiedExportReport[]): readonly ImpactLens[] {
  return modified.map((each) => {
    const isGone = each.change === 'removed';
    return {
      line: isGone ? 0 : each.line - 1,
      character: isGone ? 0 : each.column - 1,
      title: isGone ? `${each.name}: ${lensTitle(each)}` : lensTitle(each),
      tooltip: lensTooltip(each),
      modified: each,
    };
  });
}

/** `12 uses in 5 files · 2 contracts · breaking` */
function lensTitle({ places, contracts, change, compatibility }: ModifiedExportReport): string {
  const files = new Set(places.map(({ file }) => file)).size;
  const parts = [places.length === 0 ? 'no uses' : `${counted(places.length, 'use')} in ${counted(files, 'file')}`];
  if (contracts.length > 0) parts.push(counted(contracts.length, 'contract'));
  if (change === 'added') parts.push('new');
  else parts.push(compatibility === 'unknown' ? 'changed' : compatibility);
  return parts.join(' · ');
}

function lensTooltip(modified: ModifiedExportReport): string {
  const { contracts } = modified;
  return `${changeInWords(modified)}.${contracts.length > 0 ? ` Named by ${contracts.join(', ')}.` : ''}`;
}
