import type { ItemPart, TimelineAction } from '../protocol/timeline-panel-data.ts';

/** What the sections of the page can do. */
export interface TimelineActions {
  act(action: TimelineAction): void;
  approve(part: ItemPart): void;
  reject(part: ItemPart): void;
  open(part: ItemPart): void;
}
