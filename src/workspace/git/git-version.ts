export interface GitVersion {
  readonly major: number;
  readonly minor: number;
}

/** The lowest version of git that Holdfast works with: the first one with `git rev-parse --path-format`. */
export const MIN_GIT_VERSION: GitVersion = { major: 2, minor: 31 };
export const INSTALL_GIT_HINT = `Install git ${MIN_GIT_VERSION.major}.${MIN_GIT_VERSION.minor} or later and check that it is on the PATH.`;

/** Reads the output of `git version`, such as "git version 2.39.5 (Apple Git-154)". `undefined` if it has no version. */
export function parseGitVersion(output: string): GitVersion | undefined {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output) ?? [];
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) };
}

export function isAtLeast(version: GitVersion, lowest: GitVersion): boolean {
  return version.major > lowest.major || (version.major === lowest.major && version.minor >= lowest.minor);
}
