import type { Parser } from '@vscode/tree-sitter-wasm';
import type { ModuleRecord } from '../../modules/module-record.ts';
import type {
  DeclaredExport,
  DeclaredMember,
  DeclaredParameter,
  DeclaredSignature,
  DeclaredType,
} from '../interface/declared-export.ts';
import { childrenOf, isExtra, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { normalizeAnnotation, normalizeExpression } from './normalized-text.ts';
import { readFunctions, variantsOf, type PythonFunction } from './python-functions.ts';
import { printSignature, readSignature, withoutReceiver } from './python-signature.ts';

/** Values from which the type of a variable is certain. */
const LITERALS: ReadonlySet<string> = new Set(['string', 'integer', 'float', 'true', 'false', 'none']);

/** The exports of a module with their declarations. Re-exports have no declaration. */
export function readDeclaredExports(
  parser: Parser,
  root: SyntaxNode,
  source: string,
  { exports }: ModuleRecord,
): readonly DeclaredExport[] {
  const functions = readFunctions(root, source);
  const statements = new Map<string, SyntaxNode[]>();
  collectStatements(root, statements);
  return exports.map(({ name, kind, line, column, from, importedName, localName }) => {
    const position = { name, kind, line, column };
    if (from !== undefined) return { ...position, text: '', from: `${importedName ?? name} from ${from}` };
    const local = localName ?? name;
    const nodes = statements.get(local) ?? [];
    const text = nodes.map((node) => normalizedBlock(node, local)).join('\n');
    if (kind === 'function') {
      const signatures = signaturesOf(parser, functions, local);
      return { ...position, text, ...(signatures.length > 0 && { signatures }) };
    }
    const definition = nodes.map(definitionOf).findLast((node) => node.type === 'class_definition');
    if (kind === 'class' && definition !== undefined) {
      return { ...position, text, type: typeOf(parser, functions, local, definition) };
    }
    return { ...position, text, ...variableOf(parser, functions, nodes, local) };
  });
}

function variableOf(
  parser: Parser,
  functions: readonly PythonFunction[],
  nodes: readonly SyntaxNode[],
  name: string,
): Pick<DeclaredExport, 'signatures' | 'variable'> {
  // `name = lambda …` can be called.
  const signatures = signaturesOf(parser, functions, name);
  if (signatures.length > 0) return { signatures };
  const assignments = nodes.flatMap((node) => childrenOf(node)).filter(({ type }) => type === 'assignment');
  const annotation = assignments.map((node) => node.childForFieldName('type')).findLast((node) => node);
  const last = assignments.at(-1);
  const value = last?.childForFieldName('left')?.text === name ? last.childForFieldName('right') : undefined;
  return {
    variable: {
      type: annotation ? normalizeAnnotation(parser, annotation) : undefined,
      literal: value && LITERALS.has(value.type) ? value.type : undefined,
    },
  };
}

/** The statements that bind each name, with their decorators, in every branch of the top level. */
function collectStatements(block: SyntaxNode, statements: Map<string, SyntaxNode[]>): void {
  const add = (name: string | undefined, node: SyntaxNode): void => {
    if (name !== undefined) statements.set(name, [...(statements.get(name) ?? []), node]);
  };
  for (const node of childrenOf(block)) {
    if (/^(?:decorated|function|class)_definition$/.test(node.type)) {
      add(definitionOf(node).childForFieldName('name')?.text, node);
    } else if (node.type === 'expression_statement' || node.type === 'type_alias_statement') {
      const target = node.type === 'type_alias_statement' ? node : childrenOf(node)[0];
      const left = target?.childForFieldName('left') ?? null;
      const names = left === null ? [] : [left, ...left.descendantsOfType('identifier')];
      for (const name of new Set(names.map((one) => one?.text))) add(name, node);
    } else if (node.type === 'block' || /_(?:statement|clause)$/.test(node.type)) collectStatements(node, statements);
  }
}

function definitionOf(node: SyntaxNode): SyntaxNode {
  return (node.type === 'decorated_definition' ? node.childForFieldName('definition') : null) ?? node;
}

/** The implementations, or the overloads and no implementation, since callers see only those. */
function signaturesOf(
  parser: Parser,
  functions: readonly PythonFunction[],
  name: string,
): readonly DeclaredSignature[] {
  // The constructor of a dataclass with base classes is not known.
  const declared = functions.filter((one) => one.name === name && (one.generated?.signature ?? one.node) !== undefined);
  const overloads = declared.filter((one) => one.isOverload);
  const shown = overloads.length > 0 ? overloads : variantsOf(declared);
  const signatures = shown.map((one) => {
    const read = readSignature(parser, one);
    const signature = one.isBound ? { ...read, parameters: withoutReceiver(read.parameters) } : read;
    const isMarker = ({ name: own, prefix }: (typeof signature.parameters)[number]): boolean =>
      prefix === '' && (own === '/' || own === '*');
    const lastPositional = signature.parameters.findIndex((each) => each.prefix === '' && each.name === '/');
    const firstNamed = signature.parameters.findIndex(
      (each) => each.prefix === '*' || (isMarker(each) && each.name === '*'),
    );
    const parameters = signature.parameters.flatMap((each, at): readonly DeclaredParameter[] => {
      if (isMarker(each)) return [];
      const passedBy =
        each.prefix !== ''
          ? 'rest'
          : at < lastPositional
            ? 'position'
            : firstNamed >= 0 && at > firstNamed
              ? 'name'
              : 'position-or-name';
      const isOptional = each.prefix !== '' || each.defaultValue !== undefined;
      return [{ name: each.prefix + each.name, passedBy, isOptional, type: each.annotation }];
    });
    const result = `${signature.isAsync ? 'async ' : ''}${signature.returns ?? ''}`;
    const decorated = one.isWrapped === true ? ({ isDecorated: true } as const) : {};
    return { text: printSignature(signature), parameters, result, typeParameters: '', ...decorated };
  });
  return signatures.filter(({ text }, at) => signatures.findIndex((one) => one.text === text) === at);
}

function typeOf(
  parser: Parser,
  functions: readonly PythonFunction[],
  name: string,
  definition: SyntaxNode,
): DeclaredType {
  const body = definition.childForFieldName('body');
  const statements = new Map<string, SyntaxNode[]>();
  if (body !== null) collectStatements(body, statements);
  const members = [...statements].flatMap(([member, nodes]): DeclaredMember[] => {
    if (member.includes('.') || !/^\w+$/.test(member) || (member.startsWith('_') && !/^__\w+__$/.test(member)))
      return [];
    const signatures = signaturesOf(parser, functions, `${name}.${member}`);
    const text = nodes.map((node) => normalizedBlock(node, member)).join('\n');
    const writing = functions.filter(
      (one) => one.name === `${name}.${member}` && one.writes !== undefined && one.node !== undefined,
    );
    return [
      { name: member, text, ...(signatures.length > 0 && { signatures: asCalled(member, signatures) }) },
      // Assigning to a property is another use than reading it.
      ...writing.map((one) => ({
        name: `${member}.${one.writes ?? ''}`,
        text: printSignature(readSignature(parser, one)),
      })),
    ];
  });
  const generated = functions.some((one) => one.name === `${name}.__init__` && one.generated?.signature !== undefined);
  const init = generated ? signaturesOf(parser, functions, `${name}.__init__`) : [];
  if (init.length > 0) members.push({ name: '__init__', text: init.map(({ text }) => text).join(), signatures: init });
  const bases = definition.childForFieldName('superclasses');
  const parameters = definition.childForFieldName('type_parameters');
  const parent = definition.parent?.type === 'decorated_definition' ? definition.parent : undefined;
  const decorators = parent === undefined ? [] : childrenOf(parent).filter(({ type }) => type === 'decorator');
  const head = [...decorators, ...(parameters ? [parameters] : []), ...(bases ? [bases] : [])].map(normalizeExpression);
  const hasOtherMembers =
    decorators.some(({ text }) => !KEEPS_MEMBERS.test(text)) ||
    members.some((member) => member.name === '__getattr__' || member.name === '__getattribute__') ||
    (bases !== null && childrenOf(bases).some((base) => base.type !== 'comment' && base.text !== 'object'));
  const possibleMembers = [
    ...OBJECT_MEMBERS,
    ...(decorators.length === 0 ? [] : GENERATED_MEMBERS),
    ...assignedNames(definition, name),
  ];
  return { head: head.join(' '), members, isImplemented: false, hasOtherMembers, possibleMembers };
}

/** The decorators of the standard library that add no members, except those with a special name. */
const KEEPS_MEMBERS = /^@(?:[\w.]+\.)?(?:dataclass|total_ordering|final|runtime_checkable|deprecated|unique)(?:\(|$)/;

/** What each class has, or what only says how it is made. */
const OBJECT_MEMBERS =
  `__slots__ __doc__ __module__ __annotations__ __match_args__ __qualname__ __dict__ __weakref__ __test__
  __new__ __repr__ __str__ __format__ __eq__ __ne__ __hash__ __dir__ __sizeof__ __reduce__ __reduce_ex__ __getstate__
  __setattr__ __delattr__ __getattribute__ __init_subclass__ __subclasshook__`.split(/\s+/);

/** What the decorators of the standard library write. */
const GENERATED_MEMBERS = '__init__ __lt__ __le__ __gt__ __ge__ __setstate__ __replace__ __post_init__'.split(' ');

/** The attributes that the methods of a class, or its module, assign: `self.name = …`, `Class.name = …`. */
function assignedNames(definition: SyntaxNode, name: string): readonly string[] {
  const own = definition.text.matchAll(/\b(?:self|cls)\.(\w+)(?=[^=(\n]*=[^=])/g);
  let root = definition;
  while (root.parent !== null) root = root.parent;
  const foreign = root.text.matchAll(new RegExp(String.raw`\b${name}\.(\w+)\s*=[^=]`, 'g'));
  return [...new Set([...own, ...foreign].flatMap(([, assigned = '']) => assigned))];
}

/** Operators and built-in functions call methods with a special name by position. */
function asCalled(name: string, signatures: readonly DeclaredSignature[]): readonly DeclaredSignature[] {
  if (!/^__\w+__$/.test(name) || /^__(?:init|new|call|init_subclass|enter|aenter)__$/.test(name)) return signatures;
  const byPosition = ({ passedBy, ...one }: DeclaredParameter): DeclaredParameter => ({
    ...one,
    passedBy: passedBy === 'position-or-name' ? 'position' : passedBy,
  });
  return signatures.map((one) => ({ ...one, parameters: one.parameters.map(byPosition) }));
}

/** The tokens of a statement. Blocks are in braces, because white space is left out; documentation strings are left out. */
function normalizedBlock(node: SyntaxNode, name: string): string {
  const parts: string[] = [];
  const visit = (current: SyntaxNode): void => {
    if (current.type === 'block') {
      parts.push('{');
      for (const [at, child] of childrenOf(current).entries()) {
        const isDocumentation =
          at === 0 && child.type === 'expression_statement' && childrenOf(child)[0]?.type === 'string';
        if (isDocumentation) continue;
        visit(child);
        parts.push(';');
      }
      parts.push('}');
    } else if (current.type === 'string' || current.childCount === 0) {
      if (!isExtra(current)) parts.push(normalizeExpression(current));
    } else for (const child of current.children) if (child !== null) visit(child);
  };
  visit(node);
  const nameNode = definitionOf(node).childForFieldName('name');
  const ownName = parts.indexOf(name);
  // The first occurrence is the name that is declared. A decorator can be called the same.
  if (nameNode !== null && ownName >= 0)
    parts[
      parts.indexOf(
        name,
        parts.findIndex((part) => /^(?:def|class)$/.test(part)),
      )
    ] = '';
  else if (parts[0] === name) parts[0] = '';
  return parts.join(' ');
}
