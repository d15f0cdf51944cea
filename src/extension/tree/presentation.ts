import type { Location } from '../../foundation/position.ts';

/** How a node is shown. Icons and colors are theme ids. */
export interface NodePresentation {
  readonly label: string;
  readonly description?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly icon: string;
  readonly color?: string;
  /** The value that menu conditions in package.json match. */
  readonly contextValue: string;
  readonly expands: 'no' | 'open' | 'closed';
  /** The label for screen readers, which replaces label and description. */
  readonly accessibleLabel: string;
  /** What a click opens: a location in a file of a folder, or a command. */
  readonly opens?:
    | { readonly kind: 'location'; readonly folder: string; readonly location: Location }
    | { readonly kind: 'command'; readonly command: string; readonly argument?: unknown };
}
