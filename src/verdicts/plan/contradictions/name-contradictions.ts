import type { PlanName, PlanTask } from '../../../contract/plans/plan.ts';
import { countArguments } from '../../../contract/plans/code-uses.ts';
import { compareNames, countParameters, type NameComparison } from './compare-names.ts';
import type { Contradiction, ContradictionInput } from './contradiction.ts';

/** A produced name and its task. */
interface Producer {
  readonly task: PlanTask;
  readonly produced: PlanName;
}

/** Names that are consumed and not known, consumed or produced in two forms, or produced twice. */
export async function findNameContradictions(input: ContradictionInput): Promise<readonly Contradiction[]> {
  const { tasks } = input.plan;
  const found: Contradiction[] = [];
  for (const [index, task] of tasks.entries()) {
    const earlier = producersOf(tasks.slice(0, index));
    found.push(
      ...findDifferentProducers(task, earlier),
      ...findDifferentCode(task),
      ...findDifferentUses(task, earlier, tasks.slice(0, index + 1)),
      ...findDifferentCalls(task, earlier),
    );
  }
  return [...found, ...(await findUnknown(input)), ...(await findMisspelled(input))];
}

function producersOf(tasks: readonly PlanTask[]): ReadonlyMap<string, readonly Producer[]> {
  const producers = new Map<string, Producer[]>();
  for (const task of tasks) {
    for (const produced of task.produces) {
      if (produced.form === 'mention') continue;
      producers.set(produced.name, [...(producers.get(produced.name) ?? []), { task, produced }]);
    }
  }
  return producers;
}

function toContradiction(
  task: PlanTask,
  { start, end, line }: PlanName,
  rest: Pick<Contradiction, 'kind' | 'severity' | 'message'>,
): Contradiction {
  return { start, end, line, task: task.id, ...rest };
}

function describe({ name, signature, parameters }: PlanName): string {
  return signature === undefined ? `${name}${parameters ?? ''}` : `${name}${signature}`;
}

/** Two tasks that state one name of one file with two signatures, or one name in two files. */
function findDifferentProducers(
  task: PlanTask,
  earlier: ReadonlyMap<string, readonly Producer[]>,
): readonly Contradiction[] {
  return task.produces.flatMap((produced) => {
    const { name, file, isChange, isFromCode, form, isExport } = produced;
    if (isChange === true || form === 'mention') return [];
    const others = (earlier.get(name) ?? []).filter((one) => one.task.id !== task.id);
    const other = others.findLast((one) => one.produced.isFromCode !== true) ?? others.at(-1);
    if (other === undefined) return [];
    const isSameFile = file === other.produced.file && file !== undefined;
    const isStated = isFromCode !== true && other.produced.isFromCode !== true;
    if (isSameFile) {
      const forms = [...task.produces, ...other.task.produces].filter(
        (one) => one.name === name && one.form !== 'mention' && one.isFromCode !== true,
      );
      const comparison = compareNames(produced, other.produced);
      // Two forms in one task are overloads. Code can grow, if its text says so.
      const isRestated = isFromCode === true && produced.isRevision !== true;
      if (!(isStated || isRestated) || forms.length > 2 || !isDifference(comparison)) return [];
      return toContradiction(task, produced, {
        kind: 'produced-differently',
        severity:
          isStated && comparison === 'different' && isOneExport(other.produced) && isOneExport(produced)
            ? 'error'
            : 'fact',
        message: `${task.id} produces ${describe(produced)}, and ${other.task.id} produces ${describe(other.produced)} in the same file (line ${other.produced.line})`,
      });
    }
    const isOpen = file === undefined || other.produced.file === undefined;
    if (isOpen && isStated && !name.includes('.') && isDifferentType(compareNames(produced, other.produced))) {
      return toContradiction(task, produced, {
        kind: 'produced-differently',
        severity: 'fact',
        message: `${task.id} produces ${describe(produced)}, and ${other.task.id} produces ${describe(other.produced)} (line ${other.produced.line})`,
      });
    }
    const isTwoFiles =
      file !== undefined &&
      other.produced.file !== undefined &&
      isScriptFile(file) &&
      isScriptFile(other.produced.file);
    if (!isTwoFiles || !isStated || !(isExport || other.produced.isExport) || isUsual(name)) return [];
    return toContradiction(task, produced, {
      kind: 'produced-twice',
      severity: 'fact',
      message: `${task.id} produces ${name} in ${file}, and ${other.task.id} produces it in ${other.produced.file ?? ''} (line ${other.produced.line})`,
    });
  });
}

