import type { Parser } from '@vscode/tree-sitter-wasm';
import type { InheritedMethod, ModuleTree } from '../interface/code-language.ts';
import type { GoType, TypeReference } from './package-types.ts';
import { isExportedName } from './read-go-module.ts';
import { TypeLookup } from './type-lookup.ts';

/**
 * Finds `Type.Method` as a method that the package declares in any of its files, or that the type has from an embedded type.
 * The least nested one counts. A field of the same name, or several methods at one depth, hide it, as in Go. Types outside
 * the tree are not expected to hide a method at the same depth.
 */
export async function findPromotedMethod(
  parser: Parser,
  tree: ModuleTree,
  file: string,
  name: string,
): Promise<InheritedMethod | undefined> {
  const [type = '', method, ...others] = name.split('.');
  const record = tree.moduleOf(file);
  const isDeclared = [...(record?.exports ?? []), ...(record?.internals ?? [])].some((one) => one.name === type);
  if (method === undefined || others.length > 0 || !isDeclared) return undefined;
  const types = new TypeLookup(parser, tree, file);
  const seen = new Set<GoType>();
  const start: readonly TypeReference[] = [{ file, qualifier: undefined, name: type, hasTypeArguments: false }];
  let level = start;
  let undecided: string | undefined;
  while (level.length > 0) {
    const found: (InheritedMethod | 'field')[] = [];
    const next: TypeReference[] = [];
    const outer = undecided;
    const visited: GoType[] = [];
    for (const reference of level) {
      const members = await types.membersOf(reference);
      if (typeof members === 'string') undecided ??= members;
      else if (!seen.has(members.type)) {
        visited.push(members.type);
        const isNameable = members.isOwnPackage || isExportedName(method);
        // The methods of an interface have no body. A type that embeds it has them from its value.
        const isAbstract = level === start && members.isInterface;
        const declarations = isNameable && !isAbstract ? members.methods.get(method) : undefined;
        if (declarations !== undefined) {
          const reason = `the types of ${name} depend on the type arguments of ${reference.name}`;
          found.push({ declarations, ...(reference.hasTypeArguments && { undecided: reason }) });
        } else if (isNameable && members.fields.has(method)) found.push('field');
        else {
          const { hasTypeArguments } = reference;
          next.push(...members.embedded.map((one) => (hasTypeArguments ? { ...one, hasTypeArguments } : one)));
        }
      }
    }
    const [only] = found;
    if (only !== undefined) {
      const visible = found.length > 1 || only === 'field' ? undefined : only;
      // A type that is not known can have a less nested method, with another signature.
      return outer === undefined ? visible : { declarations: [], ...visible, undecided: outer };
    }
    // A type that is reached twice at one depth hides its own methods.
    for (const one of visited) seen.add(one);
    level = next;
  }
  return undecided === undefined ? undefined : { declarations: [], undecided };
}
