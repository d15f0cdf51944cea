import { acceptanceCommandsOf } from '../../contract/acceptance-commands.ts';
import { hasExports } from '../../code/languages/language-table.ts';
import type { ContractDocument, Problem } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import { readForm } from '../../contract/forms/contract-form.ts';
import { exportName } from '../../contract/requirements.ts';
import { parseSource } from '../../contract/source/parse-source.ts';
import { childOf, itemsOf, textOf } from '../../contract/source/source-node.ts';
import { LineMap } from '../../foundation/position.ts';
import type { FindPythonError } from './commands/python-syntax.ts';
import { readPlanCommands, type ReadText } from './facts/command-readings.ts';
import { findCodeErrors, type FindCodeErrors } from './facts/code-errors.ts';
import { findInitialCreates, type InitialCreatesSources } from './facts/initial-creates.ts';
import { findCertainFailure } from './facts/certain-failure.ts';
import { createPlanShape, type PlanFacts, type PlanShape } from './facts/plan-facts.ts';
import { conditionPath } from './facts/plan-path.ts';
import { isVerifyExempt } from './facts/verify-exempt.ts';
import type { PlanFinding, RuleFinding, RunEffect } from './findings/finding.ts';
import type { PlanFix } from './fix/plan-fix.ts';
import { migrationsOf } from './findings/migrations.ts';
import type { PlanRule } from './rules/plan-rule.ts';
import type { ChunkStrength } from './strength/chunk-strength.ts';
import { PLAN_RULES } from './rules/rule-table.ts';

export interface PlanInput {
  readonly document: ContractDocument;
  /** The gates of gate files that the plan's chunks name. */
  readonly sharedGates?: readonly Gate[] | undefined;
  /** The normalized relative paths of the initial tree's files, with "/". */
  readonly files: Iterable<string>;
  /** The kind of a path in the initial tree. Without it, a file that git ignores counts as missing. */
  readonly kindOf?: ((path: string) => Promise<'file' | 'folder' | undefined>) | undefined;
  /** What is known of a chunk whose preconditions do not hold. Without it, nothing is. */
  readonly readPastWork?: ((document: ContractDocument, chunk: Chunk) => Promise<PastWork>) | undefined;
  /** Reads a file of the initial tree. Without it, package scripts are not followed. */
  readonly readText?: ReadText | undefined;
  /** Finds syntax errors of `python -c`. Without it, such code is not parsed. */
  readonly findPythonError?: FindPythonError | undefined;
  /** The commands of the configuration that prepare the worktree of every attempt. */
  readonly setup?: readonly string[] | undefined;
  /** Finds the command that runs the tests of the initial tree. Called only for a plan without a verify command. */
  readonly findTestCommand?: (() => Promise<string | undefined>) | undefined;
  /** Selects the names that the initial tree exports. */
  readonly findExports?: ((names: readonly string[]) => Promise<Iterable<string>>) | undefined;
  /** Finds why signatures and definitions are no code. Without it, `code-syntax` reports nothing. */
  readonly findCodeErrors?: FindCodeErrors | undefined;
  /** Finds what allowed files fulfill of the `creates` of a chunk. Without it, `creates-present` reports nothing. */
  readonly presentCreates?: InitialCreatesSources['presentCreates'];
  /** Measures the chunks whose work has not begun. Without it, no strength is known. */
  readonly measureStrengths?: ((document: ContractDocument) => Promise<readonly ChunkStrength[]>) | undefined;
}

/**
 * What explains that a precondition does not hold any longer. `landed`: a record says that the chunk's own work landed;
 * `unknown`: the record may be in the missing part of a shallow clone; `satisfied`: the initial tree satisfies the chunk, but
 * no record says that it is the chunk's work; `none`: neither.
 */
export type PastWork = 'landed' | 'unknown' | 'satisfied' | 'none';

export interface PlanCheck {
  /** Whether no finding is an error. Allowed findings do not count. */
  readonly ok: boolean;
  /** In the order of the text. */
  readonly findings: readonly PlanFinding[];
  /** The findings of rules that the contract or the chunk overrides with `plan.allow`, in the order of the text. */
  readonly allowed: readonly PlanFinding[];
  /** [COMP-R6] The ids of the chunks that are exempt from the verify command. */
  readonly verifyExempt: readonly string[];
  /** The ids of the chunks in the order of a run. */
  readonly order: readonly string[];
  /** Fixes that raise the version of the contract, of which a person chooses one. */
  readonly migrations: readonly PlanFix[];
  /** [BITE-2] Of each chunk whose work has not begun, where that is known. */
  readonly strengths?: readonly ChunkStrength[] | undefined;
}

