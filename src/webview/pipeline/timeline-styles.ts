import { css } from 'lit';

/** Styles of the timeline panel. */
export const timelineStyles = css`
  .stages {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 18px;
    margin: 14px 0 0;
    padding: 0;
    list-style: none;
  }
  .stages li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .stages .current {
    font-weight: 600;
  }
  .stages .later {
    color: var(--vscode-descriptionForeground);
  }
  .decision {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 16px;
  }
  .callout > vscode-icon {
    flex: none;
  }
  .callout.waiting {
    align-items: center;
  }
  .callout .decision {
    min-width: 0;
  }
  .costs {
    width: auto;
    min-width: 50%;
  }
  .judgement h3 {
    margin: 10px 0 4px;
  }
  .verdict-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    padding: 3px 0;
  }
  .verdict-line .name {
    min-width: 80px;
  }
  .judgement .callout {
    margin: 4px 0;
  }
  .judgement .parts .bar {
    width: 160px;
    height: 10px;
    margin: 4px 0;
  }
  .judgement .parts,
  .judgement .findings {
    margin: 0 0 6px;
  }
  .documents li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .documents {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 18px;
  }
  .heading label {
    display: flex;
    align-items: center;
    gap: 6px;
    cursor: pointer;
  }
  .entries {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .entries li {
    position: relative;
    display: grid;
    grid-template-columns: 20px 1fr;
    gap: 8px;
    padding: 6px 0;
  }
  .entries li:not(:last-child)::before {
    content: '';
    position: absolute;
    top: 26px;
    bottom: -4px;
    left: 7px;
    width: 1px;
    background: var(--vscode-widget-border, var(--vscode-panel-border, currentcolor));
  }
  .entries .text {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .entries .meta {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    font-size: 0.9em;
  }
`;
