import * as l10n from '../shared/l10n.ts';
import { css, html, nothing, type TemplateResult } from 'lit';
import type { PendingFilesView } from '../protocol/pending-files-data.ts';
import type { PanelAction } from '../protocol/results-panel-data.ts';
import type { PageActions } from './page-actions.ts';

export const acceptStyles = css`
  .split {
    display: flex;
    position: relative;
  }
  .split .more-ways {
    display: flex;
    align-items: center;
    width: 24px;
    padding: 0 4px;
    border: 1px solid var(--vscode-button-border, transparent);
    border-left-color: var(--vscode-button-separator, currentcolor);
    border-radius: 0 2px 2px 0;
    color: var(--vscode-button-foreground);
    background: var(--vscode-button-background);
    cursor: pointer;
  }
  .split .more-ways vscode-icon {
    color: inherit;
  }
  .split .more-ways:hover {
    background: var(--vscode-button-hoverBackground);
  }
  .menu {
    position: absolute;
    inset: auto;
    position-area: block-end span-inline-end;
    position-try-fallbacks: flip-inline;
    min-width: 200px;
    margin: 2px 0;
    padding: 4px;
    border: 1px solid var(--vscode-menu-border, var(--holdfast-border));
    border-radius: 4px;
    color: var(--vscode-menu-foreground, var(--vscode-foreground));
    background: var(--vscode-menu-background, var(--vscode-editorWidget-background));
  }
  .menu button {
    display: block;
    width: 100%;
    padding: 4px 10px;
    border: 1px solid transparent;
    border-radius: 3px;
    background: none;
    text-align: left;
    cursor: pointer;
  }
  .menu button:hover,
  .menu button:focus-visible {
    color: var(--vscode-menu-selectionForeground, inherit);
    background: var(--vscode-menu-selectionBackground, var(--vscode-list-hoverBackground));
    border-color: var(--vscode-menu-selectionBorder, transparent);
  }
`;

/** The button that accepts a result, with a menu of the other ways to take it over. */
export function acceptButton(
  review: PendingFilesView | undefined,
  secondary: boolean,
  actions: PageActions,
): TemplateResult {
  const label = review?.accept ?? l10n.t('Accept');
  const button = html`<vscode-button
    ?secondary=${secondary}
    icon="check"
    title=${label}
    @click=${() => actions.act('accept')}
  >
    <span class="label">${label}</span>
  </vscode-button>`;
  if (review === undefined) return button;
  return html`<div class="split">
    ${button}
    <button
      class="more-ways"
      popovertarget="accept-menu"
      aria-haspopup="menu"
      aria-label=${l10n.t('More ways to accept')}
    >
      <vscode-icon name="chevron-down"></vscode-icon>
    </button>
    <div
      class="menu"
      id="accept-menu"
      popover
      role="menu"
      aria-label=${l10n.t('More ways to accept')}
      @keydown=${moveFocus}
    >
      ${review.acceptOtherwise === undefined ? nothing : menuItem(review.acceptOtherwise, 'accept-otherwise', actions)}
      ${menuItem(l10n.t('Apply Without Landing'), 'apply', actions)}
    </div>
  </div>`;
}

function menuItem(label: string, action: PanelAction, actions: PageActions): TemplateResult {
  return html`<button
    role="menuitem"
    popovertarget="accept-menu"
    popovertargetaction="hide"
    @click=${() => actions.act(action)}
  >
    ${label}
  </button>`;
}

/** The arrow keys move between the items, as in every menu. */
function moveFocus(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const menu = event.currentTarget;
  if (step === 0 || !(menu instanceof HTMLElement)) return;
  const items = [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const current = items.findIndex((item) => item.matches(':focus'));
  items[(current + step + items.length) % items.length]?.focus();
  event.preventDefault();
}
