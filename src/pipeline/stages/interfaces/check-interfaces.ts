import type { ModuleIndex } from '../../../code/index/module-index.ts';
import { loadTypeScript } from '../../../code/language/typescript-parser.ts';
import type { ModuleRecord } from '../../../code/modules/module-record.ts';
import { findDeclarationErrors } from '../../../code/types/declaration-errors.ts';
import { hasBackslashSeparator } from '../../../contract/contract-paths.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import type { ArchitecturalRule } from '../../../workspace/configuration/pipeline/pipeline-settings.ts';
import { createRuleLookup } from '../architecture/module-imports.ts';
import type { SpecificationFrontMatter } from '../architecture/specification.ts';
import {
  contains,
  moduleEscape,
  normalizeModule,
  TreeModules,
} from '../../../workspace/configuration/pipeline/tree-modules.ts';
import type { StageMistake } from '../results/stage-mistake.ts';
import { isTypeScriptFile, readDeclarationFile } from './declaration-file.ts';
import type { DesignedExport, DeclarationsAnswer, DeclarationFile } from './declarations-answer.ts';

export interface DeclarationTerms {
  /** The base commit on disk, with its installed packages. */
  readonly tree: SourceTree;
  /** The module index of the tree. */
  readonly index: ModuleIndex;
  /** The approved specification. */
  readonly specification: Pick<SpecificationFrontMatter, 'modulesReferenced' | 'modulesNew' | 'interfaces'>;
  readonly rules: readonly ArchitecturalRule[];
  /** Whether a path must not be written: contracts, gates, the configuration, workflows. */
  readonly isProtected: (path: string) => boolean;
}

export interface CheckedDeclarations {
  readonly mistakes: readonly StageMistake[];
  /** What the files declare, for the plan. Empty if there are mistakes. */
  readonly interfaces: readonly DesignedExport[];
}

/**
 * Checks declaration files: they are in modules of the specification, contain no code, parse and type-check in the tree,
 * keep the architectural rules, and declare every interface of the specification.
 */
export async function checkInterfaces(
  { files }: DeclarationsAnswer,
  terms: DeclarationTerms,
): Promise<CheckedDeclarations> {
  const placement = files.flatMap((file, index) =>
    findPlacementMistake(file, index, files, terms.specification, terms),
  );
  if (placement.length > 0) return { mistakes: placement, interfaces: [] };
  const typescript = await loadTypeScript();
  const readings = files.map((file) => readDeclarationFile(typescript, file));
  const records = readings.map(({ record }) => record);
  const forbidden = readings.flatMap((reading, index) =>
    reading.forbidden.map(({ line, description }): StageMistake => {
      const message = `${description} is not allowed in a declaration file. Declare the function with "declare", or its type.`;
      return {
        code: 'implementation',
        path: ['files', index, 'text'],
        line,
        message,
        subjects: [records[index]?.file ?? ''],
      };
    }),
  );
  const mistakes = [
    ...forbidden,
    ...(await findTypeMistakes(files, terms.tree)),
    ...findRuleMistakes(records, terms, await terms.tree.listFiles()),
    ...findUndeclared(records, terms.specification),
  ];
  return { mistakes, interfaces: mistakes.length === 0 ? listInterfaces(records) : [] };
}

function findPlacementMistake(
  { path: written }: DeclarationFile,
  index: number,
  files: readonly DeclarationFile[],
  { modulesReferenced, modulesNew }: DeclarationTerms['specification'],
  { isProtected }: DeclarationTerms,
): StageMistake[] {
  const refuse = (code: StageMistake['code'], message: string): StageMistake[] => [
    { code, path: ['files', index, 'path'], message, subjects: [written] },
  ];
  const path = normalizeModule(written);
  const escape = moduleEscape(written);
  if (escape !== undefined) return refuse('outside-tree', `"${written}" ${escape}. Use a path inside the repository.`);
  if (path !== written || hasBackslashSeparator(written)) {
    return refuse('shape', `Write the path "${written}" as "${path}".`);
  }
  if (isProtected(path)) {
    return refuse(
      'protected-file',
      `"${path}" is protected: the pipeline reads its terms from it. Choose another path.`,
    );
  }
  if (!isTypeScriptFile(path)) {
    return refuse('unsupported-language', `"${path}" is not a TypeScript file, so it cannot be type-checked.`);
  }
  if (files.findIndex((file) => file.path === written) !== index) {
    return refuse('duplicate-name', `The file "${path}" is listed twice. Write it once, completely.`);
  }
  const modules = [...modulesReferenced, ...modulesNew].map(normalizeModule);
  if (modules.some((module) => contains(module, path))) return [];
  const message = `"${path}" is in no module of the specification. Its modules are ${modules.join(', ') || 'none'}.`;
  return refuse('unknown-module', message);
}

async function findTypeMistakes(files: readonly DeclarationFile[], tree: SourceTree): Promise<readonly StageMistake[]> {
  const errors = await findDeclarationErrors(tree, new Map(files.map(({ path, text }) => [path, text])));
  return errors.map(({ file, kind, line, column, message }) => ({
    code: kind === 'syntax' ? 'syntax' : 'type-error',
    path: ['files', files.findIndex(({ path }) => path === file), 'text'],
    line,
    message: `${file}:${line}:${column}: ${message}`,
    subjects: [file],
  }));
}

/** The imports of the declaration files that break a rule. A specification may have left them out. */
function findRuleMistakes(
  records: readonly ModuleRecord[],
  { index, rules }: DeclarationTerms,
  treeFiles: readonly string[],
): readonly StageMistake[] {
  const added = new Set(records.map(({ file }) => file));
  const rulesOf = createRuleLookup(rules, new TreeModules([...treeFiles, ...added]));
  return records.flatMap(({ file, imports }, position) =>
    imports.flatMap(({ specifier, line }) => {
      const target =
        index.candidatesFor(file, specifier).find((candidate) => added.has(candidate)) ??
        index.resolve(file, specifier) ??
        `package:${specifier}`;
      return rulesOf({ from: file, to: target }).map(({ reason }): StageMistake => {
        const message = `"${file}" must not import "${specifier}": ${reason}`;
        return {
          code: 'architectural-rule',
          path: ['files', position, 'text'],
          line,
          message,
          subjects: [file, target, reason],
        };
      });
    }),
  );
}

function findUndeclared(
  records: readonly ModuleRecord[],
  { interfaces }: DeclarationTerms['specification'],
): readonly StageMistake[] {
  const exported = new Set(records.flatMap(({ exports }) => exports.map(({ name }) => name)));
  return interfaces
    .filter(({ name }) => !exported.has(name))
    .map(({ name, module }) => ({
      code: 'undeclared-interface',
      path: ['files'],
      message: `No file exports the interface "${name}" of the specification. Declare it in "${module}".`,
      subjects: [name],
    }));
}

function listInterfaces(records: readonly ModuleRecord[]): readonly DesignedExport[] {
  const declared = records.flatMap(({ file, exports }) =>
    exports.filter(({ from }) => from === undefined).map(({ name, line }) => ({ name, file, line })),
  );
  const filesOf = (name: string): number =>
    new Set(declared.filter((one) => one.name === name).map((one) => one.file)).size;
  return declared.map((one) => ({ ...one, id: filesOf(one.name) > 1 ? `${one.file}#${one.name}` : one.name }));
}
