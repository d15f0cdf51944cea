/**
 * Words and phrases that the project does not use, each with what to write instead. They are archaic, vague, or have one
 * meaning too many. Names count too: they are split into words first, so `oldName` is searched as "old Name".
 */
export interface ForbiddenWording {
  /** Matched without regard to case, between word boundaries. */
  readonly pattern: string;
  readonly instead: string;
}

export const forbiddenWording: readonly ForbiddenWording[] = [
  { pattern: 'mend(s|ed|ing)?', instead: 'fix' },
  { pattern: 'stands?', instead: '"is", "exists", "is located" or "applies"' },
  { pattern: 'stood', instead: '"was" or "existed"' },
  { pattern: 'standing', instead: '"outcome", "status" or "existing"' },
  { pattern: 'anew', instead: '"again"' },
  { pattern: 'shall', instead: '"must" or "will"' },
  { pattern: 'told', instead: '"reported", "passed" or "given"' },
  { pattern: 'tell(s|ing)? (of|that|whether|why)', instead: '"report", "show" or "determine"' },
  { pattern: 'asked', instead: '"queried", "requested" or "called"' },
  { pattern: 'asks? (of|after|anew)', instead: '"query" or "request"' },
  // A lock is held by its owner: that is the standard term.
  { pattern: 'held(?! by)', instead: '"kept", "checked" or "stored"' },
  { pattern: 'heed(s|ed|ing)?', instead: '"handle" or "respect"' },
  { pattern: 'obstacles?', instead: '"obstruction", "conflict" or "failed gate"' },
  { pattern: 'leavings', instead: '"files that a command wrote"' },
  { pattern: 'riddles?', instead: '"unclear"' },
  { pattern: 'c[oa]me to(?! an end)', instead: '"result" or "outcome"' },
  { pattern: '(go|goes|going|went|gone) on', instead: '"resume" or "continue"' },
  { pattern: 'side by side', instead: '"parallel" or "next to each other"' },
  { pattern: '(take|takes|took|taken|taking) up', instead: '"claim"' },
  { pattern: '(give|gives|gave|given|giving) back', instead: '"release" or "return"' },
  { pattern: '(is|are|was|were) to (be|have)', instead: '"must", "will" or "should"' },
  { pattern: '(of|on) (its|their|his|your|our|my) own', instead: '"its own X", "separate" or "custom"' },
  { pattern: 'of ours', instead: '"internal" or "our X"' },
  { pattern: 'any more', instead: '"no longer"' },
  { pattern: 'for want of', instead: '"without" or "because X is missing"' },
  { pattern: 'at the (most|least)', instead: '"at most" or "at least"' },
  { pattern: 'beside', instead: '"next to", "compared with" or "in addition to"' },
  { pattern: '(whatever|wherever|whoever|whichever)', instead: '"any", "every" or "each"' },
  { pattern: 'whether or no', instead: '"whether"' },
  { pattern: 'lest', instead: '"so that … does not"' },
  { pattern: 'thereof|therein|thereby|hence|whence|hitherto|henceforth|upon', instead: 'a plain sentence' },
  { pattern: 'speaks? (of|for)', instead: '"mention", "refer to" or "describe"' },
  { pattern: 'doubts?', instead: '"undecided" or "needs the parser"' },
  { pattern: 'no more than it', instead: 'a plain sentence' },
  { pattern: 'for ever', instead: '"forever" or "without limit"' },
  { pattern: 'in vain', instead: '"without a result"' },
  { pattern: 'heirs?', instead: '"derived class" or "subclass"' },
  { pattern: 'shel(f|ves)', instead: '"arena", "buffer" or "store"' },
  { pattern: 'place (is|are) (taken|kept)', instead: 'a plain sentence' },
  { pattern: 'nobody|somebody|anybody', instead: '"no one", the role ("the user"), or the passive voice' },
];

/** One use of a forbidden word. */
export interface WordingProblem {
  readonly line: number;
  readonly found: string;
  readonly instead: string;
}

/** Names of other projects' APIs that contain a listed word. */
const foreignNames = /ViewColumn\.Beside/g;

/** The forbidden wording in a text, names included. */
export function findForbiddenWording(
  text: string,
  wording: readonly ForbiddenWording[] = forbiddenWording,
): readonly WordingProblem[] {
  const matchers = wording.map(({ pattern, instead }) => ({
    expression: new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'gi'),
    instead,
  }));
  return text
    .split('\n')
    .flatMap((line, index) =>
      matchers.flatMap(({ expression, instead }) =>
        [...splitNames(line).matchAll(expression)].map(([found]) => ({ line: index + 1, found, instead })),
      ),
    );
}

/** `oldName` → `old Name`, `OLD_NAME` → `OLD NAME`. */
function splitNames(line: string): string {
  return line
    .replace(foreignNames, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/(?<=\w)_(?=\w)/g, ' ');
}
