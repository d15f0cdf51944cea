/** Files that belong to one chunk, and the chunks that it depends on. */
export interface FileGroup {
  /** Sorted by path. */
  readonly files: readonly string[];
  /** Positions of groups in the list, all before this one. */
  readonly dependsOn: readonly number[];
}

/**
 * Groups files so that a group depends only on earlier ones: files that import each other in a cycle are one group.
 *
 * @param importsOf the files that a file imports; those that are not in `files` are ignored
 */
export function groupFiles(
  files: readonly string[],
  importsOf: (file: string) => readonly string[],
): readonly FileGroup[] {
  const components = findComponents(files, importsOf);
  const positions = new Map(components.flatMap((members, position) => members.map((file) => [file, position])));
  return components.map((members, position) => {
    const imported = members.flatMap(importsOf).flatMap((file) => positions.get(file) ?? []);
    const dependsOn = [...new Set(imported)].filter((other) => other !== position).sort((a, b) => a - b);
    return { files: [...members].sort(), dependsOn };
  });
}

/** The strongly connected components of the import graph, imported ones first (Tarjan's algorithm, without recursion). */
function findComponents(
  files: readonly string[],
  importsOf: (file: string) => readonly string[],
): readonly (readonly string[])[] {
  const known = new Set(files);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const components: string[][] = [];
  const lower = (file: string, value: number | undefined): void => {
    lowest.set(file, Math.min(lowest.get(file) ?? Infinity, value ?? Infinity));
  };
  const enter = (file: string): { file: string; rest: string[] } => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    open.push(file);
    isOpen.add(file);
    return { file, rest: importsOf(file).filter((imported) => known.has(imported)) };
  };
  for (const start of [...files].sort()) {
    if (order.has(start)) continue;
    const stack = [enter(start)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.rest.shift();
      if (next !== undefined) {
        if (!order.has(next)) stack.push(enter(next));
        else if (isOpen.has(next)) lower(top.file, order.get(next));
        continue;
      }
      stack.pop();
      const parent = stack.at(-1);
      if (parent !== undefined) lower(parent.file, lowest.get(top.file));
      if (lowest.get(top.file) !== order.get(top.file)) continue;
      const members = open.splice(open.indexOf(top.file));
      for (const member of members) isOpen.delete(member);
      components.push(members);
    }
  }
  return components;
}
