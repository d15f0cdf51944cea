import { readPlan, readPlanWith } from '../../contract/plans/reading/read-plan.ts';
import { specIdOf, toContractNode } from '../../contract/plans/reading/plan-contract.ts';
import type { Plan, PlanReaderId } from '../../contract/plans/plan.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import { dataOf } from '../../contract/source/source-node.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { unknownPlanError } from '../../run/plans/read-plan-overview.ts';
import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import { renderPlan } from '../../verdicts/plan/compile/render-plan.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { ImportedContract, ImportOptions } from './authoring-types.ts';
import { contractFile, requireId } from './contract-draft.ts';
import { importSpecification } from './import-specification.ts';
import { describeSource } from './plan-source.ts';
import { proposeVerify } from './proposed-checks.ts';

/** The tools whose prose has its own import: a person decides there what its words mean. */
const OF_SPECIFICATIONS: readonly (PlanReaderId | undefined)[] = ['openspec', 'spec-kit'];

/**
 * [PLANS-1] A draft contract from the plan of another tool, read by the reader that knows its content. Writes nothing.
 *
 * @param findExport where an export exists already
 * @throws HoldfastError `not-found` without an open task, `unsupported` with every reader that was tried
 */
export async function importPlan(
  tree: SourceTree,
  options: ImportOptions,
  findExport: (name: string) => Promise<string | undefined>,
): Promise<ImportedContract> {
  const { format, path, ...rest } = options;
  if (format === 'openspec' || format === 'spec-kit')
    return importSpecification(tree, { ...rest, path, format }, findExport);
  const file = normalizeRelative(path);
  const isFile = file !== '' && (await tree.kindOf(file)) === 'file';
  const tasksFile = isFile ? file : `${file === '' ? '' : `${file}/`}tasks.md`;
  const text = await tree.readText(tasksFile);
  const plan =
    text === undefined
      ? undefined
      : format === undefined
        ? readPlan(tasksFile, text).plan
        : readPlanWith(format, tasksFile, text);
  if (
    format === undefined &&
    (plan === undefined || OF_SPECIFICATIONS.includes(plan.reader) || plan.reader === 'task-list')
  ) {
    try {
      return await importSpecification(tree, { ...rest, path, format }, findExport);
    } catch (thrown) {
      // What belongs to no specification is a plain task list.
      if (!(thrown instanceof HoldfastError) || thrown.code !== 'unsupported') throw thrown;
      if (plan === undefined || plan.tasks.length === 0)
        throw unknownPlanError(tasksFile, readPlan(tasksFile, text ?? '').tried);
    }
  }
  if (text === undefined || plan === undefined)
    throw unknownPlanError(tasksFile, readPlan(tasksFile, text ?? '').tried);
  return draftContract(tree, plan, text, options);
}

async function draftContract(
  tree: SourceTree,
  plan: Plan,
  planText: string,
  { withDone = false, unit, id: given }: ImportOptions,
): Promise<ImportedContract> {
  const open = plan.tasks.filter(({ isClaimed }) => withDone || !isClaimed);
  if (open.length === 0) {
    throw new HoldfastError('not-found', `Failed to import ${plan.file}: all tasks are done`, {
      hint: 'Use --all to import tasks that are marked as done. Then "holdfast check" shows which of them hold.',
    });
  }
  const id = requireId(given ?? specIdOf(plan.file));
  const verify = await proposeVerify(tree, []);
  const {
    spec,
    chunks: data,
    ...head
  } = dataOf(toContractNode({ ...plan, tasks: open })) as Readonly<Record<string, unknown>> & {
    readonly spec: Readonly<Record<string, unknown>>;
  };
  const source = `${plan.file} (${plan.tool})`;
  const notesOf = (task: string): readonly string[] =>
    plan.notes.filter((note) => note.task === task).map(({ line, message }) => `Open (line ${line}): ${message}.`);
  const reasons = Object.fromEntries(
    open.map((task) => [task.id, [`From ${plan.file}:${task.line}.`, ...notesOf(task.id)]]),
  );
  const text = renderPlan(
    {
      ...head,
      spec: { ...spec, id },
      source: describeSource(
        { file: plan.file, text: planText, reader: plan.reader, unit, withDone },
        open.map(({ id: task, line }) => [task, line]),
      ),
      ...(verify === undefined ? {} : { verify: { command: verify.command } }),
      chunks: data,
    },
    reasons,
    source,
    {
      compact: true,
      remark: verify?.remark,
      heading: `DRAFT, imported from ${source}. The text of the tasks is unchanged. Review the checks, and what the comments with "Open" say, before a run: every attempt is checked against this file.`,
    },
  );
  const file = contractFile(id);
  const { contract, problems } = readContract({ file, text, checks: CHECKS });
  const problem = problems.find(({ severity }) => severity === 'error');
  if (contract === undefined || problem !== undefined) {
    throw new HoldfastError(
      'internal',
      `Failed to import ${plan.file}: ${problem?.message ?? 'the draft is no contract'}`,
      {
        hint: 'Report this with the plan that it happened with.',
      },
    );
  }
  return {
    file,
    text,
    format: plan.reader,
    source: plan.file,
    chunks: contract.chunks.map((chunk) => ({
      id: chunk.id,
      line: open.find((task) => task.id === chunk.id)?.line ?? 1,
      checks:
        chunk.creates.length +
        chunk.functions.length +
        chunk.assertions.length +
        chunk.postconditions.length +
        chunk.acceptanceCommands.length,
    })),
    leftOut: plan.tasks.length - open.length,
    notes: plan.notes.map(({ line, message, task }) => ({
      file: plan.file,
      line,
      message,
      ...(task === undefined ? {} : { chunk: task }),
    })),
  };
}
