import type { ts } from 'ts-morph';
import { boundNames } from '../../../code/declarations/declared-names.ts';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';

/** Whether a function or a block around a name declares it. */
export function isLocal(ts: TypeScript, name: ts.Identifier): boolean {
  const declares = (list: readonly { readonly name: ts.BindingName }[]): boolean =>
    list.some((one) => boundNames(ts, one.name, name).some((bound) => bound.name === name.text));
  return (
    ts.findAncestor(name, (node) => {
      if (ts.isFunctionLike(node)) return declares(node.parameters);
      if (!ts.isBlock(node)) return false;
      return node.statements.some((one) => ts.isVariableStatement(one) && declares(one.declarationList.declarations));
    }) !== undefined
  );
}