/**
 * Checks a plan before a run with the rules of `rules/rule-table.ts`. The plan is a contract, or a manifest in the source
 * document's form. Throws only what `readText` and `findExports` throw.
 */
export async function checkPlan(input: PlanInput): Promise<PlanCheck> {
  const { document } = input;
  const idAt = createIdLookup(document);
  const readerFindings = document.problems.flatMap((problem) => toFinding(problem, idAt));
  const { contract } = document;
  if (contract === undefined) return toPlanCheck(readerFindings, () => false, [], [], []);

  const initial = await findInitialFiles(contract, input);
  const shape = createPlanShape(document, contract, initial);
  const strengths = await input.measureStrengths?.(document);
  const testCommand = contract.verify === undefined ? await input.findTestCommand?.() : undefined;
  const facts: PlanFacts = {
    ...shape,
    initialExports: await findInitialExports(shape, initial, input.findExports),
    initialCreates: await findInitialCreates(shape, input),
    readingOf: await readPlanCommands(shape, { ...input, testCommand }),
    codeErrors: await findCodeErrors(contract, input.findCodeErrors),
    strengths: new Map(strengths?.map((strength) => [strength.chunk, strength])),
    testCommand,
    sharedGates: input.sharedGates ?? [],
    setup: input.setup ?? [],
  };
  const structureOnly = document.form === 'manifest' && !shape.hasConditions;
  const rules = PLAN_RULES.filter((rule) => rule.structural || !structureOnly);
  const ruleFindings = await withPastWork(
    rules.flatMap((rule) => rule.check(facts).map((finding) => toFindingOfRule(rule, finding, document))),
    facts,
    input,
  );
  const idsOf = (positions: readonly number[]): readonly string[] =>
    positions.flatMap((position) => contract.chunks[position]?.id ?? []);
  const { sequence } = shape.order;
  const checked = toPlanCheck(
    [...readerFindings, ...ruleFindings],
    createOverrides(contract),
    idsOf(sequence.filter((position) => isVerifyExempt(shape, position))),
    idsOf(sequence),
    migrationsOf(contract),
  );
  return strengths === undefined ? checked : { ...checked, strengths };
}

/** The files of the initial tree, with those preconditions of chunks that git ignores. */
async function findInitialFiles({ chunks }: Contract, { files, kindOf }: PlanInput): Promise<ReadonlySet<string>> {
  const initial = new Set(files);
  if (kindOf === undefined) return initial;
  for (const condition of chunks.flatMap(({ preconditions }) => preconditions)) {
    const path = conditionPath(condition.path);
    if (path !== undefined && !initial.has(path) && (await kindOf(path)) === 'file') initial.add(path);
  }
  return initial;
}

/**
 * Judges the findings of R1 by what explains them (DONE-2): a precondition protects the tree, except from what the chunk itself
 * has landed.
 */
async function withPastWork(
  findings: readonly PlanFinding[],
  facts: PlanFacts,
  input: PlanInput,
): Promise<readonly PlanFinding[]> {
  const { document, readPastWork } = input;
  if (readPastWork === undefined) return findings;
  const judged: PlanFinding[] = [];
  for (const finding of findings) {
    const planned = finding.rule === 'R1' ? facts.chunks.find(({ chunk }) => chunk.id === finding.chunk) : undefined;
    if (planned === undefined) {
      judged.push(finding);
      continue;
    }
    const { chunk } = planned;
    const past = await readPastWork(document, chunk);
    if (past === 'landed' || past === 'unknown') continue;
    const isRefuted =
      past === 'satisfied' && (await findCertainFailure(acceptanceCommandsOf(chunk), input)) !== undefined;
    if (past === 'none' || isRefuted) judged.push(finding);
    else judged.push({ ...finding, severity: 'warning', runEffect: 'none', ...describeSatisfied(finding, document) });
  }
  return judged;
}

