import { wordsOf } from '../../code-names.ts';
import { findListed, readCodeOfFiles } from '../../code-of-files.ts';
import { codeSpansOf, toPlainText } from '../../code-spans.ts';
import { readUses } from '../../code-uses.ts';
import { isReadModule, toWrittenPath } from '../../plan-paths.ts';
import { isTestPath } from '../../../test-paths.ts';
import type { Plan, PlanTaskFile, PlanName, PlanNote, PlanTask } from '../../plan.ts';
import type { PlanLine, PlanText } from '../../plan-text.ts';
import type { PlanReader } from '../../plan-reader.ts';
import { tasksBefore } from '../../tasks-before.ts';
import { requirementsIn } from '../../requirement-numbers.ts';
import { boxLinesOf, describeMarks, findStrayBoxes, type BoxLine } from '../../task-boxes.ts';
import { readFilesField } from './files-field.ts';
import { placeInPackages } from './package-folders.ts';
import { readInterfacesField } from './interfaces-field.ts';
import { readCommittedFiles, readRunCommands } from './steps.ts';
import { FILES_LABEL, findTaskSections, type TaskSection } from './task-sections.ts';

const HEADER = /superpowers[:/](?:subagent-driven-development|executing-plans|writing-plans)/;

/** Plans that the skill writing-plans of Superpowers wrote, and copies of its template. */
export const superpowersReader: PlanReader = {
  id: 'superpowers',
  tool: 'Superpowers',
  findMissing: (text) => {
    const sections = findTaskSections(text);
    if (sections.length === 0) return 'it has no heading such as "### Task 1: …"';
    const isMarked = HEADER.test(text.text) || /(?:^|\/)superpowers\/plans\//.test(text.file);
    if (isMarked) return undefined;
    const hasFiles = text.lines.some((line) => !line.isCode && FILES_LABEL.test(line.text));
    if (!hasFiles) return 'its tasks have no "**Files:**", and its header names no skill of Superpowers';
    const boxes = boxLinesOf(text.lines);
    return boxesOutside(boxes, sections).length * 2 > boxes.length
      ? 'most of its checkboxes are outside of its tasks'
      : undefined;
  },
  read: readSuperpowers,
  notebook:
    /^(?:status|progress|ledger|notes?|execution (?:notes|log)|log|results?|deviations?|self[- ]review|review (?:notes|log))\b/i,
};

function boxesOutside(boxes: readonly BoxLine[], sections: readonly TaskSection[]): readonly BoxLine[] {
  return boxes.filter(
    ({ line: { line } }) => !sections.some(({ heading, endLine }) => line > heading.line && line < endLine),
  );
}

