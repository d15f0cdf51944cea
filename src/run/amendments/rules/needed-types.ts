import { findMentionedName } from './mentions.ts';
import type { AdditionalType, ContractChange } from './proposal.ts';

/** The additional types that the new values of the changes mention, directly or through another additional type. */
export function neededTypes(
  types: readonly AdditionalType[],
  changes: readonly ContractChange[],
): readonly AdditionalType[] {
  const texts: unknown[] = changes.map(({ newValue }) => newValue);
  const needed = new Set<AdditionalType>();
  for (let hasChanged = true; hasChanged;) {
    const more = types.filter(
      (type) => !needed.has(type) && texts.some((text) => findMentionedName(text, [type.name])),
    );
    for (const type of more) {
      needed.add(type);
      texts.push(type.definition);
    }
    hasChanged = more.length > 0;
  }
  return types.filter((type) => needed.has(type));
}
