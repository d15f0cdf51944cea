import { withPythonTree } from '../../../code/languages/python/python-tree.ts';
import { childrenOf, positionOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import { loadGrammar } from '../../../code/languages/tree-sitter/load-grammar.ts';
import { readCondition } from '../tests/python/python-conditions.ts';
import { patchedName, stringOf } from '../tests/python/python-exclusions.ts';
import { namedArgument, positionalArguments } from '../tests/python/python-expressions.ts';
import { PythonFileFacts } from '../tests/python/python-file-facts.ts';
import { listDecorators } from '../tests/python/python-markers.ts';

/** What a module does when pytest loads it, and before each test. */
export interface PythonModuleEffects {
  /** The hooks that are more than declarations of options and marks. */
  readonly hooks: ReadonlyMap<string, PlacedText>;
  /** The hooks that only declare options and marks. */
  readonly declarations: ReadonlyMap<string, PlacedText>;
  /** The fixtures that a test has to name. */
  readonly fixtures: ReadonlyMap<string, PlacedText>;
  /** The modules of which it imports everything. */
  readonly stars: ReadonlyMap<string, PlacedText>;
  readonly automatic: ReadonlyMap<string, PlacedText>;
  /** The plug-ins that it names, as modules. */
  readonly plugins: ReadonlyMap<string, PlacedText>;
  /** The expressions that it adds to `sys.path`. */
  readonly paths: ReadonlyMap<string, PlacedText>;
  /** What it replaces at once, or in an automatic fixture, by functions and other values that are no constants. */
  readonly replaced: ReadonlyMap<string, PlacedText>;
  /** Statements that are neither imports, definitions nor assignments. */
  readonly statements: ReadonlyMap<string, PlacedText>;
}

export interface PlacedText {
  readonly line: number;
  readonly text: string;
}

const DECLARING =
  /^pytest_(?:addoption|report_header|addhooks|make_parametrize_id|terminal_summary|assertrepr_compare)$/;

/** Reads what a module does to the tests of other files. Loads the grammar of Python. */
export async function readPythonEffects(text: string): Promise<PythonModuleEffects> {
  const parser = await loadGrammar('python');
  return withPythonTree(parser, text, (root) => new EffectReader(root).read());
}

class EffectReader {
  readonly #root: SyntaxNode;
  readonly #facts: PythonFileFacts;
  readonly #effects = {
    hooks: new Map<string, PlacedText>(),
    declarations: new Map<string, PlacedText>(),
    fixtures: new Map<string, PlacedText>(),
    stars: new Map<string, PlacedText>(),
    automatic: new Map<string, PlacedText>(),
    plugins: new Map<string, PlacedText>(),
    paths: new Map<string, PlacedText>(),
    replaced: new Map<string, PlacedText>(),
    statements: new Map<string, PlacedText>(),
  };

  constructor(root: SyntaxNode) {
    this.#root = root;
    this.#facts = new PythonFileFacts(root);
  }

  read(): PythonModuleEffects {
    for (const statement of childrenOf(this.#root)) this.#visit(statement);
    return this.#effects;
  }

  #add(kind: keyof PythonModuleEffects, name: string, node: SyntaxNode): void {
    this.#effects[kind].set(name, { line: positionOf(node).line, text: node.text });
  }

  #visit(statement: SyntaxNode): void {
    const definition = statement.childForFieldName('definition') ?? statement;
    switch (definition.type) {
      case 'function_definition':
        this.#visitFunction(statement, definition);
        return;
      case 'class_definition':
        return;
      case 'import_statement':
      case 'import_from_statement':
        for (const name of definition.descendantsOfType(['dotted_name', 'aliased_import'])) {
          const last = /(\w+)$/.exec(name?.text ?? '')?.[1] ?? '';
          if (name !== null && last.startsWith('pytest_') && last !== 'pytest_plugins') this.#add('hooks', last, name);
        }
        if (/\bimport\s+\*$/.test(definition.text))
          this.#add('stars', definition.childForFieldName('module_name')?.text ?? '', definition);
        return;
      case 'if_statement':
        if (readCondition(definition.childForFieldName('condition'))?.holds === false) return;
        this.#visitBlocks(definition);
        return;
      case 'try_statement':
      case 'with_statement':
      case 'for_statement':
        this.#visitBlocks(definition);
        return;
      case 'expression_statement':
        this.#visitExpression(definition);
        return;
      default:
        return;
    }
  }

  #visitBlocks(node: SyntaxNode): void {
    for (const child of childrenOf(node)) {
      if (child.type === 'block') for (const statement of childrenOf(child)) this.#visit(statement);
      else if (/_clause$/.test(child.type)) this.#visitBlocks(child);
    }
  }

  #visitFunction(statement: SyntaxNode, definition: SyntaxNode): void {
    const name = definition.childForFieldName('name')?.text ?? '';
    const fixture = listDecorators(statement).find((decorator) => isAutomatic(decorator));
    if (name.startsWith('pytest_'))
      this.#add(isDeclaring(name, definition) ? 'declarations' : 'hooks', name, definition);
    const isFixture = listDecorators(statement).some(({ text }) => /\bfixture\b/.test(text));
    if (isFixture && fixture === undefined) this.#add('fixtures', name, definition);
    if (fixture !== undefined) this.#add('automatic', name, definition);
    if (fixture === undefined && !name.startsWith('pytest_')) return;
    for (const node of definition.descendantsOfType(['assignment', 'call'])) if (node !== null) this.#addReplaced(node);
  }

  #visitExpression(statement: SyntaxNode): void {
    const [expression] = childrenOf(statement);
    if (expression === undefined) return;
    const left = expression.childForFieldName('left')?.text ?? '';
    if (expression.type === 'assignment' && left === 'pytest_plugins') {
      for (const string of expression.descendantsOfType('string')) {
        const name = stringOf(string);
        if (string !== null && name !== undefined) this.#add('plugins', name, string);
      }
      return;
    }
    // `patch("calc.add").start()`
    const callee = expression.childForFieldName('function');
    const started =
      callee?.childForFieldName('attribute')?.text === 'start' ? callee.childForFieldName('object') : null;
    if (started?.type === 'call' && this.#addReplaced(started)) return;
    if (this.#addPath(expression) || this.#addReplaced(expression)) return;
    if (expression.type === 'call') this.#add('statements', expression.text, expression);
  }

  /** `sys.path.insert(0, folder)`, `sys.path.append(folder)`, `sys.path += [folder]`, `sys.path = [folder, *sys.path]` */
  #addPath(expression: SyntaxNode): boolean {
    const callee = this.#facts.qualifiedName(expression.childForFieldName('function')) ?? '';
    const left = this.#facts.qualifiedName(expression.childForFieldName('left')) ?? '';
    const isCall = /^(?:sys\.path\.(?:insert|append|extend)|site\.addsitedir)$/.test(callee);
    if (!isCall && !left.startsWith('sys.path')) return false;
    const value = isCall ? positionalArguments(expression).at(-1) : expression.childForFieldName('right');
    this.#add('paths', value?.text ?? '', expression);
    return true;
  }

  #addReplaced(node: SyntaxNode): boolean {
    const name = patchedName(node, this.#facts);
    if (name === undefined) return false;
    const value =
      node.type === 'assignment'
        ? node.childForFieldName('right')
        : (positionalArguments(node)[2] ?? positionalArguments(node)[1]);
    // A setting of the code under test is not its behavior.
    const isConstant =
      value === null ||
      value === undefined ||
      /^(?:string|integer|float|true|false|none|list|dictionary|tuple|concatenated_string)$/.test(value.type);
    if (!isConstant || (node.type === 'call' && /patch/.test(node.childForFieldName('function')?.text ?? '')))
      this.#add('replaced', name, node);
    return true;
  }
}

function isDeclaring(name: string, definition: SyntaxNode): boolean {
  if (DECLARING.test(name)) return true;
  if (name !== 'pytest_configure') return false;
  const calls = definition.descendantsOfType('call').map((call) => call?.childForFieldName('function')?.text ?? '');
  return calls.every((callee) => /\.addinivalue_line$|^config\.get\w+$/.test(callee));
}

function isAutomatic(decorator: SyntaxNode): boolean {
  const value = decorator.type === 'call' ? namedArgument(decorator, 'autouse') : undefined;
  return value !== undefined && value.type !== 'false' && value.type !== 'none' && value.text !== '0';
}
