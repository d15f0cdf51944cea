import { isTestPath } from '../../../test-paths.ts';
import type { PlanTaskFile, PlanName, PlanTask } from '../../plan.ts';

/**
 * In a repository with packages, a plan can write its files relative to a package, and its `git add` relative to the root:
 * `src/cart.ts` and `git add shop/src/cart.ts`. Then the files are in that package.
 */
export function placeInPackages(tasks: readonly PlanTask[]): readonly PlanTask[] {
  const stated = tasks.map((task) => prefixesOf(task.files));
  const all = new Set(stated.flatMap((prefixes) => [...prefixes.values()]));
  // A task that commits nothing is like the others, if they agree.
  const common = all.size === 1 ? [...all][0] : undefined;
  if (all.size === 0) return tasks;
  // Only folders that the plan puts in a package somewhere are in it elsewhere.
  const tops = new Set(stated.flatMap((prefixes) => [...prefixes.keys()].map(topOf)));
  return tasks.map((task, index) => {
    const prefixes = stated[index] ?? new Map<string, string>();
    const own = new Set(prefixes.values());
    const fallback = own.size === 1 ? [...own][0] : prefixes.size === 0 && !hasCommits(task) ? common : undefined;
    const place = (path: string): string => {
      const prefix = prefixes.get(path) ?? (path.includes('/') && tops.has(topOf(path)) ? fallback : undefined) ?? '';
      return prefix === '' || path.startsWith(prefix) || isCommitted(path, task.files) ? path : `${prefix}${path}`;
    };
    return {
      ...task,
      files: task.files.map((file): PlanTaskFile =>
        file.role === 'write' ? file : { ...file, path: place(file.path) },
      ),
      produces: task.produces.map((name): PlanName =>
        name.file === undefined ? name : { ...name, file: place(name.file) },
      ),
    };
  });
}

function topOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function hasCommits({ files }: PlanTask): boolean {
  return files.some(({ role }) => role === 'write');
}

function isCommitted(path: string, files: readonly PlanTaskFile[]): boolean {
  return files.some(({ role, path: other }) => role === 'write' && isWithin(path, other));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** For each path of the field: the folder, with its final `/`, that the commands of the task put before it. Empty for none. */
function prefixesOf(files: readonly PlanTaskFile[]): ReadonlyMap<string, string> {
  const committed = files.filter(({ role }) => role === 'write').map(({ path }) => path);
  const prefixes = new Map<string, string>();
  for (const { path, role } of files) {
    if (role === 'write' || role === 'read' || !path.includes('/')) continue;
    if (committed.some((other) => isWithin(path, other))) continue;
    for (const other of committed) {
      const prefix = prefixOf(path, other);
      if (prefix !== undefined) prefixes.set(path, prefix);
    }
  }
  return prefixes;
}

/** `shop/` for `src/cart.ts` and `shop/src/cart.ts`, or `shop/src`. */
function prefixOf(path: string, other: string): string | undefined {
  const parts = path.split('/');
  const bare = other.replace(/\/$/, '');
  for (let length = parts.length; length > 0; length--) {
    const start = parts.slice(0, length).join('/');
    const prefix = bare.slice(0, bare.length - start.length);
    // `tests/shop` has the tests of `shop`.
    if (bare.endsWith(`/${start}`) && (length === parts.length || !isTestPath(`${prefix}a.ts`))) return prefix;
  }
  return undefined;
}
