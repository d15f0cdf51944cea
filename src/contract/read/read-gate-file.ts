import { createHash } from 'node:crypto';
import { LineMap } from '../../foundation/position.ts';
import type { Problem } from '../document.ts';
import { readGateFileForm } from '../forms/gate-file-form.ts';
import { gateSchema } from '../model.ts';
import type { CheckDeclaration, Gate } from '../model.ts';
import { checkProblems } from '../problems/check-problems.ts';
import { emptyGateProblems } from '../problems/gate-problems.ts';
import { pathProblems } from '../problems/path-problems.ts';
import { shapeProblems } from '../problems/shape-problems.ts';
import { parseSource } from '../source/parse-source.ts';
import { childOf, dataOf, itemsOf } from '../source/source-node.ts';
import { ProblemList } from '../source/source-problem.ts';
import { SourceView } from '../source/source-view.ts';
import { createDocumentRanges, toDocumentProblems } from './create-document.ts';
import type { DocumentRanges } from './create-document.ts';
import { trimTexts } from './trim-texts.ts';

export interface GateFileInput {
  /** Relative to the root of the tree, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly checks: readonly CheckDeclaration[];
}

/** The content of a gate file (`*.gate.yaml`, `.yml`, `.json`). All data paths begin with `gates`. */
export interface GateDocument extends DocumentRanges {
  readonly file: string;
  readonly text: string;
  /** sha256 of the text, in hexadecimal. */
  readonly contentHash: string;
  /** The valid gates. The problems describe the errors of invalid gates. */
  readonly gates: readonly Gate[];
  readonly problems: readonly Problem[];
}

/**
 * Reads a gate, or several gates under `gates`, with keys in camel case or snake case (`retry_config`). Unknown keys are
 * skipped with a warning. Never throws because of the text.
 */
export function readGateFile(input: GateFileInput): GateDocument {
  const { file, text } = input;
  const lines = new LineMap(text);
  const source = parseSource(file, text, lines);
  const problems = new ProblemList();
  problems.add(source.problems);
  const view = new SourceView(source.root && trimTexts(readGateFileForm(source.root, problems)), text, (path) =>
    String(path.at(-1)),
  );
  if (!source.root && source.problems.length === 0) {
    problems.error('empty', 'The file is empty. Add a gate with an id and criteria, assertions or a command.', [], {
      start: 0,
      end: 0,
    });
  }
  const checks = new Map(input.checks.map((check) => [check.type, check]));
  const problemsInChecks = checkProblems(view, checks);
  problems.add([...problemsInChecks, ...emptyGateProblems(view), ...pathProblems(view, checks)]);

  const gates: Gate[] = [];
  const hasErrors = source.problems.some((problem) => problem.severity === 'error');
  itemsOf(childOf(view.root, 'gates')).forEach((node, index) => {
    const result = gateSchema.safeParse(dataOf(node));
    if (!result.success) problems.add(shapeProblems(view, gateSchema, ['gates', index], result.error));
    else if (!hasErrors && !problemsInChecks.some(({ severity, path }) => severity === 'error' && path[1] === index))
      gates.push(result.data);
  });
  return {
    file,
    text,
    contentHash: createHash('sha256').update(text, 'utf8').digest('hex'),
    gates,
    problems: toDocumentProblems(problems.all, lines),
    ...createDocumentRanges(view, lines),
  };
}
