import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';

/** The names of a callee, also behind calls: `s.Require().Equal` → `s`, `Require`, `Equal`. */
export function listNames(node: SyntaxNode | null): readonly string[] {
  if (node?.type === 'identifier') return [node.text];
  if (node?.type === 'call_expression') return listNames(node.childForFieldName('function'));
  if (node?.type === 'parenthesized_expression') return childrenOf(node).flatMap(listNames);
  if (node?.type !== 'selector_expression') return [];
  return [...listNames(node.childForFieldName('operand')), node.childForFieldName('field')?.text ?? ''];
}

export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = call.childForFieldName('arguments');
  return list === null ? [] : childrenOf(list);
}

/** The names of the parameters of a function, each with its type. */
export function parametersOf(node: SyntaxNode): readonly { readonly name: string; readonly type: string }[] {
  const list = node.childForFieldName('parameters');
  return (list === null ? [] : childrenOf(list)).flatMap((parameter) => {
    const type = parameter.childForFieldName('type')?.text ?? '';
    const names = parameter.childrenForFieldName('name').flatMap((name) => name?.text ?? []);
    return (names.length === 0 ? ['_'] : names).map((name) => ({ name, type }));
  });
}

/** The type of a parameter through which a test reports: `*testing.T`, `testing.TB`, `*check.C`. */
export function isTestContext(type: string): boolean {
  return /^(?:\*?testing\.(?:T|TB|F|B)|\*(?:\w+\.)?[TC])$/.test(type);
}

/** Whether a condition without names is true or false. `undefined` if it is not constant. */
export function readConstant(node: SyntaxNode | null): boolean | undefined {
  const children = node === null ? [] : childrenOf(node);
  switch (node?.type) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'parenthesized_expression':
      return readConstant(children[0] ?? null);
    case 'unary_expression': {
      const operand = node.text.startsWith('!') ? readConstant(children[0] ?? null) : undefined;
      return operand === undefined ? undefined : !operand;
    }
    case 'binary_expression': {
      const operator = node.childForFieldName('operator')?.type;
      const values = children.map(readConstant);
      if (operator === '&&' || operator === '||') {
        const deciding = operator === '||';
        if (values.includes(deciding)) return deciding;
        return values.every((value) => value === !deciding) ? !deciding : undefined;
      }
      const isSame = children.length === 2 && children[0]?.text === children[1]?.text && !/[(.[]/.test(node.text);
      return isSame && operator === '==' ? true : isSame && operator === '!=' ? false : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether an expression is a literal, or consists of literals. */
export function isConstant(node: SyntaxNode): boolean {
  if (/_literal$/.test(node.type) && node.type !== 'composite_literal' && node.type !== 'func_literal') return true;
  return ['true', 'false', 'nil'].includes(node.type);
}
