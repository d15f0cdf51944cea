import { html, nothing, type TemplateResult } from 'lit';
import type { GateView } from '../protocol/view.ts';
import type { PageActions } from './page-actions.ts';
import { verdictLook } from './words.ts';

/** Gates with their verdicts: how each stands, why, and the places that the verdict rests on. */
export function gateSection(
  title: string,
  gates: readonly GateView[],
  actions: PageActions,
): TemplateResult | typeof nothing {
  if (gates.length === 0) return nothing;
  const passed = gates.filter(({ verdict }) => verdict === 'PASS').length;
  return html`<section aria-label=${title}>
    <h3>${title} <span class="muted">${passed}/${gates.length}</span></h3>
    <ul>
      ${gates.map((gate) => gateItem(gate, actions))}
    </ul>
  </section>`;
}

/** What did not hold and did not stop the chunk. */
export function warningSection(warnings: readonly string[]): TemplateResult | typeof nothing {
  if (warnings.length === 0) return nothing;
  return html`<section aria-label="Warnings">
    <h3>Warnings <span class="muted">${warnings.length}</span></h3>
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
  const { icon, tone } = verdictLook(gate);
  return html`<li class="requirement">
    <vscode-icon class=${tone} name=${icon}></vscode-icon>
    <span>${name} <strong class=${tone}>${verdict}</strong></span>
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
      const where = line === undefined ? file : `${file}:${line}`;
      const open = (): void => actions.openPlace({ file, line: line ?? 1, column: 1 });
      return html`<li>
        <button class="link" @click=${open} aria-label="Open ${where}">${where}</button>
        <span>${text}</span>
      </li>`;
    })}
  </ul>`;
}
