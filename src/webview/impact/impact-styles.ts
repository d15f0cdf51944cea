import { css } from 'lit';

/** Styles of the impact panel. */
export const impactStyles = css`
  .choice {
    display: flex;
    align-items: center;
    gap: 8px;
    color: var(--vscode-descriptionForeground);
  }
  select {
    max-width: 320px;
    padding: 3px 6px;
    font: inherit;
    color: var(--vscode-dropdown-foreground);
    background: var(--vscode-dropdown-background);
    border: 1px solid var(--vscode-dropdown-border, var(--vscode-contrastBorder, transparent));
    border-radius: 2px;
  }
  .graph {
    max-height: 480px;
    overflow: auto;
    border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    border-radius: 4px;
  }
  svg {
    display: block;
  }
  .node {
    cursor: pointer;
    outline: none;
  }
  .node rect {
    fill: var(--vscode-editorWidget-background);
    stroke: var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--vscode-panel-border)));
  }
  .node:hover rect {
    fill: var(--vscode-list-hoverBackground);
  }
  .node.user rect {
    stroke: var(--vscode-textLink-foreground);
  }
  .node.root rect {
    fill: var(--vscode-list-inactiveSelectionBackground);
    stroke: var(--vscode-foreground);
  }
  .node:focus-visible rect {
    stroke: var(--vscode-focusBorder);
    stroke-width: 2;
  }
  text {
    font-family: var(--vscode-font-family);
    fill: var(--vscode-foreground);
    font-size: 12px;
  }
  text.folder,
  text.rest {
    fill: var(--vscode-descriptionForeground);
    font-size: 11px;
  }
  text.count {
    fill: var(--vscode-textLink-foreground);
    font-variant-numeric: tabular-nums;
  }
  .line {
    fill: none;
    stroke: var(--vscode-descriptionForeground);
    stroke-width: 1.2;
  }
  .line.reexport {
    stroke: var(--vscode-charts-purple, var(--vscode-foreground));
    stroke-width: 2;
  }
  .line.type {
    stroke-dasharray: 2 3;
  }
  .line.dynamic {
    stroke-dasharray: 7 4;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    margin: 6px 0 0;
    font-size: 0.9em;
  }
  .key {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .key::before {
    content: '';
    width: 22px;
    border-top: 1.5px solid var(--vscode-descriptionForeground);
  }
  .key.reexport::before {
    border-top: 2px solid var(--vscode-charts-purple, var(--vscode-foreground));
  }
  .key.type::before {
    border-top-style: dotted;
  }
  .key.dynamic::before {
    border-top-style: dashed;
  }
  .locations {
    padding: 2px 0 6px;
  }
  .location {
    display: flex;
    gap: 10px;
    width: 100%;
    padding: 3px 10px;
  }
  .location:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .location code {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
    color: var(--vscode-foreground);
  }
  .line-number {
    flex: none;
    min-width: 36px;
    text-align: right;
    color: var(--vscode-descriptionForeground);
    font-variant-numeric: tabular-nums;
  }
  .export {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    padding: 3px 4px;
    border-radius: 3px;
  }
  .export:hover {
    background: var(--vscode-list-hoverBackground);
  }
`;
