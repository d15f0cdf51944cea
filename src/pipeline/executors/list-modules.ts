/** The most entries of the list of modules in a prompt. */
const MAX_ENTRIES = 2_000;

/**
 * The modules of a repository for a prompt: all files, or in a large repository the folders, from the top downwards. What
 * is left out is counted.
 */
export function listModules(files: readonly string[]): readonly string[] {
  if (files.length <= MAX_ENTRIES) return files;
  const counts = new Map<string, number>();
  for (const file of files) {
    for (let end = file.indexOf('/'); end > 0; end = file.indexOf('/', end + 1)) {
      const folder = file.slice(0, end);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const depth = (folder: string): number => folder.split('/').length;
  const folders = [...counts.keys()].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const listed = folders.slice(0, MAX_ENTRIES).sort();
  const lines = listed.map((folder) => `${folder}/ (${counts.get(folder) ?? 0} files)`);
  const left = folders.length - listed.length;
  return left === 0 ? lines : [...lines, `… and ${left} more folders`];
}
