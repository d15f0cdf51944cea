import { findTreeEscape, hasBackslashSeparator } from '../contract-paths.ts';
import { isGlob } from '../globs/glob-syntax.ts';
import type { DataPath } from '../document.ts';
import type { CheckDeclaration } from '../model.ts';
import { childOf, itemsOf, textOf } from '../source/source-node.ts';
import type { SourceNode } from '../source/source-node.ts';
import { ProblemList } from '../source/source-problem.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import type { SourceView } from '../source/source-view.ts';

/** `condition`: a path; a pattern is an error. `glob`: a path or a pattern. `file`: a path. */
type PathKind = 'condition' | 'glob' | 'file';

/** The fields of the contract model that contain a path; `*` matches each item of a list. */
const PATH_FIELDS: readonly { readonly pattern: readonly string[]; readonly kind: PathKind }[] = [
  { pattern: ['verify', 'requires', '*', 'path'], kind: 'condition' },
  { pattern: ['attempt', 'copy', '*'], kind: 'glob' },
  { pattern: ['functions', '*', 'file'], kind: 'file' },
  { pattern: ['types', '*', 'file'], kind: 'file' },
  { pattern: ['chunks', '*', 'functions', '*', 'file'], kind: 'file' },
  { pattern: ['chunks', '*', 'types', '*', 'file'], kind: 'file' },
  { pattern: ['chunks', '*', 'preconditions', '*', 'path'], kind: 'condition' },
  { pattern: ['chunks', '*', 'postconditions', '*', 'path'], kind: 'condition' },
  { pattern: ['chunks', '*', 'allowedFiles', '*'], kind: 'glob' },
  { pattern: ['chunks', '*', 'forbiddenFiles', '*'], kind: 'glob' },
  { pattern: ['chunks', '*', 'contextFiles', '*'], kind: 'glob' },
];

const CHECK_PATTERNS: readonly (readonly string[])[] = [
  ['chunks', '*', 'assertions', '*', 'check'],
  ['gates', '*', 'assertions', '*', 'check'],
];

/** Resource types whose location is a path unless it is a URL. */
const FILE_RESOURCE_TYPES = new Set(['file', 'data', 'artifact']);

/** Reports paths that leave the tree, patterns in conditions, and backslashes as separators. */
export function pathProblems(
  view: SourceView,
  checks: ReadonlyMap<string, CheckDeclaration>,
): readonly SourceProblem[] {
  const problems = new ProblemList();
  for (const { pattern, kind } of PATH_FIELDS) {
    for (const path of pathsMatching(view.root, pattern)) checkPath(view, path, kind, problems);
  }
  for (const path of CHECK_PATTERNS.flatMap((pattern) => pathsMatching(view.root, pattern))) {
    const type = textOf(childOf(view.node(path), 'type')) ?? '';
    for (const field of checks.get(type)?.pathFields ?? ['file']) {
      if (!isUrl(textOf(childOf(view.node(path), field)) ?? '')) checkPath(view, [...path, field], 'glob', problems);
    }
  }
  itemsOf(childOf(view.root, 'resources')).forEach((resource, index) => {
    if (!FILE_RESOURCE_TYPES.has(textOf(childOf(resource, 'type')) ?? '')) return;
    const location = textOf(childOf(resource, 'location')) ?? '';
    if (!isUrl(location)) checkPath(view, ['resources', index, 'location'], 'file', problems);
  });
  return problems.all;
}

/** Whether a location is a URL. A single letter before the colon is a drive. A `file:` URL is treated as a path. */
function isUrl(location: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(location) && !/^file:/i.test(location);
}

function checkPath(view: SourceView, path: DataPath, kind: PathKind, problems: ProblemList): void {
  const text = textOf(view.node(path));
  if (text === undefined || text === '') return;
  const range = view.rangeOf(path);
  const last = path.at(-1);
  const subject =
    last === 'path' || last === 'file' ? `The path "${text}"` : `The path "${text}" in ${view.describePath(path)}`;
  // A leading "!" negates a pattern and is not part of the path.
  const withoutNegation = kind === 'glob' ? text.replace(/^!/, '') : text;
  const violation = /^file:/i.test(withoutNegation) ? 'is a file URL' : findTreeEscape(withoutNegation)?.description;
  if (violation !== undefined) {
    const message = `${subject} ${violation}. Use a path relative to the workspace folder.`;
    problems.error('outside-tree', message, path, range);
  } else if (hasBackslashSeparator(withoutNegation)) {
    const message = `${subject} contains a backslash. Write "${text.replaceAll('\\', '/')}".`;
    problems.warning('backslash', message, path, range);
  }
  if (kind === 'condition' && isGlob(text)) {
    const message = `The path "${text}" is a pattern. Name a single file: a condition applies to one path.`;
    problems.error('glob', message, path, range);
  }
}

function pathsMatching(root: SourceNode | undefined, pattern: readonly string[]): DataPath[] {
  let matches: { path: DataPath; node: SourceNode | undefined }[] = [{ path: [], node: root }];
  for (const step of pattern) {
    matches = matches.flatMap(({ path, node }) =>
      step === '*'
        ? itemsOf(node).map((item, index) => ({ path: [...path, index], node: item }))
        : [{ path: [...path, step], node: childOf(node, step) }],
    );
  }
  return matches.filter(({ node }) => node).map(({ path }) => path);
}
