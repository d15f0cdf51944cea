import { readMarkdown, type MarkdownPart } from './markdown-outline.ts';

/** The formats of specifications that can be imported. */
export const SPECIFICATION_FORMATS = ['openspec', 'spec-kit'] as const;
export type SpecificationFormat = (typeof SPECIFICATION_FORMATS)[number];

/** A task of a task list. */
export interface SpecifiedTask {
  /** `1.2` or `T012`. Without one in the text, its position in the list: `task-3`. */
  readonly id: string;
  /** The Markdown of the task, without checkbox, id and markers. */
  readonly text: string;
  readonly isDone: boolean;
  /** The mark of its checkbox, if it is neither empty nor an `x`. The task counts as open. */
  readonly mark?: string | undefined;
  /** Whether the task has the marker `[P]`: it can be done in parallel with its neighbors. */
  readonly isParallel: boolean;
  /** The user stories that the task has as a marker: `US1`. */
  readonly stories: readonly string[];
  /** From 1. */
  readonly line: number;
}

/** Tasks under one heading. */
export interface TaskGroup {
  /** The heading; empty for tasks before the first heading. */
  readonly title: string;
  readonly line: number;
  /** The paragraphs between the heading and the last task. */
  readonly prose: readonly string[];
  readonly tasks: readonly SpecifiedTask[];
}

/** A statement about an order: a list item of a section about dependencies. */
export interface OrderStatement {
  readonly text: string;
  readonly line: number;
}

export interface IgnoredItem extends OrderStatement {
  readonly lacks: 'id' | 'checkbox';
}

export interface TaskList {
  readonly title: string | undefined;
  readonly groups: readonly TaskGroup[];
  readonly orders: readonly OrderStatement[];
  /** Items with a checkbox, or with the id of a task, that are no tasks of the list. */
  readonly ignored: readonly IgnoredItem[];
}

const SPEC_KIT_ID = /^\W*(T\d{3,}[a-z]?)\b[*_`:.]*\s*/;
const NUMBER = /^\**(\d+(?:\.\d+)*[a-z]?)\.?\**[:)]?\s+/;
/** In a text without a checkbox, one number can be an amount. */
const PARTED_NUMBER = /^\W*(\d+(?:\.\d+)+[a-z]?)\.?\**[:)]?\s+/;
const BOX_AND_BORDER = /^\W*\[\s?\w?\s?\]\W*/;
const MARKER = /^\[(P|US\d+(?:\s*,\s*US\d+)*)\]\s*/i;

/**
 * Reads a task list. In Spec Kit, tasks have ids such as `T012`, and a group is a phase, with all its subsections. In
 * OpenSpec, a group is the nearest heading.
 */
export function readTaskList(text: string, format: SpecificationFormat): TaskList {
  const groups: { title: string; line: number; prose: string[]; tasks: SpecifiedTask[] }[] = [];
  const orders: OrderStatement[] = [];
  const ignored: IgnoredItem[] = [];
  const withoutCheckbox: { id: string; text: string; line: number }[] = [];
  let title: string | undefined;
  let current = { title: '', line: 1, prose: [] as string[], tasks: [] as SpecifiedTask[] };
  let isAboutOrder = false;
  let count = 0;
  const used = new Map<string, number>();
  for (const part of readMarkdown(text)) {
    switch (part.kind) {
      case 'heading':
        if (part.depth === 1) title ??= part.text.replace(/^Tasks:\s*/i, '');
        isAboutOrder = /dependenc|execution order/i.test(part.text) || (isAboutOrder && part.depth > 2);
        if (format === 'openspec' || part.depth <= 2 || /^phase\b/i.test(part.text)) {
          current = { title: part.depth === 1 ? '' : part.text, line: part.line, prose: [], tasks: [] };
          groups.push(current);
        }
        break;
      case 'prose':
        current.prose.push(part.text);
        withoutCheckbox.push(...linesWithId(part, format).filter(({ text: one }) => /^[>|]/.test(one)));
        break;
      case 'item':
        if (isAboutOrder) orders.push({ text: part.text, line: part.line });
        else withoutCheckbox.push(...linesWithId(part, format));
        break;
      case 'task': {
        count += 1;
        const task = readTask(part, format, count);
        if (task === undefined) ignored.push({ text: part.text, line: part.line, lacks: 'id' });
        else {
          if (groups.at(-1) !== current) groups.push(current);
          // A list can repeat an id. Every task needs its own, because others refer to it.
          const uses = (used.get(task.id) ?? 0) + 1;
          used.set(task.id, uses);
          current.tasks.push(uses === 1 ? task : { ...task, id: `${task.id}-${uses}` });
        }
        break;
      }
    }
  }
  for (const { id, text: item, line } of withoutCheckbox) {
    if (!used.has(id)) ignored.push({ text: item, line, lacks: 'checkbox' });
  }
  return { title, groups: groups.filter(({ tasks }) => tasks.length > 0), orders, ignored };
}

/** The lines of an item, a quotation or a table that begin with the id of a task. */
function linesWithId(
  { text, line }: { readonly text: string; readonly line: number },
  format: SpecificationFormat,
): readonly { id: string; text: string; line: number }[] {
  return text.split('\n').flatMap((one, index) => {
    const id = (format === 'spec-kit' ? SPEC_KIT_ID : PARTED_NUMBER).exec(one.replace(BOX_AND_BORDER, ''))?.[1];
    return id === undefined ? [] : [{ id, text: one.trim(), line: line + index }];
  });
}

/** `undefined` if the item is no task: Spec Kit also uses checkboxes for checklists. */
function readTask(
  { text, isDone, mark, line }: Extract<MarkdownPart, { kind: 'task' }>,
  format: SpecificationFormat,
  position: number,
): SpecifiedTask | undefined {
  const id = (format === 'spec-kit' ? SPEC_KIT_ID : NUMBER).exec(text);
  if (id === null && format === 'spec-kit') return undefined;
  let rest = text.slice(id?.[0].length ?? 0);
  const markers: string[] = [];
  for (let marker = MARKER.exec(rest); marker !== null; marker = MARKER.exec(rest)) {
    markers.push(...(marker[1] ?? '').toUpperCase().split(/\s*,\s*/));
    rest = rest.slice(marker[0].length);
  }
  return {
    id: id?.[1] ?? `task-${position}`,
    text: rest.trim(),
    isDone,
    mark,
    isParallel: markers.includes('P'),
    stories: markers.filter((marker) => marker !== 'P'),
    line,
  };
}