function isDifferentType(comparison: NameComparison): boolean {
  return comparison === 'different' || comparison === 'perhaps';
}

function isDifference(comparison: NameComparison): boolean {
  return isDifferentType(comparison) || comparison === 'arguments';
}

/** A module has one function with a name, unless its language has overloads by type. Python can say it of two methods. */
function isOneExport({ file, isExport }: PlanName): boolean {
  return file !== undefined && (isScriptFile(file) || (file.endsWith('.py') && isExport));
}

/** Whether a task says that it changes a name, shows its code, or names it in code and may write its file. */
function canChange({ produces, codeWords, files }: PlanTask, { name, file }: PlanName): boolean {
  if (produces.some((one) => one.name === name && (one.isChange === true || one.isFromCode === true))) return true;
  return (
    codeWords.has(name.split('.').at(-1) ?? '') && files.some(({ path, role }) => path === file && role !== 'read')
  );
}

/** Packages of other languages can each have a name. */
function isScriptFile(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file);
}

/** Names that a framework gives to a module. */
function isUsual(name: string): boolean {
  return /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|default|Props|Page|Layout|metadata|config|loader|action|handler|main|up|down|meta|schema)$/.test(
    name,
  );
}

/** The code of a task declares another signature than its statement. */
function findDifferentCode(task: PlanTask): readonly Contradiction[] {
  return task.produces.flatMap((produced) => {
    if (produced.isFromCode === true || produced.signature === undefined) return [];
    const code = task.produces.find((one) => one.isFromCode === true && one.name === produced.name);
    if (code === undefined || !isDifferentType(compareNames(produced, code))) return [];
    return toContradiction(task, produced, {
      kind: 'code-differs',
      severity: 'fact',
      message: `${task.id} states ${describe(produced)}, and its code declares ${describe(code)} (line ${code.line})`,
    });
  });
}

/** A use with other types, or another number of arguments, than the latest task that states the name. */
function findDifferentUses(
  task: PlanTask,
  earlier: ReadonlyMap<string, readonly Producer[]>,
  before: readonly PlanTask[],
): readonly Contradiction[] {
  return task.consumes.flatMap((consumed) => {
    const producers = (earlier.get(consumed.name) ?? []).filter(({ produced }) => produced.isFromCode !== true);
    const files = new Set(producers.map(({ produced }) => produced.file));
    const latest = producers.at(-1);
    if (latest === undefined || files.size > 1 || consumed.isChange === true) return [];
    if (consumed.file !== undefined && consumed.file !== latest.produced.file) return [];
    const comparison = compareNames(consumed, latest.produced);
    // A task that states a name more than once states overloads.
    const overloads = producers.filter((one) => one.task.id === latest.task.id);
    if (overloads.some(({ produced }) => !isDifference(compareNames(consumed, produced)))) return [];
    // What a task in between makes of the name can be what the use means.
    const isChanged =
      latest.produced.isChange === true ||
      before.slice(before.indexOf(latest.task) + 1).some((one) => canChange(one, latest.produced));
    return toContradiction(task, consumed, {
      kind: 'consumed-differently',
      severity: comparison === 'different' && !isChanged && isOneExport(latest.produced) ? 'error' : 'fact',
      message: `${task.id} consumes ${describe(consumed)}, and ${latest.task.id} produces ${describe(latest.produced)} (line ${latest.produced.line})`,
    });
  });
}

