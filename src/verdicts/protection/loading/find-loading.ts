import type { ProtectedChange } from '../changes/protected-change.ts';
import type { ChangedTree } from './changed-tree.ts';
import { findEnvironment } from './environment.ts';
import { findGoLoading } from './go-loading.ts';
import { findJavaScriptLoading } from './javascript-loading.ts';
import { findNamedFiles } from './named-files.ts';
import { findPythonLoading } from './python-loading.ts';
import { findReplacedPackages } from './replaced-packages.ts';

/**
 * [PROOF-1] Finds what a change makes runners, interpreters and commands load for existing tests: by resolution of what
 * configurations, commands and loaded modules name.
 *
 * @param loaded the changed files that a runner loads for the tests of other files
 */
export async function findLoading(tree: ChangedTree, loaded: ReadonlySet<string>): Promise<readonly ProtectedChange[]> {
  return [
    ...(await findNamedFiles(tree)),
    ...(await findJavaScriptLoading(tree, loaded)),
    ...(await findPythonLoading(tree)),
    ...findGoLoading(tree),
    ...findReplacedPackages(tree),
    ...findEnvironment(tree),
  ];
}

/** The files that name the dependencies of a Python project. */
const DEPENDENCIES =
  /(?:^|\/)(?:pyproject\.toml|setup\.(?:cfg|py)|tox\.ini|requirements[^/]*\.txt|Pipfile|environment\.ya?ml|noxfile\.py)$/;
const ASYNC_PLUGIN = /asyncio|anyio|trio|aiohttp|tornado|twisted|curio/i;

/** Whether a plug-in of pytest waits for coroutines; `undefined` if the tree does not show it. */
export function findAsyncPlugin(tree: ChangedTree): boolean | undefined {
  const files = [...tree.after].filter((path) => DEPENDENCIES.test(path));
  const texts = files.map((path) => tree.textAfter(path));
  if (texts.some((text) => text !== undefined && ASYNC_PLUGIN.test(text))) return true;
  return texts.includes(undefined) ? undefined : false;
}
