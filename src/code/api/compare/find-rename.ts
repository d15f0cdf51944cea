import { printType } from '../model/print-type.ts';
import type { ApiDeclaration } from '../model/package-api.ts';
import type { Declarations } from './declared-members.ts';

/** The added export that may be the new name of a removed one: it declares the same. `undefined` if several do, or none. */
export function findRename(
  name: string,
  earlier: ApiDeclaration,
  added: readonly { readonly name: string; readonly declaration: string }[],
  declarations: Declarations,
): string | undefined {
  const text = shapeText(earlier, name);
  const isEmpty = earlier.value === undefined && earlier.type === undefined && earlier.declared === undefined;
  const same = added.filter((one) => {
    const declaration = declarations[one.declaration];
    return declaration !== undefined && !isEmpty && shapeText(declaration, one.name) === text;
  });
  return same.length === 1 ? same[0]?.name : undefined;
}

/** What a declaration says, without its own name. */
function shapeText({ id, kinds, value, type, enumMembers, declared }: ApiDeclaration, name: string): string {
  const texts = [
    kinds.join(),
    value === undefined ? '' : printType(value),
    type === undefined ? '' : printType(type),
    JSON.stringify(enumMembers ?? []),
    declared?.text ?? '',
  ];
  return texts.map((text) => text.replaceAll(id, '·').replaceAll(name, '·')).join('\0');
}
