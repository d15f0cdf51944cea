import type { SourceTree } from '../../workspace/source-tree.ts';
import { chooseEngine } from './engines/choose-engine.ts';
import type { TypeEngine } from './engines/type-engine.ts';
import { LostTypes } from './lost-types.ts';
import type { ImportGraph } from './reach/edit-reach.ts';
import type { TypeTier } from './type-tier.ts';
import type { VersionsRequest, VersionVerdicts } from './versions/version-question.ts';
import { WorkspaceTexts } from './workspace-texts.ts';
import { WorkspaceTypes } from './workspace-types.ts';
import { loadTypeScript } from '../typescript-parser.ts';
import { throwIfCancelled } from '../../shared/errors.ts';

/**
 * Where names are looked up that are not in scope where they are asked for, and who imports whom. A ModuleIndex is one;
 * it has taken in what changed before the tier is told.
 */
export interface NameSource extends ImportGraph {
  /** The files through which a name can be imported, the best first. */
  filesExporting(name: string): readonly string[];
  /** Where an export of a file is declared. */
  findExport(
    file: string,
    name: string,
  ): { readonly file: string; readonly line: number; readonly column: number } | undefined;
}

export interface TypeTierOptions {
  readonly tree: SourceTree;
  /** Whether the workspace's own TypeScript may be run. */
  readonly trusted: boolean;
  readonly names?: NameSource;
  /** Files whose text differs from what is on disk: unsaved ones. */
  readonly unsaved?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * The type checker of a tree. It reads what is asked about through the tree and everything else from disk, so it has
 * to be told of files that changed or have unsaved text.
 */
export interface WorkspaceTypeTier extends TypeTier, AsyncDisposable {
  /** Which TypeScript answers, for people: its version and whose it is. */
  readonly title: string;
  /** Compares exports of a file with those of an earlier text of it; what is not sure is left out (ENF-IMPACT-4). */
  versions(request: VersionsRequest, signal?: AbortSignal): Promise<VersionVerdicts>;
  /** Takes note that files changed, on disk or in an editor; paths from the root, `all` where it is not known which. */
  update(files: readonly string[] | 'all'): void;
}

/** Loads the TypeScript that is right for a tree: half a second, so only when a question needs it (ENF-VAL-19). */
export async function createTypeTier(options: TypeTierOptions): Promise<WorkspaceTypeTier> {
  const { tree, trusted, names, unsaved = [], signal } = options;
  const texts = new WorkspaceTexts(tree);
  const textOf = (file: string): string | undefined => texts.own(file);
  const typescript = await loadTypeScript();
  throwIfCancelled(signal, 'loading the type checker');
  const engine: TypeEngine = await chooseEngine({ root: texts.root, trusted, overlay: texts.overlay, textOf });
  const lost = new LostTypes({
    typescript,
    names,
    textOf: (absolute) => texts.own(absolute) ?? engine.textOf(absolute),
    absolute: (file) => texts.absolute(file),
  });
  const types = new WorkspaceTypes({ typescript, engine, texts, names, lost });
  types.update(unsaved);
  return types;
}
