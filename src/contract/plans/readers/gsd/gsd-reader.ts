import { isMap, parseDocument, type Document, type Node, type YAMLMap } from 'yaml';
import { wordsOf } from '../../code-names.ts';
import { toPlainText } from '../../code-spans.ts';
import { toWrittenPath } from '../../plan-paths.ts';
import type { Plan, PlanTaskFile, PlanNote, PlanPlace, PlanTask } from '../../plan.ts';
import type { PlanReader } from '../../plan-reader.ts';
import type { PlanText } from '../../plan-text.ts';
import { LineMap } from '../../../../foundation/position.ts';
import { elementsOf, type Element } from './elements.ts';
import { readMustHaves } from './must-haves.ts';
import { readTaskNames, usesOf, withRoles } from './task-names.ts';
import { readFiles, readVerify } from './task-parts.ts';
import { textsOf } from './yaml-texts.ts';

/** `PLAN.md` of GSD: front matter with `must_haves`, and tasks as elements. */
export const gsdReader: PlanReader = {
  id: 'gsd',
  tool: 'GSD',
  findMissing: ({ text }) => {
    const matter = frontMatterOf(text);
    if (matter === undefined) return 'it has no front matter';
    if (/^must_haves:/m.test(matter.text)) return undefined;
    const isPlan = /^phase:/m.test(matter.text) && /^plan:/m.test(matter.text) && /<tasks?[\s>]/.test(text);
    return isPlan ? undefined : 'its front matter has no "must_haves", and no "phase" and "plan" with <tasks>';
  },
  read: readGsd,
  notebook: /^(?:summary|notes?|deviations?|verification results?|checkpoint results?)\b/i,
};

interface FrontMatter {
  readonly text: string;
  /** The offset of its first line after `---`. */
  readonly offset: number;
}

function frontMatterOf(text: string): FrontMatter | undefined {
  const [, open = '', matter] = /^(\uFEFF?---\r?\n)([^]*?)\r?\n---(?:\r?\n|$)/.exec(text) ?? [];
  return matter === undefined ? undefined : { text: matter, offset: open.length };
}

