/**
 * A whole process that answers what knip does: lists the files of a folder, indexes them, resolves every import and
 * prints how many files there are and which exports nobody uses.
 */
import { enableCompileCache } from 'node:module';

// As the command line does.
enableCompileCache();
const { DiskTree } = await import('../../../src/workspace/disk-tree.ts');
const [folder = '.'] = process.argv.slice(2);
const tree = new DiskTree(folder);
const listed = tree.listFiles();
// The rest is loaded while git lists.
const [{ ModuleIndex }, { UsedExports }] = await Promise.all([
  import('../../../src/code/module-index.ts'),
  import('./used-exports.ts'),
]);
const index = await ModuleIndex.build(new DiskTree(folder, { files: () => listed }));
const used = new UsedExports(index);
for (const file of index.files()) used.addImportsOf(file);
const unused: string[] = [];
for (const file of index.files()) {
  for (const { name } of index.moduleOf(file)?.exports ?? []) {
    if (!used.has(file, name)) unused.push(`${file}#${name}`);
  }
}
process.stdout.write(JSON.stringify({ files: index.size, unused }));
