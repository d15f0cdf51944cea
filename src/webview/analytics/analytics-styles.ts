import { css } from 'lit';

/** Styles of the analytics panel. The series differ in pattern, too; high-contrast themes add outlines. */
export const analyticsStyles = css`
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    margin: 12px 0;
  }
  .filters label {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    min-width: 0;
  }
  .filters select {
    max-width: 100%;
    padding: 3px 6px;
    font: inherit;
    color: var(--vscode-dropdown-foreground, var(--vscode-foreground));
    background: var(--vscode-dropdown-background, var(--vscode-editor-background));
    border: 1px solid var(--vscode-dropdown-border, var(--vscode-contrastBorder, transparent));
    border-radius: 2px;
  }
  .charts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
    gap: 8px 32px;
  }
  .charts section {
    min-width: 0;
  }
  .summary {
    margin: 0 0 8px;
  }
  .bars li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 1px 10px;
    margin-bottom: 6px;
  }
  .bars .label {
    overflow-wrap: anywhere;
  }
  .bars .value {
    grid-area: 1 / 2;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .bar {
    grid-column: 1 / -1;
    width: 100%;
    height: 8px;
  }
  .track {
    fill: var(--vscode-editorWidget-background);
  }
  .timeline {
    position: relative;
  }
  .axis {
    font-size: 0.9em;
    font-variant-numeric: tabular-nums;
  }
  .columns {
    display: block;
    width: 100%;
    height: 140px;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    font-size: 0.9em;
  }
  .grid {
    stroke: var(--vscode-widget-border, var(--vscode-panel-border, #8884));
    vector-effect: non-scaling-stroke;
  }
  .base {
    stroke: var(--vscode-foreground);
    vector-effect: non-scaling-stroke;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    margin: 4px 0;
  }
  .legend li {
    display: flex;
    align-items: center;
    gap: 6px;
    overflow-wrap: anywhere;
  }
  .swatch {
    flex: none;
    width: 12px;
    height: 12px;
  }
  [class^='series-'] {
    stroke-width: 2px;
    vector-effect: non-scaling-stroke;
  }
  .series-0 {
    fill: var(--vscode-charts-blue, #1a85ff);
    stroke: none;
  }
  .series-1 {
    fill: var(--vscode-editor-background);
    stroke: var(--vscode-charts-blue, #1a85ff);
  }
  .series-2 {
    fill: var(--vscode-charts-purple, #652d90);
    stroke: none;
  }
  .series-3 {
    fill: var(--vscode-editor-background);
    stroke: var(--vscode-charts-purple, #652d90);
    stroke-dasharray: 4 2;
  }
  .series-4 {
    fill: var(--vscode-descriptionForeground);
    stroke: none;
  }
  :host-context(.vscode-high-contrast) [class^='series-'],
  :host-context(.vscode-high-contrast-light) [class^='series-'] {
    stroke: var(--vscode-contrastActiveBorder, var(--vscode-foreground));
  }
  :host-context(.vscode-high-contrast) .track,
  :host-context(.vscode-high-contrast-light) .track {
    fill: none;
    stroke: var(--vscode-contrastBorder, var(--vscode-foreground));
    vector-effect: non-scaling-stroke;
  }
  details .parts th,
  details .parts td {
    padding-left: 10px;
    overflow-wrap: anywhere;
  }
  details .parts td:not(.number) {
    min-width: 90px;
  }
`;
