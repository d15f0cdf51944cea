import { DOMAINS_FILE } from '../../../workspace/configuration/shared-files.ts';
import { findTreeEscape } from '../../../contract/contract-paths.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import { normalizeRelative } from '../../../workspace/files/safe-path.ts';
import { CommandSyntaxError, splitCommand } from '../../../workspace/processes/split-command.ts';
import { readDomainDeclarations } from './domains-document.ts';

/**
 * Lists the files of a tree that the commands of declared services name: the programs that judge a change. What a program
 * loads is not followed.
 */
export async function listServiceFiles(tree: Pick<SourceTree, 'readText' | 'kindOf'>): Promise<readonly string[]> {
  const text = await tree.readText(DOMAINS_FILE);
  if (text === undefined) return [];
  const services = readDomainDeclarations(text).value?.services ?? [];
  const words = services.flatMap(({ command }) => (command === undefined ? [] : wordsOf(command)));
  const files = new Set<string>();
  for (const word of words) {
    if (findTreeEscape(word) !== undefined) continue;
    const file = normalizeRelative(word);
    if ((await tree.kindOf(file)) === 'file') files.add(file);
  }
  return [...files].sort();
}

function wordsOf(command: string): readonly string[] {
  try {
    return splitCommand(command).filter((word) => word !== '' && !word.startsWith('-'));
  } catch (thrown) {
    if (thrown instanceof CommandSyntaxError) return [];
    throw thrown;
  }
}
