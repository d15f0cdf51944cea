import picomatch from 'picomatch';
import { globMatcher } from '../../contract/glob-matcher.ts';
import type { RuleFinding } from '../finding.ts';
import { dependOn } from '../fixes.ts';
import type { PlanFacts, PlannedChunk } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';
import { SortedPaths } from '../sorted-paths.ts';

/** Ours: what nothing orders may run at the same time. */
export const parallelWrites: PlanRule = {
  id: 'parallel-writes',
  title: 'Chunks that may run side by side write no file in common',
  explanation:
    'Chunks that nothing orders may run at the same time, each in its own tree. Where two of them write one file, the ' +
    'second that lands meets the change of the first. One of the two should wait for the other. Where a pattern only ' +
    'may match a file of another chunk, it is a warning: such chunks are never run at the same time.',
  severity: 'error',
  structural: true,
  check: (facts) =>
    facts.order.declared && !facts.order.cyclic ? [...sharedPaths(facts), ...matchedPaths(facts)] : [],
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

/** Of chunks in the order of a run, all are ordered where each is before its neighbour. */
function sharedPaths(facts: PlanFacts): RuleFinding[] {
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
        message: `${earlier.chunk.id} and ${later.chunk.id} may run side by side, and both write "${path}".`,
        satisfiedBy: `${later.chunk.id} waits for ${earlier.chunk.id}, or only one of them writes the file.`,
        fix: dependOn(facts, later.position, earlier.position),
      });
    }
  }
  return findings;
}

/** Patterns that match a plain path of a chunk beside theirs; each pair of chunks is said once. */
function matchedPaths(facts: PlanFacts): RuleFinding[] {
  const { chunks, order } = facts;
  const writers = writersByPath(facts);
  const paths = new SortedPaths(() => writers.keys());
  const said = new Set<string>();
  return chunks.flatMap((planned) =>
    planned.chunk.allowedFiles.flatMap((glob, index): RuleFinding[] => {
      if (!planned.allowed.globs.includes(glob)) return [];
      const matches = globMatcher([glob]);
      const { base } = picomatch.scan(glob);
      for (const path of paths.beginningWith(base === '' ? '' : `${base}/`)) {
        if (!matches(path)) continue;
        for (const other of writers.get(path) ?? []) {
          const pair = [planned.position, other.position].sort((a, b) => a - b).join(' ');
          const ordered =
            other === planned ||
            order.isBefore(other.position, planned.position) ||
            order.isBefore(planned.position, other.position);
          if (ordered || said.has(pair)) continue;
          said.add(pair);
          return [
            {
              severity: 'warning',
              chunk: planned.chunk.id,
              path,
              at: [...planned.at, 'allowedFiles', index],
              message: `"${glob}" matches "${path}", which ${other.chunk.id} writes: the two chunks are run one after the other.`,
              satisfiedBy: `One of the two waits for the other, or the pattern leaves the file out.`,
            },
          ];
        }
      }
      return [];
    }),
  );
}
