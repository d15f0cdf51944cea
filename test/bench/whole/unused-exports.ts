/**
 * A program with the same result as knip: lists the files of a folder, indexes them, resolves every import, and
 * prints the number of files and the unused exports.
 */
import { enableCompileCache } from 'node:module';

// Like the command line.
enableCompileCache();
const { DiskTree } = await import('../../../src/workspace/files/disk-tree.ts');
const [folder = '.'] = process.argv.slice(2);
const tree = new DiskTree(folder);
const listed = tree.listFiles();
// The other modules load while git lists the files.
const [{ ModuleIndex }, { UsedExports }] = await Promise.all([
  import('../../../src/code/index/module-index.ts'),
  import('./used-exports.ts'),
]);
const index = await ModuleIndex.build(new DiskTree(folder, { listFiles: () => listed }));
const used = new UsedExports(index);
for (const file of index.files()) used.addImportsOf(file);
const unused: string[] = [];
for (const file of index.files()) {
  for (const { name } of index.moduleOf(file)?.exports ?? []) {
    if (!used.has(file, name)) unused.push(`${file}#${name}`);
  }
}
process.stdout.write(JSON.stringify({ files: index.size, unused }));
