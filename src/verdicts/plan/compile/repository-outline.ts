import type { Analysis } from '../../analysis/analysis.ts';
import { isHoldoutFile } from '../../../workspace/configuration/holdout-files.ts';
import { markedData } from '../../../models/prompts/marked-data.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';

/** Limits of the outline. The outline states how many items it omits. */
const MAX_FILES = 600;
const MAX_MODULES = 250;
const MAX_NAMES = 25;
const MAX_TEXT = 6_000;

/** Files that describe the conventions of a repository. */
const CONVENTIONS = [
  'AGENTS.md',
  'CONTRIBUTING.md',
  'README.md',
  '.editorconfig',
  'tsconfig.json',
  'pyproject.toml',
  'Makefile',
];

/** The part of the planner's prompt about a repository, as data: files, exports, scripts and conventions. */
export async function createRepositoryOutline(tree: SourceTree, analysis: Pick<Analysis, 'exports'>): Promise<string> {
  const files = (await tree.listFiles()).filter((file) => !isHoldoutFile(file));
  const modules = (await analysis.exports(tree.root, undefined)).filter(
    ({ file, exports }) => exports.length > 0 && !isHoldoutFile(file),
  );
  const parts = [
    files.length === 0 ? 'The repository contains no files yet.' : markedData('files', {}, bounded(files, MAX_FILES)),
    ...(modules.length === 0 ? [] : [markedData('exports', {}, bounded(modules.map(exportLine), MAX_MODULES))]),
  ];
  for (const path of ['package.json', ...CONVENTIONS]) {
    const text = files.includes(path) ? await readIfPossible(tree, path) : undefined;
    if (text !== undefined && text.trim() !== '') parts.push(markedData('file', { path }, text.slice(0, MAX_TEXT)));
  }
  return parts.join('\n\n');
}

function exportLine({ file, exports }: Awaited<ReturnType<Analysis['exports']>>[number]): string {
  const names = exports.slice(0, MAX_NAMES).map(({ name, kind }) => `${kind} ${name}`);
  const more = exports.length > MAX_NAMES ? `, and ${exports.length - MAX_NAMES} more` : '';
  return `${file}: ${names.join(', ')}${more}`;
}

function bounded(lines: readonly string[], limit: number): string {
  if (lines.length <= limit) return lines.join('\n');
  return [...lines.slice(0, limit), `… and ${lines.length - limit} more`].join('\n');
}

async function readIfPossible(tree: SourceTree, path: string): Promise<string | undefined> {
  try {
    return await tree.readText(path);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}
