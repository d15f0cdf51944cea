import { CURRENT_VERSION } from '../../model.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { isPathPattern } from '../../globs/path-matcher.ts';
import { isTestPath } from '../../test-paths.ts';
import { isReadModule } from '../plan-paths.ts';
import { afterLater, isGoneLater, isWrittenLater } from './later-tasks.ts';
import { dataNode, listNode, mapNode, scalarNode } from './plan-nodes.ts';
import type { Plan, PlanTaskFile, PlanName, PlanPlace, PlanTask } from '../plan.ts';

/** Files that a package manager writes. Each task may change them. */
const LOCK_FILES = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'go.sum',
  'Cargo.lock',
  'poetry.lock',
  'uv.lock',
].map((name) => `**/${name}`);

/** The short id of a contract that is imported from a plan: its name, with its folder if the name says nothing. */
export function specIdOf(file: string): string {
  const names = file.split('/');
  const stem = stemOf(names.at(-1) ?? '');
  const isPlain = /^(?:tasks|plan|todo|story|readme)$/i.test(stem);
  const isGsd = /^[\d.]+-[\d.]+-PLAN$/i.test(stem) || /^[\d.]+-PLAN$/i.test(stem);
  return toId(isPlain || isGsd ? `${names.at(-2) ?? ''}-${stem}` : stem);
}

/**
 * The id of a plan that is a contract in memory: its path, because two tools can have a folder with one name. The folder of
 * Superpowers is left out: its names begin with a date.
 */
