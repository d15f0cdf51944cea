import { tryReadListedText } from '../../code/index/read-tree.ts';
import type { ModuleIndex, ResolvedExport } from '../../code/index/module-index.ts';
import { loadTypeScript } from '../../code/language/typescript-parser.ts';
import type { DeclaredExport } from '../../code/languages/interface/declared-export.ts';
import { codeLanguageOf, loadLanguageOf } from '../../code/languages/language-table.ts';
import type { ModuleRecord } from '../../code/modules/module-record.ts';
import { describeDeclaration, type DeclarationText } from '../../code/impact/modified/declaration-text.ts';
import { findModifiedDeclarations } from '../../code/impact/modified/modified-declarations.ts';
import type { ModifiedExport } from '../../code/impact/modified/modified-export.ts';
import { findModifiedExports } from '../../code/impact/modified/modified-exports.ts';
import { parseExports } from '../../code/impact/modified/parsed-exports.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import type { ExportOutline, ModuleOutline, OutlinedFile } from './analysis.ts';
import type { RootSnapshot } from './analyzed-root.ts';

/** Outlines modules. A file that is not a module of the tree is left out. */
export async function outlineModules(
  { tree, index }: RootSnapshot,
  files: readonly OutlinedFile[],
  signal: AbortSignal | undefined,
): Promise<readonly ModuleOutline[]> {
  const outlines: ModuleOutline[] = [];
  for (const outlined of files) {
    throwIfCancelled(signal, 'reading modules');
    const record = index.moduleOf(outlined.file);
    const text = record && (await tryReadListedText(tree, outlined.file));
    if (record === undefined || text === undefined) continue;
    outlines.push(toOutline(index, record, outlined.file, await readDeclarations(outlined, text)));
  }
  return outlines;
}

/** The declarations of one module, and its differences from the earlier version. */
interface Declarations {
  readonly describe: (name: string) => DeclarationText & Pick<ExportOutline, 'signatures'>;
  readonly modified: readonly ModifiedExport[];
}

async function readDeclarations({ file, before }: OutlinedFile, text: string): Promise<Declarations> {
  const versions = { before: before ?? undefined, after: text };
  const language = await loadLanguageOf(file);
  if (language !== undefined) {
    const enforcesTypes = codeLanguageOf(file)?.enforcesTypes === true;
    const declared = new Map(language.declaredExports(file, text.replace(/^\uFEFF/, '')).map((one) => [one.name, one]));
    return {
      describe: (name) => describeDeclaredExport(declared.get(name)),
      modified: before === undefined ? [] : findModifiedDeclarations(language, enforcesTypes, file, versions),
    };
  }
  const ts = await loadTypeScript();
  const parsed = parseExports(ts, file, text);
  return {
    describe: (name) => {
      const own = parsed.get(name);
      return own === undefined ? {} : describeDeclaration(ts, own);
    },
    modified: before === undefined ? [] : await findModifiedExports(ts, file, versions),
  };
}

/** The signatures of a function, or of the methods of a class. Overloads are one text. */
function describeDeclaredExport(declared: DeclaredExport | undefined): ReturnType<Declarations['describe']> {
  if (declared === undefined) return {};
  const { name, signatures, type } = declared;
  const methods = (type?.members ?? []).filter((member) => member.signatures !== undefined);
  const all = [{ name, signatures }, ...methods.map((member) => ({ ...member, name: `${name}.${member.name}` }))];
  const texts = all.flatMap((one) =>
    one.signatures === undefined ? [] : [[one.name, one.signatures.map(({ text }) => text).join('; ')] as const],
  );
  return {
    // The methods of an interface are declared without a body, so no function can be found for them.
    methods: type?.isImplemented === true ? [] : methods.map((member) => `${name}.${member.name}`),
    signatures: Object.fromEntries(texts),
  };
}

function toOutline(
  index: ModuleIndex,
  record: ModuleRecord,
  file: string,
  { describe, modified }: Declarations,
): ModuleOutline {
  const changes = new Map(modified.map((entry) => [entry.name, entry]));
  const specifiers = [...record.imports, ...record.starExports].map(({ specifier }) => specifier);
  const outlineExport = (resolved: ResolvedExport): ExportOutline => {
    const { name, kind, file: declaredIn, typeOnly } = resolved;
    const { definition, methods, signatures } = declaredIn === file ? describe(name) : {};
    const change = changes.get(name)?.change;
    return {
      name,
      kind,
      declaredIn,
      ...(typeOnly === true ? { typeOnly } : {}),
      ...(definition === undefined ? {} : { definition }),
      ...(signatures === undefined ? {} : { signatures }),
      methods: methods ?? [],
      ...(change === undefined ? {} : { isNew: change !== 'changed' }),
    };
  };
  return {
    file,
    imports: importedFiles(index, file, specifiers),
    exports: index
      .exportsOf(file)
      .filter(({ name }) => name !== 'export=')
      .map(outlineExport),
    removed: modified.filter(({ change }) => change === 'removed').map(({ name }) => name),
  };
}

/** The imported modules. Where a package is imported as a whole, its files import each other without a statement. */
function importedFiles(index: ModuleIndex, file: string, specifiers: readonly string[]): readonly string[] {
  const resolved = specifiers.flatMap((specifier) => index.resolve(file, specifier) ?? []);
  const all = new Set([...resolved, file].flatMap((each) => [each, ...index.packageFilesOf(each)]));
  all.delete(file);
  return [...all].sort();
}
