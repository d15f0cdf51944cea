import { readStatements, type TaskStatements } from '../../../specifications/task-statements.ts';
import { orderTasks } from '../../../specifications/task-order.ts';
import { readTaskList } from '../../../specifications/task-list.ts';
import { wordsOf } from '../../code-names.ts';
import { toPlainText } from '../../code-spans.ts';
import type { Plan, PlanCommand, PlanTaskFile, PlanName, PlanNote, PlanPlace, PlanTask } from '../../plan.ts';
import type { PlanText } from '../../plan-text.ts';
import { requirementsAfterLabel, requirementsIn } from '../../requirement-numbers.ts';
import { boxLinesOf, describeMarks, findStrayBoxes, type BoxLine } from '../../task-boxes.ts';

/** How a tool writes its task lists. */
export interface ListStyle {
  readonly reader: Plan['reader'];
  readonly tool: string;
  /** The number at the start of a task. */
  readonly number: RegExp;
  /** Whether a checkbox without a number is no task. */
  readonly needsNumber: boolean;
  readonly isClosed: (text: PlanText) => boolean;
}

const MARKERS = /^(?:\[(?:P|US\d+(?:\s*,\s*US\d+)*)\]\s*|\(P\)\s*|\*{0,2}\[P\]\*{0,2}\s*)+/i;

/** Reads a task list: every line with a checkbox is a task, at any depth. */
export function readListPlan(text: PlanText, style: ListStyle): Plan {
  const boxes = boxLinesOf(text.lines);
  const notes: PlanNote[] = [...describeMarks(boxes), ...findStrayBoxes(text)];
  const used = new Map<string, number>();
  const tasks: PlanTask[] = [];
  const order =
    style.reader === 'spec-kit' ? orderTasks(readTaskList(text.text, 'spec-kit'), 'spec-kit').dependencies : undefined;
  for (const [index, box] of boxes.entries()) {
    const number = style.number.exec(box.text)?.[1];
    if (number === undefined && style.needsNumber) {
      notes.push({ line: box.line.line, message: 'the item has no task id, so it is no task of the list' });
      continue;
    }
    const base = number === undefined ? `task-${index + 1}` : /^[A-Za-z]/.test(number) ? number : `task-${number}`;
    const uses = (used.get(base) ?? 0) + 1;
    used.set(base, uses);
    const id = uses === 1 ? base : `${base}-${uses}`;
    const previous = tasks.at(-1)?.id;
    const dependsOn = order?.get(number ?? '') ?? (isParallel(box, style) || previous === undefined ? [] : [previous]);
    const known = dependsOn.filter((one) => tasks.some((task) => task.id === one));
    const { task, notes: own } = readTask(text, box, {
      id,
      number: number ?? String(index + 1),
      dependsOn: known,
      end: endOfTask(text, box),
      style,
    });
    tasks.push(task);
    notes.push(...own);
  }
  const title = text.headings.find(({ depth }) => depth === 1) ?? { start: 0, end: 0, line: 1, text: '' };
  return {
    file: text.file,
    reader: style.reader,
    tool: style.tool,
    title: {
      start: title.start,
      end: title.end,
      line: title.line,
      text: toPlainText(title.text).replace(/^Tasks:\s*/i, ''),
    },
    description: '',
    tasks: withoutParents(tasks, boxes),
    notes: notes.sort((a, b) => a.line - b.line),
    introducedWords: new Set(),
    hasTaskBoxes: true,
    isClosed: style.isClosed(text),
  };
}

function isParallel({ text }: BoxLine, { number }: ListStyle): boolean {
  const rest = text.replace(number, '');
  return /\[P\]|\(P\)/i.test(MARKERS.exec(rest)?.[0] ?? '');
}

/** The line after a task: the next task, a heading, or a paragraph that is not indented. */
function endOfTask(text: PlanText, { line, indent }: BoxLine): number {
  let isAfterBlank = false;
  for (const one of text.lines.slice(line.line)) {
    const isBlank = one.text.trim() === '';
    if (!isBlank && !one.isCode) {
      const own = /^\s*/.exec(one.text)?.[0].replaceAll('\t', '    ').length ?? 0;
      if (/^#{1,6}\s/.test(one.text) || boxLinesOf([one]).length > 0) return one.line;
      if (own <= indent && (isAfterBlank || /^\s*(?:[-*+]|\d+[.)])\s/.test(one.text) || /^-{3,}$/.test(one.text)))
        return one.line;
    }
    isAfterBlank = isBlank;
  }
  return text.lines.length + 1;
}

interface TaskFrame extends Pick<PlanTask, 'id' | 'number' | 'dependsOn'> {
  readonly end: number;
  readonly style: ListStyle;
}

