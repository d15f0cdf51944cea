import { html, nothing, type TemplateResult } from 'lit';
import type { Place, RequirementView } from '../protocol/view.ts';
import type { PageActions } from './page-actions.ts';
import { countWords, durationWords, tierWords } from './words.ts';

/** Requirements n/m and suggestions n/m, each with tier, expected and actual. */
export function requirementSections(requirements: readonly RequirementView[], actions: PageActions): TemplateResult {
  return html`${section('Requirements', 'assert', requirements, actions)}
  ${section('Suggestions', 'suggest', requirements, actions)}`;
}

function section(
  title: string,
  kind: RequirementView['kind'],
  requirements: readonly RequirementView[],
  actions: PageActions,
): TemplateResult | typeof nothing {
  const ofKind = requirements.filter((requirement) => requirement.kind === kind);
  if (ofKind.length === 0) return nothing;
  return html`<section aria-label=${title}>
    <h3>${title} <span class="muted">${countWords(requirements, kind)}</span></h3>
    <ul>
      ${ofKind.map((requirement) => requirementItem(requirement, actions))}
    </ul>
  </section>`;
}

function requirementItem(requirement: RequirementView, actions: PageActions): TemplateResult {
  const { passed, kind, message, check, tier, durationMs } = requirement;
  const look = passed
    ? { icon: 'pass', tone: 'good', words: 'holds' }
    : kind === 'assert'
      ? { icon: 'error', tone: 'bad', words: 'does not hold' }
      : { icon: 'info', tone: 'attention', words: 'is not followed' };
  return html`<li class="requirement">
    <vscode-icon class=${look.tone} name=${look.icon}></vscode-icon>
    <span>${message}<span class="visually-hidden">: ${look.words}</span></span>
    <span class="muted mono">${check}</span>
    <div class="details">
      ${passed ? nothing : comparison(requirement)}
      <div class="meta muted">
        ${tier === undefined ? nothing : html`<span>${tierWords(tier)}</span>`}
        <span>${durationWords(durationMs)}</span>
        ${placeLink('contract', requirement.contract, actions)} ${placeLink('source', requirement.source, actions)}
      </div>
      ${validators(requirement)}
    </div>
  </li>`;
}

function comparison({ expected, actual, error }: RequirementView): TemplateResult {
  return html`<dl class="compared">
    ${
      error === undefined
        ? nothing
        : html`<dt>Error</dt>
            <dd>${error}</dd>`
    }
    ${
      expected === undefined
        ? nothing
        : html`<dt>Expected</dt>
            <dd class="mono">${expected}</dd>`
    }
    ${
      actual === undefined
        ? nothing
        : html`<dt>Actual</dt>
            <dd class="mono">${actual}</dd>`
    }
  </dl>`;
}

/** One validator alone says what the requirement says already. */
function validators({ validators }: RequirementView): TemplateResult | typeof nothing {
  if (validators.length < 2) return nothing;
  return html`<div class="meta muted">
    ${validators.map(
      (validator) =>
        html`<span title=${validator.detail ?? ''}>
          ${validator.name}: ${validator.passed ? 'passed' : 'failed'} (${durationWords(validator.durationMs)})
        </span>`,
    )}
  </div>`;
}

function placeLink(
  what: 'contract' | 'source',
  place: Place | undefined,
  actions: PageActions,
): TemplateResult | typeof nothing {
  if (!place) return nothing;
  const where = `${place.file}:${place.line}`;
  return html`<button class="link" @click=${() => actions.openPlace(place)} aria-label="Open the ${what} at ${where}">
    ${where}
  </button>`;
}
