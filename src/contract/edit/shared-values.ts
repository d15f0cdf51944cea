import type { DataPath } from '../document.ts';
import { childOf, entryOf } from '../source/source-node.ts';
import type { SourceNode } from '../source/source-node.ts';
import { ContractEditError } from './contract-edit.ts';
import type { EditedText } from './edited-text.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Refuses a path that leads through an alias, a merge key or something that the text does not hold, and one into a value
 * that an alias elsewhere repeats: the edit would change more than one place, or none.
 */
export function refuseShared(edited: EditedText, path: DataPath): void {
  let node = edited.view.root;
  for (const step of path) {
    if (typeof step === 'string' && entryOf(node, step)?.borrowed === true) {
      throw new ContractEditError('alias', path, 'the value comes through a merge key (<<)');
    }
    node = childOf(node, step);
    if (!node) break;
    if (node.alias) throw new ContractEditError('alias', path, 'the value is an alias (*) of another');
    if (node.synthetic) throw new ContractEditError('no-such-place', path, 'the file has no value of its own for it');
  }
  const repeated = edited.raw ? repeatedPlaces(edited.raw) : [];
  const at = edited.view.placeOf(path);
  const isInside = repeated.some((place) => place.start <= at.start && at.start < place.end);
  // A key that is added to a map goes wherever the map's other keys go.
  const owner = node ? undefined : edited.view.node(path.slice(0, -1));
  const goesAlong =
    owner?.kind === 'map' && owner.entries.some((entry) => repeated.some((place) => place.start === entry.keyStart));
  if (isInside || goesAlong) throw new ContractEditError('alias', path, 'an alias (*) elsewhere repeats the value');
}

/** The places whose values aliases and merge keys repeat. */
function repeatedPlaces(node: SourceNode): readonly Place[] {
  if (node.alias) return node.aliasOf ? [node.aliasOf] : [];
  if (node.kind === 'list') return node.items.flatMap(repeatedPlaces);
  if (node.kind === 'scalar') return [];
  return node.entries.flatMap((entry) =>
    entry.borrowed ? [{ start: entry.keyStart, end: entry.node.end }] : repeatedPlaces(entry.node),
  );
}
