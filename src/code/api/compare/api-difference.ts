import type { Compatibility } from '../../impact/modified/difference.ts';

import type { PackageApi } from '../model/package-api.ts';

/** The version that differences ask for. */
export type VersionBump = 'none' | 'patch' | 'minor' | 'major';

/** The differences between two versions of what a package offers. */
export interface ApiComparison {
  readonly name: string;
  readonly folder: string;
  readonly language: PackageApi['language'];
  readonly versionBefore: string | undefined;
  readonly versionAfter: string | undefined;
  /** Breaking ones first. */
  readonly differences: readonly ApiDifference[];
  /** The worst of the differences; `undefined` if there is none. */
  readonly compatibility: Compatibility | undefined;
  /** What the certain differences ask for. In 0.x, a break asks for a minor version. */
  readonly bump: VersionBump;
  /** The entries that were not found in one of the versions, and the modules of `export *` that are not installed. */
  readonly notJudged: readonly string[];
}

export interface ApiDifference {
  /** The public name: that of an export, or a subpath. */
  readonly name: string;
  /** The other names of a changed declaration. */
  readonly otherNames?: readonly string[] | undefined;
  /** `.`, or the subpaths that offer the name. */
  readonly entries: readonly string[];
  readonly change: 'added' | 'removed' | 'changed';
  readonly compatibility: Compatibility;
  /** Each as a sentence without a full stop, for example `the parameter "b" is required now`. */
  readonly reasons: readonly string[];
  /** Whether it breaks only what callers do in a callback with a type that they use the other way elsewhere. */
  readonly isInCallbacks?: true | undefined;
  /** The declaration that changed, if the export only mentions it. */
  readonly through?: string | undefined;
  /** The export that may be its new name. */
  readonly renamedTo?: string | undefined;
  /** The file of the entry that the change deleted. If a build writes it now, nothing was removed. */
  readonly missingFile?: string | undefined;
  /** The place of the declaration: after the change, or before it if it was removed. */
  readonly file: string;
  readonly line: number;
  /** What the declaration says about its stability, before the change. */
  readonly release?: 'internal' | 'alpha' | 'beta' | 'experimental' | undefined;
}
