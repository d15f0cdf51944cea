import { createHash } from 'node:crypto';
import { LineMap } from '../shared/position.ts';
import { checkProblems } from './check-problems.ts';
import type { Problem } from './document.ts';
import { readGateFileForm } from './forms/gate-file-form.ts';
import { gateSchema } from './model.ts';
import type { CheckDeclaration, Gate } from './model.ts';
import { emptyGateProblems } from './gate-problems.ts';
import { pathProblems } from './path-problems.ts';
import { shapeProblems } from './shape-problems.ts';
import { boundedProblems, placesOf } from './source/placed-document.ts';
import type { Places } from './source/placed-document.ts';
import { parseSource } from './source/parse-source.ts';
import { childOf, dataOf, itemsOf } from './source/source-node.ts';
import { ProblemList } from './source/source-problem.ts';
import { SourceView } from './source/source-view.ts';

export interface GateFileInput {
  /** Relative to the tree's root, with `/`. */
  readonly file: string;
  readonly text: string;
  readonly checks: readonly CheckDeclaration[];
}

/** A gate file (`*.gate.yaml`, `.yml`, `.json`) as it was read. Paths begin with `gates`, and so does every place. */
export interface GateDocument extends Places {
  readonly file: string;
  readonly text: string;
  /** sha256 of the text, in hexadecimal. */
  readonly contentHash: string;
  /** The gates that are right; what is wrong with the others is among the problems. */
  readonly gates: readonly Gate[];
  readonly problems: readonly Problem[];
}

/**
 * Reads one gate, or several under `gates`, in our spelling or in snake case (`retry_config`). What other tools write
 * besides is passed over with a warning. Never throws on a text.
 */
export function readGateFile(input: GateFileInput): GateDocument {
  const { file, text } = input;
  const lines = new LineMap(text);
  const source = parseSource(file, text, lines);
  const problems = new ProblemList();
  problems.add(source.problems);
  const view = new SourceView(source.root && readGateFileForm(source.root, problems), text, (path) =>
    String(path.at(-1)),
  );
  if (!source.root && source.problems.length === 0) {
    problems.error('empty', 'The file is empty: a gate needs an id and what it judges.', [], { start: 0, end: 0 });
  }
  const checks = new Map(input.checks.map((check) => [check.type, check]));
  const ofChecks = checkProblems(view, checks);
  problems.add([...ofChecks, ...emptyGateProblems(view), ...pathProblems(view, checks)]);

  const gates: Gate[] = [];
  const broken = source.problems.some((problem) => problem.severity === 'error');
  itemsOf(childOf(view.root, 'gates')).forEach((node, index) => {
    const result = gateSchema.safeParse(dataOf(node));
    if (!result.success) problems.add(shapeProblems(view, gateSchema, ['gates', index], result.error));
    else if (!broken && !ofChecks.some((one) => one.severity === 'error' && one.path[1] === index))
      gates.push(result.data);
  });
  return {
    file,
    text,
    contentHash: createHash('sha256').update(text, 'utf8').digest('hex'),
    gates,
    problems: boundedProblems(problems.all, lines),
    ...placesOf(view, lines),
  };
}
