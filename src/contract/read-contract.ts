import { createHash } from 'node:crypto';
import { LineMap } from '../shared/position.ts';
import { checkProblems } from './check-problems.ts';
import type { ContractDocument } from './document.ts';
import { readForm } from './forms/contract-form.ts';
import { emptyGateProblems } from './gate-problems.ts';
import { contractSchema } from './model.ts';
import type { CheckDeclaration, Contract } from './model.ts';
import { pathProblems } from './path-problems.ts';
import { postconditionProblems, referenceProblems } from './reference-problems.ts';
import { shapeProblems } from './shape-problems.ts';
import { documentOf } from './source/placed-document.ts';
import { parseSource } from './source/parse-source.ts';
import { childOf, dataOf, itemsOf } from './source/source-node.ts';
import { ProblemList } from './source/source-problem.ts';
import type { SourceProblem } from './source/source-problem.ts';
import { SourceView } from './source/source-view.ts';

export interface ContractInput {
  /** Relative to the tree's root, with `/`; its ending says whether it is JSON. */
  readonly file: string;
  readonly text: string;
  readonly checks: readonly CheckDeclaration[];
  /** Ids of gates in gate files of the workspace, which chunks may name as well. */
  readonly sharedGates?: readonly string[];
}

/**
 * Reads a contract, or a manifest in the plan compiler's form, and finds every mistake in it at once. Never throws on a
 * text, whatever it holds.
 *
 * Codes of problems: `syntax`, `duplicate-key`, `multiple-documents`, `empty`, `too-large`, `too-deep`, `unknown-key`,
 * `missing-key`, `wrong-type`, `wrong-value`, `unknown-check` (a warning), `duplicate-id`, `unknown-dependency`,
 * `cycle`, `unknown-gate`, `outside-tree`, `glob`, `backslash` (a warning), `postcondition-kind`,
 * `empty-gate` (a warning).
 */
export function readContract(input: ContractInput): ContractDocument {
  const { file, text } = input;
  const lines = new LineMap(text);
  const source = parseSource(file, text, lines);
  const reading = readForm(file, source.root);
  const view = new SourceView(reading.root, text, reading.spell);
  const checks = new Map(input.checks.map((check) => [check.type, check]));

  const shape = readShape(view, checks);
  const lineOf = (offset: number): number => lines.positionAt(offset).line;
  const broken = source.problems.filter(breaksNotation);
  const references = referenceProblems(view, {
    sharedGates: input.sharedGates ?? [],
    complete: readsBeyond(view, broken),
    lineOf,
  });
  const problems = [
    ...(broken.length > 0 ? source.problems.filter((problem) => problem.code !== 'wrong-type') : source.problems),
    ...reading.problems,
    ...withoutConsequences(shape.problems, broken, view, lineOf),
    ...references,
    ...pathProblems(view, checks),
    ...postconditionProblems(view, reading.form),
    ...emptyGateProblems(view),
    ...(source.root || source.problems.some(isError) ? [] : [emptyFile(text)]),
  ];
  return documentOf({
    file,
    text,
    form: reading.form,
    contentHash: createHash('sha256').update(text, 'utf8').digest('hex'),
    contract: source.problems.some(isError) ? undefined : shape.contract,
    problems,
    view,
    lines,
  });
}

interface Shape {
  readonly contract: Contract | undefined;
  readonly problems: readonly SourceProblem[];
}

function readShape(view: SourceView, checks: ReadonlyMap<string, CheckDeclaration>): Shape {
  if (!view.root) return { contract: undefined, problems: [] };
  const result = contractSchema.safeParse(dataOf(view.root));
  const ofChecks = checkProblems(view, checks);
  if (!result.success) {
    return { contract: undefined, problems: [...shapeProblems(view, contractSchema, [], result.error), ...ofChecks] };
  }
  const hasErrors = ofChecks.some((problem) => problem.severity === 'error');
  return { contract: hasErrors ? undefined : result.data, problems: ofChecks };
}

function isError(problem: SourceProblem): boolean {
  return problem.severity === 'error';
}

/** Whether text may have been read otherwise than it was meant; a key that stands twice leaves the rest as it is. */
function breaksNotation(problem: SourceProblem): boolean {
  return problem.severity === 'error' && ['syntax', 'too-deep', 'too-large'].includes(problem.code);
}

/**
 * Where the notation is broken, what seems to be missing or empty is most likely there and was not understood, and so is
 * what stands on the same line.
 */
function withoutConsequences(
  problems: readonly SourceProblem[],
  broken: readonly SourceProblem[],
  view: SourceView,
  lineOf: (offset: number) => number,
): readonly SourceProblem[] {
  if (broken.length === 0) return problems;
  const brokenLines = new Set(broken.map((problem) => lineOf(problem.start)));
  return problems.filter((problem) => {
    const node = view.node(problem.path);
    if (!node || brokenLines.has(lineOf(problem.start))) return false;
    if (node.kind === 'list') return node.items.length > 0;
    return !(node.kind === 'scalar' && node.value === null);
  });
}

/** Whether chunks were read after the last place where the notation is broken, so that none is missing. */
function readsBeyond(view: SourceView, broken: readonly SourceProblem[]): boolean {
  if (broken.length === 0) return true;
  const last = Math.max(...broken.map((problem) => problem.start));
  return itemsOf(childOf(view.root, 'chunks')).some((chunk) => chunk.start > last);
}

function emptyFile(text: string): SourceProblem {
  const problems = new ProblemList();
  const what = text.trim() === '' ? 'The file is empty' : 'The file holds nothing but comments';
  const message = `${what}: a contract needs "spec" with an id and a title, and "chunks".`;
  problems.error('empty', message, [], { start: 0, end: 0 });
  return problems.all[0] as SourceProblem;
}
