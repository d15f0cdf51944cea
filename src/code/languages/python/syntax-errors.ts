import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { MODULE_LEVEL, whyCompilerRejects, type Enclosing } from './compiler-errors.ts';
import { findIndentationError } from './indentation.ts';

const MAX_ERRORS = 10;

/** Statements of Python 2 that the grammar accepts. */
const PYTHON_2: Readonly<Record<string, string>> = {
  print_statement: 'print is a function, so its arguments need parentheses.',
  exec_statement: 'exec is a function, so its arguments need parentheses.',
};

/**
 * The syntax errors of a text, in text order. The grammar accepts more than Python: any indentation, empty blocks, and
 * statements in places where the compiler rejects them.
 */
export function findPythonErrors(root: SyntaxNode, text: string): readonly SyntaxDiagnostic[] {
  const errors: SyntaxDiagnostic[] = [];
  collect(root, MODULE_LEVEL, errors);
  const indentation = errors.length === 0 ? findIndentationError(text) : undefined;
  return indentation === undefined ? errors : [indentation];
}

function collect(node: SyntaxNode, enclosing: Enclosing, errors: SyntaxDiagnostic[]): void {
  if (errors.length >= MAX_ERRORS) return;
  if (node.isMissing) {
    errors.push({ ...positionOf(node), message: `"${node.type}" is missing.` });
    return;
  }
  if (node.isError) {
    errors.push({ ...positionOf(node), message: 'This is not valid Python.' });
    return;
  }
  const message = whyRejected(node, enclosing) ?? whyCompilerRejects(node, enclosing);
  if (message !== undefined) errors.push({ ...positionOf(node), message });
  for (const child of node.children) if (child !== null) collect(child, enclosingOf(node, child, enclosing), errors);
}

function enclosingOf(node: SyntaxNode, child: SyntaxNode, enclosing: Enclosing): Enclosing {
  switch (node.type) {
    case 'function_definition':
    case 'lambda': {
      // Defaults and annotations are evaluated outside.
      if (child.id !== node.childForFieldName('body')?.id) return enclosing;
      const parameters = node.childForFieldName('parameters');
      return {
        isInFunction: true,
        isInLoop: false,
        isAsync: node.firstChild?.type === 'async',
        isNested: enclosing.isInFunction || enclosing.isNested,
        isInClass: false,
        parameters: new Set(parameters === null ? [] : childrenOf(parameters).flatMap(parameterNameOf)),
      };
    }
    case 'class_definition':
      return { ...MODULE_LEVEL, isInClass: true, isNested: enclosing.isInFunction || enclosing.isNested };
    case 'for_statement':
    case 'while_statement':
      return child.type === 'block' ? { ...enclosing, isInLoop: true } : enclosing;
    default:
      return enclosing;
  }
}

function whyRejected(node: SyntaxNode, { isInFunction, isInLoop }: Enclosing): string | undefined {
  switch (node.type) {
    case 'print_statement':
    case 'exec_statement':
      // `print >> stream` is an expression in Python 3.
      return node.firstNamedChild?.type === 'chevron' ? undefined : PYTHON_2[node.type];
    case 'block':
      return node.namedChildren.every((child) => child?.type === 'comment')
        ? 'An indented block is missing.'
        : undefined;
    case 'return_statement':
      return isInFunction ? undefined : 'return is outside of a function.';
    case 'await':
      return isInFunction ? undefined : 'await is outside of a function.';
    case 'for_statement':
    case 'with_statement':
      return isInFunction || node.firstChild?.type !== 'async' ? undefined : 'async is outside of a function.';
    case 'break_statement':
    case 'continue_statement':
      return isInLoop ? undefined : `${node.text} is outside of a loop.`;
    case 'raise_statement':
      return node.firstNamedChild?.type === 'expression_list' ? 'raise takes one exception.' : undefined;
    case 'string_start':
      return node.text.includes('`') ? 'Backquotes are not part of Python 3.' : undefined;
    case 'integer':
      return /^0[\d_]*[1-9]/.test(node.text) ? 'An octal number begins with 0o.' : undefined;
    case 'parameters':
    case 'lambda_parameters':
      return whyParametersRejected(node);
    case 'argument_list':
      return hasPositionalAfterKeyword(node) ? 'A positional argument follows a keyword argument.' : undefined;
    default:
      return undefined;
  }
}

function whyParametersRejected(list: SyntaxNode): string | undefined {
  const names = new Set<string>();
  let hasDefault = false;
  let isPositional = true;
  for (const parameter of childrenOf(list)) {
    const isDefault = parameter.type === 'default_parameter' || parameter.type === 'typed_default_parameter';
    const name = parameterNode(parameter);
    if (parameter.type === 'keyword_separator' || name?.type.endsWith('_splat_pattern')) isPositional = false;
    if (isPositional && hasDefault && !isDefault && parameter.type !== 'positional_separator') {
      return 'A parameter without a default follows one with a default.';
    }
    hasDefault ||= isDefault;
    for (const text of parameterNameOf(parameter)) {
      if (names.has(text)) return `The parameter ${text} is declared twice.`;
      names.add(text);
    }
  }
  return undefined;
}

function parameterNode(parameter: SyntaxNode): SyntaxNode | undefined {
  const named = parameter.childForFieldName('name');
  return named ?? (parameter.type === 'typed_parameter' ? childrenOf(parameter)[0] : parameter);
}

/** The name of a parameter; none for `*` and `/`. */
function parameterNameOf(parameter: SyntaxNode): readonly string[] {
  const text = parameterNode(parameter)?.text.replace(/^\*+\s*/, '') ?? '';
  return /^\w/.test(text) ? [text] : [];
}

function hasPositionalAfterKeyword(list: SyntaxNode): boolean {
  let hasKeyword = false;
  for (const { type } of childrenOf(list)) {
    if (type === 'keyword_argument') hasKeyword = true;
    else if (hasKeyword && type !== 'list_splat' && type !== 'dictionary_splat' && type !== 'parenthesized_expression')
      return true;
  }
  return false;
}
