import { tryReadText } from '../../code/index/read-tree.ts';
import { addExport } from '../../code/declarations/add-export.ts';
import { loadLanguageOf } from '../../code/languages/language-table.ts';
import type { CodeLanguage, ExportEdit } from '../../code/languages/interface/code-language.ts';
import type { ChangedText, ExportRequest } from './analysis.ts';
import type { ModuleIndex } from '../../code/index/module-index.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** Finds the edit after which a file exports a name; empty if there is none. */
export async function findExportEdit(
  { tree, index }: { readonly tree: SourceTree; readonly index: ModuleIndex },
  request: ExportRequest,
): Promise<readonly ChangedText[]> {
  const { file } = request;
  const text = index.moduleOf(file) && (await readText(tree, file));
  if (text === undefined) return [];
  const [name = request.name] = request.name.split('.');
  const language = await loadLanguageOf(file);
  if (language === undefined) {
    const after = await addExport(file, text, name);
    return after === undefined ? [] : [{ file, before: text, after }];
  }
  const edit = await language.exportName({ graph: index, tree }, { file, text }, name);
  if (edit === undefined || !satisfies(language, edit, request)) return [];
  const changed: ChangedText[] = [];
  for (const one of edit.files) {
    const before = await readText(tree, one.file);
    if (before !== undefined) changed.push({ file: one.file, before, after: one.text });
  }
  return changed;
}

/** Whether the exported declaration is what the requirement asks for. */
function satisfies(
  language: CodeLanguage,
  { declaration }: ExportEdit,
  { name, isFunction, signature }: ExportRequest,
): boolean {
  if (signature !== undefined) return language.compareSignature(declaration, name, signature)?.passed === true;
  return !isFunction || name.includes('.') || language.whyNotCallable(declaration, name) === undefined;
}

async function readText(tree: SourceTree, file: string): Promise<string | undefined> {
  return (await tryReadText(tree, file))?.replace(/^\uFEFF/, '');
}
