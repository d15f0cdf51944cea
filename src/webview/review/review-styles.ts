import { css } from 'lit';

/** Styles of the review panel. */
export const reviewStyles = css`
  .choice {
    display: flex;
    align-items: center;
    gap: 4px;
    font-size: 0.92em;
  }
  .toggle {
    padding: 2px 8px;
    border: 1px solid transparent;
    border-radius: 3px;
    background: none;
    cursor: pointer;
  }
  .toggle:hover {
    background: var(--vscode-toolbar-hoverBackground, var(--vscode-list-hoverBackground));
  }
  .toggle[aria-pressed='true'] {
    color: var(--vscode-inputOption-activeForeground, var(--vscode-foreground));
    background: var(--vscode-inputOption-activeBackground, transparent);
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
  }
`;

/** Styles of a list of findings. */
export const findingStyles = css`
  .finding {
    display: grid;
    grid-template-columns: 18px 1fr;
    gap: 8px;
    padding: 8px 4px;
    border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
  }
  .finding:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .finding .text {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .place {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 10px;
    margin-bottom: 2px;
  }
  .tag {
    padding: 0 6px;
    border-radius: 3px;
    border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    font-size: 0.9em;
    background: var(--vscode-editorWidget-background);
  }
  .suggestion {
    display: grid;
    grid-template-columns: 16px 1fr;
    gap: 6px;
    margin-top: 4px;
    color: var(--vscode-descriptionForeground);
  }
`;
