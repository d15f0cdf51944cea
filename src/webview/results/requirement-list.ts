import { html, nothing, type TemplateResult } from 'lit';
import * as l10n from '../shared/l10n.ts';
import type { RequirementView } from '../protocol/results-panel-data.ts';
import type { SourceLocation } from '../protocol/source-location.ts';
import type { PageActions } from './page-actions.ts';
import { countLabel, durationLabel, requirementStyle, tierLabel } from './results-labels.ts';

/** The asserts and suggests with their results. Failed ones come first, and the others are collapsed. */
export function requirementSections(requirements: readonly RequirementView[], actions: PageActions): TemplateResult {
  return html`${requirementSection(l10n.t('Requirements'), 'assert', requirements, actions)}
  ${requirementSection(l10n.t('Suggestions'), 'suggest', requirements, actions)}`;
}

function requirementSection(
  title: string,
  kind: RequirementView['kind'],
  requirements: readonly RequirementView[],
  actions: PageActions,
): TemplateResult | typeof nothing {
  const ofKind = requirements.filter((requirement) => requirement.kind === kind);
  if (ofKind.length === 0) return nothing;
  const failed = ofKind.filter(({ passed }) => !passed);
  const passed = ofKind.filter((requirement) => requirement.passed);
  const list = (items: readonly RequirementView[]): TemplateResult =>
    html`<ul>
      ${items.map((requirement) => requirementItem(requirement, actions))}
    </ul>`;
  return html`<section aria-label=${title}>
    <h2>${title} <span class="muted">${countLabel(requirements, kind)}</span></h2>
    ${failed.length === 0 ? nothing : list(failed)}
    ${passed.length === 0 ? nothing : passedDetails(passed.length, list(passed))}
  </section>`;
}

/** What passed, collapsed: a person looks for what failed. */
export function passedDetails(count: number, list: TemplateResult): TemplateResult {
  return html`<details class="passed">
    <summary>
      <vscode-icon class="good" name="pass"></vscode-icon>
      <span class="grow">${l10n.t('{0} passed', count)}</span>
    </summary>
    ${list}
  </details>`;
}

function requirementItem(requirement: RequirementView, actions: PageActions): TemplateResult {
  const { passed, message, check, tier, durationMs } = requirement;
  const { icon, tone, label } = requirementStyle(requirement);
  return html`<li class="requirement">
    <vscode-icon class=${tone} name=${icon}></vscode-icon>
    <span>${message}<span class="visually-hidden">: ${label}</span></span>
    <span class="muted mono">${check}</span>
    <div class="details">
      ${passed ? nothing : failureDetails(requirement)}
      <div class="meta muted">
        ${tier === undefined ? nothing : html`<span>${tierLabel(tier)}</span>`}
        <span>${durationLabel(durationMs)}</span>
        ${locationLink('contract', requirement.contract, actions)}
        ${locationLink('source', requirement.source, actions)}
      </div>
      ${validatorList(requirement)}
    </div>
  </li>`;
}

function failureDetails({ expected, actual, error }: RequirementView): TemplateResult {
  return html`<dl class="compared">
    ${
      error === undefined
        ? nothing
        : html`<dt>${l10n.t('Error')}</dt>
            <dd>${error}</dd>`
    }
    ${
      expected === undefined
        ? nothing
        : html`<dt>${l10n.t('Expected')}</dt>
            <dd class="mono">${expected}</dd>`
    }
    ${
      actual === undefined
        ? nothing
        : html`<dt>${l10n.t('Actual')}</dt>
            <dd class="mono">${actual}</dd>`
    }
  </dl>`;
}

/** A single validator has the same result as the requirement, so it is not listed. */
function validatorList({ validators }: RequirementView): TemplateResult | typeof nothing {
  if (validators.length < 2) return nothing;
  return html`<div class="meta muted">
    ${validators.map(
      (validator) =>
        html`<span title=${validator.detail ?? ''}>
          ${validator.name}: ${validator.passed ? l10n.t('passed') : l10n.t('failed')}
          (${durationLabel(validator.durationMs)})
        </span>`,
    )}
  </div>`;
}

function locationLink(
  target: 'contract' | 'source',
  location: SourceLocation | undefined,
  actions: PageActions,
): TemplateResult | typeof nothing {
  if (!location) return nothing;
  const label = `${location.file}:${location.line}`;
  return html`<button
    class="link"
    @click=${() => actions.openLocation(location)}
    aria-label="${target === 'contract' ? l10n.t('Open the contract at {0}', label) : l10n.t('Open the source at {0}', label)}"
  >
    ${label}
  </button>`;
}
