import type { Chunk, Contract } from '../../../contract/model.ts';
import { exportName } from '../../../contract/requirements.ts';
import { findMentionedName, assertionContent } from './mentions.ts';

/** A chunk that an amendment of another chunk affects, and why. */
export interface AffectedChunk {
  readonly id: string;
  readonly title: string;
  readonly reasons: readonly string[];
}

/**
 * [ENF-AMEND-2] The other chunks that a change of `names` affects. A chunk is affected if it consumes, creates or declares
 * a name, or mentions a name in its functions, types or assertions. A chunk that depends on the changed chunk or on an
 * affected chunk is also affected.
 */
export function affectedChunks(
  contract: Contract,
  changed: Chunk,
  names: ReadonlySet<string>,
): readonly AffectedChunk[] {
  const others = contract.chunks.filter((chunk) => chunk !== changed);
  const reasons = new Map(others.map((chunk) => [chunk.id, [...directReasons(chunk, names)]]));
  const affected = new Set([changed.id]);
  for (const [id, direct] of reasons) if (direct.length > 0) affected.add(id);
  // A chunk that depends on an affected chunk is affected. Repeat until a round finds no further chunk.
  const causes = new Map<string, string>();
  for (let foundMore = true; foundMore;) {
    foundMore = false;
    for (const { id, dependsOn } of others) {
      const cause =
        dependsOn.find((needed) => needed === changed.id) ?? dependsOn.find((needed) => affected.has(needed));
      if (cause === undefined || causes.has(id)) continue;
      causes.set(id, cause);
      affected.add(id);
      foundMore = true;
    }
  }
  for (const [id, cause] of causes) {
    reasons.get(id)?.push(cause === changed.id ? `depends on ${cause}` : `depends on ${cause}, which is affected`);
  }
  return others.flatMap(({ id, title }) => {
    const chunkReasons = reasons.get(id) ?? [];
    return chunkReasons.length === 0 ? [] : [{ id, title, reasons: chunkReasons }];
  });
}

function directReasons(chunk: Chunk, names: ReadonlySet<string>): readonly string[] {
  const describeMention = (subject: string, value: unknown): string[] => {
    const name = findMentionedName(value, names);
    return name === undefined ? [] : [`${subject} mentions ${name}`];
  };
  return [
    ...chunk.consumes.filter((item) => names.has(exportName(item))).map((item) => `consumes ${item}`),
    ...chunk.creates.filter((item) => names.has(exportName(item))).map((item) => `creates ${item}`),
    ...chunk.functions.flatMap((item) =>
      names.has(item.name)
        ? [`also declares ${item.name}`]
        : describeMention(`the signature of ${item.name}`, item.signature),
    ),
    ...chunk.types.flatMap((item) =>
      names.has(item.name)
        ? [`also declares ${item.name}`]
        : describeMention(`the definition of ${item.name}`, item.definition),
    ),
    ...chunk.assertions.flatMap((assertion) =>
      describeMention(`the assertion "${assertion.message}"`, assertionContent(assertion)),
    ),
  ];
}
