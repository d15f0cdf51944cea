import { html, type TemplateResult } from 'lit';
import { shouldMove } from '../shared/motion.ts';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly tone: string;
  readonly spin: boolean;
  /** Screen readers announce it after the label. */
  readonly status: string;
}

/** An accessible tab list: arrow keys, Home and End move between the tabs. */
export function tabList(
  label: string,
  tabs: readonly Tab[],
  selected: string,
  select: (id: string) => void,
): TemplateResult {
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${onKeydown}>
    ${tabs.map(
      (tab) =>
        html`<button
          class="tab"
          role="tab"
          aria-selected=${tab.id === selected ? 'true' : 'false'}
          tabindex=${tab.id === selected ? '0' : '-1'}
          @click=${() => select(tab.id)}
        >
          <vscode-icon class=${tab.tone} name=${tab.icon} ?turning=${tab.spin && shouldMove()}></vscode-icon>
          ${tab.label}<span class="visually-hidden"> ${tab.status}</span>
        </button>`,
    )}
  </div>`;
}

function onKeydown(event: KeyboardEvent): void {
  const list = event.currentTarget;
  if (!(list instanceof HTMLElement)) return;
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const current = tabs.findIndex((tab) => tab === event.target);
  const next = findNextIndex(event.key, current, tabs.length);
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
  tabs[next]?.click();
}

function findNextIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
