import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type { HunkReviewFile } from '../../engine.ts';
import { describeSubject } from '../sessions/describe-subject.ts';
import type { OpenReview } from '../state/workspace-state.ts';
import type { NodePresentation } from './presentation.ts';
import type { SessionNode } from './session-nodes.ts';

const GREEN = 'testing.iconPassed';
const RED = 'testing.iconFailed';
const QUIET = 'testing.iconUnset';

/** How a node about the work of an agent is shown. */
export function presentSessionNode(node: SessionNode): NodePresentation {
  switch (node.kind) {
    case 'sessions': {
      const { sessions = [], openReview } = node.folder;
      const count = String(sessions.length + (openReview && openReview.subject.kind !== 'session' ? 1 : 0));
      return {
        label: l10n.t('Sessions'),
        description: count,
        tooltip: l10n.t('What agents changed, to be reviewed hunk by hunk'),
        icon: 'hubot',
        contextValue: 'sessions',
        expands: node.folder.contracts.length === 0 ? 'open' : 'closed',
        accessibleLabel: l10n.t('Sessions of agents: {0}', count),
      };
    }
    case 'session':
      return presentSession(node);
    case 'session-range':
      return presentRange(node);
    case 'session-violation': {
      const { message, file, line } = node.violation;
      return {
        label: message,
        description: file === undefined ? undefined : `${file}:${line ?? 1}`,
        tooltip: message,
        icon: 'error',
        color: RED,
        contextValue: 'session.violation',
        expands: 'no',
        accessibleLabel: l10n.t('Error: {0}', message),
        ...(file === undefined
          ? {}
          : { opens: { kind: 'location', folder: node.folder, location: { file, line: line ?? 1, column: 1 } } }),
      };
    }
    case 'session-group': {
      const label = node.chunk?.chunk ?? l10n.t('Outside of every contract');
      return {
        label,
        description: [node.chunk?.contract, countReviewed(node.files)].filter((part) => part !== undefined).join(' · '),
        icon: node.fails ? 'error' : node.chunk === undefined ? 'circle-slash' : 'package',
        color: node.fails ? RED : QUIET,
        contextValue: 'session.group',
        expands: 'open',
        accessibleLabel: `${label}, ${countReviewed(node.files)}`,
      };
    }
    case 'session-file':
      return presentFile(node);
  }
}

function presentSession(node: Extract<SessionNode, { kind: 'session' }>): NodePresentation {
  const { session, open, target } = node;
  const { client, session: id, folder, isHere, startedAt } = session;
  const agent = client ?? l10n.t('Agent');
  const verdict = open && describeVerdict(open, { isHere, isOutdated: node.isOutdated });
  const when = new Date(startedAt).toLocaleString();
  const worktree = isHere ? undefined : basename(folder);
  const parts = [verdict, when, worktree].filter((part) => part !== undefined);
  // A row has room for little: a verdict replaces the time.
  const shown = [verdict ?? when, worktree].filter((part) => part !== undefined);
  const first = open?.review.judgement.findings.find(({ severity }) => severity === 'error');
  return {
    label: `${agent} ${id.slice(0, 8)}`,
    description: shown.join(' · '),
    tooltip: [folder, ...parts, first?.message, open && noCommandsLabel()]
      .filter((part) => part !== undefined)
      .join('\n'),
    ...appearanceOf(open, { isHere, isOutdated: node.isOutdated }),
    contextValue: 'session',
    expands: open !== undefined && isHere ? 'open' : 'no',
    accessibleLabel: [l10n.t('{0}, session {1}', agent, id.slice(0, 8)), ...parts].join(', '),
    opens: { kind: 'command', command: 'holdfast.reviewSession', argument: target },
  };
}

function presentRange({ open, isOutdated, target }: Extract<SessionNode, { kind: 'session-range' }>): NodePresentation {
  const label = describeSubject(open.subject);
  const verdict = describeVerdict(open, { isHere: true, isOutdated });
  const first = open.review.judgement.findings.find(({ severity }) => severity === 'error');
  return {
    label,
    description: verdict,
    tooltip: [label, verdict, first?.message, noCommandsLabel()].filter((part) => part !== undefined).join('\n'),
    ...appearanceOf(open, { isHere: true, isOutdated }),
    contextValue: 'session',
    expands: 'open',
    accessibleLabel: `${label}, ${verdict}`,
    opens: { kind: 'command', command: 'holdfast.reviewSession', argument: target },
  };
}

const noCommandsLabel = () => l10n.t('The verdict is read from the files: no test and no command ran.');

/** Where the files of a verdict are, and whether they changed since. */
interface JudgedPlace {
  readonly isHere: boolean;
  readonly isOutdated: boolean;
}

/** A verdict on files that this window does not see, or that changed since, is one of its time. */
function describeVerdict({ review, judgedAt }: OpenReview, { isHere, isOutdated }: JudgedPlace): string {
  const { judgement, reviewedCount, hunkCount } = review;
  const verdict = judgement.ok
    ? l10n.t('OK, {0} of {1} hunks reviewed', reviewedCount, hunkCount)
    : l10n.t('Not OK, {0} of {1} hunks reviewed', reviewedCount, hunkCount);
  if (!isHere) return l10n.t('{0} at {1}', verdict, new Date(judgedAt).toLocaleTimeString());
  return isOutdated ? l10n.t('{0} before the last change', verdict) : verdict;
}

function appearanceOf(
  open: OpenReview | undefined,
  { isHere, isOutdated }: JudgedPlace,
): Pick<NodePresentation, 'icon' | 'color'> {
  if (open === undefined || isOutdated || !isHere) return { icon: 'hubot', color: QUIET };
  return open.review.judgement.ok ? { icon: 'pass', color: GREEN } : { icon: 'error', color: RED };
}

function presentFile({ file, target }: Extract<SessionNode, { kind: 'session-file' }>): NodePresentation {
  const hasError = file.findings.some(({ severity }) => severity === 'error');
  const [hunk] = file.hunks;
  const line = Math.max(1, hunk?.afterStart ?? 1);
  const isGone = file.kind === 'deleted';
  return {
    label: file.path,
    description: countReviewed([file]),
    tooltip: [file.path, ...file.findings.map(({ message }) => message)].join('\n'),
    icon: hasError ? 'error' : isGone ? 'diff-removed' : file.kind === 'created' ? 'diff-added' : 'diff-modified',
    color: hasError ? RED : QUIET,
    contextValue: 'session.file',
    expands: 'no',
    accessibleLabel: `${file.path}, ${countReviewed([file])}`,
    opens: isGone
      ? { kind: 'command', command: 'holdfast.reviewSession', argument: target }
      : { kind: 'location', folder: target.folder, location: { file: file.path, line, column: 1 } },
  };
}

function countReviewed(files: readonly HunkReviewFile[]): string {
  const hunks = files.flatMap((file) => file.hunks);
  return l10n.t('{0} of {1} hunks reviewed', hunks.filter(({ isReviewed }) => isReviewed).length, hunks.length);
}
