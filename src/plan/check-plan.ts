import { languageOf } from '../code/source-language.ts';
import type { ContractDocument, Problem } from '../contract/document.ts';
import { exportName } from '../contract/requirements.ts';
import { chunkIds } from './chunk-ids.ts';
import { readCommands, type ReadText } from './command-answers.ts';
import type { Finding, RuleFinding } from './finding.ts';
import { planShape, type PlanFacts, type PlanShape } from './plan-facts.ts';
import type { PlanRule } from './plan-rule.ts';
import { PLAN_RULES } from './rules/table.ts';
import { isVerifyExempt } from './verify-exempt.ts';

export interface PlanInput {
  readonly document: ContractDocument;
  /** The files of the initial tree: relative, with "/", in one spelling. */
  readonly files: Iterable<string>;
  /** Reads a file of the initial tree; without it package scripts and make targets are not followed. */
  readonly readText?: ReadText;
  /** Of some names, those that the initial tree exports; asked only for what no earlier chunk creates. */
  readonly findExports?: (names: readonly string[]) => Promise<Iterable<string>>;
}

export interface PlanCheck {
  /** Whether no finding is an error. */
  readonly ok: boolean;
  /** In the order of the text. */
  readonly findings: readonly Finding[];
  /** [COMP-R6] The chunks after which the verify command is not due yet. */
  readonly verifyExempt: readonly string[];
  /** The ids of the chunks in the order in which they are run. */
  readonly order: readonly string[];
}

/**
 * Judges a plan before anything of it is run: the rules of `rules/table.ts` over a contract, or over a manifest in the
 * source document's form. Never throws on a file, whatever it holds; what `readText` or `findExports` throw passes.
 */
export async function checkPlan(input: PlanInput): Promise<PlanCheck> {
  const { document } = input;
  const idAt = chunkIds(document);
  const reported = document.problems.flatMap((problem) => claimed(problem, idAt));
  const { contract } = document;
  if (contract === undefined) return outcome(reported, [], []);

  const initial = input.files instanceof Set ? (input.files as ReadonlySet<string>) : new Set(input.files);
  const shape = planShape(document, contract, initial);
  const facts: PlanFacts = {
    ...shape,
    exportedNow: await exportedNow(shape, initial, input.findExports),
    readingOf: await readCommands(shape, input.readText),
  };
  const structuralOnly = document.form === 'manifest' && !shape.hasConditions;
  const rules = PLAN_RULES.filter((rule) => rule.structural || !structuralOnly);
  const stated = rules.flatMap((rule) => rule.check(facts).map((finding) => placed(rule, finding, document)));
  const sequence = shape.order.sequence;
  return outcome(
    [...reported, ...stated],
    sequence
      .filter((position) => isVerifyExempt(shape, position))
      .flatMap((position) => contract.chunks[position]?.id ?? []),
    sequence.flatMap((position) => contract.chunks[position]?.id ?? []),
  );
}

function outcome(findings: readonly Finding[], verifyExempt: readonly string[], order: readonly string[]): PlanCheck {
  const sorted = [...findings].sort((a, b) => a.range.start.offset - b.range.start.offset);
  return { ok: sorted.every(({ severity }) => severity !== 'error'), findings: sorted, verifyExempt, order };
}

function placed({ id, severity }: PlanRule, finding: RuleFinding, document: ContractDocument): Finding {
  return { severity, ...finding, rule: id, range: document.rangeOf(finding.at) };
}

/** A mistake that the reader of the file found, as a finding of the rule that it offends. */
function claimed(problem: Problem, idAt: (position: number) => string | undefined): Finding[] {
  const rule = PLAN_RULES.find((one) => one.claims?.(problem) === true);
  if (!rule) return [];
  const [list, position] = problem.path;
  const chunk = list === 'chunks' && typeof position === 'number' ? idAt(position) : undefined;
  const { severity, message, path, range, code } = problem;
  return [
    { rule: rule.id, severity, ...(chunk === undefined ? {} : { chunk }), message, at: path, range, problem: code },
  ];
}

/** Which of the names that no earlier chunk creates the tree exports; undefined where nobody can say. */
async function exportedNow(
  { chunks, creatorsOf, order }: PlanShape,
  initial: ReadonlySet<string>,
  findExports: PlanInput['findExports'],
): Promise<ReadonlySet<string> | undefined> {
  const asked = new Set<string>();
  for (const { chunk, position } of chunks) {
    for (const name of chunk.consumes.map(exportName)) {
      if (!creatorsOf(name).some((creator) => order.isBefore(creator, position))) asked.add(name);
    }
  }
  if (asked.size === 0) return new Set();
  if (findExports) return new Set(await findExports([...asked]));
  for (const file of initial) if (languageOf(file) !== undefined) return undefined;
  return new Set();
}
