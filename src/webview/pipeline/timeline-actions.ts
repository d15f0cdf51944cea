import type { SourceLocation } from '../protocol/source-location.ts';
import type { ItemPart, TimelineAction } from './protocol/timeline-panel-data.ts';

/** What the sections of the page can do. */
export interface TimelineActions {
  act(action: TimelineAction): void;
  approve(part: ItemPart): void;
  reject(part: ItemPart): void;
  open(part: ItemPart): void;
  /** Opens the place of a finding in the change of a sub-item. */
  openFinding(subItem: string, location: SourceLocation): void;
}
