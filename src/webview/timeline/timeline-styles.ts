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
  .parts {
    width: 100%;
  }
  .costs {
    width: auto;
    min-width: 50%;
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
  .status,
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
  .heading {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 8px;
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
