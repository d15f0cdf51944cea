import { boundedText } from '../../models/prompts/bounded-text.ts';
import { markedData } from '../../models/prompts/marked-data.ts';
import type { DiffPart } from './diff/split-diff.ts';
import type { ReviewedFile } from './review-input.ts';

/** The limits of one request, in characters. */
export interface RequestLimits {
  /** The diff. A longer one is divided into several requests. */
  readonly diff: number;
  readonly specification: number;
  /** All standards together. */
  readonly standards: number;
  /** All changed files together. */
  readonly files: number;
}

/** For models with a context of at least 100,000 tokens. */
export const DEFAULT_LIMITS: RequestLimits = {
  diff: 80_000,
  specification: 40_000,
  standards: 40_000,
  files: 120_000,
};

/** Smaller limits for a model that refused a request because of its length. */
export function reduceLimits(limits: RequestLimits, divisor: number): RequestLimits {
  const reduce = (value: number): number => Math.floor(value / divisor);
  return {
    diff: reduce(limits.diff),
    specification: reduce(limits.specification),
    standards: reduce(limits.standards),
    files: reduce(limits.files),
  };
}

export interface RequestMaterial {
  readonly part: DiffPart;
  /** From 1. */
  readonly number: number;
  readonly of: number;
  /** The paths of all changed files. */
  readonly allFiles: readonly string[];
  readonly specification: { readonly file: string; readonly text: string } | undefined;
  readonly standards: readonly ReviewedFile[];
  readonly criteria: readonly string[];
  /** The changed files after the change. */
  readonly files: readonly ReviewedFile[];
}

/** The most paths of other parts that a request lists. */
const MAX_LISTED_FILES = 300;

/**
 * Creates the message of one request. The diff is always complete. The specification, the standards and the changed files
 * are cut or left out where they exceed their limits, and the message says so.
 */
export function createPassPrompt(material: RequestMaterial, limits: RequestLimits): string {
  const { part, number, of, criteria, specification } = material;
  const request =
    of === 1
      ? 'Review this change.'
      : `Review part ${number} of ${of} of a change. Each part is reviewed separately: report only problems in the files of this part.`;
  return [
    request,
    ...(criteria.length === 0 ? [] : [`The change must also meet these criteria:\n\n${listOf(criteria)}`]),
    ...(specification === undefined ? [] : [showSpecification(specification, limits.specification)]),
    ...showFiles('standard', material.standards, limits.standards),
    ...(of === 1 ? [] : [listOtherFiles(material)]),
    ...part.files.map(({ path, previousPath, kind, text }) =>
      markedData('diff', { path, ...(previousPath === undefined ? {} : { previousPath }), change: kind }, text),
    ),
    ...showChangedFiles(material, limits.files),
  ].join('\n\n');
}

function listOf(sentences: readonly string[]): string {
  return sentences.map((sentence, index) => `${index + 1}. ${sentence}`).join('\n');
}

function showSpecification({ file, text }: { file: string; text: string }, limit: number): string {
  return markedData('specification', { path: file }, boundedText(text, { head: (limit * 3) / 4, tail: limit / 4 }));
}

function listOtherFiles({ allFiles, part }: RequestMaterial): string {
  const shown = new Set(part.files.map(({ path }) => path));
  const others = allFiles.filter((path) => !shown.has(path));
  const more = others.length > MAX_LISTED_FILES ? [`… and ${others.length - MAX_LISTED_FILES} more`] : [];
  return markedData('other-changed-files', {}, [...others.slice(0, MAX_LISTED_FILES), ...more].join('\n'));
}

/** The files of the part as they are after the change. A created file is complete in the diff already. */
function showChangedFiles({ part, files }: RequestMaterial, limit: number): readonly string[] {
  const needed = new Set(
    part.files.filter(({ kind }) => kind !== 'created' && kind !== 'deleted').map(({ path }) => path),
  );
  return showFiles(
    'file',
    files.filter(({ path }) => needed.has(path)),
    limit,
  );
}

/** Short files first, so that one long file does not displace the others. Files that are left out are named. */
function showFiles(name: string, files: readonly ReviewedFile[], limit: number): readonly string[] {
  const shown = new Set<ReviewedFile>();
  let remaining = limit;
  for (const file of [...files].sort((left, right) => left.text.length - right.text.length)) {
    if (file.text.length > remaining) break;
    remaining -= file.text.length;
    shown.add(file);
  }
  const omitted = files.filter((file) => !shown.has(file)).map(({ path }) => path);
  return [
    ...files.filter((file) => shown.has(file)).map(({ path, text }) => markedData(name, { path }, text)),
    ...(omitted.length === 0 ? [] : [markedData(`omitted-${name}s`, { reason: 'size limit' }, omitted.join('\n'))]),
  ];
}
