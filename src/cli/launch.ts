#!/usr/bin/env node
/**
 * The floor is checked before anything else is loaded: an older Node cannot even link modules that import node:sqlite,
 * and would say so in words that help nobody.
 */
export {};

const floor = [22, 13] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > floor[0] || (major === floor[0] && minor >= floor[1])) {
  // What was compiled once is kept in the system's folder for temporary files, unless NODE_DISABLE_COMPILE_CACHE is set.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();
  await import('./main.ts');
} else {
  process.stderr.write(
    `Failed to start holdfast: it needs Node ${floor.join('.')} or later, and this is Node ${process.versions.node}.\n` +
      'Install a current Node, or run it with one: npx --package=node@24 -- holdfast …\n',
  );
  process.exitCode = 2;
}
