import { childrenOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

/** The value of `__all__`. */
export interface ExportList {
  readonly names: readonly { readonly name: string; readonly line: number; readonly column: number }[];
  /** The expressions whose `__all__` is added, as they are written: `base` for `base.__all__`. */
  readonly modules: readonly string[];
}

/**
 * Adds the value of an expression to an export list, in the forms that type checkers read: lists and tuples of strings,
 * `module.__all__`, and sums of these. `undefined` if the value is computed in another way.
 */
export function readExportList(list: ExportList | undefined, value: SyntaxNode): ExportList | undefined {
  const { names, modules } = list ?? { names: [], modules: [] };
  switch (value.type) {
    case 'string': {
      const name = stringValue(value);
      return name === undefined ? undefined : { names: [...names, { name, ...positionOf(value) }], modules };
    }
    case 'list':
    case 'tuple':
    case 'set':
    case 'expression_list':
    case 'parenthesized_expression': {
      let result: ExportList | undefined = { names, modules };
      for (const element of childrenOf(value)) result = result && readExportList(result, element);
      return result;
    }
    case 'list_splat':
    case 'binary_operator': {
      let result: ExportList | undefined = { names, modules };
      for (const operand of childrenOf(value)) result = result && readExportList(result, operand);
      return value.type === 'binary_operator' && value.childForFieldName('operator')?.text !== '+' ? undefined : result;
    }
    case 'call': {
      // `list(base.__all__)` and `tuple([…])`.
      const arguments_ = value.childForFieldName('arguments');
      const [argument] = arguments_ === null ? [] : childrenOf(arguments_);
      const isCopy = /^(?:list|tuple)$/.test(value.childForFieldName('function')?.text ?? '');
      return isCopy && argument !== undefined ? readExportList(list, argument) : undefined;
    }
    case 'attribute': {
      const module = value.childForFieldName('object')?.text;
      const isList = value.childForFieldName('attribute')?.text === '__all__';
      return isList && module !== undefined ? { names, modules: [...modules, module] } : undefined;
    }
    case 'identifier':
      // `__all__ = __all__ + […]`
      return value.text === '__all__' ? { names, modules } : undefined;
    default:
      return undefined;
  }
}

/** The value of a string without escapes or interpolations; `undefined` for any other string. */
function stringValue(node: SyntaxNode): string | undefined {
  const [, , text] = /^[uU]?("""|'''|"|')([^\\]*?)\1$/.exec(node.text) ?? [];
  return text;
}
