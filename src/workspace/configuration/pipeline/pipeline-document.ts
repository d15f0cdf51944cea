import { findTreeEscape, hasBackslashSeparator } from '../../../contract/contract-paths.ts';
import type { DataPath } from '../../../contract/document.ts';
import { readDataFile, requireValue, type DataFileDocument } from '../../../contract/read/read-data-file.ts';
import { ProblemList, type SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { itemsOf } from '../../../contract/source/source-node.ts';
import { PIPELINE_FILE, pipelineSettingsSchema, type PipelineSettings } from './pipeline-settings.ts';

export type PipelineDocument = DataFileDocument<PipelineSettings>;

/**
 * Parses the text of `.holdfast/pipeline.yaml`, from a commit or from an editor. Never throws: errors are reported as
 * problems with their positions.
 */
export function readPipelineSettings(text: string): PipelineDocument {
  return readDataFile({ file: PIPELINE_FILE, text, schema: pipelineSettingsSchema, findProblems: findPathProblems });
}

/**
 * The configuration of the pipeline in a commit. Without a file, the defaults apply. A file with errors never leads to
 * defaults [PIPE-4].
 *
 * @param text `undefined` if the commit has no such file
 * @throws HoldfastError `configuration` whose details name the file and the line of each error
 */
export function requirePipelineSettings(text: string | undefined): PipelineSettings {
  return text === undefined ? pipelineSettingsSchema.parse({}) : requireValue(readPipelineSettings(text));
}

/** Reports globs that leave the repository, and backslashes as separators. */
function findPathProblems(view: SourceView, settings: PipelineSettings): readonly SourceProblem[] {
  const problems = new ProblemList();
  const lists: readonly DataPath[] = [
    ['safetyCriticalModules'],
    ['contextFiles'],
    ...settings.architecturalRules.flatMap((_, index): DataPath[] => [
      ['architecturalRules', index, 'from'],
      ['architecturalRules', index, 'to'],
    ]),
  ];
  for (const { path, text } of lists.flatMap((list) => globsAt(view, list))) {
    const escape = findTreeEscape(text.replace(/^!/, ''));
    if (escape !== undefined) {
      const message = `"${text}" ${escape.description}. Use a path relative to the root of the repository.`;
      problems.error('outside-tree', message, path, view.highlightRangeOf(path));
    } else if (hasBackslashSeparator(text)) {
      const message = `"${text}" contains a backslash. Write "${text.replaceAll('\\', '/')}".`;
      problems.warning('backslash', message, path, view.highlightRangeOf(path));
    }
  }
  return problems.all;
}

/** The globs at a path: a text, or the items of a list. */
function globsAt(view: SourceView, path: DataPath): readonly { readonly path: DataPath; readonly text: string }[] {
  const node = view.node(path);
  if (node?.kind === 'scalar') return [{ path, text: String(node.value) }];
  return itemsOf(node).flatMap((item, index) =>
    item.kind === 'scalar' ? [{ path: [...path, index], text: String(item.value) }] : [],
  );
}
