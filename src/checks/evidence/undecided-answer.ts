import { codeLanguageOf } from '../../code/languages/language-table.ts';
import { whyCreated, whyUndecided, type UndecidedExport } from '../../code/modules/undecided-export.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import type { Evidence } from './evidence.ts';

/** An answer that does not decide whether a name is exported. */
type UndecidedAnswer = Pick<CheckAnswer, 'passed' | 'tier' | 'error' | 'location'>;

/**
 * The answer for a name that was not found in files, one of which may have it; `undefined` if all of them certainly lack it.
 */
export function undecidedIn(
  name: string,
  files: Iterable<string>,
  { index }: Pick<Evidence, 'index'>,
): UndecidedAnswer | undefined {
  for (const file of files) {
    const undecided = whyUndecided(index, file, name);
    if (undecided !== undefined) return toAnswer(name, undecided);
  }
  return undefined;
}

/** The same for any file of the tree. The names of a module outside the tree are no exports of the tree. */
export function undecidedAnywhere(name: string, { index }: Pick<Evidence, 'index'>): UndecidedAnswer | undefined {
  for (const file of index.files()) {
    // Only these languages have such modules. The records of the other files are not read.
    const undecided = codeLanguageOf(file) === undefined ? undefined : whyCreated(index.moduleOf(file), name);
    if (undecided !== undefined) return toAnswer(name, undecided);
  }
  return undefined;
}

function toAnswer(name: string, { reason, ...location }: UndecidedExport): UndecidedAnswer {
  const error = `Failed to find the export ${name}: ${reason}. Check the text with pattern_match, or a test with a command.`;
  return { passed: false, tier: 2, error, location };
}
