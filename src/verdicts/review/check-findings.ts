import * as z from 'zod';
import { commentableLines, type FileDiff } from './diff/parse-diff.ts';
import { reviewFindingSchema, type ReviewFinding, type ReviewPass } from './review-finding.ts';

/** The answer of a model in one request of a pass. */
export const passAnswerSchema = z.object({
  findings: z
    .array(
      reviewFindingSchema
        .pick({ severity: true, category: true, explanation: true, suggestion: true })
        .extend({ file: z.string().min(1), line: z.int().nullish() })
        .strip(),
    )
    .describe('Empty if there is nothing to report.'),
});

export type PassAnswer = z.infer<typeof passAnswerSchema>;

export interface CheckedFindings {
  readonly findings: readonly ReviewFinding[];
  /** The findings whose file is not a part of the change. */
  readonly dropped: PassAnswer['findings'];
}

/**
 * Checks findings of a model against the change. A finding on another file is dropped. A line that the change does not show
 * is removed, so that the finding concerns the whole file.
 */
export function checkFindings(pass: ReviewPass, { findings }: PassAnswer, files: readonly FileDiff[]): CheckedFindings {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const renamed = new Map(
    files.flatMap(({ path, previousPath }) => (previousPath === undefined ? [] : [[previousPath, path]])),
  );
  const kept: ReviewFinding[] = [];
  const dropped: PassAnswer['findings'] = [];
  for (const finding of findings) {
    const path = findChangedPath(finding.file, byPath, renamed);
    const diff = path === undefined ? undefined : byPath.get(path);
    if (diff === undefined) {
      dropped.push(finding);
      continue;
    }
    const { severity, category, explanation, suggestion } = finding;
    const line = finding.line ?? undefined;
    const isShown = line !== undefined && commentableLines(diff).has(line);
    kept.push({
      pass,
      file: diff.path,
      ...(isShown ? { line } : {}),
      severity,
      category,
      explanation,
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
  return { findings: kept, dropped };
}

/** The changed file that a model means. Models write paths with prefixes of diffs, backslashes, or from the root of a tree. */
function findChangedPath(
  written: string,
  byPath: ReadonlyMap<string, FileDiff>,
  renamed: ReadonlyMap<string, string>,
): string | undefined {
  const isKnown = (path: string): boolean => byPath.has(path) || renamed.has(path);
  const path = written
    .trim()
    .replaceAll('\\', '/')
    .replace(/\/+/g, '/')
    .replace(/^(\.\/)+/, '');
  const candidates = [written, path, path.replace(/^[ab]\//, '')];
  let found = candidates.find(isKnown);
  if (found === undefined && /^(\/|[A-Za-z]:\/)/.test(path)) {
    const inside = [...byPath.keys(), ...renamed.keys()].filter((known) => path.endsWith(`/${known}`));
    found = inside.sort((left, right) => right.length - left.length)[0];
  }
  return found === undefined || byPath.has(found) ? found : renamed.get(found);
}

/** The mistake of an answer with a blocking finding outside of the change; `undefined` if there is none. */
export function describeDroppedBlocking(
  dropped: PassAnswer['findings'],
  files: readonly FileDiff[],
): string | undefined {
  const blocking = dropped.filter(({ severity }) => severity === 'blocking');
  if (blocking.length === 0) return undefined;
  const named = [...new Set(blocking.map(({ file }) => JSON.stringify(file)))].join(', ');
  const known = files.map(({ path }) => JSON.stringify(path)).join(', ');
  return `These files of blocking findings are not part of the change: ${named}. Report a blocking finding at the file of the change that causes it, or omit it if this change does not cause it. The files of the change are: ${known}.`;
}
