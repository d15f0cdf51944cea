import { css } from 'lit';

/** Styles of the plan panel. */
export const planStyles = css`
  main {
    display: flex;
    flex-direction: column;
    max-width: none;
    height: 100vh;
    padding: 12px 16px;
  }
  holdfast-plan-graph {
    flex: 1 1 auto;
    min-height: 220px;
    margin-top: 8px;
  }
  .details {
    flex: 0 0 auto;
    max-height: 34vh;
    overflow: auto;
  }
  .details h2 {
    margin-top: 12px;
  }
  .list {
    flex: 1 1 auto;
    overflow: auto;
    margin-top: 8px;
  }
  .list .finding[aria-current='true'] {
    background: var(--vscode-list-inactiveSelectionBackground);
  }
  .switch {
    display: flex;
    gap: 2px;
  }
  .switch button {
    padding: 2px 10px;
    min-height: 24px;
    border: 1px solid var(--holdfast-border);
    border-radius: 3px;
    background: none;
    cursor: pointer;
  }
  .switch button[aria-pressed='true'] {
    color: var(--vscode-inputOption-activeForeground, var(--vscode-foreground));
    background: var(--vscode-inputOption-activeBackground, transparent);
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
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
