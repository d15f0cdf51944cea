import type { Chunk, Contract } from '../contract/model.ts';
import { exportName } from '../contract/requirements.ts';
import { mentioned, wordsOfAssertion } from './mentions.ts';

/** A chunk that a change concerns beyond the one that it is made for, and why. */
export interface AffectedChunk {
  readonly id: string;
  readonly title: string;
  readonly reasons: readonly string[];
}

/**
 * [ENF-AMEND-2] The other chunks that a change of some names concerns: those that consume, create or state them, whose
 * functions, types or assertions name them, and those that depend on the changed chunk or on any of these.
 */
export function affectedChunks(
  contract: Contract,
  changed: Chunk,
  names: ReadonlySet<string>,
): readonly AffectedChunk[] {
  const others = contract.chunks.filter((chunk) => chunk !== changed);
  const reasons = new Map(others.map((chunk) => [chunk.id, [...ownReasons(chunk, names)]]));
  const touched = new Set([changed.id]);
  for (const [id, own] of reasons) if (own.length > 0) touched.add(id);
  // What depends on a chunk that is touched is touched itself; each round reaches one chunk further.
  const causes = new Map<string, string>();
  for (let grown = true; grown;) {
    grown = false;
    for (const { id, dependsOn } of others) {
      const cause =
        dependsOn.find((needed) => needed === changed.id) ?? dependsOn.find((needed) => touched.has(needed));
      if (cause === undefined || causes.has(id)) continue;
      causes.set(id, cause);
      touched.add(id);
      grown = true;
    }
  }
  for (const [id, cause] of causes) {
    reasons.get(id)?.push(cause === changed.id ? `depends on ${cause}` : `depends on ${cause}, which is affected`);
  }
  return others.flatMap(({ id, title }) => {
    const found = reasons.get(id) ?? [];
    return found.length === 0 ? [] : [{ id, title, reasons: found }];
  });
}

function ownReasons(chunk: Chunk, names: ReadonlySet<string>): readonly string[] {
  const named = (what: string, value: unknown): string[] => {
    const name = mentioned(value, names);
    return name === undefined ? [] : [`${what} names ${name}`];
  };
  return [
    ...chunk.consumes.filter((item) => names.has(exportName(item))).map((item) => `consumes ${item}`),
    ...chunk.creates.filter((item) => names.has(exportName(item))).map((item) => `creates ${item}`),
    ...chunk.functions.flatMap((item) =>
      names.has(item.name) ? [`states ${item.name} too`] : named(`the signature of its ${item.name}`, item.signature),
    ),
    ...chunk.types.flatMap((item) =>
      names.has(item.name) ? [`states ${item.name} too`] : named(`the definition of its ${item.name}`, item.definition),
    ),
    ...chunk.assertions.flatMap((assertion) =>
      named(`its assertion "${assertion.message}"`, wordsOfAssertion(assertion)),
    ),
  ];
}
