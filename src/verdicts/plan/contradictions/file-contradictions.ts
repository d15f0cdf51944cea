import { isPathPattern } from '../../../contract/globs/path-matcher.ts';
import { toWrittenPath } from '../../../contract/plans/plan-paths.ts';
import type { PlanTaskFile, PlanTask } from '../../../contract/plans/plan.ts';
import { isTestPath } from '../../../contract/test-paths.ts';
import type { Contradiction, ContradictionInput } from './contradiction.ts';

/** Files that are created twice or exist already, are modified and do not exist, or are written by parallel tasks. */
export function findFileContradictions(input: ContradictionInput): readonly Contradiction[] {
  return [
    ...findCreatedFiles(input),
    ...findModifiedFiles(input),
    ...findParallelFiles(input),
    ...findFilesOfWave(input),
    ...findMissingTests(input),
  ].sort((one, other) => one.line - other.line);
}

function toContradiction(
  { id }: PlanTask,
  { start, end, line }: Pick<PlanTaskFile, 'start' | 'end' | 'line'>,
  kind: Contradiction['kind'],
  message: string,
): Contradiction {
  return { start, end, line, kind, severity: 'fact', task: id, message };
}

function isCertain({ path, isOptional }: PlanTaskFile): boolean {
  return !isOptional && !isPathPattern(path) && /\.\w+$/.test(path);
}

function findCreatedFiles({ plan, start }: ContradictionInput): readonly Contradiction[] {
  const all = plan.tasks.flatMap(({ files }) => files.filter((file) => file.role === 'create' && isCertain(file)));
  // A plan that was added after its work says nothing about its start.
  const isLate = all.filter(({ path }) => start.earlierFiles.has(path)).length * 2 >= all.length && all.length > 2;
  const creators = new Map<string, PlanTask>();
  const deleted = new Set<string>();
  return plan.tasks.flatMap((task) =>
    task.files.flatMap((file) => {
      if (file.role === 'delete') deleted.add(file.path);
      if (file.role !== 'create' || !isCertain(file)) return [];
      const { path } = file;
      const creator = creators.get(path);
      creators.set(path, task);
      if (deleted.has(path) || creator?.id === task.id) return [];
      if (creator !== undefined) {
        return toContradiction(
          task,
          file,
          'created-twice',
          `${task.id} creates ${path}, which ${creator.id} creates already`,
        );
      }
      // GSD often commits a plan again when its work is done.
      if (isLate || plan.reader === 'gsd' || !start.earlierFiles.has(path) || task.isClaimed) return [];
      return toContradiction(task, file, 'exists-already', `${task.id} creates ${path}, which exists already`);
    }),
  );
}

/** A path counts only if the paths of the plan are those of the tree: another of its files exists, or is in an existing folder. */
function findModifiedFiles({ plan, start }: ContradictionInput): readonly Contradiction[] {
  const all = plan.tasks.flatMap(({ files }) => files).filter((file) => file.role === 'modify' && isCertain(file));
  if (!all.some(({ path }) => start.files.has(path))) return [];
  // A folder at the top that is not in the tree is another repository, or ignored by git.
  const tops = new Set([...start.files].map((path) => path.split('/')[0]));
  const created: string[] = [];
  return plan.tasks.flatMap((task) => {
    created.push(
      ...task.files
        .filter(({ role }) => role === 'create' || role === 'test' || role === 'write')
        .map(({ path }) => path),
    );
    return task.files.flatMap((file) => {
      const { path, role } = file;
      if (role !== 'modify' || !isCertain(file) || isKnown(path, start) || /(?:^|\/)\.env(?:\.|$)/.test(path))
        return [];
      if (path.includes('/') && !tops.has(path.split('/')[0])) return [];
      if (created.some((one) => one === path || path.startsWith(one.endsWith('/') ? one : `${one}/`))) return [];
      // The path may be relative to a package.
      if ([...start.files].some((one) => one.endsWith(`/${path}`))) return [];
      return toContradiction(
        task,
        file,
        'modified-missing',
        `${task.id} modifies ${path}, which does not exist and no earlier task creates`,
      );
    });
  });
}

/** A commit can add a plan together with its work, which moved the file. A file of a submodule is below an entry of the tree. */
function isKnown(path: string, { files, earlierFiles }: ContradictionInput['start']): boolean {
  if (files.has(path) || earlierFiles.has(path)) return true;
  const parts = path.split('/');
  return parts.some((_, index) => index > 0 && files.has(parts.slice(0, index).join('/')));
}

function findParallelFiles({ plan: { tasks } }: ContradictionInput): readonly Contradiction[] {
  const before = new Map<string, ReadonlySet<string>>();
  for (const { id, dependsOn } of tasks) {
    before.set(id, new Set(dependsOn.flatMap((one) => [one, ...(before.get(one) ?? [])])));
  }
  return tasks.flatMap((task, index) =>
    writtenFiles(task).flatMap((file) => {
      const other = tasks
        .slice(0, index)
        .find(
          (one) =>
            before.get(task.id)?.has(one.id) !== true &&
            (one.isParallel || task.isParallel) &&
            writtenFiles(one).some(({ path }) => path === file.path),
        );
      if (other === undefined) return [];
      return toContradiction(
        task,
        file,
        'parallel-files',
        `${task.id} writes ${file.path}, and so does ${other.id}, which can be carried out at the same time`,
      );
    }),
  );
}

