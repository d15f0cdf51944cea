import type { ExportKind, ExportRecord, ImportRecord, ModuleRecord } from '../../modules/module-record.ts';
import { childrenOf, fieldsOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';

/** A declaration at the top level of a file, except methods. */
export interface GoDeclaration {
  readonly name: string;
  readonly kind: ExportKind;
  readonly nameNode: SyntaxNode;
  /** The value of a variable or constant, if there is one for its name. */
  readonly value?: SyntaxNode;
}

/**
 * Reads the exports and imports of one file of a package. The exports are the identifiers that begin with an upper-case
 * letter. Files of tests export nothing, because no other package can import them.
 */
export function readGoModule(file: string, root: SyntaxNode): ModuleRecord {
  const declarations = readDeclarations(root);
  const isTest = file.endsWith('_test.go');
  const exports: ExportRecord[] = [];
  const internals: ExportRecord[] = [];
  for (const { name, kind, nameNode } of declarations) {
    const entry = { name, kind, ...positionOf(nameNode), localName: name };
    if (isExportedName(name) && !isTest) exports.push(entry);
    else internals.push(entry);
  }
  const imports = readImports(root);
  const starImports = imports.filter(({ names }) => names.some(({ local }) => local === '.'));
  return {
    file,
    exports,
    starExports: [],
    imports: imports.map((one) => ({ ...one, names: one.names.filter(({ local }) => local !== '.') })),
    parsedBy: root.hasError ? 'parser' : 'lexer',
    internals,
    ...(starImports.length > 0 && { starImports: starImports.map(({ specifier }) => specifier) }),
  };
}

/** Whether other packages can use a name. */
export function isExportedName(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

export function readDeclarations(root: SyntaxNode): readonly GoDeclaration[] {
  return childrenOf(root).flatMap((node): readonly GoDeclaration[] => {
    switch (node.type) {
      case 'function_declaration': {
        const nameNode = node.childForFieldName('name');
        // `init` cannot be named, and `_` declares nothing.
        if (nameNode === null || ['init', '_'].includes(nameNode.text)) return [];
        return [{ name: nameNode.text, kind: 'function', nameNode }];
      }
      case 'type_declaration':
        return childrenOf(node).flatMap((spec) => {
          const nameNode = spec.childForFieldName('name');
          if (nameNode === null) return [];
          const isInterface = spec.childForFieldName('type')?.type === 'interface_type';
          return [{ name: nameNode.text, kind: isInterface ? 'interface' : 'type', nameNode }];
        });
      case 'const_declaration':
        return childrenOf(node).flatMap((spec) => readSpec(spec, 'const'));
      case 'var_declaration':
        return childrenOf(node)
          .flatMap((child) => (child.type === 'var_spec_list' ? childrenOf(child) : [child]))
          .flatMap((spec) => readSpec(spec, 'var'));
      default:
        return [];
    }
  });
}

/** The names of a `const` or `var` with their values. */
function readSpec(spec: SyntaxNode, kind: 'const' | 'var'): readonly GoDeclaration[] {
  const list = spec.childForFieldName('value');
  const values = list === null ? [] : childrenOf(list);
  const names = fieldsOf(spec, 'name').filter(({ type }) => type === 'identifier');
  return names.flatMap((nameNode, at) => {
    const value = names.length === values.length ? values[at] : undefined;
    return nameNode.text === '_' ? [] : [{ name: nameNode.text, kind, nameNode, ...(value && { value }) }];
  });
}

function readImports(root: SyntaxNode): readonly ImportRecord[] {
  return childrenOf(root)
    .filter(({ type }) => type === 'import_declaration')
    .flatMap((node) => node.descendantsOfType('import_spec'))
    .flatMap((spec): readonly ImportRecord[] => {
      const path = spec?.childForFieldName('path');
      if (!spec || !path) return [];
      const specifier = path.text.slice(1, -1);
      const local = spec.childForFieldName('name')?.text ?? packageNameOf(specifier);
      const names = local === '_' ? [] : [{ imported: '*', local }];
      return [{ specifier, kind: 'static', names, ...positionOf(path) }];
    });
}

/** The usual package name of an import path: `yaml` for `gopkg.in/yaml.v3` and `chi` for `example.com/chi/v5`. */
function packageNameOf(specifier: string): string {
  const segments = specifier.split('/');
  const last = segments.at(-1) ?? specifier;
  const name = /^v\d+$/.test(last) ? (segments.at(-2) ?? last) : last;
  return name.replace(/\.v\d+$/, '').replace(/^go-|-go$|\.go$/g, '');
}
