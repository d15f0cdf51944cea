import * as l10n from '../shared/l10n.ts';
import { html, type TemplateResult } from 'lit';
import type { PlanView } from '../protocol/plan-panel-data.ts';
import { chunkAriaLabel, findingCount } from './plan-page-labels.ts';

interface PlanListInput {
  readonly view: PlanView;
  readonly selected: number | undefined;
  readonly select: (position: number) => void;
  readonly open: (position: number) => void;
}

/** Lists the chunks in file order, as an alternative to the graph. */
export function planList({ view, selected, select, open }: PlanListInput): TemplateResult {
  return html`<ul class="findings list" aria-label=${l10n.t('Chunks')}>
    ${view.chunks.map((chunk, position) => {
      const { title, status, findings } = chunk;
      const shown = [title, status.label, findingCount(findings)].filter((text) => text !== '').join('; ');
      return html`<li>
        <button
          class="link finding"
          aria-label=${chunkAriaLabel(chunk, position, view)}
          aria-current=${position === selected ? 'true' : 'false'}
          @click=${() => open(position)}
          @focus=${() => select(position)}
        >
          <vscode-icon class=${status.tone} name=${status.icon}></vscode-icon>
          <span>${shown}</span>
        </button>
      </li>`;
    })}
  </ul>`;
}