/** A call in code with a number of arguments that the only earlier signature of its function does not take. */
function findDifferentCalls(
  task: PlanTask,
  earlier: ReadonlyMap<string, readonly Producer[]>,
): readonly Contradiction[] {
  const own = new Set(task.produces.map(({ name }) => name));
  return task.uses.flatMap((use) => {
    // What the text states to consume is compared with its types.
    if (use.form !== 'call' || task.consumes.some(({ start }) => start === use.start)) return [];
    const producers = [...earlier].flatMap(([name, all]) => (!own.has(name) && isCallOf(use.name, all) ? all : []));
    const [first, ...others] = producers;
    const count = first === undefined ? undefined : countParameters(first.produced);
    if (first === undefined || count === undefined) return [];
    // Another form of the name can be what is called.
    const isOne = others.every(({ produced }) => {
      const other = countParameters(produced);
      return produced.file === first.produced.file && other?.least === count.least && other.most === count.most;
    });
    const given = countArguments(use.parameters ?? '()');
    // What the text of the task writes in the same form is how the task wants it.
    const isSaid = task.uses.some(
      (one) =>
        one !== use &&
        one.isShort === true &&
        one.name === use.name &&
        countArguments(one.parameters ?? '()') === given,
    );
    if (!isOne || isSaid || ((given >= count.least || use.isShort === true) && given <= count.most)) return [];
    return toContradiction(task, use, {
      kind: 'consumed-differently',
      severity: 'fact',
      message: `${task.id} calls ${use.name}${use.parameters ?? ''}, and ${first.task.id} produces ${describe(first.produced)} (line ${first.produced.line})`,
    });
  });
}

