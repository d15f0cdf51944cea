import type { WorkspaceState } from './workspace-state.ts';

/** How much waits for a person, by kind, in all folders. */
export interface Waiting {
  readonly choices: number;
  readonly amendments: number;
  readonly reviews: number;
  readonly count: number;
  /** One sentence part for each kind of which there is any. */
  readonly words: readonly string[];
}

export function waitingFor({ folders }: Pick<WorkspaceState, 'folders'>): Waiting {
  const sum = (kind: 'choices' | 'amendments' | 'reviews'): number =>
    folders.reduce((total, folder) => total + folder[kind].length, 0);
  const choices = sum('choices');
  const amendments = sum('amendments');
  const reviews = sum('reviews');
  const words = [
    choices > 0 ? `${choices} ${choices === 1 ? 'run waits' : 'runs wait'} for your choice` : '',
    amendments > 0
      ? `${amendments} ${amendments === 1 ? 'change of a contract is' : 'changes of contracts are'} proposed`
      : '',
    reviews > 0 ? `${reviews} ${reviews === 1 ? 'result waits' : 'results wait'} for review` : '',
  ].filter((text) => text !== '');
  return { choices, amendments, reviews, count: choices + amendments + reviews, words };
}
