import type { DataPath } from './document.ts';
import type { Assertion, Check, Contract, Gate } from './model.ts';

/** A `pattern_match` check without flags whose pattern contains `^` or `$`. */
export interface AnchoredPattern {
  readonly pattern: string;
  readonly anchors: readonly Anchor[];
  readonly not: boolean;
  /** The check in the contract. */
  readonly at: DataPath;
}

export type Anchor = '^' | '$';

/** The anchored patterns without flags in the chunks and the gates of a contract. */
export function listAnchoredPatterns({ chunks, gates }: Contract): readonly AnchoredPattern[] {
  return [
    ...chunks.flatMap(({ assertions }, index) => anchoredPatternsOf(assertions, ['chunks', index])),
    ...gates.flatMap((gate, index) => anchoredPatternsOfGate(gate, ['gates', index])),
  ];
}

/** @param owner the path of the gate */
export function anchoredPatternsOfGate({ assertions = [] }: Gate, owner: DataPath): readonly AnchoredPattern[] {
  return anchoredPatternsOf(assertions, owner);
}

function anchoredPatternsOf(assertions: readonly Assertion[], owner: DataPath): readonly AnchoredPattern[] {
  return assertions.flatMap(({ check }, index): AnchoredPattern[] => {
    const pattern = patternWithoutFlags(check);
    const anchors = pattern === undefined ? [] : anchorsOf(pattern);
    if (pattern === undefined || anchors.length === 0) return [];
    return [{ pattern, anchors, not: check['not'] === true, at: [...owner, 'assertions', index, 'check'] }];
  });
}

/** The pattern of a `pattern_match` check without flags; `undefined` for any other check. */
function patternWithoutFlags({ type, pattern, flags }: Check): string | undefined {
  return type === 'pattern_match' && typeof pattern === 'string' && flags === undefined ? pattern : undefined;
}

/** Whether line boundaries matter to a check that has no flags. */
export function isAnchored(check: Check): boolean {
  const pattern = patternWithoutFlags(check);
  return pattern !== undefined && anchorsOf(pattern).length > 0;
}

/** The anchors of a regular expression: `^` and `$` that are neither escaped nor in a character class. */
export function anchorsOf(pattern: string): readonly Anchor[] {
  const withoutLiterals = pattern.replaceAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]?/g, '');
  return (['^', '$'] as const).filter((anchor) => withoutLiterals.includes(anchor));
}
