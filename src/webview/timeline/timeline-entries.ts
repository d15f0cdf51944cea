import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../shared/format-count.ts';
import type { TimelineEntryView } from '../protocol/timeline-panel-data.ts';
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
      <h2 id="timeline">Timeline</h2>
      ${
        details === 0
          ? nothing
          : html`<label class="muted"
              ><input type="checkbox" .checked=${showsDetails} @change=${onToggle} /> Show effects and model calls
              (${details})</label
            >`
      }
    </div>
    ${
      shown.length === 0
        ? html`<p class="muted">${entries.length === 0 ? 'Nothing has happened yet.' : hiddenText(details)}</p>`
        : html`<ol class="entries">
            ${shown.map(entryItem)}
          </ol>`
    }
  </section>`;
}

function hiddenText(details: number): string {
  return `${formatCount(details, 'effect or model call', 'effects and model calls')} hidden.`;
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