function readGsd(plan: PlanText): Plan {
  const { text } = plan;
  const lines = new LineMap(text);
  const placeOf = (start: number, end: number): PlanPlace => ({ start, end, line: lines.positionAt(start).line });
  const matter = frontMatterOf(text) ?? { text: '', offset: 0 };
  const document = parseDocument(matter.text, { uniqueKeys: false, prettyErrors: false, strict: false });
  const place = (node: Node): PlanPlace => {
    const [start = 0, end = 0] = node.range ?? [];
    return placeOf(matter.offset + start, matter.offset + end);
  };
  const root = isMap(document.contents) ? document.contents : undefined;
  const requirements = textsOf(root, 'requirements').map(({ text: value }) => value);
  const notes: PlanNote[] = [];
  const tasks = readTasks(plan, placeOf, requirements, notes);
  const stated = root?.get('must_haves') as unknown;
  const mustHaves = isMap(stated) ? stated : undefined;
  const { assertions, files, notes: ownNotes } = readMustHaves(mustHaves, place);
  notes.push(...ownNotes, ...describeErrors(document, placeOf, matter));
  const objective = elementsOf(text, 'objective')[0];
  const name = [valueOf(root, 'phase'), valueOf(root, 'plan')].filter((one) => one !== undefined).join(' ');
  const start = mustHaves === undefined ? placeOf(0, 3) : place(mustHaves);
  const whole: PlanTask = {
    ...start,
    end: Math.min(start.end, text.indexOf('\n', start.start) < 0 ? text.length : text.indexOf('\n', start.start)),
    id: 'must-haves',
    number: 'must-haves',
    title: `Must-haves of ${name === '' ? plan.file : name}`,
    text: truthsOf(mustHaves),
    boxes: [],
    isClaimed: false,
    isOptional: false,
    isParallel: false,
    dependsOn: tasks.map(({ id }) => id),
    files: [...files, ...filesModified(root, place)],
    produces: [],
    consumes: [],
    codeWords: new Set(),
    uses: [],
    runs: [],
    commands: [],
    assertions,
    requirements,
  };
  return {
    file: plan.file,
    reader: 'gsd',
    tool: 'GSD',
    title: { ...placeOf(0, 3), text: name === '' ? '' : `Plan ${name}` },
    description: toPlainText(objective?.inside.split(/\n\s*\n/)[0] ?? ''),
    tasks: assertions.length === 0 ? tasks : [...tasks, whole],
    notes: [...notes].sort((a, b) => a.line - b.line),
    introducedWords: new Set(wordsOf(text.replaceAll(/<task(?:\s[^<>]*)?>[^]*?<\/task>/g, ' '))),
    hasTaskBoxes: false,
    wave: valueOf(root, 'wave'),
    isClosed: /^status:\s*["']?(?:complete|completed|done|superseded|abandoned)\b/im.test(matter.text),
  };
}

/** Errors of the front matter. GSD reads it line by line, so its values count where they can be read. */
function describeErrors(
  { errors }: Document,
  placeOf: (start: number, end: number) => PlanPlace,
  { offset }: FrontMatter,
): readonly PlanNote[] {
  const [first] = errors;
  if (first === undefined) return [];
  return [
    {
      line: placeOf(offset + first.pos[0], offset + first.pos[1]).line,
      message: `the front matter is not valid YAML here (${first.code}), and what follows may be missing`,
    },
  ];
}

function truthsOf(mustHaves: YAMLMap | undefined): string {
  const truths = textsOf(mustHaves, 'truths').map(({ text }) => `- ${text}`);
  return truths.length === 0 ? '' : `What must be true:\n\n${truths.join('\n')}`;
}

/** The files of `files_modified`. */
function filesModified(root: YAMLMap | undefined, place: (node: Node) => PlanPlace): readonly PlanTaskFile[] {
  return textsOf(root, 'files_modified').flatMap(({ text, node }): PlanTaskFile[] => {
    const written = toWrittenPath(text);
    return written === undefined ? [] : [{ ...place(node), path: written.path, role: 'write', isOptional: true }];
  });
}

function valueOf(map: YAMLMap | undefined, key: string): string | undefined {
  return textsOf(map, key)[0]?.text;
}

function readTasks(
  plan: PlanText,
  placeOf: (start: number, end: number) => PlanPlace,
  requirements: readonly string[],
  notes: PlanNote[],
): readonly PlanTask[] {
  const { text } = plan;
  const tasks: PlanTask[] = [];
  for (const element of elementsOf(text, 'task')) {
    const line = text.slice(0, element.start).split('\n').length;
    if (plan.lines[line - 1]?.isCode === true) continue;
    const number = String(tasks.length + 1);
    const id = `task-${number}`;
    const first = text.indexOf('\n', element.start);
    const place = placeOf(element.start, first < 0 ? element.end : Math.min(first, element.end));
    const part = (name: string): Element | undefined => elementsOf(element.inside, name, element.insideStart)[0];
    const isCheckpoint = /type=["']checkpoint/.test(element.attributes);
    const name = toPlainText(
      part('name')?.inside ?? part('decision')?.inside ?? part('what-built')?.inside ?? '',
    ).replace(/^Task\s+[\w.]+\s*[:.—-]\s*/i, '');
    const commands = isCheckpoint ? { commands: [], notes: [] } : readVerify(element, placeOf);
    notes.push(...commands.notes.map((note) => ({ ...note, task: id })));
    if (isCheckpoint) notes.push({ line, task: id, message: 'a person decides this checkpoint, so it has no check' });
    const previous = tasks.at(-1)?.id;
    const files = withRoles(plan, element, readFiles(part('files'), placeOf));
    tasks.push({
      ...place,
      id,
      number,
      title: name === '' ? `Task ${number}` : name,
      text: element.inside.trim(),
      boxes: [],
      isClaimed: false,
      isOptional: isCheckpoint,
      isParallel: false,
      dependsOn: previous === undefined ? [] : [previous],
      files,
      produces: isCheckpoint ? [] : readTaskNames(plan, element, files),
      consumes: [],
      codeWords: new Set(wordsOf(element.inside)),
      ...usesOf(plan, element),
      commands: commands.commands,
      assertions: [],
      requirements,
    });
  }
  return tasks;
}
