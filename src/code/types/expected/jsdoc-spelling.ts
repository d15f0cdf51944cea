import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { standardArity } from './standard-types.ts';
import { parseFragment } from './fragment.ts';

/** The types that TypeScript reads in the comments of JavaScript in the place of the objects around primitive values. */
const PRIMITIVES: Readonly<Record<string, string>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
  BigInt: 'bigint',
  Void: 'void',
  Undefined: 'undefined',
  Null: 'null',
};

/** What surrounds an expected text so that it is valid TypeScript. */
const SURROUNDINGS = [
  ['type Expected = ', ';'],
  ['type Expected = { ', ' };'],
  ['declare function expected', ';'],
  ['declare ', ';'],
] as const;

/**
 * An expected text for a JavaScript file, with the names as TypeScript reads them in comments: `Array<String>` is
 * `Array<string>`, `Object<string, number>` has an index signature, and a missing type argument is `any`.
 */
export function readJsDocSpelling(typescript: TypeScript, expected: string): string {
  for (const [before, after] of SURROUNDINGS) {
    const { source, syntaxError } = parseFragment(typescript, before, expected, after);
    if (syntaxError !== undefined) continue;
    const edits = typeReferences(typescript, source).flatMap((node) => {
      const text = spellingOf(typescript, node, source);
      const start = node.getStart(source) - before.length;
      return text === undefined ? [] : [{ start, end: node.end - before.length, text }];
    });
    return edits.reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), expected);
  }
  return expected;
}

/** The references without those inside the arguments of another one that is replaced as a whole. */
function typeReferences(typescript: TypeScript, root: ts.Node): readonly ts.TypeReferenceNode[] {
  const found: ts.TypeReferenceNode[] = [];
  const visit = (node: ts.Node): void => {
    if (typescript.isTypeReferenceNode(node)) found.push(node);
    if (!(typescript.isTypeReferenceNode(node) && isIndexed(node))) typescript.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** `Object<string, number>`. */
function isIndexed({ typeName, typeArguments }: ts.TypeReferenceNode): boolean {
  return 'text' in typeName && typeName.text === 'Object' && typeArguments?.length === 2;
}

function spellingOf(typescript: TypeScript, node: ts.TypeReferenceNode, source: ts.SourceFile): string | undefined {
  const { typeName, typeArguments = [] } = node;
  if (!typescript.isIdentifier(typeName)) return undefined;
  const name = typeName.text;
  if (isIndexed(node)) {
    const [key, value] = typeArguments.map((one) => readJsDocSpelling(typescript, one.getText(source)));
    return key === 'string' || key === 'number' ? `{ [key: ${key}]: ${value ?? 'any'} }` : undefined;
  }
  if (typeArguments.length > 0) return undefined;
  const arity = standardArity(name) ?? 0;
  if (arity > 0) return `${name}<${Array.from({ length: arity }, () => 'any').join(', ')}>`;
  return Object.hasOwn(PRIMITIVES, name) ? PRIMITIVES[name] : undefined;
}
