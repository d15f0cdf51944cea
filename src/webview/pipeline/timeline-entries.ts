import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import type { TimelineEntryView } from './protocol/timeline-panel-data.ts';
import { formatLocalTime } from '../shared/local-time.ts';

/** What happened to the item, newest first. */
export function entriesSection(
  entries: readonly TimelineEntryView[],
  showsDetails: boolean,
  setDetails: (shows: boolean) => void,
): TemplateResult {
  const details = entries.filter(({ isDetail }) => isDetail).length;
  const shown = entries.filter(({ isDetail }) => showsDetails || !isDetail);
  const onToggle = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) setDetails(target.checked);
  };
  return html`<section aria-labelledby="timeline">
    <div class="heading">
      <h2 id="timeline">${l10n.t('Timeline')}</h2>
      ${
        details === 0
          ? nothing
          : html`<label class="muted"
              ><input type="checkbox" .checked=${showsDetails} @change=${onToggle} />
              ${l10n.t('Show effects and model calls ({0})', details)}</label
            >`
      }
    </div>
    ${
      shown.length === 0
        ? html`<p class="muted">${entries.length === 0 ? l10n.t('Nothing has happened yet.') : hiddenText(details)}</p>`
        : html`<ol class="entries">
            ${shown.map(entryItem)}
          </ol>`
    }
  </section>`;
}

function hiddenText(details: number): string {
  return l10n.t('{0} hidden.', formatCount(details, l10n.t('effect or model call'), l10n.t('effects and model calls')));
}

function entryItem({ at, status, place, text, cost }: TimelineEntryView): TemplateResult {
  return html`<li>
    <vscode-icon class=${status.tone} name=${status.icon} aria-hidden="true"></vscode-icon>
    <div class="text">
      <span class="visually-hidden">${status.label}: </span><span class="lines">${text}</span>
      <div class="meta muted">
        <span>${place}</span>
        <time datetime=${at} title=${new Date(at).toLocaleString()}>${formatLocalTime(at)}</time>
        ${cost === undefined ? nothing : html`<span>${cost}</span>`}
      </div>
    </div>
  </li>`;
}
