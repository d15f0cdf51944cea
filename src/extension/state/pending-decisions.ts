import * as l10n from '@vscode/l10n';
import type { PendingChoice } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { FolderState, WorkspaceState } from './workspace-state.ts';

/** How many decisions wait for the person, in all folders. */
export interface PendingDecisions {
  readonly choices: number;
  readonly amendments: number;
  readonly reviews: number;
  readonly count: number;
  /** One phrase for each kind that is not zero, such as `1 result to review`. */
  readonly labels: readonly string[];
}

export function countPendingDecisions({ folders }: Pick<WorkspaceState, 'folders'>): PendingDecisions {
  const sum = (kind: 'choices' | 'amendments' | 'pendingResults'): number =>
    folders.reduce((total, folder) => total + folder[kind].length, 0);
  const choices = sum('choices');
  const amendments = sum('amendments');
  const reviews = sum('pendingResults');
  const labels = [
    choices > 0
      ? formatCount(choices, l10n.t('failed gate needs a decision'), l10n.t('failed gates need a decision'))
      : '',
    amendments > 0
      ? l10n.t('{0} proposed', formatCount(amendments, l10n.t('contract amendment'), l10n.t('contract amendments')))
      : '',
    reviews > 0 ? l10n.t('{0} to review', formatCount(reviews, l10n.t('result'), l10n.t('results'))) : '',
  ].filter((text) => text !== '');
  return { choices, amendments, reviews, count: choices + amendments + reviews, labels };
}

/** [DONE-7] How many decisions about one contract wait for the person. A contract with one of them is not shown as passed. */
export function countContractDecisions(folder: FolderState, contract: string): PendingDecisions {
  const ofContract = <Decision extends { readonly contract: string }>(list: readonly Decision[]): Decision[] =>
    list.filter((decision) => decision.contract === contract);
  const { choices, amendments, pendingResults } = folder;
  const own = {
    choices: ofContract(choices),
    amendments: ofContract(amendments),
    pendingResults: ofContract(pendingResults),
  };
  return countPendingDecisions({ folders: [{ ...folder, ...own }] });
}

/** Whether a person has to judge a gate before the run can continue (GATE-9). */
export function waitsForPerson({ gates }: Pick<PendingChoice, 'gates'>): boolean {
  return gates.some(({ mode, verdict }) => mode === 'blocking' && verdict === 'UNDECIDED');
}

/** Why a run waits for a choice, in one sentence. */
export function formatChoiceReason({ gates, attemptCount }: Pick<PendingChoice, 'gates' | 'attemptCount'>): string {
  const names = gates.map((gate) => `"${gate.name}"`).join(', ');
  const noun = gates.length === 1 ? l10n.t('Gate') : l10n.t('Gates');
  if (waitsForPerson({ gates }))
    return gates.length === 1
      ? l10n.t('Gate {0} waits for your verdict.', names)
      : l10n.t('Gates {0} wait for your verdict.', names);
  if (gates.length > 0 && gates.every((gate) => gate.verdict === 'BROKEN'))
    return l10n.t('{0} {1} could not be evaluated.', noun, names);
  // A retry resets the count, and the run may have stopped before the first attempt of the retry.
  if (attemptCount === 0) return l10n.t('{0} {1} failed.', noun, names);
  return l10n.t(
    '{0} {1} failed after {2}.',
    noun,
    names,
    formatCount(attemptCount, l10n.t('attempt'), l10n.t('attempts')),
  );
}
