import type { DataPath } from '../../../contract/document.ts';
import { shapeProblems } from '../../../contract/problems/shape-problems.ts';
import { readDataFile, type DataFileDocument } from '../../../contract/read/read-data-file.ts';
import { textOf } from '../../../contract/source/source-node.ts';
import type { SourceProblem } from '../../../contract/source/source-problem.ts';
import type { SourceView } from '../../../contract/source/source-view.ts';
import { findDefinitionProblems } from './definition-problems.ts';
import { interfaceFileSchema, type InterfaceFile } from './interface-file.ts';

/** One file of interface definitions with the problems that its text alone shows. */
export type InterfaceDocument = DataFileDocument<InterfaceFile>;

/**
 * Parses the text of a file of interface definitions, from a commit or from an editor. Never throws: errors are reported as
 * problems with their positions. `readRegistry` also finds the problems between files and in expressions.
 */
export function readInterfaceFile(file: string, text: string): InterfaceDocument {
  return readDataFile({
    file,
    text,
    schema: interfaceFileSchema,
    findProblems: (view, value) => findDefinitionProblems(view, value),
    toShapeProblems: (view, error) =>
      shapeProblems(view, interfaceFileSchema, [], error).map((problem) => nameInterface(view, problem)),
  });
}

/** Adds the id of the malformed definition to a message [ASSERT-XDOM-002]. */
function nameInterface(view: SourceView, problem: SourceProblem): SourceProblem {
  const [list, index] = problem.path;
  const path: DataPath = list === 'interfaces' && typeof index === 'number' ? [list, index, 'id'] : [];
  const id = path.length === 0 ? undefined : textOf(view.node(path));
  return id === undefined ? problem : { ...problem, message: `Interface "${id}": ${problem.message}` };
}
