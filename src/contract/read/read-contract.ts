import { createHash } from 'node:crypto';
import { LineMap } from '../../foundation/position.ts';
import type { ContractDocument } from '../document.ts';
import { withVersionDefaults } from '../format-version.ts';
import { readForm, type FormReading } from '../forms/contract-form.ts';
import { readPlanForm } from '../forms/plan-form.ts';
import { contractSchema } from '../model.ts';
import type { CheckDeclaration, Contract } from '../model.ts';
import { checkProblems } from '../problems/check-problems.ts';
import { emptyGateProblems } from '../problems/gate-problems.ts';
import { pathProblems } from '../problems/path-problems.ts';
import { postconditionProblems, referenceProblems } from '../problems/reference-problems.ts';
import { shapeProblems } from '../problems/shape-problems.ts';
import { isPlanFile } from '../plans/plan-file.ts';
import { parseSource } from '../source/parse-source.ts';
import type { ParsedSource } from '../source/parsed-source.ts';
import { childOf, dataOf, itemsOf } from '../source/source-node.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import { SourceView } from '../source/source-view.ts';
import { createDocument } from './create-document.ts';
import { trimTexts } from './trim-texts.ts';

export interface ContractInput {
  /** Relative to the root of the tree, with `/`. The extension decides between JSON and YAML. */
  readonly file: string;
  readonly text: string;
  readonly checks: readonly CheckDeclaration[];
  /** Ids of the gates in the gate files of the workspace, which chunks can reference. */
  readonly sharedGates?: readonly string[] | undefined;
}

/**
 * Reads a contract, or a manifest in the plan compiler's form, and reports all its problems. Never throws because of the
 * text.
 *
 * Problem codes: `syntax`, `duplicate-key`, `multiple-documents`, `empty`, `too-large`, `too-deep`, `unknown-key`,
 * `missing-key`, `wrong-type`, `wrong-value`, `unknown-check` (a warning), `duplicate-id`, `unknown-dependency`,
 * `cycle`, `unknown-superseded`, `unknown-gate`, `outside-tree`, `glob`, `backslash` (a warning), `postcondition-kind`,
 * `empty-gate` (a warning).
 */
export function readContract(input: ContractInput): ContractDocument {
  const { file, text } = input;
  const lines = new LineMap(text);
  const { source, reading } = isPlanFile(file) ? readPlanForm(file, text) : readTextForm(file, text, lines);
  const view = new SourceView(reading.root && trimTexts(reading.root), text, reading.spellKey);
  const checks = new Map(input.checks.map((check) => [check.type, check]));

  const shape = validateShape(view, checks);
  const lineOf = (offset: number): number => lines.positionAt(offset).line;
  const syntaxErrors = source.problems.filter(isSyntaxError);
  const references = referenceProblems(view, {
    sharedGates: input.sharedGates ?? [],
    complete: hasChunksAfter(view, syntaxErrors),
    lineOf,
  });
  const problems = [
    ...(syntaxErrors.length > 0 ? source.problems.filter(({ code }) => code !== 'wrong-type') : source.problems),
    ...reading.problems,
    ...withoutFollowOnProblems(shape.problems, syntaxErrors, view, lineOf),
    ...references,
    ...pathProblems(view, checks),
    ...postconditionProblems(view, reading.form),
    ...emptyGateProblems(view),
    ...(source.root || source.problems.some(isError) ? [] : [emptyFileProblem(text)]),
  ];
  return createDocument({
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

interface FormOfText {
  readonly source: Pick<ParsedSource, 'root' | 'problems'>;
  readonly reading: FormReading;
}

function readTextForm(file: string, text: string, lines: LineMap): FormOfText {
  const source = parseSource(file, text, lines);
  return { source, reading: readForm(file, source.root) };
}

/** The result of validating the data against the contract schema. */
interface ShapeResult {
  readonly contract: Contract | undefined;
  readonly problems: readonly SourceProblem[];
}

function validateShape(view: SourceView, checks: ReadonlyMap<string, CheckDeclaration>): ShapeResult {
  if (!view.root) return { contract: undefined, problems: [] };
  const result = contractSchema.safeParse(dataOf(view.root));
  const problemsInChecks = checkProblems(view, checks);
  if (!result.success) {
    return {
      contract: undefined,
      problems: [...shapeProblems(view, contractSchema, [], result.error), ...problemsInChecks],
    };
  }
  return {
    contract: problemsInChecks.some(isError) ? undefined : withVersionDefaults(result.data),
    problems: problemsInChecks,
  };
}

function isError(problem: SourceProblem): boolean {
  return problem.severity === 'error';
}

/** Whether an error can cause other parts of the text to be misread. A duplicate key, for example, cannot. */
function isSyntaxError(problem: SourceProblem): boolean {
  return problem.severity === 'error' && ['syntax', 'too-deep', 'too-large'].includes(problem.code);
}

/**
 * Omits problems that a syntax error is likely to have caused: missing and empty values, which were probably not
 * recognized, and problems on the line of a syntax error.
 */
function withoutFollowOnProblems(
  problems: readonly SourceProblem[],
  syntaxErrors: readonly SourceProblem[],
  view: SourceView,
  lineOf: (offset: number) => number,
): readonly SourceProblem[] {
  if (syntaxErrors.length === 0) return problems;
  const errorLines = new Set(syntaxErrors.map((problem) => lineOf(problem.start)));
  return problems.filter((problem) => {
    const node = view.node(problem.path);
    if (!node || errorLines.has(lineOf(problem.start))) return false;
    if (node.kind === 'list') return node.items.length > 0;
    return !(node.kind === 'scalar' && node.value === null);
  });
}

/** Whether a chunk starts after the last syntax error. If so, the parser has probably found all chunks. */
function hasChunksAfter(view: SourceView, syntaxErrors: readonly SourceProblem[]): boolean {
  if (syntaxErrors.length === 0) return true;
  const last = Math.max(...syntaxErrors.map((problem) => problem.start));
  return itemsOf(childOf(view.root, 'chunks')).some((chunk) => chunk.start > last);
}

function emptyFileProblem(text: string): SourceProblem {
  const state = text.trim() === '' ? 'The file is empty.' : 'The file contains only comments.';
  const message = `${state} A contract requires "spec" with an id and a title, and "chunks".`;
  return { code: 'empty', severity: 'error', message, path: [], start: 0, end: 0 };
}
