#!/usr/bin/env node
/**
 * Entry point of the command line. It checks the version of Node before it loads anything else, because an older Node
 * fails to link modules that import node:sqlite and reports that without a hint.
 */
export {};

const LOWEST_NODE = [22, 13] as const;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) {
  const { leaveInheritedCache, storeCompiledCode } = await import('./code-cache.ts');
  if (leaveInheritedCache()) {
    storeCompiledCode(import.meta.filename);
    const { takeHookTask } = await import('./watch/hook-task.ts');
    const task = takeHookTask(process.env);
    if (process.argv[2] === 'hook' && task === undefined) {
      const { runWatchedHook } = await import('./watch/run-watched-hook.ts');
      await runWatchedHook();
    } else {
      const { runMain } = await import('./main.ts');
      await runMain(task);
    }
  } else {
    refuse(`Node ${process.versions.node} cannot ignore NODE_COMPILE_CACHE. Unset the variable.`);
  }
} else {
  refuse(
    `Node ${LOWEST_NODE.join('.')} or later is required, and this is Node ${process.versions.node}. ` +
      'Install a current version, or add --package=node@24 to npx.',
  );
}

function refuse(reason: string): void {
  process.stderr.write(`Failed to start holdfast: ${reason}\n`);
  // To an agent, exit code 2 of a hook means that it must not continue.
  process.exitCode = process.argv[2] === 'hook' ? 0 : 2;
}