function readTask(
  text: PlanText,
  { line, box, text: first, isOptional }: BoxLine,
  { id, number, dependsOn, end, style }: TaskFrame,
): { readonly task: PlanTask; readonly notes: readonly PlanNote[] } {
  const rest = first.replace(style.number, '');
  const own = rest.slice(MARKERS.exec(rest)?.[0].length ?? 0);
  const markers = rest.slice(0, rest.length - own.length);
  const more = text.between(line.line + 1, end).map((one) => one.text.trim());
  const markdown = [own, ...more].join('\n').trim();
  const statements = readStatements(markdown);
  const place: PlanPlace = { start: line.start, end: line.end, line: line.line };
  return {
    task: {
      ...place,
      id,
      number,
      title: titleOf(own, id),
      text: markdown,
      boxes: [box],
      isClaimed: box.isTicked,
      isOptional: isOptional || /^\s*(?:\(optional\)|optional:)/i.test(own) || /\(optional\)\s*$/i.test(first),
      isParallel: /\[P\]|\(P\)/i.test(markers),
      dependsOn,
      files: filesOf(statements, place, REPOSITORY.test(markdown)),
      produces: namesOf(statements, place),
      consumes: [],
      codeWords: new Set(wordsOf(markdown)),
      uses: [],
      runs: [],
      commands: statements.commands.map((command): PlanCommand => ({ ...place, command, expected: 'pass' })),
      assertions: [],
      requirements: [...new Set([...requirementsAfterLabel(markdown), ...requirementsIn(`${markers} ${markdown}`)])],
    },
    notes: statements.rejected.map(({ command, reason }) => ({
      line: line.line,
      task: id,
      message: `the command "${command}" is no acceptance command: ${reason}`,
    })),
  };
}

function titleOf(text: string, id: string): string {
  const plain = toPlainText(text);
  const sentence = /^.*?(?=[.。]\s|$)/.exec(plain)?.[0] ?? '';
  const title = sentence.length > 90 ? `${sentence.slice(0, 89)}…` : sentence;
  return title === '' ? id : title;
}

const ROLES = { write: 'write', read: 'read', remove: 'delete', change: 'modify', unknown: 'modify' } as const;
/** What a build or a test run writes, which git usually ignores. */
const BUILT = /(?:^|\/)(?:node_modules|dist|build|out|coverage|target|\.next|\.venv|venv|__pycache__|tmp)\//;

/** Words next to the name of a repository, such as `vercel/next.js`. */
const REPOSITORY =
  /\b(?:fork(?:s|ed|ing)?|repos?|repositor(?:y|ies)|submodules?|upstream|clone[ds]?|https?:\/\/\S+)\b|フォーク|リポジトリ|サブモジュール|仓库|子模块/i;

/**
 * Prose does not say what a path is relative to, so it counts below every folder. A name without a folder stays prose, and so
 * does `a/b` without an extension: it is a folder, a branch or a route.
 */
function filesOf({ paths }: TaskStatements, place: PlanPlace, isOfRepository: boolean): readonly PlanTaskFile[] {
  return paths.map(({ path, role, isCode }) => {
    const isPlaced = path.includes('/') && !/[*<>{}$]|\.\.\./.test(path);
    return {
      ...place,
      path,
      role: ROLES[role],
      isOptional:
        role === 'unknown' ||
        !isPlaced ||
        (isOfRepository && /^[^/]+\/[^/]+$/.test(path)) ||
        BUILT.test(path) ||
        path.endsWith('/') ||
        !(/\.\w+$/.test(path) || (isCode && /\/(?:Dockerfile|Makefile|Justfile)$/.test(path))),
    };
  });
}

function namesOf({ exports, paths }: TaskStatements, place: PlanPlace): readonly PlanName[] {
  const hasModule = paths.some(
    ({ path, role }) => role === 'write' && /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path),
  );
  return exports.flatMap(({ name, signature }): PlanName[] => {
    if (!hasModule) return [];
    const isFunction = name.endsWith('()');
    return [
      {
        ...place,
        name: name.replace(/\(\)$/, ''),
        form: signature === undefined ? (isFunction ? 'call' : 'declaration') : 'signature',
        kind: isFunction ? 'function' : 'value',
        signature,
        isExport: true,
      },
    ];
  });
}

/** A task with tasks inside says what they say together: its own text has the checks of no other. */
function withoutParents(tasks: readonly PlanTask[], boxes: readonly BoxLine[]): readonly PlanTask[] {
  const indents = new Map(boxes.map(({ line, indent }) => [line.line, indent]));
  return tasks.map((task, index) => {
    const next = tasks[index + 1];
    const isParent =
      next !== undefined &&
      ((indents.get(next.line) ?? 0) > (indents.get(task.line) ?? 0) || next.number.startsWith(`${task.number}.`));
    return isParent
      ? { ...task, files: task.files.filter(({ role }) => role === 'read'), produces: [], commands: [] }
      : task;
  });
}
