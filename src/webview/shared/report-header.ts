import { html, nothing, type TemplateResult } from 'lit';
import type { StatusView } from '../protocol/status-view.ts';
import { shouldMove } from './motion.ts';

interface ReportHeader {
  readonly title: string;
  readonly status: StatusView;
  readonly subject?: string | undefined;
  readonly progress?: string | undefined;
  readonly failure?: string | undefined;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

interface HeaderAction {
  readonly label: string;
  readonly icon: string;
  readonly run: () => void;
}

/** The header of a report: its title, verdict, actions and facts, and why the last work did not end. */
export function reportHeader(view: ReportHeader, actions: readonly HeaderAction[]): TemplateResult {
  const { title, status, subject, progress, failure, facts } = view;
  return html`<header>
      <div>
        <h1>
          <vscode-icon
            class=${status.tone}
            name=${status.icon}
            size="20"
            ?turning=${progress !== undefined && status.tone === 'busy' && shouldMove()}
          ></vscode-icon>
          <span class="name">${title}</span>
        </h1>
        <div class="subject muted">
          <span class="verdict" role="status" aria-live="polite">${progress ?? status.label}</span>
          ${subject === undefined ? nothing : html`<span>${subject}</span>`}
        </div>
      </div>
      <div class="actions">
        ${actions.map(
          ({ label, icon, run }, index) =>
            html`<vscode-button ?secondary=${index > 0} icon=${icon} title=${label} @click=${run}
              ><span class="label">${label}</span></vscode-button
            >`,
        )}
      </div>
    </header>
    ${
      facts.length === 0
        ? nothing
        : html`<dl class="facts">
            ${facts.map(
              ({ name, value }) =>
                html`<div class="fact">
                  <dt>${name}</dt>
                  <dd>${value}</dd>
                </div>`,
            )}
          </dl>`
    }
    ${
      failure === undefined
        ? nothing
        : html`<div class="callout bad" role="alert">
            <vscode-icon name="error"></vscode-icon>
            <div class="lines">${failure}</div>
          </div>`
    }`;
}

/** A list of what people must know, such as what could not be checked. */
export function noteCallouts(notes: readonly string[], icon = 'warning'): TemplateResult {
  return html`${notes.map(
    (note) =>
      html`<div class="callout attention" role="note">
        <vscode-icon name=${icon}></vscode-icon>
        <div class="lines">${note}</div>
      </div>`,
  )}`;
}
