import { html, type TemplateResult } from 'lit';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly tone: string;
  readonly spin: boolean;
  /** Said by a screen reader after the label. */
  readonly status: string;
}

/** Tabs that arrow keys move through, as people of keyboards and screen readers expect. */
export function tabList(
  label: string,
  tabs: readonly Tab[],
  selected: string,
  select: (id: string) => void,
): TemplateResult {
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${moveFocus}>
    ${tabs.map(
      (tab) =>
        html`<button
          class="tab"
          role="tab"
          aria-selected=${tab.id === selected ? 'true' : 'false'}
          tabindex=${tab.id === selected ? '0' : '-1'}
          @click=${() => select(tab.id)}
        >
          <vscode-icon class=${tab.tone} name=${tab.icon} ?spin=${tab.spin}></vscode-icon>
          ${tab.label}<span class="visually-hidden"> ${tab.status}</span>
        </button>`,
    )}
  </div>`;
}

function moveFocus(event: KeyboardEvent): void {
  const list = event.currentTarget;
  if (!(list instanceof HTMLElement)) return;
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const now = tabs.findIndex((tab) => tab === event.target);
  const next = nextIndex(event.key, now, tabs.length);
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
  tabs[next]?.click();
}

function nextIndex(key: string, now: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (now + 1) % count;
    case 'ArrowLeft':
      return (now + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
