import type { Analysis } from '../../analysis/analysis.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { markedData } from '../../prompts/marked-data.ts';
import type { SourceTree } from '../../workspace/source-tree.ts';

/** How much of a tree a plan is made from; what is left out is said. */
const MAX_FILES = 600;
const MAX_MODULES = 250;
const MAX_NAMES = 25;
const MAX_TEXT = 6_000;

/** Where a repository says how it is worked on. */
const CONVENTIONS = [
  'AGENTS.md',
  'CONTRIBUTING.md',
  'README.md',
  '.editorconfig',
  'tsconfig.json',
  'pyproject.toml',
  'Makefile',
];

/** What the planner is told of a repository: its files, what they export, its scripts and its conventions, as data. */
export async function repositoryOutline(tree: SourceTree, analysis: Pick<Analysis, 'exports'>): Promise<string> {
  const files = await tree.listFiles();
  const modules = (await analysis.exports(tree.root)).filter(({ exports }) => exports.length > 0);
  const parts = [
    files.length === 0 ? 'The repository holds no files yet.' : markedData('files', {}, bounded(files, MAX_FILES)),
    ...(modules.length === 0 ? [] : [markedData('exports', {}, bounded(modules.map(exportLine), MAX_MODULES))]),
  ];
  for (const path of ['package.json', ...CONVENTIONS]) {
    const text = files.includes(path) ? await readable(tree, path) : undefined;
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

async function readable(tree: SourceTree, path: string): Promise<string | undefined> {
  try {
    return await tree.readText(path);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}
