import type { Analysis } from '../../analysis/analysis.ts';
import { isHoldoutFile } from '../../../workspace/configuration/holdout-files.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { Redact } from '../../../foundation/output-redaction.ts';
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

/** A part of the outline of a repository. Its text is data. */
export interface OutlinePart {
  /** What it contains, for people. */
  readonly name: string;
  /** The name of the element that marks its text. */
  readonly element: string;
  readonly path?: string;
  readonly text: string;
}

/** The parts of the planner's prompt about a repository, the most important one first: files, exports, scripts, conventions. */
export async function createRepositoryOutline(
  tree: SourceTree,
  analysis: Pick<Analysis, 'exports'>,
  redact: Redact,
): Promise<readonly OutlinePart[]> {
  const files = (await tree.listFiles()).filter((file) => !isHoldoutFile(file));
  const modules = (await analysis.exports(tree.root, undefined)).filter(
    ({ file, exports }) => exports.length > 0 && !isHoldoutFile(file),
  );
  const parts: OutlinePart[] = [
    { name: 'the list of files', element: 'files', text: bounded(files, MAX_FILES) },
    { name: 'the exports', element: 'exports', text: bounded(modules.map(exportLine), MAX_MODULES) },
  ];
  for (const path of ['package.json', ...CONVENTIONS]) {
    const text = files.includes(path) ? await readIfPossible(tree, path) : undefined;
    if (text?.trim()) parts.push({ name: path, element: 'file', path, text: text.slice(0, MAX_TEXT) });
  }
  return parts.filter(({ text }) => text !== '').map((part) => ({ ...part, text: redact(part.text) }));
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
