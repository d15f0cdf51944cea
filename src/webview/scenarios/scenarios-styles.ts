import { css } from 'lit';

/** Styles of the scenarios panel. */
export const scenariosStyles = css`
  .scenario {
    margin: 0 0 18px;
  }
  .name {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
  }
  .name h3 {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .score {
    margin-left: auto;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .legend {
    font-size: 0.92em;
  }
  .swatch {
    width: 10px;
    height: 10px;
    border-radius: 2px;
  }
  details .parts th,
  details .parts td {
    padding-left: 10px;
  }
  details .parts pre {
    max-height: 160px;
    overflow: auto;
  }
`;

/** Styles of the distribution of trajectories: the bar, its colors and the counts. */
export const distributionStyles = css`
  .bar {
    display: block;
    width: 100%;
    height: 14px;
    margin: 6px 0 4px;
    border-radius: 3px;
  }
  .gap {
    stroke: var(--vscode-editor-background);
    stroke-width: 1px;
    vector-effect: non-scaling-stroke;
  }
  .satisfied {
    fill: var(--holdfast-good);
  }
  .unsatisfied {
    fill: var(--holdfast-bad);
  }
  .failure-criterion {
    fill: var(--vscode-charts-purple, #652d90);
  }
  .environment {
    fill: var(--holdfast-attention);
  }
  .not-run {
    fill: var(--vscode-widget-border, var(--vscode-panel-border, #8888));
  }
  .counts,
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
  }
  .counts li,
  .legend li {
    display: flex;
    align-items: center;
    gap: 5px;
  }
`;
