import * as l10n from '../shared/l10n.ts';
import { html, svg, type TemplateResult } from 'lit';
import { TRAJECTORY_OUTCOMES, type ScenarioView, type TrajectoryView } from '../protocol/scenarios-panel-data.ts';

interface OutcomeStyle {
  readonly label: string;
  readonly icon: string;
  /** The color class of the icon. */
  readonly tone: string;
}

/** How the outcome of a trajectory looks. Each has its own icon and pattern, so that color is not the only difference. */
export const OUTCOME_STYLES: Readonly<Record<TrajectoryView['outcome'], OutcomeStyle>> = {
  satisfied: { label: l10n.t('satisfied'), icon: 'pass', tone: 'good' },
  unsatisfied: { label: l10n.t('unsatisfied'), icon: 'error', tone: 'bad' },
  'failure-criterion': { label: l10n.t('failure criterion'), icon: 'flame', tone: 'bad' },
  environment: { label: l10n.t('environment'), icon: 'debug-disconnect', tone: 'attention' },
  'not-run': { label: l10n.t('not run'), icon: 'circle-large-outline', tone: 'quiet' },
};

type Distribution = Pick<ScenarioView, 'title' | 'planned' | 'distribution'>;

/** The width and height of one trajectory in the coordinates of the drawing, which is stretched to the page. */
const UNIT = 100;

/** The distribution of the trajectories of a scenario: one segment for each outcome, in proportion, with the counts below. */
export function distributionBar({ title, planned, distribution }: Distribution): TemplateResult {
  const text = distribution.map(({ outcome, count }) => `${count} ${OUTCOME_STYLES[outcome].label}`).join(', ');
  let start = 0;
  const segments = distribution.map(({ outcome, count }) => {
    const segment = { outcome, x: start * UNIT, width: count * UNIT };
    start += count;
    return segment;
  });
  return html`<svg
    class="bar"
    viewBox="0 0 ${planned * UNIT} ${UNIT}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${l10n.t('{0}: {1} of {2}', title, text, planned)}"
  >
    ${segments.map(
      ({ outcome, x, width }) =>
        svg`<rect class=${outcome} x=${x} y="0" width=${width} height=${UNIT}><title>${OUTCOME_STYLES[outcome].label}</title></rect>`,
    )}
    ${Array.from({ length: planned - 1 }, (_, index) => {
      const x = (index + 1) * UNIT;
      return svg`<line class="gap" x1=${x} y1="0" x2=${x} y2=${UNIT}></line>`;
    })}
  </svg>`;
}

/** The counts of a scenario with their icons. */
export function distributionCounts({ distribution }: Pick<ScenarioView, 'distribution'>): TemplateResult {
  return html`<ul class="counts">
    ${distribution.map(({ outcome, count }) => {
      const { label, icon, tone } = OUTCOME_STYLES[outcome];
      return html`<li><vscode-icon class=${tone} name=${icon} aria-hidden="true"></vscode-icon>${count} ${label}</li>`;
    })}
  </ul>`;
}

/** The outcomes that occur, with their colors in the bars. */
export function distributionLegend(scenarios: readonly ScenarioView[]): TemplateResult {
  const present = new Set(scenarios.flatMap(({ distribution }) => distribution.map(({ outcome }) => outcome)));
  return html`<ul class="legend muted" aria-hidden="true">
    ${TRAJECTORY_OUTCOMES.filter((outcome) => present.has(outcome)).map(
      (outcome) =>
        html`<li>
          <svg class="swatch" viewBox="0 0 10 10"><rect class=${outcome} width="10" height="10"></rect></svg>
          ${OUTCOME_STYLES[outcome].label}
        </li>`,
    )}
  </ul>`;
}
