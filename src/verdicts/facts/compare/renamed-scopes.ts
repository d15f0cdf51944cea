import type { Observed, ObservedCode } from '../interface/observed-code.ts';

/** From this share of common features on, two functions or tests are the same one under two names. */
const MIN_SIMILARITY = 0.5;

/** The earlier version of a module with the names that its functions and tests have in the later one. */
export function withLaterNames(before: ObservedCode, after: ObservedCode): ObservedCode {
  const names = findRenamed(before, after);
  if (names.size === 0) return before;
  const renamed = (scope: string): string => {
    const own = names.get(scope);
    if (own !== undefined) return own;
    // What is inside a renamed scope moves with it.
    const end = scope.lastIndexOf(' > ');
    return end < 0 ? scope : `${renamed(scope.slice(0, end))}${scope.slice(end)}`;
  };
  const rename = <Item extends Observed>(items: readonly Item[]): readonly Item[] =>
    items.map((item) => ({ ...item, scope: renamed(item.scope) }));
  return {
    ...before,
    scopes: new Set([...before.scopes].map(renamed)),
    assertions: rename(before.assertions),
    calls: rename(before.calls),
    numbers: rename(before.numbers),
    rows: rename(before.rows),
    lists: rename(before.lists),
    guards: rename(before.guards),
    handlers: rename(before.handlers),
    conditions: rename(before.conditions),
    statements: rename(before.statements),
    silencers: rename(before.silencers),
  };
}

/** The scopes that exist only before the change, each with the most similar one that exists only after it. */
function findRenamed(before: ObservedCode, after: ObservedCode): ReadonlyMap<string, string> {
  const removed = [...before.scopes].filter((scope) => !after.scopes.has(scope));
  const added = new Set([...after.scopes].filter((scope) => !before.scopes.has(scope)));
  const names = new Map<string, string>();
  if (removed.length === 0 || added.size === 0) return names;
  const [earlier, later] = [featuresOf(before), featuresOf(after)];
  for (const scope of removed) {
    const own = earlier.get(scope);
    if (own === undefined) continue;
    const candidates = [...added]
      .filter((one) => parentOf(one) === parentOf(scope))
      .map((one) => ({ one, share: similarity(own, later.get(one) ?? new Set()) }))
      .sort((left, right) => right.share - left.share);
    const [best] = candidates;
    if (best === undefined || best.share < MIN_SIMILARITY) continue;
    names.set(scope, best.one);
    added.delete(best.one);
  }
  return names;
}

function parentOf(scope: string): string {
  const end = scope.lastIndexOf(' > ');
  return end < 0 ? '' : scope.slice(0, end);
}

/** What each scope does. The expected values are left out, so that a test with another one is the same test. */
function featuresOf(code: ObservedCode): ReadonlyMap<string, ReadonlySet<string>> {
  const features = new Map<string, Set<string>>();
  const add = (scope: string, feature: string): void => {
    const own = features.get(scope);
    if (own === undefined) features.set(scope, new Set([feature]));
    else own.add(feature);
  };
  for (const { scope, text } of code.statements) add(scope, text);
  for (const { scope, matcher, subject } of code.assertions) add(scope, `${matcher} ${subject}`);
  for (const { scope, name } of code.calls) add(scope, name);
  return features;
}

function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((feature) => other.has(feature)).length;
  return common / Math.max(1, one.size + other.size - common);
}
