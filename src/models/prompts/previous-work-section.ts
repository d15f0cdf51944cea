import type { CountTokens } from '../cost/token-estimate.ts';
import { fitDiff } from './fitted-diff.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { boundedList } from './markdown.ts';
import { markedData } from './marked-data.ts';
import type { PreviousWork } from './prompt-input.ts';
import { renderExcerpts } from './source-excerpts.ts';

/** The maximum number of files that the note on omitted parts names. */
const MAX_NAMED_FILES = 6;
/** The tokens reserved for the sentences and the note. */
const SENTENCE_TOKENS = 500;

const EXCERPTS =
  'The source lines around the located errors, with line numbers, as the previous attempt left them (">" marks the line of an error):';
const DISCARDED_DIFF =
  'The change of the previous attempt, as a unified diff. It was discarded: these lines are no longer in the files. ' +
  'Write again what you still want to use, and fix what caused the failure.';
const PRESENT_DIFF =
  'The change so far, as a unified diff from the original files. It is in the files: do not write it again, and fix what ' +
  'caused the failure.';

/** The work, and whether the next attempt starts with it. */
interface RenderedWork extends PreviousWork {
  readonly isContinued: boolean;
}

/**
 * [ENF-CTX-7] The lines around each located error and the change of the previous attempt, as paragraphs. If not everything
 * fits, the lines around errors get at most half of the tokens, and the last paragraph names what is left out.
 */
export function renderPreviousWork(work: RenderedWork, limit: number, count: CountTokens): readonly string[] {
  const budget = Math.max(0, limit - SENTENCE_TOKENS);
  const forExcerpts = Math.max(budget / 2, budget - count(work.diff));
  const excerpts = renderExcerpts(work, forExcerpts, count);
  const remaining = budget - excerpts.elements.reduce((sum, element) => sum + count(element), 0);
  const diff = fitDiff(work.diff, new Set(work.files.map(({ path }) => path)), remaining, count);
  const note = describeOmitted(diff, excerpts.omittedErrors);
  return [
    ...(excerpts.elements.length === 0 ? [] : [EXCERPTS, ...excerpts.elements]),
    ...(diff.text === ''
      ? []
      : [`${work.isContinued ? PRESENT_DIFF : DISCARDED_DIFF}\n${markedData('diff', {}, diff.text)}`]),
    ...(note === undefined ? [] : [note]),
  ];
}

function describeOmitted(
  { cut, omitted }: { readonly cut: readonly string[]; readonly omitted: readonly string[] },
  omittedErrors: number,
): string | undefined {
  const parts = [
    ...(omittedErrors === 0 ? [] : [`the lines around ${formatCount(omittedErrors, 'more located error')}`]),
    ...(cut.length === 0 ? [] : [`the end of the diff of ${nameFiles(cut)}`]),
    ...(omitted.length === 0 ? [] : [`the diff of ${nameFiles(omitted)}`]),
  ];
  return parts.length === 0 ? undefined : `Left out, to limit the length of this message: ${parts.join('; ')}.`;
}

function nameFiles(files: readonly string[]): string {
  return boundedList(files, MAX_NAMED_FILES).join(', ');
}
