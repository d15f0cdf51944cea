import { readCommand } from '../../verdicts/plan/commands/read-command.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/**
 * Whether a command certainly runs no tests: it compiles, lints, formats, or only looks at files. Package scripts are
 * followed.
 */
export async function isStaticCommand(
  command: string,
  tree: Pick<SourceTree, 'readText' | 'listFiles'>,
): Promise<boolean> {
  const files = new Set(await tree.listFiles());
  const { isStatic } = await readCommand(command, {
    readUnchangingFile: (file) => tree.readText(file),
    isKnownFile: (file) => files.has(file),
    hasKnownFileIn: () => false,
    isGenerated: () => false,
    findPythonError: () => Promise.resolve(undefined),
  });
  return isStatic;
}
