import { readUsedFolders } from '../../../code/languages/go/module-files.ts';
import { readGoModule } from '../../../code/languages/go/read-go-module.ts';
import { folderOf, isWithin, joinPath, nameOf } from '../../../code/resolution/tree-path.ts';
import type { ProtectedChange } from '../changes/protected-change.ts';
import { createRedirected, createLoaded, placeOf, type ChangedTree } from './changed-tree.ts';

const MODULE_FILE = /(?:^|\/)go\.(?:mod|work)$/;

/**
 * [PROOF-1] [PROOF-3] Finds what a change makes the Go command build existing tests with, or leave out: replaced and vendored
 * modules that they import, modules and workspaces that their packages are no part of.
 */
export function findGoLoading(tree: ChangedTree): readonly ProtectedChange[] {
  const tests = tree.listTests('', /_test\.go$/);
  if (tests.length === 0) return [];
  const imported = new Set(
    tests.flatMap((test) => {
      const text = tree.unchanged.get(test);
      return text === undefined ? [] : readGoModule(test, text).imports.map(({ specifier }) => specifier);
    }),
  );
  return tree.files.flatMap(({ path, before, after }) => {
    if (after === undefined || before === after) return [];
    if (MODULE_FILE.test(path)) {
      return [...findReplaced(tree, path, imported), ...findLeftOut(tree, path)];
    }
    return /(?:^|\/)vendor\//.test(path) ? findVendored(tree, path, imported) : [];
  });
}

/** `replace` of a module that unchanged tests import, by code that is not a module of the base. */
function findReplaced(tree: ChangedTree, path: string, imported: ReadonlySet<string>): readonly ProtectedChange[] {
  const known = new Map(readReplacements(tree.textBefore(path) ?? ''));
  const own = /^module\s+"?([^\s"]+)/m.exec(tree.textAfter(path) ?? '')?.[1] ?? '';
  return readReplacements(tree.textAfter(path) ?? '').flatMap(([module, target]): readonly ProtectedChange[] => {
    if (known.get(module) === target || isWithin(own, module)) return [];
    // A part of the module becomes a module at the same place.
    const isSamePlace = isWithin(module, own) && joinPath('', target) === module.slice(own.length + 1);
    if (isSamePlace) return [];
    const used = [...imported].find((specifier) => isWithin(specifier, module));
    if (used === undefined || isSameModule(tree, folderOf(path), module, target)) return [];
    const expected = `Tests import the module ${module}`;
    // Another version can be a correction, and the code of a fork is not in the tree.
    if (!/^\.{0,2}\//.test(target)) return [];
    return [createRedirected(used, placeOf(path), { expected, actual: `They import ${target}` })];
  });
}

/** Whether a folder is an unchanged module of the tree with the path that it replaces, as in a monorepo. */
function isSameModule(tree: ChangedTree, folder: string, module: string, target: string): boolean {
  const local = joinPath(folder, target);
  const file = local === undefined ? undefined : local === '' ? 'go.mod' : `${local}/go.mod`;
  const text = file === undefined ? undefined : tree.unchanged.get(file);
  return (
    text !== undefined && new RegExp(`^module\\s+"?${module.replaceAll(/[^\w/]/g, '\\$&')}"?\\s*$`, 'm').test(text)
  );
}

function readReplacements(text: string): readonly (readonly [module: string, target: string])[] {
  const code = text.replaceAll(/\/\/[^\n]*/g, '');
  return [
    ...code.matchAll(
      /^[ \t]*(?:replace[ \t]+)?["`]?([^\s"`()=]+)["`]?(?:[ \t]+v[^\s=]+)?[ \t]*=>[ \t]*["`]?([^\s"`]+)/gm,
    ),
  ].map(([, module = '', target = '']) => [module, target]);
}

/** A vendored package that unchanged tests import changes, or is new, although its version is the same. */
function findVendored(tree: ChangedTree, path: string, imported: ReadonlySet<string>): readonly ProtectedChange[] {
  const [, root = '', inner = ''] = /^(.*?)vendor\/(.*)$/.exec(path) ?? [];
  const used = [...imported].find((specifier) => folderOf(inner) === specifier);
  if (used === undefined || !path.endsWith('.go')) return [];
  const versionIn = (text = ''): string | undefined => {
    const modules = [...text.matchAll(/^(?:require\s+|\t|#\s*)([^\s(]+)\s+(v\S+)/gm)];
    return modules.find(([, module = '']) => isWithin(used, module))?.[2];
  };
  const before = versionIn(tree.textBefore(`${root}go.mod`));
  const after = versionIn(tree.textAfter(`${root}go.mod`));
  if (before !== after) return [];
  const expected = `Tests import ${used} ${before ?? ''}`.trim();
  return [
    createRedirected(used, placeOf(path), {
      expected,
      actual: `They import the vendored ${folderOf(path)}, which has another text`,
    }),
  ];
}

/** A nested module, or a workspace, that `go test ./...` leaves existing packages out for. */
function findLeftOut(tree: ChangedTree, path: string): readonly ProtectedChange[] {
  const folder = folderOf(path);
  if (!tree.isNew(path) && nameOf(path) === 'go.mod') return [];
  const modules = [...tree.after].filter((file) => nameOf(file) === 'go.mod').map(folderOf);
  if (nameOf(path) === 'go.mod') {
    const lost = folder === '' ? [] : tree.listTests(folder, /_test\.go$/);
    const [first] = lost;
    if (first === undefined || !modules.some((one) => one !== folder && isWithin(folder, one))) return [];
    return isNamed(tree, folder)
      ? []
      : [createLoaded(path, placeOf(path), `The module of ${first} is not one that commands test`)];
  }
  const used = readUsedFolders(tree.textAfter(path) ?? '').map((one) => joinPath(folder, one) ?? one);
  const known = tree.isNew(path)
    ? undefined
    : readUsedFolders(tree.textBefore(path) ?? '').map((one) => joinPath(folder, one) ?? one);
  const left = modules.filter(
    (module) =>
      isWithin(module, folder) &&
      !used.includes(module) &&
      known?.includes(module) !== false &&
      tree.before.has(module === '' ? 'go.mod' : `${module}/go.mod`),
  );
  return left.flatMap((module) => {
    const test = tree
      .listTests(module, /_test\.go$/)
      .find((one) => !modules.some((other) => other !== module && isWithin(other, module) && isWithin(one, other)));
    return test === undefined
      ? []
      : [createLoaded(path, placeOf(path), `The workspace leaves out the module of ${test}`)];
  });
}

/** Whether a command, a job or a workspace names a folder after the change. */
function isNamed(tree: ChangedTree, folder: string): boolean {
  const texts = [...tree.commands];
  for (const file of tree.after) {
    const text = /(?:^|\/)go\.mod$/.test(file) ? undefined : tree.textAfter(file);
    if (text !== undefined && !file.endsWith('.go')) texts.push(text);
  }
  const name = new RegExp(`(?:^|[\\s"'/=:])${folder.replaceAll(/[^\w/]/g, '\\$&')}(?:$|[\\s"'/,)])`, 'm');
  return texts.some((text) => name.test(text));
}
