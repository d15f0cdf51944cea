import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import { isTestPath } from '../../../contract/test-paths.ts';
import type { PackageManifest } from '../../resolution/package-manifest.ts';
import { folderOf } from '../../resolution/tree-path.ts';

/** Whether a package manager publishes a file of a package, by its path in the package: `files` of the manifest says it. */
export function createPublishedFiles({ files }: Pick<PackageManifest, 'files'>): (path: string) => boolean {
  if (files === undefined) return () => true;
  const patterns = files.map((pattern) => pattern.replace(/^(!?)\.?\//, '$1').replace(/\/+$/, ''));
  const isListed = createPathMatcher(patterns.flatMap((pattern) => [pattern, `${pattern}/**`]));
  return (path) => isListed(path) || /^(?:package\.json|(?:readme|licen[cs]e)(?:\.[^/]*)?)$/i.test(path);
}

/** What is a test, an example, a page or a configuration: importers do not use it, even if a pattern of `exports` matches it. */
export function isForDevelopment(path: string): boolean {
  return isTestPath(path) || isExampleFolder(folderOf(path)) || /(?:^|\/)(?:\.[^/]|[^/]*\.config\.[^/]+$)/.test(path);
}

/** Whether a folder is made to show or to measure a package. `packages/test` can be a package. */
export function isExampleFolder(folder: string): boolean {
  return EXAMPLES.test(/^([^/]+)\/[^/]+$/.exec(folder)?.[1] ?? folder);
}

const EXAMPLES =
  /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?|demos?|playgrounds?|e2e|docs|website|benchmarks?|templates?)(?:\/|$)/;
