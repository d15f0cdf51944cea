import { findTreeEscape } from '../../../contract/contract-paths.ts';
import type { DataPath } from '../../../contract/document.ts';
import { readDataFile, type DataFileDocument } from '../../../contract/read/read-data-file.ts';
import { ProblemList, type SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { findTemplates, splitTemplatedCommand } from './templates.ts';
import { twinsSchema, type TwinsFile } from './twins-file.ts';

export type TwinsDocument = DataFileDocument<TwinsFile>;

/** The names that the command and the environment of a twin can use. */
export const TWIN_VARIABLES = ['port', 'state', 'files', 'trajectory', 'seed'] as const;

/**
 * Parses a file that declares twins. Never throws: errors are reported as problems with their positions.
 *
 * Problem codes, in addition to those of every data file: `duplicate-id`, `command`, `unknown-variable`, `outside-tree`.
 */
export function readTwins({ file, text }: { readonly file: string; readonly text: string }): TwinsDocument {
  return readDataFile({ file, text, schema: twinsSchema, findProblems });
}

function findProblems(view: SourceView, { twins }: TwinsFile): readonly SourceProblem[] {
  const problems = new ProblemList();
  twins.forEach((twin, index) => {
    const path: DataPath = ['twins', index];
    if (twins.findIndex(({ id }) => id === twin.id) !== index) {
      const message = `Another twin has the id "${twin.id}". Use a unique id.`;
      problems.error('duplicate-id', message, [...path, 'id'], view.highlightRangeOf([...path, 'id']));
    }
    try {
      splitTemplatedCommand(twin.command);
    } catch (thrown) {
      const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? ` ${thrown.hint}` : '';
      const at = [...path, 'command'];
      problems.error('command', `${messageOf(thrown)}.${hint}`, at, view.highlightRangeOf(at));
    }
    twin.files.forEach((file, fileIndex) => {
      const reason = findTreeEscape(file)?.description ?? (file.includes('\\') ? 'contains a backslash' : undefined);
      if (reason === undefined) return;
      const at = [...path, 'files', fileIndex];
      const message = `"${file}" ${reason}. Use a path relative to the folder of this file, with "/".`;
      problems.error('outside-tree', message, at, view.highlightRangeOf(at));
    });
    const texts: (readonly [DataPath, string])[] = [
      [[...path, 'command'], twin.command],
      ...Object.entries(twin.environment).map(([name, value]) => [[...path, 'environment', name], value] as const),
    ];
    for (const [at, text] of texts) {
      for (const { name } of findTemplates(text)) {
        if (TWIN_VARIABLES.some((known) => known === name)) continue;
        const message = `There is no variable "${name}". The names are ${TWIN_VARIABLES.join(', ')}.`;
        problems.error('unknown-variable', message, at, view.highlightRangeOf(at));
      }
    }
  });
  return problems.all;
}
