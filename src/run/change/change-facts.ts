import type { Fact } from '../../foundation/fact.ts';
import { readFacts } from '../../verdicts/facts/read-facts.ts';
import type { JudgedFiles } from './change-findings.ts';

/** [PROOF-5] What a reviewer of the change should look at. Nothing that an agent reads contains it. */
export async function collectFacts(input: JudgedFiles): Promise<readonly Fact[]> {
  const { services, repository, base, head, changes, signal } = input;
  return readFacts({
    repository,
    base: base.commit,
    changes,
    readAfter: (paths) => head.readBytes(paths),
    find: (query) => services.analysis.facts(query, { signal }),
    signal,
  });
}
