import { throwIfCancelled } from '../../foundation/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { loadTypeScript } from '../language/typescript-parser.ts';
import type { ExportLookup } from '../modules/module-graph.ts';
import { EngineTypeChecker } from './engine-type-checker.ts';
import { chooseEngine } from './engines/choose-engine.ts';
import { WorkspaceTexts } from './files/workspace-texts.ts';
import type { WorkspaceTypeChecker } from './queries/type-checker.ts';

export interface TypeCheckerOptions {
  readonly tree: SourceTree;
  /** Whether the workspace is trusted, so that its own TypeScript may run. */
  readonly trusted: boolean;
  /** Absolute path of the folder whose TypeScript is loaded into this process. Default: the tree. */
  readonly packagesFrom?: string | undefined;
  /**
   * Finds the files that export a name and the files that import a file. When a file changes, update this lookup
   * before you call `update` of the type checker.
   */
  readonly exports?: ExportLookup | undefined;
  /** Files with unsaved text. */
  readonly unsaved?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Receives one line that names the chosen TypeScript and the reason for a fallback to the bundled one. */
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * Creates the type checker of a tree. Loading TypeScript takes about half a second, so call this function only when the
 * first query needs the type checker (ENF-VAL-19).
 * Throws a CancelledError when the signal is aborted.
 */
export async function createTypeChecker(options: TypeCheckerOptions): Promise<WorkspaceTypeChecker> {
  const { tree, trusted, packagesFrom, exports, unsaved = [], signal, log } = options;
  const texts = new WorkspaceTexts(tree);
  const typescript = await loadTypeScript();
  throwIfCancelled(signal, 'loading the type checker');
  const textOf = (file: string): string | undefined => texts.textOf(file);
  const engine = await chooseEngine({ root: texts.root, packagesFrom, trusted, overlay: texts.overlay, textOf, log });
  const checker = new EngineTypeChecker({ typescript, engine, texts, exports });
  checker.update(unsaved);
  return checker;
}
