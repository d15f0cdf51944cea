import type { ts } from 'ts-morph';
import { hasModifier } from '../../declarations/declared-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { ParsedExport } from './parsed-exports.ts';

/** The longest definition that is written out. */
const MAX_DEFINITION = 2_000;

/** What the text of a declaration says about its type. */
export interface DeclarationText {
  /** The definition of an interface, an alias or an enum on one line, as a type or a declaration of it. */
  readonly definition?: string | undefined;
  /** The public methods of a class with a plain name, as `Class.method`. */
  readonly methods?: readonly string[] | undefined;
}

/** Describes the declaration of an export. Merged declarations have no definition. */
export function describeDeclaration(ts: TypeScript, { name, declarations }: ParsedExport): DeclarationText {
  const [node, ...others] = declarations;
  if (node === undefined || others.length > 0) return {};
  if (ts.isClassDeclaration(node)) return { methods: publicMethods(ts, node).map((method) => `${name}.${method}`) };
  const definition = definitionOf(ts, node)?.trim();
  return definition === undefined || definition.length > MAX_DEFINITION ? {} : { definition };
}

function definitionOf(ts: TypeScript, node: ParsedExport['declarations'][number]): string | undefined {
  const print = (part: ts.Node): string => printOnOneLine(ts, part);
  if (ts.isTypeAliasDeclaration(node)) return parametersOf(node, print) + print(node.type);
  if (ts.isEnumDeclaration(node)) {
    const keyword = hasModifier(ts, node, ts.SyntaxKind.ConstKeyword) ? 'const enum' : 'enum';
    return `${keyword} ${node.name.text} { ${node.members.map(print).join(', ')} }`;
  }
  if (!ts.isInterfaceDeclaration(node)) return undefined;
  const members = node.members.map((member) => print(member).replace(/[;,]$/, '')).join('; ');
  const body = members === '' ? '{}' : `{ ${members} }`;
  if (node.heritageClauses === undefined) return parametersOf(node, print) + body;
  const bases = node.heritageClauses.map((clause) => print(clause).trim()).join(' ');
  return `interface ${node.name.text}${parametersOf(node, print)} ${bases} ${body}`;
}

function parametersOf(
  { typeParameters }: ts.TypeAliasDeclaration | ts.InterfaceDeclaration,
  print: (part: ts.Node) => string,
): string {
  return typeParameters === undefined ? '' : `<${typeParameters.map(print).join(', ')}>`;
}

/** A node without comments. Line breaks become spaces, which changes only literals that contain them. */
function printOnOneLine(ts: TypeScript, node: ts.Node): string {
  const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/; }/g, ' }');
}

function publicMethods(ts: TypeScript, { members }: ts.ClassDeclaration): readonly string[] {
  const names = members.flatMap((member) => {
    if (!ts.isMethodDeclaration(member) || !ts.isIdentifier(member.name)) return [];
    const { PrivateKeyword, ProtectedKeyword } = ts.SyntaxKind;
    return hasModifier(ts, member, PrivateKeyword) || hasModifier(ts, member, ProtectedKeyword)
      ? []
      : [member.name.text];
  });
  return [...new Set(names)];
}
