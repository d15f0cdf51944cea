/**
 * Run as a separate process: indexes the folder that is the first argument, runs the `export_exists` checks that are the
 * others (`file:name`), and prints the loaded parts of the parser, one a line.
 */
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    if (/tree-sitter|(?:python|go)-language/.test(url)) loaded.push(url);
    return next(url, context);
  },
});

const { ModuleIndex } = await import('../../../src/code/index/module-index.ts');
const { DiskTree } = await import('../../../src/workspace/files/disk-tree.ts');
const { checkOne } = await import('../../verdicts/checks/checking.ts');
const [folder = '', ...checks] = process.argv.slice(2);
const tree = new DiskTree(folder);
const index = await ModuleIndex.build(tree);
for (const check of checks) {
  const [file = '', target = ''] = check.split(':');
  const { passed } = await checkOne({}, { type: 'export_exists', target, file }, { tree, index });
  if (!passed) throw new Error(`${check} does not pass.`);
}
process.stdout.write(loaded.join('\n'));
