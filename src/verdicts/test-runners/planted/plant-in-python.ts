import { isAsyncNode } from '../../../code/languages/python/errors/enclosing.ts';
import { withPythonTree } from '../../../code/languages/python/python-tree.ts';
import { loadGrammar } from '../../../code/languages/tree-sitter/load-grammar.ts';
import { childrenOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import { pick, pickNumbers, type PlantedTest, type PlantOptions } from './planted-test.ts';

/** A test after which another one can follow, with the same indentation. */
interface Neighbor {
  readonly name: string;
  /** The index of its end. */
  readonly end: number;
  readonly indentation: string;
  readonly unit: string;
  /** The name of the instance; `undefined` for a function. */
  readonly self: string | undefined;
  /** Whether the tests around it assert with `self.assertEqual`. */
  readonly hasMethods: boolean;
  readonly returns: string;
}

/** Adds a test function, or a method to a class with tests. */
export async function plantInPython(text: string, options: PlantOptions): Promise<PlantedTest | undefined> {
  const parser = await loadGrammar('python');
  const [first, ...others] = withPythonTree(parser, text, (root) => listNeighbors(root, text));
  if (first === undefined) return undefined;
  const neighbor = pick([first, ...others], options);
  const { indentation, unit, self, hasMethods, returns, end } = neighbor;
  const [one, other] = pickNumbers(options);
  const name = `${neighbor.name}_${other}`;
  const asserts = options.throws !== true;
  const ownAssertion = hasMethods ? `${self}.assertEqual(${one}, ${other})` : `assert ${one} == ${other}`;
  const statement = asserts
    ? ownAssertion
    : pick([`raise AssertionError("got ${one}")`, `raise ValueError("got ${one}")`], options);
  const lines = [`def ${name}(${self ?? ''})${returns}:`, `${unit}${statement}`].map((line) => indentation + line);
  const gap = self === undefined ? '\n\n\n' : '\n\n';
  const planted = `${text.slice(0, end)}${gap}${lines.join('\n')}${text.slice(end) === '' ? '\n' : ''}${text.slice(end)}`;
  return { text: planted, name, asserts };
}

/** The tests of a module and of its classes. Decorated ones are left out: they can be skipped. */
function listNeighbors(root: SyntaxNode, text: string): readonly Neighbor[] {
  const neighbors: Neighbor[] = [];
  const add = (node: SyntaxNode, inClass: SyntaxNode | undefined): void => {
    const name = node.childForFieldName('name')?.text ?? '';
    const body = node.childForFieldName('body');
    if (!/^test(?:_|[A-Z]|$)/.test(name) || body === null || isAsyncNode(node)) return;
    const indentation = lineStart(text, node.startIndex);
    const first = childrenOf(body)[0];
    const inner = first === undefined ? '' : lineStart(text, first.startIndex);
    const self = inClass === undefined ? undefined : firstParameter(node);
    if (inner.length <= indentation.length || !/^[ \t]*$/.test(indentation + inner)) return;
    if (inClass !== undefined && self === undefined) return;
    neighbors.push({
      name,
      end: node.startIndex + node.text.trimEnd().length,
      indentation,
      unit: inner.slice(indentation.length),
      self,
      hasMethods: inClass !== undefined && new RegExp(`\\b${self}\\.assert\\w+\\(`).test(inClass.text),
      returns: node.childForFieldName('return_type')?.text === 'None' ? ' -> None' : '',
    });
  };
  for (const node of childrenOf(root)) {
    if (node.type === 'function_definition') add(node, undefined);
    const body = node.type === 'class_definition' ? node.childForFieldName('body') : null;
    for (const member of body === null ? [] : childrenOf(body)) {
      if (member.type === 'function_definition') add(member, node);
    }
  }
  return neighbors;
}

/** The text of the line before an index. */
function lineStart(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
}

function firstParameter(node: SyntaxNode): string | undefined {
  const parameters = node.childForFieldName('parameters');
  const [first] = parameters === null ? [] : childrenOf(parameters);
  return first?.type === 'identifier' ? first.text : undefined;
}