/** A run blocks the chunk, which its preflight decides. */
function describeSatisfied(
  { message, chunk = '' }: PlanFinding,
  { file }: ContractDocument,
): Pick<PlanFinding, 'message' | 'satisfiedBy'> {
  return {
    message: `${message} The tree satisfies the chunk, but no record says that the chunk did that.`,
    satisfiedBy: `If the work is done, record it with "holdfast record ${file} --chunk ${chunk}", or skip it with "--skip-satisfied". Otherwise correct the precondition.`,
  };
}

/** Returns whether the contract or the chunk of a finding allows it by the name of its rule. */
function createOverrides({ plan, chunks }: Contract): (finding: PlanFinding) => boolean {
  const everywhere = new Set<string>(plan?.allow);
  const byChunk = new Map(chunks.map((chunk) => [chunk.id, new Set<string>(chunk.plan?.allow)]));
  return ({ rule, chunk }) => everywhere.has(rule) || (chunk !== undefined && byChunk.get(chunk)?.has(rule) === true);
}

function toPlanCheck(
  findings: readonly PlanFinding[],
  isAllowed: (finding: PlanFinding) => boolean,
  verifyExempt: readonly string[],
  order: readonly string[],
  migrations: readonly PlanFix[],
): PlanCheck {
  const sorted = [...findings].sort((a, b) => a.range.start.offset - b.range.start.offset);
  const refused = sorted.filter((finding) => !isAllowed(finding));
  return {
    ok: refused.every(({ severity }) => severity !== 'error'),
    findings: refused,
    allowed: sorted.filter(isAllowed),
    verifyExempt,
    order,
    migrations,
  };
}

function toFindingOfRule(rule: PlanRule, finding: RuleFinding, document: ContractDocument): PlanFinding {
  const severity = finding.severity ?? rule.severity;
  const effect = finding.runEffect ?? rule.runEffect;
  const runEffect = severity === 'error' ? effect : weaken(effect);
  return { ...finding, severity, runEffect, rule: rule.id, range: document.rangeOf(finding.at) };
}

/** The effect of a warning of a rule: it never stops anything. */
function weaken(effect: RunEffect): RunEffect {
  return effect === 'none' ? 'none' : 'warn';
}

/** Converts a problem of the contract reader into a finding of the first rule that claims it; empty if no rule does. */
function toFinding(problem: Problem, idAt: (position: number) => string | undefined): PlanFinding[] {
  const rule = PLAN_RULES.find((one) => one.claims?.(problem) === true);
  if (!rule) return [];
  const [list, position] = problem.path;
  const chunk = list === 'chunks' && typeof position === 'number' ? idAt(position) : undefined;
  const { severity, message, path, range, code } = problem;
  return [
    {
      rule: rule.id,
      severity,
      runEffect: 'none',
      ...(chunk === undefined ? {} : { chunk }),
      message,
      at: path,
      range,
      problem: code,
    },
  ];
}

/** Returns a function that finds the id of a chunk by its position, also in a file that is not a valid contract. */
function createIdLookup({ contract, file, text }: ContractDocument): (position: number) => string | undefined {
  let ids: readonly (string | undefined)[] | undefined;
  return (position) => {
    if (contract) return contract.chunks[position]?.id;
    ids ??= itemsOf(childOf(readForm(file, parseSource(file, text, new LineMap(text)).root).root, 'chunks')).map(
      (chunk) => textOf(childOf(chunk, 'id')),
    );
    return ids[position];
  };
}

/** The consumed names that the initial tree exports, of those that no earlier chunk creates; `undefined` if unknown. */
async function findInitialExports(
  { chunks, creatorsOf, order }: PlanShape,
  initial: ReadonlySet<string>,
  findExports: PlanInput['findExports'],
): Promise<ReadonlySet<string> | undefined> {
  const names = new Set<string>();
  for (const { chunk, position } of chunks) {
    for (const name of chunk.consumes.map(exportName)) {
      if (!creatorsOf(name).some((creator) => order.isBefore(creator, position))) names.add(name);
    }
  }
  if (names.size === 0) return new Set();
  if (findExports) return new Set(await findExports([...names]));
  for (const file of initial) if (hasExports(file)) return undefined;
  return new Set();
}
