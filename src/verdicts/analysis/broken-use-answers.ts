import { loadTypeScript } from '../../code/language/typescript-parser.ts';
import { findBrokenUses, type BrokenUses } from '../../code/types/change/broken-uses.ts';
import { VersionCompiler } from '../../code/types/change/version-compiler.ts';
import { chooseErrorEngine } from '../../code/types/engines/choose-engine.ts';
import { textOnDisk } from '../../code/types/files/ambient-files.ts';
import type { RootSnapshot } from './analyzed-root.ts';
import type { EarlierFile } from './tree-before.ts';

export interface BrokenUsesOptions {
  /** Whether the TypeScript of the workspace may run. */
  readonly trusted: boolean;
  /** Absolute path of the folder whose TypeScript is loaded; the root if absent. */
  readonly packagesFrom: string | undefined;
  /** Receives a line that names the TypeScript in use. */
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The uses that type-checked before a change and do not after it. */
export async function queryBrokenUses(
  { tree, index, compilers }: RootSnapshot,
  changes: readonly EarlierFile[],
  { trusted, packagesFrom, log, signal }: BrokenUsesOptions,
): Promise<BrokenUses> {
  const isConfigured = (await tree.listFiles()).some((file) => /(?:^|\/)(?:ts|js)config\.json$/.test(file));
  if (!isConfigured) return { broken: [], leftOut: 0, uninstalled: { files: 0, packages: [] } };
  const root = tree.root.replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
  let compiler: VersionCompiler | undefined;
  try {
    return await findBrokenUses({
      root,
      typescript: await loadTypeScript(),
      openCompiler: async () => {
        compiler = await VersionCompiler.create((texts) =>
          chooseErrorEngine({ root, packagesFrom, trusted, ...texts, textOf: textOnDisk, log }),
        );
        return compiler;
      },
      graph: index,
      changes,
      signal,
    });
  } finally {
    if (compiler !== undefined) compilers.keep(compiler);
  }
}
