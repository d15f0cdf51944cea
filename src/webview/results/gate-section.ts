import { html, nothing, type TemplateResult } from 'lit';
import * as l10n from '../shared/l10n.ts';
import type { GateView } from '../protocol/results-panel-data.ts';
import type { PageActions } from './page-actions.ts';
import { passedDetails } from './requirement-list.ts';
import { verdictStyle } from './results-labels.ts';

/** Gates with their verdicts, reasons and evidence. Passed ones are collapsed. */
export function gateSection(
  title: string,
  gates: readonly GateView[],
  actions: PageActions,
): TemplateResult | typeof nothing {
  if (gates.length === 0) return nothing;
  const passed = gates.filter(({ verdict }) => verdict === 'PASS');
  const others = gates.filter(({ verdict }) => verdict !== 'PASS');
  const list = (items: readonly GateView[]): TemplateResult =>
    html`<ul>
      ${items.map((gate) => gateItem(gate, actions))}
    </ul>`;
  return html`<section aria-label=${title}>
    <h2>${title} <span class="muted">${passed.length}/${gates.length}</span></h2>
    ${others.length === 0 ? nothing : list(others)}
    ${passed.length === 0 ? nothing : passedDetails(passed.length, list(passed))}
  </section>`;
}

/** Failures that did not stop the chunk, each with the name of its gate. */
export function warningSection(warnings: readonly string[]): TemplateResult | typeof nothing {
  if (warnings.length === 0) return nothing;
  return html`<section aria-label="${l10n.t('Warnings')}">
    <h2>${l10n.t('Warnings')} <span class="muted">${warnings.length}</span></h2>
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
    <span class="muted mono" title=${l10n.t('The id of the gate in its file')}>${id}</span>
    <div class="details">
      <div class="as-written">${reasoning}</div>
      <div class="meta muted">
        <span>${mode}</span>
        ${attemptCount > 0 ? html`<span>${l10n.t('failed {0} of {1}', attemptCount, maxAttempts)}</span>` : nothing}
        ${confidence === undefined ? nothing : html`<span>${l10n.t('confidence')} ${Math.round(confidence * 100)} %</span>`}
      </div>
      ${evidenceList(gate, actions)}
    </div>
  </li>`;
}

function evidenceList({ evidence }: GateView, actions: PageActions): TemplateResult | typeof nothing {
  if (evidence.length === 0) return nothing;
  return html`<ul class="evidence" aria-label="${l10n.t('Evidence')}">
    ${evidence.map(({ file, line, text }) => {
      const label = line === undefined ? file : `${file}:${line}`;
      const open = (): void => actions.openLocation({ file, line: line ?? 1, column: 1 });
      return html`<li>
        <button class="link" @click=${open} aria-label="${l10n.t('Open {0}', label)}">${label}</button>
        <span>${text}</span>
      </li>`;
    })}
  </ul>`;
}
