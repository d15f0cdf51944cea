import { codeLanguageOf } from '../../../code/languages/language-table.ts';
import { whyCreated, whyUndecided, type UndecidedExport } from '../../../code/modules/undecided-export.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import type { Evidence } from './evidence.ts';
import { answerSimilar, askForSimilar, type LocatedName } from './similar-name.ts';
import { describeUnexported, type UnexportedName } from './unexported-name.ts';

/** An answer that does not decide whether a name is exported. */
type UndecidedAnswer = Pick<CheckAnswer, 'passed' | 'tier' | 'error' | 'mismatch' | 'similar' | 'location'>;

/** What is declared instead of the missing name. */
export interface DeclaredInstead {
  readonly similar?: LocatedName | undefined;
  readonly unexported?: UnexportedName | undefined;
}

/**
 * The answer for a name that was not found in files, one of which may have it; `undefined` if all of them certainly lack it.
 */
export function undecidedIn(
  name: string,
  files: Iterable<string>,
  { index }: Pick<Evidence, 'index'>,
  instead: DeclaredInstead = {},
): UndecidedAnswer | undefined {
  for (const file of files) {
    const undecided = whyUndecided(index, file, name);
    if (undecided !== undefined) return answerUndecided(name, undecided, instead);
  }
  return undefined;
}

/** The same for any file of the tree. The names of a module outside the tree are no exports of the tree. */
export function undecidedAnywhere(
  name: string,
  { index }: Pick<Evidence, 'index'>,
  instead: DeclaredInstead = {},
): UndecidedAnswer | undefined {
  for (const file of index.files()) {
    // Only these languages have such modules. The records of the other files are not read.
    const undecided = codeLanguageOf(file) === undefined ? undefined : whyCreated(index.moduleOf(file), name);
    if (undecided !== undefined) return answerUndecided(name, undecided, instead);
  }
  return undefined;
}

/** The answer for a name that one place in the code leaves undecided. */
export function answerUndecided(
  name: string,
  { reason, ...location }: UndecidedExport,
  { similar, unexported }: DeclaredInstead = {},
): UndecidedAnswer {
  const clauses = [reason, ...(unexported ? [describeUnexported(unexported)] : [])].join('; ');
  const question = similar ? askForSimilar(similar) : '.';
  const advice = 'Check the text with pattern_match, or a test with a command.';
  return {
    passed: false,
    tier: 2,
    error: `Failed to find the export ${name}: ${clauses}${question} ${advice}`,
    location: unexported?.location ?? location,
    ...answerSimilar(similar),
  };
}
