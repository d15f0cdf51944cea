import { mentioned } from './mentions.ts';
import type { AdditionalType, ContractChange } from './proposal.ts';

/** Those of some additional types that the new values of a change name, or that one of these names. */
export function neededTypes(
  types: readonly AdditionalType[],
  changes: readonly ContractChange[],
): readonly AdditionalType[] {
  const texts: unknown[] = changes.map(({ newValue }) => newValue);
  const needed = new Set<AdditionalType>();
  for (let grown = true; grown;) {
    const more = types.filter((type) => !needed.has(type) && texts.some((text) => mentioned(text, [type.name])));
    for (const type of more) {
      needed.add(type);
      texts.push(type.definition);
    }
    grown = more.length > 0;
  }
  return types.filter((type) => needed.has(type));
}
