import { html, nothing, type TemplateResult } from 'lit';
import type { GateView } from '../protocol/results-panel-data.ts';
import type { PageActions } from './page-actions.ts';
import { verdictStyle } from './results-labels.ts';

/** Gates with their verdicts, reasons and evidence. */
export function gateSection(
  title: string,
  gates: readonly GateView[],
  actions: PageActions,
): TemplateResult | typeof nothing {
  if (gates.length === 0) return nothing;
  const passed = gates.filter(({ verdict }) => verdict === 'PASS').length;
  return html`<section aria-label=${title}>
    <h2>${title} <span class="muted">${passed}/${gates.length}</span></h2>
    <ul>
      ${gates.map((gate) => gateItem(gate, actions))}
    </ul>
  </section>`;
}

/** Failures that did not stop the chunk, each with the name of its gate. */
export function warningSection(warnings: readonly string[]): TemplateResult | typeof nothing {
  if (warnings.length === 0) return nothing;
  return html`<section aria-label="Warnings">
    <h2>Warnings <span class="muted">${warnings.length}</span></h2>
    <ul>
      ${warnings.map(
        (warning) =>
          html`<li class="callout attention">
            <vscode-icon name="warning"></vscode-icon>
            <div>${warning}</div>
          </li>`,
      )}
    </ul>
  </section>`;
}

function gateItem(gate: GateView, actions: PageActions): TemplateResult {
  const { id, name, mode, verdict, attemptCount, maxAttempts, reasoning, confidence } = gate;
  const { icon, tone } = verdictStyle(gate);
  return html`<li class="requirement">
    <vscode-icon class=${tone} name=${icon}></vscode-icon>
    <span>${name} <strong class=${tone}>${verdict.replace('_', ' ')}</strong></span>
    <span class="muted mono">${id}</span>
    <div class="details">
      <div class="as-written">${reasoning}</div>
      <div class="meta muted">
        <span>${mode}</span>
        ${attemptCount > 0 ? html`<span>failed ${attemptCount} of ${maxAttempts}</span>` : nothing}
        ${confidence === undefined ? nothing : html`<span>confidence ${Math.round(confidence * 100)} %</span>`}
      </div>
      ${evidenceList(gate, actions)}
    </div>
  </li>`;
}

function evidenceList({ evidence }: GateView, actions: PageActions): TemplateResult | typeof nothing {
  if (evidence.length === 0) return nothing;
  return html`<ul class="evidence" aria-label="Evidence">
    ${evidence.map(({ file, line, text }) => {
      const label = line === undefined ? file : `${file}:${line}`;
      const open = (): void => actions.openLocation({ file, line: line ?? 1, column: 1 });
      return html`<li>
        <button class="link" @click=${open} aria-label="Open ${label}">${label}</button>
        <span>${text}</span>
      </li>`;
    })}
  </ul>`;
}
