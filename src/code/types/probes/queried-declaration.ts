import type { ts } from 'ts-morph';
import type { DeclaredName, DeclaredNames } from '../../declarations/declared-names.ts';
import { isDeclarationFile } from '../../language/source-language.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** A file with queried declarations, and how a probe text refers to its names. */
export interface SubjectScope {
  readonly typescript: TypeScript;
  readonly names: DeclaredNames;
  /** Writes a name of the file so that it resolves in the probe text. */
  readonly nameText: (name: string) => string;
  /** Writes an export of the file so that it resolves in the probe text. */
  readonly exportText: (name: string) => string;
}

/** The declarations behind a queried name. */
export interface QueriedDeclaration {
  readonly declared: DeclaredName;
  /** The name as it is written in the probe text. */
  readonly reference: string;
}

/**
 * Finds the declarations of an export or a local name. Declarations with the same local name can be different exports: after
 * `interface A {}`, `export default function A() {}` exports the function only. Then only those are found that importers
 * see, and the reference is to the export.
 */
export function findQueriedDeclaration(scope: SubjectScope, name: string): QueriedDeclaration | undefined {
  const { names, nameText, exportText } = scope;
  if (names.reexported.has(name)) return undefined;
  const declared = names.declared.get(names.localNames.get(name) ?? name) ?? names.declared.get(name);
  if (declared === undefined) return undefined;
  const visible = declared.declarations.filter((node) => isExportedAs(scope, node, name));
  const isWhole = visible.length === 0 || visible.length === declared.declarations.length;
  if (isWhole) return { declared, reference: nameText(declared.name) };
  return { declared: { name: declared.name, declarations: visible }, reference: exportText(name) };
}

/** Whether modifiers of a declaration export it with a name. */
function isExportedAs({ typescript, names }: SubjectScope, node: ts.Node, name: string): boolean {
  const { Export, Default } = typescript.ModifierFlags;
  const flags = typescript.getCombinedModifierFlags(node as ts.Declaration);
  if (name === 'default') return (flags & Default) !== 0;
  // A module that is a declaration file exports declarations without a modifier too.
  const isExported = (flags & Export) !== 0 || isDeclarationFile(names.source.fileName);
  return isExported && (flags & Default) === 0 && !names.localNames.has(name);
}
