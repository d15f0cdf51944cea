/** The lock files of package managers, which programs write. */
const LOCK_FILES: ReadonlySet<string> = new Set([
  'bun.lock',
  'Cargo.lock',
  'composer.lock',
  'deno.lock',
  'flake.lock',
  'Gemfile.lock',
  'go.sum',
  'gradle.lockfile',
  'mix.lock',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'packages.lock.json',
  'pdm.lock',
  'Pipfile.lock',
  'pnpm-lock.yaml',
  'poetry.lock',
  'pubspec.lock',
  'uv.lock',
  'yarn.lock',
]);

export function isGeneratedLockFile(path: string): boolean {
  return LOCK_FILES.has(path.slice(path.lastIndexOf('/') + 1));
}
