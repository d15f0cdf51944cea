import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import { positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

const MAX_ERRORS = 10;

/** Statements of Python 2 that the grammar accepts. */
const PYTHON_2: Readonly<Record<string, string>> = {
  print_statement: 'print is a function, so its arguments need parentheses.',
  exec_statement: 'exec is a function, so its arguments need parentheses.',
};

/** The syntax errors of a text, in text order. The grammar accepts empty blocks, which Python does not. */
export function findPythonErrors(root: SyntaxNode): readonly SyntaxDiagnostic[] {
  const errors: SyntaxDiagnostic[] = [];
  collect(root, errors);
  return errors;
}

function collect(node: SyntaxNode, errors: SyntaxDiagnostic[]): void {
  if (errors.length >= MAX_ERRORS) return;
  if (node.isMissing) {
    errors.push({ ...positionOf(node), message: `"${node.type}" is missing.` });
    return;
  }
  if (node.isError) {
    errors.push({ ...positionOf(node), message: 'This is not valid Python.' });
    return;
  }
  // `print >> stream` is an expression in Python 3.
  const message = node.firstNamedChild?.type === 'chevron' ? undefined : PYTHON_2[node.type];
  if (message !== undefined) errors.push({ ...positionOf(node), message });
  if (node.type === 'block' && node.namedChildren.every((child) => child?.type === 'comment')) {
    errors.push({ ...positionOf(node), message: 'An indented block is missing.' });
  }
  for (const child of node.children) if (child !== null) collect(child, errors);
}
