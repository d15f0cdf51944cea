import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { PlannedChunk } from '../facts/planned-chunk.ts';
import { SortedPaths } from '../facts/sorted-paths.ts';
import type { RuleFinding } from '../findings/finding.ts';
import { addDependency } from '../findings/fixes.ts';
import type { PlanRule } from './plan-rule.ts';

/** Not in the source documents: with parallel runs, the order of unordered chunks is undefined. */
export const parallelWrites: PlanRule = {
  id: 'parallel-writes',
  title: 'Parallel chunks write different files',
  explanation:
    'Chunks that do not depend on each other have no fixed order. If two of them write the same file, they never run at ' +
    'the same time, and the contract does not say which one writes first. One of them should depend on the other.',
  severity: 'warning',
  runEffect: 'none',
  structural: true,
  check: (facts) =>
    facts.order.declared && !facts.order.cyclic ? [...findSharedPaths(facts), ...findMatchedPaths(facts)] : [],
};

/** The chunks that write each plain path, in the order of the run. */
function writersByPath({ order, chunks }: PlanFacts): ReadonlyMap<string, readonly PlannedChunk[]> {
  const writers = new Map<string, PlannedChunk[]>();
  for (const position of order.sequence) {
    const planned = chunks[position];
    for (const path of planned?.allowed.paths.keys() ?? []) {
      const known = writers.get(path);
      if (planned && known) known.push(planned);
      else if (planned) writers.set(path, [planned]);
    }
  }
  return writers;
}

/**
 * Reports neighboring writers of the same path that have no order. Neighbors are enough: if each writer comes before the
 * next one, all writers of the path are ordered.
 */
function findSharedPaths(facts: PlanFacts): RuleFinding[] {
  const findings: RuleFinding[] = [];
  for (const [path, writers] of writersByPath(facts)) {
    for (let index = 1; index < writers.length; index++) {
      const earlier = writers[index - 1];
      const later = writers[index];
      if (!earlier || !later || facts.order.isBefore(earlier.position, later.position)) continue;
      findings.push({
        chunk: later.chunk.id,
        path,
        at: [...later.at, 'allowedFiles', later.allowed.paths.get(path) ?? 0],
        message: `${earlier.chunk.id} and ${later.chunk.id} both write "${path}", but neither depends on the other.`,
        satisfiedBy: `Let ${later.chunk.id} depend on ${earlier.chunk.id}, or let only one of them write the file.`,
        fix: addDependency(facts, later.position, earlier.position),
      });
    }
  }
  return findings;
}

/** Reports each pair of unordered chunks once if a pattern of one matches a plain path of the other. */
function findMatchedPaths(facts: PlanFacts): RuleFinding[] {
  const { chunks, order } = facts;
  const writers = writersByPath(facts);
  const paths = new SortedPaths(() => writers.keys());
  const reportedPairs = new Set<string>();
  return chunks.flatMap((planned) =>
    planned.allowed.patterns.flatMap(({ text, index, folder, entries }): RuleFinding[] => {
      const matches = createPathMatcher(entries);
      for (const path of paths.beginningWith(folder)) {
        if (!matches(path)) continue;
        for (const other of writers.get(path) ?? []) {
          const pair = [planned.position, other.position].sort((a, b) => a - b).join(' ');
          const ordered =
            other === planned ||
            order.isBefore(other.position, planned.position) ||
            order.isBefore(planned.position, other.position);
          if (ordered || reportedPairs.has(pair)) continue;
          reportedPairs.add(pair);
          return [
            {
              chunk: planned.chunk.id,
              path,
              at: [...planned.at, 'allowedFiles', index],
              message: `"${text}" matches "${path}", which ${other.chunk.id} writes: the two chunks do not run in parallel.`,
              satisfiedBy: 'Let one chunk depend on the other, or exclude the file from the pattern.',
            },
          ];
        }
      }
      return [];
    }),
  );
}
