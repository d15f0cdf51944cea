import { html, nothing, type TemplateResult } from 'lit';
import type { TranscriptEntry } from '../protocol/view.ts';

/** What the model said and did, as it came. `output` is its last word, for a run whose stream was not followed. */
export function transcriptSection(
  entries: readonly TranscriptEntry[],
  output: string,
  live: boolean,
): TemplateResult | typeof nothing {
  const shown: readonly TranscriptEntry[] =
    entries.length > 0 || output === '' ? entries : [{ kind: 'text', text: output }];
  if (shown.length === 0 && !live) return nothing;
  const tools = shown.filter((entry) => entry.kind === 'tool').length;
  return html`<details class="apart" ?open=${live}>
    <summary>
      <vscode-icon name="comment-discussion"></vscode-icon>
      <span class="grow">Model output</span>
      <span class="muted">${tools} tool ${tools === 1 ? 'call' : 'calls'}</span>
    </summary>
    <div class="transcript" role="log" aria-live="off" aria-label="Model output" tabindex="0">
      ${shown.length === 0 ? html`<span class="muted">Nothing yet.</span>` : shown.map(entryItem)}
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
