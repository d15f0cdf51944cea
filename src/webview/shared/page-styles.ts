import { css } from 'lit';

/**
 * Styles of all panels. They use only the editor's theme colors and fonts.
 *
 * Many themes define the colors of a status for icons, with less than 4.5:1 for text: the green of passed tests has 1.9:1 in
 * Light Modern. So a tone is a color of the theme, mixed with its text color. test/webview/browser measures the contrast.
 */
export const pageStyles = css`
  :host {
    --holdfast-good: color-mix(in srgb, var(--vscode-terminal-ansiGreen, #107c10) 80%, var(--vscode-foreground));
    --holdfast-bad: color-mix(in srgb, var(--vscode-editorError-foreground, #e51400) 70%, var(--vscode-foreground));
    --holdfast-attention: color-mix(
      in srgb,
      var(--vscode-editorWarning-foreground, #bf8803) 55%,
      var(--vscode-foreground)
    );
    --holdfast-busy: color-mix(in srgb, var(--vscode-editorInfo-foreground, #0063d3) 85%, var(--vscode-foreground));
    --holdfast-quiet: var(--vscode-descriptionForeground);
    --holdfast-border: var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    display: block;
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size, 13px);
    line-height: 1.45;
    color: var(--vscode-foreground);
  }
  * {
    box-sizing: border-box;
  }
  main {
    max-width: 1100px;
    padding: 16px 20px 48px;
  }
  h1 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin: 0;
    font-size: 1.45em;
    font-weight: 600;
  }
  h2 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin: 20px 0 8px;
    font-size: 1.05em;
    font-weight: 600;
  }
  h3 {
    margin: 16px 0 6px;
    font-size: 1em;
    font-weight: 600;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  code,
  pre,
  .mono {
    overflow-wrap: anywhere;
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.95em;
  }
  pre {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  button {
    font: inherit;
    color: inherit;
  }
  .muted {
    color: var(--vscode-descriptionForeground);
  }
  .good {
    color: var(--holdfast-good);
  }
  .bad {
    color: var(--holdfast-bad);
  }
  .attention {
    color: var(--holdfast-attention);
  }
  .busy {
    color: var(--holdfast-busy);
  }
  .quiet {
    color: var(--holdfast-quiet);
  }
  /* As in VS Code: 20 frames in a second. The animation of the component draws 60. */
  @keyframes turn {
    to {
      transform: rotate(360deg);
    }
  }
  vscode-icon[turning] {
    animation: turn 1.5s steps(30) infinite;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .link {
    padding: 0;
    border: 0;
    background: none;
    color: var(--vscode-textLink-foreground);
    cursor: pointer;
    text-align: left;
  }
  .link:hover {
    color: var(--vscode-textLink-activeForeground);
    text-decoration: underline;
  }
  :focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  :host-context(body.vscode-high-contrast) :focus-visible {
    outline-width: 2px;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
  /* The colors of the system replace those of the theme. */
  @media (forced-colors: active) {
    :focus-visible {
      outline: 2px solid Highlight;
    }
    .link {
      color: LinkText;
    }
  }
`;

export const headerStyles = css`
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    gap: 12px;
    padding-bottom: 12px;
    border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
  }
  .subject {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 10px;
    margin-top: 4px;
  }
  .subject .verdict {
    color: var(--vscode-foreground);
    font-weight: 600;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .clock {
    font-variant-numeric: tabular-nums;
  }
  .more {
    margin: 4px 0;
    border: 0;
  }
  .more > summary {
    flex-wrap: nowrap;
    padding: 4px 0;
    color: var(--vscode-descriptionForeground);
  }
  .pairs {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 2px 12px;
    margin: 4px 0 8px 14px;
  }
  .pairs dt {
    color: var(--vscode-descriptionForeground);
  }
  .pairs dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 12px 0 4px;
  }
  .fact {
    display: flex;
    flex-direction: column;
    min-width: 92px;
    padding: 6px 10px;
    border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border, transparent));
    border-radius: 4px;
    background: var(--vscode-editorWidget-background);
  }
  .fact dt {
    font-size: 0.85em;
    color: var(--vscode-descriptionForeground);
  }
  .fact dd {
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .callout {
    display: flex;
    gap: 8px;
    margin: 8px 0;
    padding: 8px 10px;
    border-left: 3px solid currentcolor;
    border-radius: 2px;
    background: var(--vscode-textBlockQuote-background, var(--vscode-editorWidget-background));
  }
  .lines {
    white-space: pre-line;
  }
  /* The list of changed files is another way to what this button opens. */
  @media (max-width: 640px) {
    header .actions .optional {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  @media (max-width: 560px) {
    header .actions .less-optional {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  /* In a narrow panel, the header is two lines: the title with the actions as icons, and the verdict. */
  @media (max-width: 480px) {
    main {
      padding: 8px 12px 32px;
    }
    header {
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 8px;
      padding-bottom: 6px;
    }
    header > div:first-child {
      display: contents;
    }
    header h1 {
      flex: 1 1 40px;
      min-width: 40px;
      overflow: hidden;
      font-size: 1.1em;
      white-space: nowrap;
    }
    header h1 .name {
      overflow: hidden;
      text-overflow: ellipsis;
    }
    header .subject {
      flex: 1 0 100%;
      order: 1;
      min-width: 0;
      margin: 0;
    }
    header .subject .counts {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    header .actions {
      flex: 0 1 auto;
      max-width: 100%;
      gap: 4px;
    }
    header select {
      min-width: 0;
      max-width: 100%;
    }
    header .actions .label {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .facts {
      gap: 2px 14px;
      margin: 6px 0;
    }
    .fact {
      flex-direction: row;
      gap: 5px;
      min-width: 0;
      padding: 0;
      border: 0;
      background: none;
    }
  }
  .callout > div {
    min-width: 0;
    color: var(--vscode-foreground);
    overflow-wrap: anywhere;
  }
  .callout .link {
    color: inherit;
    text-decoration: underline;
  }
`;
