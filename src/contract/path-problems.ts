import type { DataPath } from './document.ts';
import type { CheckDeclaration } from './model.ts';
import { childOf, itemsOf, textOf } from './source/source-node.ts';
import type { SourceNode } from './source/source-node.ts';
import { ProblemList } from './source/source-problem.ts';
import type { SourceProblem } from './source/source-problem.ts';
import type { SourceView } from './source/source-view.ts';
import { hasBackslashSeparator, isGlob, whyOutsideTree } from './tree-path.ts';

/** `condition`: one path, no pattern. `glob`: a path or a pattern. `file`: a path. */
type PathKind = 'condition' | 'glob' | 'file';

/** Every place of the model that holds a path; `*` stands for each item of a list. */
const PATH_FIELDS: readonly { readonly at: readonly string[]; readonly kind: PathKind }[] = [
  { at: ['verify', 'requires', '*', 'path'], kind: 'condition' },
  { at: ['attempt', 'copy', '*'], kind: 'glob' },
  { at: ['functions', '*', 'file'], kind: 'file' },
  { at: ['types', '*', 'file'], kind: 'file' },
  { at: ['chunks', '*', 'functions', '*', 'file'], kind: 'file' },
  { at: ['chunks', '*', 'types', '*', 'file'], kind: 'file' },
  { at: ['chunks', '*', 'preconditions', '*', 'path'], kind: 'condition' },
  { at: ['chunks', '*', 'postconditions', '*', 'path'], kind: 'condition' },
  { at: ['chunks', '*', 'allowedFiles', '*'], kind: 'glob' },
  { at: ['chunks', '*', 'forbiddenFiles', '*'], kind: 'glob' },
  { at: ['chunks', '*', 'contextFiles', '*'], kind: 'glob' },
];

const CHECKS: readonly (readonly string[])[] = [
  ['chunks', '*', 'assertions', '*', 'check'],
  ['gates', '*', 'assertions', '*', 'check'],
];

/** Resource types whose location is a path where it is no URL. */
const FILE_RESOURCES = new Set(['file', 'data', 'artifact']);

/** Paths that leave the tree, patterns where one path is meant, and backslashes where "/" is meant. */
export function pathProblems(
  view: SourceView,
  checks: ReadonlyMap<string, CheckDeclaration>,
): readonly SourceProblem[] {
  const problems = new ProblemList();
  for (const { at, kind } of PATH_FIELDS) {
    for (const path of pathsMatching(view.root, at)) judge(view, path, kind, problems);
  }
  for (const path of CHECKS.flatMap((at) => pathsMatching(view.root, at))) {
    const type = textOf(childOf(view.node(path), 'type')) ?? '';
    for (const field of checks.get(type)?.pathFields ?? ['file']) {
      if (!isUrl(textOf(childOf(view.node(path), field)) ?? '')) judge(view, [...path, field], 'glob', problems);
    }
  }
  itemsOf(childOf(view.root, 'resources')).forEach((resource, index) => {
    if (!FILE_RESOURCES.has(textOf(childOf(resource, 'type')) ?? '')) return;
    const location = textOf(childOf(resource, 'location')) ?? '';
    if (!isUrl(location)) judge(view, ['resources', index, 'location'], 'file', problems);
  });
  return problems.all;
}

/** A scheme of two letters or more; one letter and a colon is a drive. `file:` is a path in another dress. */
function isUrl(location: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(location) && !/^file:/i.test(location);
}

function judge(view: SourceView, path: DataPath, kind: PathKind, problems: ProblemList): void {
  const text = textOf(view.node(path));
  if (text === undefined || text === '') return;
  const place = view.placeOf(path);
  const last = path.at(-1);
  const named =
    last === 'path' || last === 'file' ? `The path "${text}"` : `The path "${text}" of ${view.nameOf(path)}`;
  // In allowed and forbidden files "!" before a pattern is part of the pattern, not of the path.
  const bare = kind === 'glob' ? text.replace(/^!/, '') : text;
  const outside = /^file:/i.test(bare) ? 'is a file URL' : whyOutsideTree(bare);
  if (outside !== undefined) {
    const message = `${named} ${outside}: write a path inside the workspace folder, relative to it.`;
    problems.error('outside-tree', message, path, place);
  } else if (hasBackslashSeparator(bare)) {
    const message = `${named} holds a backslash: write "${text.replaceAll('\\', '/')}".`;
    problems.warning('backslash', message, path, place);
  }
  if (kind === 'condition' && isGlob(text)) {
    const message = `The path "${text}" of a condition is a pattern: name one file; a condition speaks of one path.`;
    problems.error('glob', message, path, place);
  }
}

function pathsMatching(root: SourceNode | undefined, pattern: readonly string[]): DataPath[] {
  let found: { path: DataPath; node: SourceNode | undefined }[] = [{ path: [], node: root }];
  for (const step of pattern) {
    found = found.flatMap(({ path, node }) =>
      step === '*'
        ? itemsOf(node).map((item, index) => ({ path: [...path, index], node: item }))
        : [{ path: [...path, step], node: childOf(node, step) }],
    );
  }
  return found.filter((one) => one.node).map((one) => one.path);
}
