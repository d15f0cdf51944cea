import { css } from 'lit';

/** Styles of gates, choices and input fields. */
export const formStyles = css`
  .choice-needed {
    margin: 12px 0;
    padding: 4px 14px 14px;
    border: 1px solid var(--vscode-editorWarning-foreground, #bf8803);
    border-radius: 4px;
  }
  form {
    display: flex;
    flex-direction: column;
    gap: 8px;
    margin: 10px 0;
  }
  textarea {
    width: 100%;
    padding: 6px 8px;
    font: inherit;
    resize: vertical;
    color: var(--vscode-input-foreground);
    background: var(--vscode-input-background);
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
    border-radius: 2px;
  }
  textarea.mono {
    font-family: var(--vscode-editor-font-family, monospace);
  }
  textarea[aria-invalid='true'] {
    border-color: var(--vscode-inputValidation-errorBorder, #e51400);
  }
  .hints {
    padding-left: 20px;
    list-style: disc;
  }
  .as-written {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .field {
    margin: 10px 0;
  }
  .field p {
    margin: 2px 0 4px;
  }
  .effect,
  .evidence li {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
  }
  .comparison.history {
    table-layout: auto;
  }
  .comparison.history th:first-child {
    width: auto;
  }
  .history tr:nth-child(odd) td {
    border-bottom: 0;
  }
`;
