import * as l10n from '../shared/l10n.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../foundation/format-count.ts';
import type { TranscriptEntry } from '../protocol/results-panel-data.ts';

/**
 * The output and tool calls of the model.
 *
 * @param output the last text of the model, shown if there are no entries because the run was not streamed
 * @param isLive whether the attempt is running
 */
export function transcriptSection(
  entries: readonly TranscriptEntry[],
  output: string,
  isLive: boolean,
): TemplateResult | typeof nothing {
  const shown: readonly TranscriptEntry[] =
    entries.length > 0 || output === '' ? entries : [{ kind: 'text', text: output }];
  if (shown.length === 0 && !isLive) return nothing;
  const toolCallCount = shown.filter((entry) => entry.kind === 'tool').length;
  return html`<details class="transcript-details" ?open=${isLive}>
    <summary>
      <vscode-icon name="comment-discussion"></vscode-icon>
      <span class="grow">${l10n.t('Model output')}</span>
      <span class="muted">${formatCount(toolCallCount, l10n.t('tool call'), l10n.t('tool calls'))}</span>
    </summary>
    <div class="transcript" role="log" aria-live="off" aria-label="${l10n.t('Model output')}" tabindex="0">
      ${shown.length === 0 ? html`<span class="muted">${l10n.t('No output yet.')}</span>` : shown.map(entryItem)}
    </div>
  </details>`;
}

function entryItem(entry: TranscriptEntry): TemplateResult {
  switch (entry.kind) {
    case 'text':
      return html`<pre>${entry.text}</pre>`;
    case 'reasoning':
      return html`<pre class="reasoning">${entry.text}</pre>`;
    case 'note':
      return html`<p class="attention">${entry.text}</p>`;
    case 'tool':
      return html`<div class="tool mono">
        <vscode-icon class=${entry.ok ? 'good' : 'bad'} name=${entry.ok ? 'tools' : 'error'}></vscode-icon>
        <span
          >${entry.name} ${entry.subject}<span class="visually-hidden">: ${entry.ok ? 'done' : 'refused'}</span></span
        >
        ${entry.note === undefined ? nothing : html`<span class="muted">${entry.note}</span>`}
      </div>`;
  }
}
