import { css } from 'lit';

/** Styles of the graph of a plan. */
export const graphStyles = css`
  :host {
    position: relative;
    overflow: hidden;
    border: 1px solid var(--holdfast-border);
    border-radius: 4px;
  }
  .drawing {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    cursor: grab;
    touch-action: none;
  }
  .drawing:active {
    cursor: grabbing;
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
    outline: 2px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .chunk.good-edge {
    border-left-color: var(--holdfast-good);
  }
  .chunk.bad-edge {
    border-left-color: var(--holdfast-bad);
  }
  .chunk.attention-edge {
    border-left-color: var(--holdfast-attention);
  }
  .chunk.busy-edge {
    border-left-color: var(--holdfast-busy);
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
  /* The name of the button contains the text. */
  .mark::before {
    content: attr(data-text);
  }
  .line {
    fill: none;
    stroke: var(--vscode-descriptionForeground);
    stroke-width: 1.2;
  }
  path.line {
    stroke-width: 1.2;
  }
  .implied .line {
    stroke-dasharray: 5 4;
  }
  .near .line {
    stroke: var(--vscode-focusBorder);
    stroke-width: 2;
  }
  .dense .edge:not(.near) .line {
    opacity: 0.4;
  }
  :host-context(body.vscode-high-contrast) .dense .edge:not(.near) .line {
    opacity: 0.75;
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
  .block {
    fill: var(--holdfast-quiet);
    stroke: none;
  }
  .good-block {
    fill: var(--holdfast-good);
  }
  .bad-block {
    fill: var(--holdfast-bad);
  }
  .attention-block {
    fill: var(--holdfast-attention);
  }
  .busy-block {
    fill: var(--holdfast-busy);
  }
  .tools {
    position: absolute;
    top: 6px;
    right: 6px;
    display: flex;
    align-items: center;
    padding: 2px;
    border: 1px solid var(--holdfast-border);
    border-radius: 4px;
    background: var(--vscode-editorWidget-background);
  }
  .tool {
    display: flex;
    align-items: center;
    justify-content: center;
    width: 26px;
    height: 24px;
    padding: 0;
    border: 0;
    border-radius: 3px;
    background: none;
    cursor: pointer;
  }
  .tool:hover {
    background: var(--vscode-toolbar-hoverBackground, var(--vscode-list-hoverBackground));
  }
  .scale {
    min-width: 44px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .minimap {
    position: absolute;
    right: 6px;
    bottom: 6px;
    border: 1px solid var(--holdfast-border);
    border-radius: 4px;
    background: var(--vscode-editorWidget-background);
    cursor: crosshair;
    touch-action: none;
  }
  .minimap .visible {
    fill: var(--vscode-foreground);
    fill-opacity: 0.12;
    stroke: var(--vscode-focusBorder);
    stroke-width: 2px;
    vector-effect: non-scaling-stroke;
  }
  /* The colors of the system do not apply to lines and shapes by themselves. */
  @media (forced-colors: active) {
    .line {
      stroke: CanvasText;
    }
    .head,
    .block {
      fill: CanvasText;
    }
    .near .line,
    .minimap .visible {
      stroke: Highlight;
    }
    .chunk[aria-current='true'] {
      outline: 2px solid Highlight;
    }
  }
`;
