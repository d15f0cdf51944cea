import { isIndexed } from '../code/source-language.ts';
import { listedText } from '../code/tree-reading.ts';
import { loadTypeScript } from '../code/typescript-parser.ts';
import { dependentsOf } from '../impact/dependents.ts';
import type { DependentsGraph } from '../impact/dependents.ts';
import { impactOfChanges } from '../impact/export-impact.ts';
import type { ExportImpact } from '../impact/export-impact.ts';
import { impactOf } from '../impact/impact.ts';
import type { Impact, ImpactQuestion, ImpactSources } from '../impact/impact.ts';
import type { TypedAnswer, TypedQuestion } from '../impact/modified/modified-exports.ts';
import { CancelledError, HoldfastError } from '../shared/errors.ts';
import { didYouMean } from '../shared/nearest.ts';
import { normalizeRelative } from '../workspace/safe-path.ts';
import type { LensOptions } from './analysis.ts';
import type { CurrentRoot } from './analysed-root.ts';

/** Who uses a file or an export of it. Throws `not-found` where there is no such module, or it gives no such name. */
export async function impactAnswer(
  root: CurrentRoot,
  question: ImpactQuestion,
  signal: AbortSignal | undefined,
): Promise<Impact> {
  const file = await readableModule(root, question.file);
  const { exportName } = question;
  const names = root.index.exportsOf(file).map(({ name }) => name);
  if (exportName !== undefined && !names.includes(exportName)) {
    throw new HoldfastError('not-found', `Failed to tell the impact of ${exportName}: ${file} does not export it.`, {
      hint: `It exports: ${names.join(', ') || 'nothing'}.${didYouMean(exportName, names)}`,
    });
  }
  return impactOf(sourcesOf(root, signal), { file, exportName });
}

/** The files that a change of a file may reach. Throws `not-found` where there is no such module. */
export function dependentsAnswer(root: CurrentRoot, path: string): DependentsGraph {
  return dependentsOf(root.index, moduleNamed(root, path));
}

/** The exports of a file that differ from an earlier text of it; undefined text where there was no file. */
export async function lensesAnswer(
  root: CurrentRoot,
  path: string,
  before: string | undefined,
  { trusted, signal }: LensOptions,
): Promise<readonly ExportImpact[]> {
  const file = normalizeRelative(path);
  const sources = sourcesOf(root, signal);
  const after = await sources.readText(file);
  if (before === after || (root.index.moduleOf(file) === undefined && before === undefined)) return [];
  const ts = await loadTypeScript();
  if (before === undefined || trusted === undefined) return impactOfChanges(sources, ts, file, { before, after });
  const compareTypes = async (questions: readonly TypedQuestion[]) => {
    try {
      const tier = await root.types(trusted);
      return await tier.versions({ file, before: before.replaceAll('\r\n', '\n'), questions }, signal);
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      // Without a type checker the uses are still told, and what the texts say of the change.
      return new Map<string, TypedAnswer>();
    }
  };
  return impactOfChanges(sources, ts, file, { before, after }, compareTypes);
}

/** A module, or why a file that stands there is none: it cannot be read. */
async function readableModule(root: CurrentRoot, path: string): Promise<string> {
  const file = normalizeRelative(path);
  const isUnread = root.index.moduleOf(file) === undefined && isIndexed(file);
  if (isUnread && (await root.tree.kindOf(file)) === 'file') await root.tree.readText(file);
  return moduleNamed(root, path);
}

function moduleNamed(root: CurrentRoot, path: string): string {
  const file = normalizeRelative(path);
  if (root.index.moduleOf(file) !== undefined) return file;
  throw new HoldfastError('not-found', `Failed to tell the impact of ${file}: there is no such module.`, {
    hint: `Modules are TypeScript, JavaScript, Vue, Svelte and Astro files that git does not ignore.${didYouMean(file, root.index.files())}`,
  });
}

function sourcesOf({ tree, index, scripts }: CurrentRoot, signal: AbortSignal | undefined): ImpactSources {
  return { graph: index, cache: scripts, readText: (file) => listedText(tree, file), signal };
}
