import type { ExtensionParts } from '../extension-parts.ts';

export type ListingParts = Pick<ExtensionParts, 'store' | 'engines' | 'reviews' | 'choices' | 'amendments'>;

/** Lists anew what of a folder waits for a person: it may have been decided elsewhere, on the command line for example. */
export async function listWaiting(parts: ListingParts, folder: string): Promise<void> {
  const { store, engines, reviews, choices, amendments } = parts;
  if (!store.state.trusted || !engines.opened(folder)) return;
  for (const load of [reviews, choices, amendments]) await (await load()).refresh(folder);
}
