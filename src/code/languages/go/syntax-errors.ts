import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

const MAX_ERRORS = 10;
const DECLARATIONS = /^(?:(?:import|const|var|type|function|method)_declaration)$/;

/** The syntax errors. The grammar also accepts statements at the top level, clauses in any order, and lists without a comma. */
export function findGoErrors(root: SyntaxNode): readonly SyntaxDiagnostic[] {
  const errors: SyntaxDiagnostic[] = [];
  const [first, ...others] = childrenOf(root);
  if (first?.type !== 'package_clause' && first?.isError !== true) {
    errors.push({ line: 1, column: 1, message: 'The package clause is missing.' });
  }
  let hasDeclaration = false;
  for (const node of others) {
    if (node.isError || errors.length >= MAX_ERRORS) continue;
    const isImport = node.type === 'import_declaration';
    if (!DECLARATIONS.test(node.type)) {
      errors.push({ ...positionOf(node), message: 'Only declarations are allowed outside of functions.' });
    } else if (isImport && hasDeclaration) {
      errors.push({ ...positionOf(node), message: 'Imports come before other declarations.' });
    }
    hasDeclaration ||= !isImport;
  }
  const visit = (node: SyntaxNode): void => {
    if (errors.length >= MAX_ERRORS || !node.hasError) return;
    if (node.isMissing) errors.push({ ...positionOf(node), message: `"${node.type}" is missing.` });
    else if (node.isError) errors.push({ ...positionOf(node), message: 'This is not valid Go.' });
    else for (const child of node.children) if (child !== null) visit(child);
  };
  visit(root);
  return errors.length === 0 ? findMissingCommas(root) : errors;
}

/** A newline after the last item of a list ends the statement, unless a comma follows the item. */
function findMissingCommas(root: SyntaxNode): readonly SyntaxDiagnostic[] {
  const lists = root.descendantsOfType(['literal_value', 'argument_list', 'parameter_list']);
  return lists.flatMap((list): readonly SyntaxDiagnostic[] => {
    const parts = list === null ? [] : list.children.filter((child) => child !== null && child.type !== 'comment');
    const [last, closing] = parts.slice(-2);
    if (!last || !closing || !last.isNamed || last.endPosition.row === closing.startPosition.row) return [];
    // A newline after `values...` ends nothing.
    if (last.text.endsWith('...') || isInHeader(list)) return [];
    return [{ ...positionOf(last), message: 'A comma is missing before the newline.' }];
  });
}

/**
 * Whether a list is in the header of a statement. The grammar can read the block of `if p.x {` as the values of a literal,
 * which Go does not.
 */
function isInHeader(list: SyntaxNode | null): boolean {
  for (let node = list?.parent ?? null; node !== null && node.type !== 'block'; node = node.parent) {
    if (/^(?:if|for|.*switch)_statement$/.test(node.type)) return true;
  }
  return false;
}
