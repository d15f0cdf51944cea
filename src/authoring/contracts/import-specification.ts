import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import { renderPlan } from '../../verdicts/plan/compile/render-plan.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { PlanText } from '../../contract/plans/plan-text.ts';
import { findStrayBoxes } from '../../contract/plans/task-boxes.ts';
import { orderTasks } from '../../contract/specifications/task-order.ts';
import type { PlanSource } from '../../contract/model.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { SpecificationFormat } from '../../contract/specifications/task-list.ts';
import type { ImportedContract, ImportNote, ImportOptions } from './authoring-types.ts';
import { isTestPath } from '../../contract/test-paths.ts';
import { contractFile, requireId } from './contract-draft.ts';
import { describeSource } from './plan-source.ts';
import { proposeVerify } from './proposed-checks.ts';
import { countChecks, draftChunk, withOwnChecks, type DraftChunk } from './draft-chunk.ts';
import { draftUnits, withoutIndirect } from './draft-units.ts';
import { NamedPathFinder } from './find-named-paths.ts';
import type { ProposedVerify } from './generated-contract.ts';
import { FORMAT_NAMES, readSpecification, type Specification } from './read-specification.ts';

/**
 * [AGENT-8] A draft contract from an OpenSpec change or a Spec Kit feature. Prose remains prose. Files, exports and
 * commands that the tasks name become checks where they prove something. Writes nothing.
 *
 * @param findExport where an export exists already
 * @throws HoldfastError `not-found` without a task list or an open task, `unsupported` for another format
 */
export async function importSpecification(
  tree: SourceTree,
  {
    path,
    format,
    unit,
    withDone = false,
    id: given,
  }: Omit<ImportOptions, 'format'> & { readonly format?: SpecificationFormat | undefined },
  findExport: (name: string) => Promise<string | undefined>,
): Promise<ImportedContract> {
  const specification = await readSpecification(tree, path, format);
  const id = requireId(given ?? toId(specification.folder));
  const order = orderTasks(specification.tasks, specification.format);
  const units = draftUnits(specification, order.dependencies, {
    unit: unit ?? (specification.format === 'openspec' ? 'group' : 'task'),
    withDone,
  });
  const all = specification.tasks.groups.flatMap(({ tasks }) => tasks);
  if (units.length === 0) {
    throw new HoldfastError('not-found', `Failed to import ${specification.tasksFile}: all tasks are done`, {
      hint: 'Use --all to import tasks that are marked as done. Then "holdfast check" shows which of them hold.',
    });
  }
  const verify = await proposeVerify(tree, []);
  const files = await tree.listFiles();
  const facts = {
    places: new NamedPathFinder(tree, files, specification.folder),
    findExport,
    verify: verify?.command,
    documents: specification.documents,
  };
  const drafts: DraftChunk[] = [];
  for (const one of units) drafts.push(await draftChunk(one, facts));
  const chunks = orderWrites(withOwnChecks(drafts));
  const file = contractFile(id);
  const tasksText = (await tree.readText(specification.tasksFile)) ?? '';
  const source = describeSource(
    { file: specification.tasksFile, reader: specification.format, text: tasksText, unit, withDone },
    chunks.map((chunk) => [chunk.id, chunk.lines[0] ?? 1]),
  );
  const text = render(specification, { id, source, verify, chunks });
  const problem = readContract({ file, text, checks: CHECKS }).problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined) {
    throw new HoldfastError('internal', `Failed to import ${specification.tasksFile}: ${problem.message}`, {
      hint: 'Report this with the task list that it happened with.',
    });
  }
  const { tasksFile, tasks } = specification;
  const toNote = ({ line, message }: { line: number; message: string }): ImportNote => ({
    file: tasksFile,
    line,
    message,
  });
  return {
    file,
    text,
    format: specification.format,
    source: tasksFile,
    chunks: chunks.map((chunk) => ({ id: chunk.id, line: chunk.lines[0] ?? 1, checks: countChecks(chunk) })),
    leftOut: withDone ? 0 : all.filter(({ isDone }) => isDone).length,
    notes: [
      ...[...specification.unreadable.values()].map((reason) =>
        toNote({ line: 1, message: `a document of the folder is left out. ${reason}` }),
      ),
      ...order.notes.map(toNote),
      ...tasks.ignored.map(({ line, lacks }) =>
        toNote({
          line,
          message: `the ${lacks === 'id' ? 'item has no task id' : 'line is no list item with a checkbox'}, so it is not imported`,
        }),
      ),
      ...findStrayBoxes(new PlanText(tasksFile, tasksText))
        .filter(({ line }) => !tasks.ignored.some((one) => one.line === line))
        .map(toNote),
      ...all.flatMap(({ id: task, line, mark }) =>
        mark === undefined ? [] : toNote({ line, message: `${task} has the mark [${mark}], and is imported as open` }),
      ),
      ...chunks.flatMap(({ id: chunk, notes }) => notes.map((note) => ({ ...toNote(note), chunk }))),
    ].sort((a, b) => a.line - b.line),
  };
}

