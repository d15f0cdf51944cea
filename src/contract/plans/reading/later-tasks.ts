import type { PlanFileRole, PlanName, PlanTask } from '../plan.ts';

/**
 * Whether later tasks may delete or move a file, so that a task that is done need not have it. In prose, a changed file is one
 * that may be gone, and its path can be relative to any folder.
 */
export function isGoneLater(path: string, later: readonly PlanTask[], isProse: boolean): boolean {
  const roles: readonly PlanFileRole[] = isProse ? ['delete', 'modify'] : ['delete'];
  return later.some(({ files }) =>
    files.some((file) => {
      if (!roles.includes(file.role)) return false;
      const folder = file.path.endsWith('/') ? file.path : `${file.path}/`;
      const isSuffix = isProse && (path.endsWith(`/${file.path}`) || file.path.endsWith(`/${path}`));
      return file.path === path || path.startsWith(folder) || isSuffix;
    }),
  );
}

/** Whether later tasks write a file, so that it need not be absent after this one. */
export function isWrittenLater(path: string, later: readonly PlanTask[]): boolean {
  return later.some(({ files }) =>
    files.some((file) => file.path === path && file.role !== 'read' && file.role !== 'delete'),
  );
}

/** What is left of a produced name after later tasks. `undefined`: it may be renamed or removed. */
export function afterLater(produced: PlanName, later: readonly PlanTask[]): PlanName | undefined {
  if (produced.file !== undefined && isGoneLater(produced.file, later, false)) return undefined;
  const again = later.flatMap(({ produces }) =>
    produces.filter(({ name, file }) => name === produced.name && (file === undefined || file === produced.file)),
  );
  if (again.some(({ form, isChange }) => form === 'mention' && isChange === true)) return undefined;
  const isOther = again.some(
    ({ form, isChange, parameters, signature }) =>
      form !== 'mention' && (isChange === true || compact(signature ?? parameters) !== compact(produced.signature)),
  );
  return isOther ? { ...produced, signature: undefined } : produced;
}

function compact(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, '');
}
