import { exportName } from '../../../contract/requirements.ts';
import { didYouMean } from '../../../foundation/name-suggestions.ts';
import type { DesignedExport } from '../interfaces/declarations-answer.ts';
import type { StageMistake } from '../results/stage-mistake.ts';
import type { PlannedSubItemAnswer } from './plan-answer.ts';

/**
 * Checks that every interface of the interface design is covered by a sub-item [ASSERT-PLAN-004, ASSERT-PLAN-005]. A
 * sub-item covers an interface only if its chunk creates, checks or consumes it, so that a claim alone does not count.
 */
export function checkCoverage(
  subItems: readonly PlannedSubItemAnswer[],
  interfaces: readonly DesignedExport[],
): readonly StageMistake[] {
  const byId = new Map(interfaces.map((one) => [one.id, one]));
  const covered = new Set<string>();
  const mistakes = subItems.flatMap((subItem, index) => {
    const names = namesOf(subItem);
    return subItem.interfaces.flatMap((id, position): StageMistake[] => {
      const path = ['subItems', index, 'interfaces', position];
      const declared = byId.get(id);
      if (declared === undefined) {
        const message = `The interface design has no interface "${id}".${didYouMean(id, byId.keys())}`;
        return [{ code: 'unknown-interface', path, message, subjects: [id] }];
      }
      covered.add(id);
      if (names.has(declared.name)) return [];
      const message = `The sub-item "${subItem.id}" lists the interface "${id}", but its chunk neither creates, checks nor consumes "${declared.name}". Add it to creates, functions, types or consumes, or remove it from the list.`;
      return [{ code: 'unchecked-interface', path, message, subjects: [id, subItem.id] }];
    });
  });
  const uncovered = interfaces.filter(({ id }) => !covered.has(id));
  return [
    ...mistakes,
    ...uncovered.map(({ id, file, line }): StageMistake => {
      const message = `No sub-item covers the interface "${id}" (${file}:${line}). Add it to the interfaces of the sub-item that implements or uses it.`;
      return { code: 'uncovered-interface', path: ['subItems'], message, subjects: [id] };
    }),
  ];
}

/** The exports that the chunk of a sub-item names. */
function namesOf({ creates, consumes, functions, types, assertions }: PlannedSubItemAnswer): ReadonlySet<string> {
  const declared = [...functions, ...types].map(({ name }) => name);
  const targets = assertions.flatMap(({ check: { target } }) => (target === undefined ? [] : [target]));
  // A method is checked as Class.method.
  return new Set([...creates.map(exportName), ...consumes.map(exportName), ...declared, ...targets].flatMap(withOwner));
}

function withOwner(name: string): readonly string[] {
  return [name, name.split('.')[0] ?? name];
}