/** Files that another plan of GSD with the same wave writes, too. */
function findFilesOfWave({ plan, start }: ContradictionInput): readonly Contradiction[] {
  const parallel = (start.neighbors ?? []).filter(({ wave, file }) => wave === plan.wave && file !== plan.file);
  if (plan.wave === undefined || parallel.length === 0) return [];
  const known = new Set<string>();
  return plan.tasks.flatMap((task) =>
    writtenFiles(task).flatMap((file) => {
      const other = parallel.find(({ tasks }) =>
        tasks.some((one) => writtenFiles(one).some(({ path }) => path === file.path)),
      );
      if (other === undefined || known.has(file.path)) return [];
      known.add(file.path);
      const message = `${task.id} writes ${file.path}, and so does ${other.file}, which has the same wave ${plan.wave ?? ''}`;
      return toContradiction(task, file, 'parallel-files', message);
    }),
  );
}

function writtenFiles({ files }: PlanTask): readonly PlanTaskFile[] {
  return files.filter((file) => file.role !== 'read' && file.role !== 'delete' && isCertain(file));
}

/** A command that runs a test file that no task has. */
function findMissingTests({ plan, start }: ContradictionInput): readonly Contradiction[] {
  // A folder of "git add" says nothing about one file.
  const listed = plan.tasks.flatMap(({ files }) =>
    files
      .filter(({ role, path }) => role !== 'delete' && (role !== 'write' || /\.\w+$/.test(path)))
      .map(({ path }) => path),
  );
  const isOutside = findOutside(plan, start);
  const known = new Set<string>();
  return plan.tasks.flatMap((task) =>
    [...task.commands, ...task.runs].flatMap((command) =>
      testFilesOf(command.command).flatMap((path) => {
        if (known.has(`${task.id} ${path}`) || isWritten(path, plan)) return [];
        known.add(`${task.id} ${path}`);
        const isListed = listed.some(
          (one) =>
            one === path ||
            one.endsWith(`/${path}`) ||
            path.endsWith(`/${one}`) ||
            path.startsWith(one.endsWith('/') ? one : `${one}/`),
        );
        const [top = ''] = path.split('/');
        const isElsewhere = path.includes('/') && isOutside(top) && !isTestPath(`${top}/a.ts`);
        const isInTree = isKnown(path, start) || [...start.files].some((one) => one.endsWith(`/${path}`));
        if (isListed || isElsewhere || isInTree) return [];
        return toContradiction(
          task,
          command,
          'test-missing',
          `${task.id} runs ${path}, which does not exist and no task creates`,
        );
      }),
    ),
  );
}

/** A folder that is not in the tree, and in which the plan changes what it does not create, is another repository. */
function findOutside(
  { tasks }: ContradictionInput['plan'],
  start: ContradictionInput['start'],
): (top: string) => boolean {
  const topsOf = (paths: Iterable<string>): ReadonlySet<string> =>
    new Set([...paths].map((path) => path.split('/')[0] ?? ''));
  const all = tasks.flatMap(({ files }) => files);
  const created = new Set(all.filter(({ role }) => role === 'create').map(({ path }) => path));
  const [inTree, ofCreated] = [topsOf(start.files), topsOf(created)];
  const ofChanged = topsOf(
    all
      .filter(({ role, path, isOptional }) => role === 'modify' && !isOptional && !created.has(path))
      .map(({ path }) => path),
  );
  return (top) => !inTree.has(top) && (ofChanged.has(top) || !ofCreated.has(top));
}

const RUNS_TESTS = /\b(?:test|tests|pytest|vitest|jest|mocha|ava|rspec|phpunit|playwright|nextest)\b/;
/** `tests/Shop.Tests` is a folder. */
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kts?|cs|fs|swift|dart|exs?|scala|lua|sh|bats|cc|cpp|c|vue|svelte)$/;
/** The program of a command runs tests: `bun test`, `uv run pytest`, `.venv/bin/pytest`. */
const TEST_RUNNER = new RegExp(
  `^(?!(?:git|rm|mv|cp|touch|mkdir|cat|echo|ls|rg|grep|sed|head|tail|wc|find)\\b)(?:[^\\s"'\`]+\\s+){0,3}?(?:\\S*/)?${RUNS_TESTS.source}(?![/.])`,
);

/** The test files that a command runs. `cargo test --test name` is a file of the folder "tests". */
function testFilesOf(line: string): readonly string[] {
  const [cd = '', folder] = /^cd\s+["']?([\w.@/-]+?)\/?["']?\s*&&\s*/.exec(line) ?? [];
  const command = line.slice(cd.length);
  if (!TEST_RUNNER.test(command)) return [];
  const target = /\bcargo\s+(?:\S+\s+)*?--test[\s=](\w+)/.exec(command)?.[1];
  const words = target === undefined ? command.split(/\s+/) : [...command.split(/\s+/), `tests/${target}.rs`];
  return words.flatMap((word) => {
    const written = toWrittenPath(word.replaceAll(/^["']|["']$/g, ''));
    const isFile = written !== undefined && !written.isPattern && SOURCE.test(written.path);
    if (!isFile || !isTestPath(written.path)) return [];
    return [folder === undefined || /^[/.~]/.test(folder) ? written.path : `${folder}/${written.path}`];
  });
}

/** Whether a text of the plan names a test file in another way than in a command. */
function isWritten(path: string, { tasks }: ContradictionInput['plan']): boolean {
  const name = path.split('/').at(-1) ?? path;
  return tasks.some(({ text }) =>
    text.split('\n').some((line) => line.includes(name) && !RUNS_TESTS.test(line.replaceAll(name, ''))),
  );
}