function pathIdOf(file: string): string {
  return toId(stemOf(file).replace(/^docs\/superpowers\/plans\//, ''));
}

function stemOf(name: string): string {
  return name.replace(/\.(?:md|markdown)$/i, '');
}

function toId(text: string): string {
  const clean = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return clean === '' ? 'plan' : clean;
}

/** The contract that a plan states, with the places of the plan. */
export function toContractNode(plan: Plan): SourceNode {
  const whole: PlanPlace = { start: 0, end: plan.title.end, line: 1 };
  const ids = new Set(plan.tasks.map(({ id }) => id));
  return mapNode(
    {
      version: scalarNode(CURRENT_VERSION, plan.title),
      // A plan says which commands fail first.
      redFirst: scalarNode(false, plan.title),
      spec: mapNode(
        {
          id: scalarNode(pathIdOf(plan.file), plan.title),
          title: scalarNode(plan.title.text === '' ? pathIdOf(plan.file) : plan.title.text, plan.title),
          description: scalarNode(plan.description, plan.title),
        },
        plan.title,
      ),
      chunks: listNode(
        plan.tasks.map((task, index) => toChunkNode(plan, task, plan.tasks.slice(index + 1), ids)),
        whole,
      ),
    },
    whole,
  );
}

/** @param later the tasks after it, which can change again what the task made */
function toChunkNode(plan: Plan, task: PlanTask, later: readonly PlanTask[], ids: ReadonlySet<string>): SourceNode {
  const { functions, creates, assertions } = toRequirements(task, later);
  const isProse = plan.hasTaskBoxes;
  const dependsOn = task.dependsOn.filter((id) => ids.has(id) && id !== task.id);
  return mapNode(
    {
      id: scalarNode(task.id, task),
      title: scalarNode(task.title, task),
      description: scalarNode(task.text, task),
      dependsOn: listNode(
        dependsOn.map((id) => scalarNode(id, task)),
        task,
      ),
      creates: listNode(
        creates.map(({ name, kind, ...place }) => scalarNode(kind === 'function' ? `${name}()` : name, place)),
        task,
      ),
      functions: listNode(
        functions.map(({ name, file, signature, ...place }) => dataNode({ name, file, signature }, place)),
        task,
      ),
      assertions: listNode(
        [...(isProse ? prosePaths(task, later) : []), ...assertions, ...task.assertions].map(
          ({ message, check, start, end }) =>
            dataNode({ type: task.isOptional ? 'suggest' : 'assert', message, check }, { start, end }),
        ),
        task,
      ),
      postconditions: listNode(isProse || task.isOptional ? [] : conditionsOf(task.files, later), task),
      allowedFiles: listNode(isProse ? [] : allowedFilesOf(plan, task), task),
      acceptanceCommands: listNode(
        task.commands.map(({ command, failsFirst, ...place }) =>
          failsFirst === true ? dataNode({ command, redFirst: true }, place) : scalarNode(command, place),
        ),
        task,
      ),
      requirements:
        task.requirements.length === 0
          ? undefined
          : listNode(
              task.requirements.map((one) => scalarNode(one, task)),
              task,
            ),
    },
    task,
  );
}

/** What must exist after the task and all later ones, or must not. The last mention of a path decides. */
function conditionsOf(files: readonly PlanTaskFile[], later: readonly PlanTask[]): readonly SourceNode[] {
  const conditions = new Map<string, { readonly node: SourceNode; readonly exists: boolean }>();
  for (const { path, role, isOptional, ...place } of files) {
    if (isOptional || isPathPattern(path)) continue;
    if (role === 'create' || role === 'test')
      conditions.set(path, { node: dataNode({ kind: 'file_exists', path }, place), exists: true });
    else if (role === 'delete')
      conditions.set(path, { node: dataNode({ kind: 'file_absent', path }, place), exists: false });
    else conditions.delete(path);
  }
  return [...conditions].flatMap(([path, { node, exists }]) =>
    (exists ? isGoneLater(path, later, false) : isWrittenLater(path, later)) ? [] : node,
  );
}

function allowedFilesOf(plan: Plan, { files, ...place }: PlanTask): readonly SourceNode[] {
  const listed = files.filter(({ role }) => role !== 'read');
  if (listed.length === 0) return [];
  const paths = new Map<string, PlanPlace>();
  for (const { path, ...at } of listed) {
    paths.set(path, at);
    // A folder of "git add" has no final slash.
    if (!/\.\w+$|\/$/.test(path) && !isPathPattern(path)) paths.set(`${path}/`, at);
  }
  for (const path of [...LOCK_FILES, plan.file]) if (!paths.has(path)) paths.set(path, place);
  return [...paths].map(([path, at]) => scalarNode(path, at));
}

interface Requirements {
  readonly functions: readonly (PlanPlace & {
    readonly name: string;
    readonly file: string;
    readonly signature: string;
  })[];
  readonly creates: readonly PlanName[];
  readonly assertions: PlanTask['assertions'];
}

/**
 * What is certain about the produced names. An export with a signature in a known module is a function of the chunk; a function
 * that may not be exported, or a member, must exist; a type counts only if the text exports it. A change of something that
 * exists, and code that is not read, stay prose. What a later task changes is not required in its earlier form.
 */
function toRequirements({ produces, files }: PlanTask, later: readonly PlanTask[]): Requirements {
  const functions = new Map<string, Requirements['functions'][number]>();
  const creates = new Map<string, PlanName>();
  const assertions = new Map<string, PlanTask['assertions'][number]>();
  const hasModule = files.some(({ path }) => isReadModule(path) && !isTestPath(path));
  for (const produced of produces.flatMap((one) => afterLater(one, later) ?? [])) {
    const { name, form, kind, file, signature, isExport, isChange, start, end, line } = produced;
    const isRead = file === undefined ? hasModule && form !== 'call' : isReadModule(file) && !isTestPath(file);
    if (form === 'mention' || isChange === true || !isRead) continue;
    const place = { start, end, line };
    const usable = signature !== undefined && isWrittenOut(signature) ? signature : undefined;
    if (isExport && kind === 'function' && usable !== undefined && file !== undefined) {
      functions.set(name, { name, file, signature: usable, ...place });
    } else if (isExport && !name.includes('.')) {
      if (file === undefined) creates.set(name, produced);
      else
        assertions.set(name, {
          ...place,
          message: `${file} must export ${name}`,
          check: { type: 'export_exists', target: name, file },
        });
    } else if (kind === 'function') {
      assertions.set(name, {
        ...place,
        message: `${name} must exist${file === undefined ? '' : ` in ${file}`}`,
        check: {
          type: 'function_exists',
          target: name,
          ...(file === undefined ? {} : { file }),
          ...(usable === undefined ? {} : { expected: usable }),
        },
      });
    }
  }
  for (const name of functions.keys()) assertions.delete(name);
  return { functions: [...functions.values()], creates: [...creates.values()], assertions: [...assertions.values()] };
}

/** Whether a signature has neither an ellipsis nor a comment, and no generic parameters. */
function isWrittenOut(signature: string): boolean {
  return !/^<|\.\.\.(?![A-Za-z_$])|…|\/\*|\/\//.test(signature);
}

/** Prose does not say which folder its paths are relative to. */
function prosePaths({ files }: PlanTask, later: readonly PlanTask[]): PlanTask['assertions'] {
  const checks = new Map<string, PlanTask['assertions'][number]>();
  for (const { path, role, isOptional, ...place } of files) {
    if (isOptional || role !== 'write' || isPathPattern(path) || isGoneLater(path, later, true)) continue;
    checks.set(path, {
      ...place,
      message: `${path} must exist`,
      check: { type: 'file_exists', target: `**/${path}` },
    });
  }
  return [...checks.values()];
}
