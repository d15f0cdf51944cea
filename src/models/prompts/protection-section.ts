import { isGlob } from '../../contract/globs/glob-syntax.ts';
import type { Chunk, ProtectedArea } from '../../contract/model.ts';
import { boundedList, bullets, section } from './markdown.ts';
import type { PromptInput } from './prompt-input.ts';

const MAX_FILES = 30;

/** The rules for each protected area. */
const RULES: Readonly<Record<ProtectedArea, string>> = {
  tests:
    'Existing tests: do not delete, skip (`.skip`, `.only`, `xit`, `pytest.mark.skip`, `t.Skip()`), comment out or empty them. You may add tests, move them to other test files, and adapt them to your change.',
  scripts:
    'Existing scripts of package.json and of task runners, the files in folders of scripts that they run, and jobs of continuous integration: do not change or remove them. You may add scripts.',
  tooling: 'The configuration of compilers, linters and test runners: do not change it.',
};

/** [TRUST-1] [TRUST-7] What the chunk must not change, because its result is judged by it. */
export function protectionSection({ chunk, termFiles = [] }: PromptInput): string {
  const areas = (Object.keys(RULES) as ProtectedArea[]).filter((area) => !chunk.mayChange.includes(area));
  const terms =
    termFiles.length === 0
      ? undefined
      : `Writes to these files are refused, too:\n${bullets(boundedList(termFiles, MAX_FILES))}`;
  return section(
    'DO NOT CHANGE',
    'Contracts, gates, schemas of checks, validators, hooks, and the settings of Holdfast and of the editor. Writes to them are refused.',
    terms,
    areas.length === 0
      ? undefined
      : `The chunk fails if a change weakens one of the following${describeException(chunk)}:`,
    areas.length === 0 ? undefined : bullets(areas.map((area) => RULES[area])),
  );
}

/**
 * The same for an attempt, which can write no other files than those of FILES. Undefined if all of these are exact paths,
 * in which the chunk may change tests, scripts and settings: a small model solves more tasks without the section.
 */
export function attemptProtectionSection(input: PromptInput): string | undefined {
  const { chunk, termFiles = [] } = input;
  const { allowedFiles } = chunk;
  const writesNamedFiles = allowedFiles.length > 0 && allowedFiles.every(isExactPath);
  const writesTerms = allowedFiles.some((file) => termFiles.includes(file));
  return writesNamedFiles && !writesTerms ? undefined : protectionSection(input);
}

function isExactPath(entry: string): boolean {
  return !isGlob(entry) && !entry.endsWith('/') && !entry.startsWith('!');
}

function describeException({ allowedFiles }: Chunk): string {
  return allowedFiles.some(isExactPath) ? ', except in a file whose exact path FILES lists' : '';
}