/** Whether a call means a produced function: alone, of its module or package, or of its type. */
function isCallOf(call: string, producers: readonly Producer[]): boolean {
  const parts = call.split('.');
  const [last = '', receiver] = [parts.at(-1), parts.at(-2)];
  return producers.some(({ produced: { name, file, parameters, kind } }) => {
    const [member, owner] = name.split('.').toReversed();
    if (member !== last || kind !== 'function' || last.length < 5) return false;
    const isMethod = owner !== undefined || /^\(\s*&?\s*(?:mut\s+)?self\b/.test(parameters ?? '');
    if (receiver === undefined) return !isMethod;
    const folders =
      file
        ?.replace(/\.\w+$/, '')
        .split('/')
        .slice(-2) ?? [];
    const names = owner === undefined ? folders : [owner];
    return names.some((one) => one.toLowerCase().replaceAll('_', '') === receiver.toLowerCase().replaceAll('_', ''));
  });
}

/** A name that the plan has once, that no file has, and that is almost a name that an earlier task produces. */
async function findMisspelled({ plan, start }: ContradictionInput): Promise<readonly Contradiction[]> {
  // Where tasks state what they consume, that is what counts.
  if (plan.tasks.some(({ consumes }) => consumes.length > 0)) return [];
  const produced = plan.tasks.map(({ produces }) => produces.flatMap(({ name }) => (name.includes('.') ? [] : [name])));
  const all = new Set(produced.flat());
  const found = plan.tasks.flatMap((task, index) => {
    const others = plan.tasks.filter((one) => one !== task);
    const earlier = produced.slice(0, index).flat();
    return task.uses.flatMap((use) => {
      const { name } = use;
      if (use.form !== 'mention' || all.has(name) || plan.introducedWords.has(name)) return [];
      const isKnown = others.some(({ codeWords }) => codeWords.has(name));
      // What its own text has more than once can be its own.
      if (isKnown || task.text.split(name).length > 2) return [];
      const list = task.uses.filter((one) => one.form === 'mention' && one.start === use.start && one.name !== name);
      const isListed = list.length > 1 && list.every((one) => all.has(one.name));
      const near = use.isChange === true ? undefined : nearestOf(earlier, name);
      return near === undefined && !isListed ? [] : [{ task, use, near }];
    });
  });
  const words = [...new Set(found.map(({ use: { name } }) => name))];
  const inTree = words.length === 0 ? new Set<string>() : await start.findWords(words);
  return found.flatMap(({ task, use, near }) =>
    inTree.has(use.name)
      ? []
      : toContradiction(task, use, {
          kind: 'consumed-unknown',
          severity: 'fact',
          message: `${task.id} names ${use.name}, which no task produces and no file has${near === undefined ? '' : `, and an earlier task produces ${near}`}`,
        }),
  );
}

/** A name with all its words is nearer than one with another word, or with a word less. */
function nearestOf(names: readonly string[], name: string): string | undefined {
  const near = names.filter((one) => isNear(one, name));
  const count = wordsOfName(name).length;
  return [1, 0, -1].flatMap((more) => near.filter((one) => wordsOfName(one).length === count + more))[0];
}

function wordsOfName(name: string): readonly string[] {
  return name.includes('_') ? name.split('_') : (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []);
}

/** Whether two names of one style differ in one of at least three words, or one has a word more. */
function isNear(one: string, other: string): boolean {
  const [left, right] = [wordsOfName(one), wordsOfName(other)];
  if (one.includes('_') !== other.includes('_')) return false;
  const isSameStyle = /^[A-Z]/.test(one) === /^[A-Z]/.test(other);
  const [more, less] = left.length >= right.length ? [left, right] : [right, left];
  if (!isSameStyle || more.length < 3 || more.length - less.length > 1) return false;
  const start = more.findIndex((word, index) => word !== less[index]);
  const rest = more.slice(start + 1).join(' ');
  return start >= 0 && rest === less.slice(start + (more.length === less.length ? 1 : 0)).join(' ');
}

/** Names that no earlier task, its code, the text before, the tree or the language has. */
async function findUnknown({ plan, start }: ContradictionInput): Promise<readonly Contradiction[]> {
  const known = new Set(plan.introducedWords);
  const candidates: { readonly task: PlanTask; readonly consumed: PlanName; readonly later: PlanTask | undefined }[] =
    [];
  for (const [index, task] of plan.tasks.entries()) {
    for (const consumed of task.consumes) {
      const parts = consumed.name.split('.');
      const last = parts.at(-1) ?? '';
      if (consumed.isChange === true || parts.some((part) => known.has(part)) || isOfLanguage(parts) || last.length < 4)
        continue;
      if (task.produces.some(({ name }) => name === consumed.name || name === last)) continue;
      const later = plan.tasks
        .slice(index + 1)
        .find(({ produces }) =>
          produces.some(
            ({ name, form, isChange }) => name === consumed.name && form !== 'mention' && isChange !== true,
          ),
        );
      candidates.push({ task, consumed, later });
    }
    for (const word of task.codeWords) known.add(word);
    for (const { name } of task.produces) for (const part of name.split('.')) known.add(part);
  }
  const words = [...new Set(candidates.flatMap(({ consumed }) => consumed.name.split('.')))];
  const inTree = words.length === 0 ? new Set<string>() : await start.findWords(words);
  return candidates.flatMap(({ task, consumed, later }) => {
    if (consumed.name.split('.').some((part) => inTree.has(part))) return [];
    const { name } = consumed;
    return later === undefined
      ? toContradiction(task, consumed, {
          kind: 'consumed-unknown',
          severity: 'fact',
          message: `${task.id} consumes ${name}, which no earlier task produces and no file has`,
        })
      : toContradiction(task, consumed, {
          kind: 'consumed-later',
          severity: 'fact',
          message: `${task.id} consumes ${name}, which only the later ${later.id} produces`,
        });
  });
}

/** Names of JavaScript's global scope. */
function isOfLanguage([first = '']: readonly string[]): boolean {
  return first in globalThis;
}