/** One note for the checkboxes of each heading that is no task. */
function describeOutside(text: PlanText, sections: readonly TaskSection[]): readonly PlanNote[] {
  const counts = new Map<number, { readonly line: number; count: number }>();
  for (const { line } of boxesOutside(boxLinesOf(text.lines), sections)) {
    const heading = text.headings.findLast((one) => one.line < line.line)?.line ?? 0;
    const known = counts.get(heading);
    if (known === undefined) counts.set(heading, { line: line.line, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()].map(({ line, count }) => ({
    line,
    message:
      count === 1
        ? 'the checkbox is outside of the tasks'
        : `${count} checkboxes from here on are outside of the tasks`,
  }));
}

function readSuperpowers(text: PlanText): Plan {
  const sections = findTaskSections(text);
  const notes: PlanNote[] = [...describeOutside(text, sections), ...findStrayBoxes(text)];
  const numbers = new Set(sections.map(({ number }) => number));
  const ids = new Map<string, number>();
  const tasks: PlanTask[] = [];
  for (const section of sections) {
    const uses = (ids.get(section.number) ?? 0) + 1;
    ids.set(section.number, uses);
    const id = `task-${section.number}${uses === 1 ? '' : `-${uses}`}`;
    const { task, notes: own } = readTask(text, section, id, tasks, numbers);
    tasks.push(task);
    notes.push(...own.map((note) => ({ ...note, task: id })));
  }
  const title = text.headings.find(({ depth }) => depth === 1) ?? { start: 0, end: 0, line: 1, text: '' };
  return {
    file: text.file,
    reader: 'superpowers',
    tool: 'Superpowers',
    title: { start: title.start, end: title.end, line: title.line, text: toPlainText(title.text) },
    description: describe(text, sections[0]?.heading.line ?? text.lines.length),
    tasks: placeInPackages(tasks),
    notes: notes.sort((one, other) => one.line - other.line),
    introducedWords: new Set(spansOf(text.between(1, sections[0]?.heading.line ?? 1))),
    hasTaskBoxes: false,
    isClosed:
      /^\s*>?\s*\*{0,2}status\*{0,2}\s*:\*{0,2}\s*(?:✅\s*)?(?:complete|completed|done|implemented|shipped|merged|superseded|abandoned|cancell?ed|archived|obsolete)\b/im.test(
        text.text.slice(0, 3_000),
      ),
  };
}

function describe(text: PlanText, end: number): string {
  const goal = text.lines.find((line) => line.line < end && /^\*\*Goal:?\*\*:?/i.test(line.text))?.text ?? '';
  return toPlainText(goal.replace(/^\*\*Goal:?\*\*:?\s*/i, ''));
}

function readTask(
  text: PlanText,
  { heading, endLine, number, title }: TaskSection,
  id: string,
  earlier: readonly PlanTask[],
  numbers: ReadonlySet<string>,
): { readonly task: PlanTask; readonly notes: readonly PlanNote[] } {
  const lines = text.between(heading.line + 1, endLine);
  const blocks = text.blocksBetween(heading.line, endLine);
  const field = readFilesField(lines);
  const committed = readCommittedFiles(blocks);
  const files = mergeFiles(field.files, committed);
  const boxes = boxLinesOf(lines);
  const { commands, notes } = readRunCommands(lines, blocks);
  const interfaces = readInterfacesField(lines, blocks, numbers);
  const code = readCodeOfFiles(
    lines,
    blocks.filter(({ line }) => !interfaces.blockLines.has(line)),
    field.files,
  );
  const produces = placeNames([...interfaces.produces], code, files);
  const last = text.lines[endLine - 2];
  const isParallel = /\b(?:in parallel|parallel(?:izable)?)\b/i.test(title) || /\[P\]/.test(heading.text);
  const stated = statedTasks(lines, earlier);
  return {
    task: {
      start: heading.start,
      end: heading.end,
      line: heading.line,
      id,
      number,
      title,
      text: withoutTicks(text.text.slice(heading.start, last?.end ?? text.text.length), heading.start, boxes),
      boxes: boxes.map(({ box }) => box),
      isClaimed: boxes.length > 0 && boxes.every(({ box, isOptional }) => box.isTicked || isOptional),
      isOptional: /\boptional\b/i.test(`${title} ${heading.text}`),
      isParallel,
      dependsOn: stated ?? tasksBefore(earlier, isParallel),
      files,
      produces,
      consumes: interfaces.consumes,
      codeWords: new Set([...blocks.flatMap(({ code: block }) => wordsOf(block)), ...spansOf(lines)]),
      ...readUses(lines, blocks),
      commands,
      assertions: [],
      requirements: requirementsIn(
        lines
          .filter(({ isCode }) => !isCode)
          .map((line) => line.text)
          .join('\n'),
      ),
    },
    notes: [...field.notes, ...notes, ...describeMarks(boxes), ...describeEmpty(field.files, heading.line, lines)],
  };
}

/** A box is a claim and no term. @param start the offset of the text in the plan */
function withoutTicks(text: string, start: number, boxes: readonly BoxLine[]): string {
  return [...boxes]
    .reverse()
    .reduce((all, { box }) => `${all.slice(0, box.start - start)} ${all.slice(box.end - start)}`, text)
    .replaceAll('\r\n', '\n')
    .trim();
}

function spansOf(lines: readonly PlanLine[]): readonly string[] {
  return lines.flatMap((line) => (line.isCode ? [] : codeSpansOf(line).flatMap(({ code }) => wordsOf(code))));
}

function describeEmpty(files: readonly PlanTaskFile[], line: number, lines: readonly PlanLine[]): readonly PlanNote[] {
  if (files.length > 0 || lines.some((one) => !one.isCode && FILES_LABEL.test(one.text))) return [];
  return [{ line, message: 'the task has no "**Files:**"' }];
}

/** "Depends on: Task 1, Task 3", "Depends on nothing". */
function statedTasks(lines: readonly PlanLine[], earlier: readonly PlanTask[]): readonly string[] | undefined {
  const line = lines.find(
    (one) =>
      !one.isCode &&
      /^\s*(?:[-*]\s+)?\*{0,2}(?:Depends on|Dependencies|Prerequisites?|Blocked by)\b[^:]{0,20}:/i.test(one.text),
  );
  if (line === undefined) return undefined;
  const rest = line.text.slice(line.text.indexOf(':') + 1);
  const named = [...rest.matchAll(/\b(?:Tasks?\s+)?#?([A-Z]?\d+(?:\.\d+)*[a-z]?)\b/g)].map(([, number]) => number);
  const found = earlier.filter(({ number }) => named.includes(number)).map(({ id }) => id);
  if (found.length > 0) return found;
  return /\b(?:none|nothing|no )\b/i.test(rest) ? [] : undefined;
}

/** A path counts once, with the role of the field. */
function mergeFiles(field: readonly PlanTaskFile[], committed: readonly PlanTaskFile[]): readonly PlanTaskFile[] {
  const known = new Set(field.map(({ path }) => path));
  return [...field, ...committed.filter(({ path }) => !known.has(path) && known.add(path).size > 0)];
}

/** The file of a produced name: the one whose code declares it, or the only module of the task. */
function placeNames(
  produced: readonly PlanName[],
  code: readonly PlanName[],
  files: readonly PlanTaskFile[],
): readonly PlanName[] {
  const modules = new Set(
    files.flatMap(({ path, role }) =>
      (role === 'create' || role === 'modify') && isCodeFile(path) && !isTestPath(path) ? [path] : [],
    ),
  );
  const [only] = modules;
  const placed = produced.map((name): PlanName => {
    const { file: stated, ...rest } = name;
    const listed = stated === undefined ? undefined : findListed(stated, [...modules]);
    const isFull = stated?.includes('/') === true;
    if (stated !== undefined && (listed !== undefined || isFull)) return { ...name, file: listed ?? stated };
    const declared = code.find((one) => one.name === name.name && one.file !== undefined);
    const file = declared?.file ?? (modules.size === 1 ? only : undefined);
    return { ...rest, ...(file === undefined ? {} : { file }), isExport: name.isExport || declared !== undefined };
  });
  // A statement without types leaves them to the code.
  const known = new Set(
    placed.filter(({ form, signature }) => form !== 'mention' && signature !== undefined).map(({ name }) => name),
  );
  const stated = new Set(placed.filter(({ form }) => form !== 'mention').map(({ name }) => name));
  return [
    ...placed,
    ...code.filter(({ name, signature }) => !known.has(name) && (signature !== undefined || !stated.has(name))),
  ];
}

function isCodeFile(path: string): boolean {
  return (
    isReadModule(path) ||
    /\.(?:rs|java|kts?|swift|rb|php|cs|cpp|cc|c|hpp|h|exs?|dart|lua|scala|zig|gd|sh|sql|proto)$/i.test(
      toWrittenPath(path)?.path ?? path,
    )
  );
}
