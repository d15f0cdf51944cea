import * as l10n from '../shared/l10n.ts';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { PendingFilesView, PendingFileView } from '../protocol/pending-files-data.ts';
import type { PageActions } from './page-actions.ts';

const ICONS: Readonly<Record<PendingFileView['decision'], { readonly name: string; readonly tone: string }>> = {
  accepted: { name: 'pass', tone: 'good' },
  rejected: { name: 'circle-slash', tone: 'quiet' },
  mixed: { name: 'diff-modified', tone: 'attention' },
  undecided: { name: 'circle-large-outline', tone: 'quiet' },
};

export const pendingFilesStyles = css`
  .review-files li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 3px 0;
  }
  .review-files .path {
    flex: 1 1 12em;
    min-width: 0;
    overflow-wrap: anywhere;
    text-align: left;
  }
`;

/**
 * The changed files of a result that waits for review. A click opens the diff, where each change is decided. A result of a
 * single change is accepted or discarded as a whole, so nothing else decides about it.
 */
export function pendingFilesSection(
  review: PendingFilesView | undefined,
  actions: PageActions,
): TemplateResult | typeof nothing {
  if (review === undefined || review.files.length === 0) return nothing;
  const isSingle = review.files.reduce((sum, { total }) => sum + total, 0) === 1;
  const reviewed = review.files.filter((file) => file.reviewed).length;
  return html`<section class="review-files" aria-label=${l10n.t('Changed files')}>
    <h2>
      ${l10n.t('Changed files')}
      ${isSingle ? nothing : html`<span class="muted">${l10n.t('{0} of {1} reviewed', reviewed, review.files.length)}</span>`}
    </h2>
    <ul>
      ${review.files.map((file) => fileRow(file, isSingle, actions))}
    </ul>
  </section>`;
}

function fileRow(file: PendingFileView, isSingle: boolean, actions: PageActions): TemplateResult {
  const { path, previousPath, decision } = file;
  const { name, tone } = ICONS[decision];
  return html`<li>
    ${isSingle ? nothing : html`<vscode-icon class=${tone} name=${name} label=${decisionLabel(decision)}></vscode-icon>`}
    <button
      class="link path mono"
      @click=${() => actions.decideFile(path, 'open')}
      aria-label=${l10n.t('Open the changes of {0}', path)}
    >
      ${previousPath === undefined ? path : `${previousPath} → ${path}`}
    </button>
    <span class="muted">${countLabel(file)}</span>
    ${isSingle ? nothing : decisionButton(file, actions)}
  </li>`;
}

/** What is not rejected lands. So one button is enough: it rejects the file, or takes the decisions on it back. */
function decisionButton({ path, decision }: PendingFileView, actions: PageActions): TemplateResult {
  const [label, description, action] =
    decision === 'undecided'
      ? ([l10n.t('Reject'), l10n.t('Reject {0}', path), 'rejected'] as const)
      : ([l10n.t('Undo'), l10n.t('Undo the decisions on {0}', path), 'undecided'] as const);
  return html`<button class="link" aria-label=${description} @click=${() => actions.decideFile(path, action)}>
    ${label}
  </button>`;
}

function decisionLabel(decision: PendingFileView['decision']): string {
  switch (decision) {
    case 'accepted':
      return l10n.t('Accepted');
    case 'rejected':
      return l10n.t('Rejected');
    case 'mixed':
      return l10n.t('Partly decided');
    case 'undecided':
      return l10n.t('Not reviewed');
  }
}

/** `new, 1 change`, `1 of 3 accepted, 1 rejected` or `rejected, reviewed`. */
export function countLabel({ kind, binary, total, accepted, rejected, reviewed }: PendingFileView): string {
  const changes = total === 1 ? l10n.t('1 change') : l10n.t('{0} changes', total);
  const mixed =
    accepted + rejected === 0 ? changes : l10n.t('{0} of {1} accepted, {2} rejected', accepted, total, rejected);
  const decided = accepted === total ? l10n.t('accepted') : rejected === total ? l10n.t('rejected') : mixed;
  const parts = [kindLabel(kind), binary ? l10n.t('binary') : '', decided, reviewed ? l10n.t('reviewed') : ''];
  return parts.filter((part) => part !== '').join(', ');
}

function kindLabel(kind: PendingFileView['kind']): string {
  switch (kind) {
    case 'created':
      return l10n.t('new');
    case 'deleted':
      return l10n.t('deleted');
    case 'renamed':
      return l10n.t('renamed');
    case 'modified':
      return '';
  }
}
