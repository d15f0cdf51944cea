import { orderByDependencies } from '../../contract/dependency-order.ts';
import type { ContextItem } from './context-item.ts';

/** A sub-item and the files of its result, if it has passed. */
export interface SubItemOutput {
  readonly id: string;
  readonly dependsOn: readonly string[];
  /** Absent until it has passed. */
  readonly files?: readonly { readonly path: string; readonly text: string }[] | undefined;
}

/**
 * The outputs of the sub-items that one depends on [ASSERT-CODE-007]: those that it names first, then those that they
 * depend on. Of a file that several have changed, the text of the last one in the order of the dependencies is used.
 *
 * @throws Error if a sub-item that it depends on has no output: it must not be started
 */
export function priorOutputs(subItems: readonly SubItemOutput[], id: string): readonly ContextItem[] {
  const byId = new Map(subItems.map((subItem) => [subItem.id, subItem]));
  const direct = new Set(byId.get(id)?.dependsOn);
  const reached = new Set(direct);
  for (const dependency of reached) for (const next of byId.get(dependency)?.dependsOn ?? []) reached.add(next);
  const outputs = [...reached].map((dependency) => {
    const { dependsOn = [], files } = byId.get(dependency) ?? {};
    if (files === undefined) throw new Error(`The sub-item ${id} depends on ${dependency}, which has no output.`);
    return { id: dependency, dependsOn, files };
  });
  const latestFirst = [...orderByDependencies(outputs).order].reverse();
  const texts = new Map<string, string>();
  for (const { files } of latestFirst) {
    for (const { path, text } of files) if (!texts.has(path)) texts.set(path, text);
  }
  const isDirect = (output: { readonly id: string }): boolean => direct.has(output.id);
  const listed = [...latestFirst.filter(isDirect), ...latestFirst.filter((output) => !isDirect(output))];
  const paths = new Set(listed.flatMap(({ files }) => files.map(({ path }) => path)));
  return [...paths].map((name) => ({ tier: 'prior-output', name, text: texts.get(name) ?? '' }));
}
