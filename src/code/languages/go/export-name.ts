import type { Parser } from '@vscode/tree-sitter-wasm';
import { folderOf } from '../../resolution/tree-path.ts';
import type { ExportContext, ExportEdit, SourceFile } from '../interface/code-language.ts';
import type { SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { hasBody, readGoFunctions } from './go-functions.ts';
import { withGoTree } from './go-tree.ts';
import { unexportedForms } from './name-forms.ts';
import { findGoNameUses } from './name-uses.ts';
import { readGoFile } from './read-go-file.ts';
import { isExportedName } from './read-go-module.ts';

/** Functions that the language calls by their name. */
const FIXED_NAMES: ReadonlySet<string> = new Set(['main', 'init', '_']);

/**
 * Exports a declaration of a package by renaming it in all files of the package. `undefined` unless each occurrence of the
 * name is certainly the declaration or a use of it, and nothing in the package has the new name.
 */
export async function exportGoName(
  parser: Parser,
  { graph, tree }: ExportContext,
  module: SourceFile,
  name: string,
): Promise<ExportEdit | undefined> {
  const record = graph.moduleOf(module.file);
  if (!isExportedName(name) || record?.packageName === undefined || module.file.endsWith('_test.go')) return undefined;
  const declared = readGoFile(module.text).declarations.map((one) => one.name);
  const from = unexportedForms(name).find((form) => declared.includes(form) && !FIXED_NAMES.has(form));
  if (from === undefined) return undefined;
  const files: SourceFile[] = [module];
  for (const file of graph.packageFilesOf?.(module.file) ?? []) {
    const text = await tree.readText(file);
    if (text === undefined) return undefined;
    files.push({ file, text: text.replace(/^\uFEFF/, '') });
  }
  const edited: SourceFile[] = [];
  for (const { file, text } of files) {
    const renamed = text.includes(from) || text.includes(name) ? rename(parser, text, from, name) : text;
    if (renamed === undefined) return undefined;
    if (renamed !== text) edited.push({ file, text: renamed });
  }
  if (await isNamedInAssembly(folderOf(module.file), from, tree)) return undefined;
  const declaration = edited.find(({ file }) => file === module.file)?.text;
  return declaration === undefined ? undefined : { files: edited, declaration };
}

/** The text with another name; `undefined` if an occurrence may mean something else. */
function rename(parser: Parser, text: string, from: string, to: string): string | undefined {
  return withGoTree(parser, text, (root) => {
    if (root.hasError || occurrencesOf(root, to).length > 0 || isNamedInDirective(root, from)) return undefined;
    const declarations = readGoFile(text).declarations.filter((one) => one.name === from);
    const inAssembly = readGoFunctions(root).some((one) => one.name === from && !hasBody(one));
    const known = new Set([...declarations.map(({ offset }) => offset), ...findGoNameUses(root, from, [])]);
    const found = occurrencesOf(root, from);
    if (inAssembly || !found.every(({ startIndex }) => known.has(startIndex)) || found.some(isEmbedded))
      return undefined;
    const offsets = [...known, ...declarations.flatMap(({ offset }) => documentedAt(text, offset, from))];
    return offsets
      .sort((a, b) => b - a)
      .reduce((edited, at) => `${edited.slice(0, at)}${to}${edited.slice(at + from.length)}`, text);
  });
}

/** The identifiers with a name. Fields, methods and labels are named separately. */
function occurrencesOf(root: SyntaxNode, name: string): readonly SyntaxNode[] {
  return root
    .descendantsOfType(['identifier', 'type_identifier', 'package_identifier'])
    .filter((node): node is SyntaxNode => node !== null && node.text === name);
}

/** Whether a type is embedded in a struct, so that a field has its name. */
function isEmbedded(node: SyntaxNode): boolean {
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    if (outer.type === 'field_declaration') return outer.childForFieldName('name') === null;
    if (/_(?:declaration|literal|statement)$/.test(outer.type) || outer.type === 'block') return false;
  }
  return false;
}

/** Whether a comment for a tool names the declaration: `//go:linkname`, `//go:generate` or `//export`. */
function isNamedInDirective(root: SyntaxNode, name: string): boolean {
  return root.descendantsOfType('comment').some((node) => {
    const [, rest] = /^\/\/(?:go:\w+|export)\b(.*)$/s.exec(node?.text ?? '') ?? [];
    return rest?.split(/[^\p{ID_Continue}]+/u).includes(name);
  });
}

/** The offset of the name at the start of the comment above a declaration, as Go's documentation has it. */
function documentedAt(text: string, offset: number, name: string): readonly number[] {
  const before = text.slice(0, text.lastIndexOf('\n', offset) + 1);
  const [comment] = /(?:(?:^|(?<=\n))[ \t]*\/\/[^\n]*\n)+$/.exec(before) ?? [];
  const [start] = /^[ \t]*\/\/[ \t]*/.exec(comment ?? '') ?? [];
  if (comment === undefined || start === undefined) return [];
  const at = before.length - comment.length + start.length;
  const isName = text.startsWith(name, at) && !/[\p{ID_Continue}]/u.test(text.charAt(at + name.length));
  return isName ? [at] : [];
}

async function isNamedInAssembly(folder: string, name: string, tree: ExportContext['tree']): Promise<boolean> {
  for (const file of await tree.listFiles()) {
    if (!file.endsWith('.s') || folderOf(file) !== folder) continue;
    if ((await tree.readText(file))?.includes(`·${name}`)) return true;
  }
  return false;
}
