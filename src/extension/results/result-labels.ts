import * as l10n from '@vscode/l10n';
import type { AcceptedLanding, HunkDecision, PendingFiles, PendingFile, PendingHunk } from '../../engine.ts';

/** What decides the labels of the buttons that accept a result. */
export interface AcceptFields {
  /** The setting `holdfast.review.landing`. */
  readonly landing: 'commit' | 'working-tree';
  /** Absent until the changes are read. */
  readonly review: Pick<PendingFiles, 'files' | 'noCommit'> | undefined;
}

/** The labels of the two ways to accept a result. The first is the button, the second is in the menu. */
export interface AcceptLabels {
  readonly commits: boolean;
  readonly primary: string;
  /** `undefined` if a commit is not possible. */
  readonly secondary: string | undefined;
}

/**
 * Decides what a button that accepts a result says: whether it commits, and how much of the result lands. It commits if the
 * setting says so and a commit is possible.
 */
export function decideAcceptLabels({ landing, review }: AcceptFields): AcceptLabels {
  const canCommit = review?.noCommit === undefined;
  const commits = landing === 'commit' && canCommit;
  const { total, rejected } = countDecisions(review?.files ?? []);
  const isPart = rejected > 0;
  const kept = total - rejected;
  const commit = isPart ? l10n.t('Accept {0} of {1} Changes and Commit', kept, total) : l10n.t('Accept and Commit');
  const noCommit = isPart
    ? l10n.t('Accept {0} of {1} Changes without Commit', kept, total)
    : l10n.t('Accept without Commit');
  return commits
    ? { commits, primary: commit, secondary: noCommit }
    : { commits, primary: noCommit, secondary: canCommit ? commit : undefined };
}

/** The files of a conflict that a person can merge. */
export function listMergeable(landing: Pick<AcceptedLanding, 'conflicts'> | undefined): readonly string[] {
  return landing?.conflicts.flatMap(({ file, isMergeable }) => (isMergeable === true ? [file] : [])) ?? [];
}

/** Whether a result has parts to decide on. A single change is accepted or discarded as a whole. */
export function hasParts({ files }: Pick<PendingFiles, 'files'>): boolean {
  return countDecisions(files).total > 1;
}

/** The numbers of hunks by decision. */
export function countDecisions(files: readonly Pick<PendingFile, 'hunks'>[]): Record<HunkDecision | 'total', number> {
  const decisions = files.flatMap(({ hunks }) => hunks.map(({ decision }) => decision));
  const count = (decision: HunkDecision): number => decisions.filter((one) => one === decision).length;
  return {
    total: decisions.length,
    accepted: count('accepted'),
    rejected: count('rejected'),
    undecided: count('undecided'),
  };
}

/** `accepted`, `rejected` or `undecided` if all hunks of a file are, otherwise `mixed`. */
export type FileDecision = HunkDecision | 'mixed';

export function decisionOfFile({ hunks }: Pick<PendingFile, 'hunks'>): FileDecision {
  const decisions = new Set(hunks.map(({ decision }) => decision));
  const [only] = decisions;
  return decisions.size === 1 && only !== undefined ? only : 'mixed';
}

/** The heading of a hunk in the diff editor: `Change 1 of 3: rejected`. */
export function describeHunk(file: PendingFile, hunk: PendingHunk): string {
  const name = nameHunk(file, hunk);
  switch (hunk.decision) {
    case 'accepted':
      return l10n.t('{0}: accepted', name);
    case 'rejected':
      return l10n.t('{0}: rejected', name);
    case 'undecided':
      return name;
  }
}

function nameHunk({ hunks, kind, previousPath }: PendingFile, hunk: PendingHunk): string {
  switch (hunk.kind) {
    case 'rename':
      return l10n.t('Renamed from {0}', previousPath ?? '');
    case 'mode':
      return l10n.t('Changed mode');
    case 'whole':
      if (kind === 'created') return l10n.t('New file');
      return kind === 'deleted' ? l10n.t('Deleted file') : l10n.t('Changed file');
    case 'lines': {
      const ofLines = hunks.filter((one) => one.kind === 'lines');
      return l10n.t('Change {0} of {1}', ofLines.indexOf(hunk) + 1, ofLines.length);
    }
  }
}

/** How many lines a hunk changes: `2 lines added, 1 line removed`. */
export function summarizeHunk({ added, removed }: Pick<PendingHunk, 'added' | 'removed'>): string {
  const parts = [
    added.length === 0 ? '' : added.length === 1 ? l10n.t('1 line added') : l10n.t('{0} lines added', added.length),
    removed.length === 0
      ? ''
      : removed.length === 1
        ? l10n.t('1 line removed')
        : l10n.t('{0} lines removed', removed.length),
  ].filter((part) => part !== '');
  return parts.length === 0 ? l10n.t('No lines') : parts.join(', ');
}
