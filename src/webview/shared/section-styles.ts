import { css } from 'lit';

export const sectionStyles = css`
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin-top: 16px;
    border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
  }
  .tab {
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 6px 12px;
    border: 0;
    border-bottom: 2px solid transparent;
    background: none;
    color: var(--vscode-descriptionForeground);
    cursor: pointer;
  }
  .tab[aria-selected='true'] {
    color: var(--vscode-foreground);
    border-bottom-color: var(--vscode-focusBorder);
  }
  .requirement {
    display: grid;
    grid-template-columns: 20px 1fr auto;
    gap: 2px 6px;
    padding: 6px 4px;
    border-radius: 3px;
  }
  .requirement:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .requirement .details {
    grid-column: 2 / -1;
  }
  .requirement .meta {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    font-size: 0.9em;
  }
  .compared {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 2px 10px;
    margin: 4px 0 0;
  }
  .compared dt {
    color: var(--vscode-descriptionForeground);
  }
  .compared dd {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  details {
    margin: 6px 0;
    border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    border-radius: 4px;
  }
  details > p {
    margin: 6px 10px;
  }
  .passed {
    border: 0;
  }
  .passed > summary {
    padding: 6px 4px;
  }
  .transcript-details {
    margin-top: 16px;
  }
  summary {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 6px 10px;
    cursor: pointer;
    list-style: none;
  }
  summary::before {
    content: '';
    flex: none;
    width: 6px;
    height: 6px;
    border-right: 1.5px solid currentcolor;
    border-bottom: 1.5px solid currentcolor;
    transform: rotate(-45deg);
    transition: transform 0.1s;
  }
  details[open] > summary::before {
    transform: rotate(45deg);
  }
  summary:hover {
    background: var(--vscode-list-hoverBackground);
  }
  summary .grow {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 480px) {
    summary {
      flex-wrap: wrap;
      gap: 2px 8px;
    }
    summary .grow {
      flex-basis: 70%;
    }
  }
  .output,
  .transcript {
    max-height: 420px;
    overflow: auto;
    padding: 8px 10px;
    border-top: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    background: var(--vscode-textCodeBlock-background);
  }
  .transcript .tool {
    display: flex;
    align-items: baseline;
    gap: 6px;
    margin: 4px 0;
  }
  .transcript .reasoning {
    color: var(--vscode-descriptionForeground);
    font-style: italic;
  }
`;

export const tableStyles = css`
  .scroll {
    position: relative;
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
  }
  .comparison {
    width: 100%;
    min-width: 420px;
    table-layout: fixed;
  }
  /* Each attempt keeps a width at which it can be read; the first column stays while the others scroll. */
  .comparison.attempts {
    table-layout: auto;
  }
  .comparison.attempts td,
  .comparison.attempts thead th {
    min-width: 120px;
  }
  .comparison.attempts th:first-child {
    position: sticky;
    left: 0;
    z-index: 1;
    min-width: 150px;
    background: var(--vscode-editor-background);
  }
  .comparison th:first-child {
    width: 32%;
  }
  .comparison th .mono,
  .comparison td .actual {
    display: block;
    font-size: 0.9em;
  }
  .comparison td .actual {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
  }
  .comparison th,
  .comparison td {
    padding: 6px 10px;
    border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    text-align: left;
    vertical-align: top;
    font-weight: normal;
    overflow-wrap: break-word;
  }
  .comparison thead th {
    font-weight: 600;
  }
  .diff {
    width: 100%;
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.95em;
    line-height: 1.4;
  }
  .diff td {
    padding: 0 8px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .diff .number {
    width: 1%;
    min-width: 40px;
    color: var(--vscode-descriptionForeground);
    text-align: right;
    user-select: none;
    white-space: nowrap;
  }
  .diff .sign {
    width: 1%;
    user-select: none;
  }
  .diff .added {
    background: var(--vscode-diffEditor-insertedLineBackground, var(--vscode-diffEditor-insertedTextBackground));
  }
  .diff .removed {
    background: var(--vscode-diffEditor-removedLineBackground, var(--vscode-diffEditor-removedTextBackground));
  }
  .diff .added .number,
  .diff .removed .number {
    color: var(--vscode-foreground);
  }
  .diff .hunk td,
  .diff .note td {
    color: var(--vscode-descriptionForeground);
    background: var(--vscode-editorWidget-background);
  }
`;

/** Styles of a section with a heading and a table of parts with their status. */
export const partsStyles = css`
  .heading {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 8px;
  }
  .parts {
    width: 100%;
  }
  .parts th,
  .parts td {
    padding: 5px 18px 5px 0;
    border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    text-align: left;
    font-weight: normal;
    vertical-align: top;
  }
  .parts thead th {
    color: var(--vscode-descriptionForeground);
    font-size: 0.9em;
  }
  .parts .number {
    text-align: right;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .status {
    display: flex;
    align-items: center;
    gap: 6px;
  }
`;
