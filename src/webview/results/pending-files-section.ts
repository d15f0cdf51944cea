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
  .review-files .actions {
    display: flex;
    gap: 8px;
  }
  .review-ways {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
`;

/** The changed files of a result that waits for review: what was decided about each, and buttons to decide. */
export function pendingFilesSection(
  review: PendingFilesView | undefined,
  actions: PageActions,
): TemplateResult | typeof nothing {
  if (review === undefined || review.files.length === 0) return nothing;
  const reviewed = review.files.filter((file) => file.reviewed).length;
  return html`<section class="review-files" aria-label=${l10n.t('Changed files')}>
    <h2>
      ${l10n.t('Changed files')}
      <span class="muted">${l10n.t('{0} of {1} reviewed', reviewed, review.files.length)}</span>
    </h2>
    <ul>
      ${review.files.map((file) => fileRow(file, actions))}
    </ul>
    <div class="review-ways">
      ${
        review.acceptOtherwise === undefined
          ? nothing
          : html`<button class="link" @click=${() => actions.act('accept-otherwise')}>
              ${review.acceptOtherwise}
            </button>`
      }
      <button class="link" @click=${() => actions.act('apply')}>${l10n.t('Apply Without Landing')}</button>
    </div>
  </section>`;
}

function fileRow(file: PendingFileView, actions: PageActions): TemplateResult {
  const { path, previousPath, decision } = file;
  const { name, tone } = ICONS[decision];
  const button = (label: string, description: string, action: 'accepted' | 'rejected' | 'undecided') =>
    html`<button class="link" aria-label=${description} @click=${() => actions.decideFile(path, action)}>
      ${label}
    </button>`;
  return html`<li>
    <vscode-icon class=${tone} name=${name} label=${decisionLabel(decision)}></vscode-icon>
    <button
      class="link path mono"
      @click=${() => actions.decideFile(path, 'open')}
      aria-label=${l10n.t('Open the changes of {0}', path)}
    >
      ${previousPath === undefined ? path : `${previousPath} → ${path}`}
    </button>
    <span class="muted">${countLabel(file)}</span>
    <span class="actions">
      ${decision === 'accepted' ? nothing : button(l10n.t('Accept'), l10n.t('Accept {0}', path), 'accepted')}
      ${decision === 'rejected' ? nothing : button(l10n.t('Reject'), l10n.t('Reject {0}', path), 'rejected')}
      ${decision === 'undecided' ? nothing : button(l10n.t('Undo'), l10n.t('Undo the decisions on {0}', path), 'undecided')}
    </span>
  </li>`;
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
