import { css } from 'lit';

/** Styles of the plan panel. */
export const planStyles = css`
  main {
    max-width: none;
  }
  .graph {
    max-height: 68vh;
    overflow: auto;
    margin-top: 12px;
    border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    border-radius: 4px;
  }
  svg {
    display: block;
    margin: 0 auto;
  }
  foreignObject {
    overflow: visible;
  }
  .chunk {
    position: relative;
    display: flex;
    flex-direction: column;
    justify-content: center;
    gap: 4px;
    width: 100%;
    height: 100%;
    padding: 6px 10px 6px 12px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--vscode-panel-border)));
    border-left: 4px solid var(--vscode-descriptionForeground);
    border-radius: 4px;
    background: var(--vscode-editorWidget-background);
    text-align: left;
    cursor: pointer;
  }
  .chunk:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .chunk[aria-current='true'] {
    background: var(--vscode-list-inactiveSelectionBackground);
  }
  .chunk.good-edge {
    border-left-color: var(--vscode-testing-iconPassed, #388a34);
  }
  .chunk.bad-edge {
    border-left-color: var(--vscode-testing-iconFailed, #e51400);
  }
  .chunk.attention-edge {
    border-left-color: var(--vscode-editorWarning-foreground, #bf8803);
  }
  .chunk.busy-edge {
    border-left-color: var(--vscode-progressBar-background, #0e70c0);
  }
  .title {
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .state {
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: 0.9em;
    white-space: nowrap;
  }
  .state .grow {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .mark {
    position: absolute;
    top: -9px;
    right: 8px;
    padding: 0 6px;
    border: 1px dashed var(--vscode-descriptionForeground);
    border-radius: 8px;
    background: var(--vscode-editor-background);
    color: var(--vscode-descriptionForeground);
    font-size: 0.8em;
  }
  .line {
    fill: none;
    stroke: var(--vscode-descriptionForeground);
    stroke-width: 1.2;
  }
  .implied .line {
    stroke-dasharray: 5 4;
  }
  .near .line {
    stroke: var(--vscode-focusBorder);
    stroke-width: 2;
  }
  .head {
    fill: var(--vscode-descriptionForeground);
  }
  .flow {
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 10.5px;
    fill: var(--vscode-foreground);
    stroke: var(--vscode-editor-background);
    stroke-width: 4px;
    paint-order: stroke;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 14px;
    margin: 6px 0 0;
    font-size: 0.9em;
  }
  .key::before {
    content: '';
    display: inline-block;
    width: 22px;
    margin-right: 6px;
    border-top: 1.5px solid var(--vscode-descriptionForeground);
    vertical-align: middle;
  }
  .key.implied::before {
    border-top-style: dashed;
  }
  .flows {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 2px 12px;
    margin: 0;
  }
  .flows dt {
    color: var(--vscode-descriptionForeground);
  }
  .flows dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .findings {
    margin-top: 8px;
  }
  .finding {
    display: flex;
    gap: 6px;
    padding: 3px 0;
    color: var(--vscode-foreground);
  }
`;