function toId(folder: string): string {
  const name = (folder.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name === '' ? 'imported' : name;
}

/** Chunks that write the same file are not worked on in parallel: the later one depends on the earlier one. */
function orderWrites(chunks: readonly DraftChunk[]): readonly DraftChunk[] {
  const lastWriter = new Map<string, string>();
  const direct = new Map<string, readonly string[]>();
  for (const { id, dependsOn, allowedFiles } of chunks) {
    const writers = allowedFiles.flatMap((file) => lastWriter.get(file) ?? []);
    direct.set(id, [...new Set([...dependsOn, ...writers])]);
    for (const file of allowedFiles) lastWriter.set(file, id);
  }
  const reduced = withoutIndirect(direct);
  return chunks.map((chunk) => ({ ...chunk, dependsOn: reduced.get(chunk.id) ?? [] }));
}

function render(
  { format, tasksFile, title, description }: Specification,
  {
    id,
    source,
    verify,
    chunks,
  }: {
    readonly id: string;
    readonly source: PlanSource;
    readonly verify: ProposedVerify | undefined;
    readonly chunks: readonly DraftChunk[];
  },
): string {
  const name = `${tasksFile} (${FORMAT_NAMES[format]})`;
  const reasons = Object.fromEntries(chunks.map((chunk) => [chunk.id, commentOf(chunk, tasksFile)]));
  const contract = {
    spec: { id, title, description: description === '' ? null : description },
    source,
    verify: verify === undefined ? null : { command: verify.command, requires: requirementsOf(chunks) },
    chunks: chunks.map((chunk) => ({
      ...chunk,
      description: chunk.description === '' ? null : chunk.description,
      // The renderer leaves out null. These are comments, and no keys of a contract.
      newFiles: null,
      lines: null,
      notes: null,
    })),
  };
  return renderPlan(contract, reasons, name, {
    compact: true,
    remark: verify?.remark,
    heading: `DRAFT, imported from ${name}. The text of the tasks is unchanged. Review the checks, and what the comments with "Open" say, before a run: every attempt is checked against this file.`,
  });
}

/** Tests that are written first fail until the modules exist, so the tests of the repository must pass only then. */
function requirementsOf(chunks: readonly DraftChunk[]): readonly { kind: 'file_exists'; path: string }[] {
  const isTestFirst = chunks.some(
    ({ newFiles }, index) =>
      newFiles.length > 0 &&
      newFiles.every(isTestPath) &&
      chunks.slice(index + 1).some((later) => later.newFiles.some((path) => !isTestPath(path))),
  );
  if (!isTestFirst) return [];
  const modules = chunks.flatMap(({ newFiles }) => newFiles.filter((path) => !isTestPath(path)));
  return [...new Set(modules)].map((path) => ({ kind: 'file_exists', path }));
}

function commentOf({ lines, notes }: DraftChunk, file: string): readonly string[] {
  const places = lines.map((line) => `${file}:${line}`);
  const [first = '', last = first] = [places[0], places.at(-1)];
  const from = first === last ? `From ${first}.` : `From ${first} to line ${lines.at(-1) ?? 1}.`;
  return [from, ...notes.map(({ line, message }) => `Open (line ${line}): ${message}.`)];
}
