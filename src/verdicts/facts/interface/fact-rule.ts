import type { FileVersions } from '../../protection/changes/protected-change.ts';
import type { CodeVersions, FactLanguage } from './code-versions.ts';

/** A change as the rules see it. */
export interface ComparedChange {
  /** The changed files that the rule reads. */
  readonly files: readonly FileVersions[];
  /** The modules among them, in the languages of the rule, that exist before and after the change. */
  readonly code: readonly CodeVersions[];
  /** The paths of all changed files, also of those that no rule reads. */
  readonly changedPaths: readonly string[];
}

/** A place that a rule reports, before the places of a file become one fact. */
export interface FactPlace {
  readonly file: string;
  /** 1-based, in the file after the change. */
  readonly line: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A file of a sample. `before` and `after` are absent if the file does not exist. */
export interface SampleFile {
  readonly file: string;
  readonly before?: string;
  readonly after?: string;
}

/** A rule: what it reports, for which languages, and the samples by which it is tested. It is the only place that knows them. */
export interface FactRule {
  readonly id: string;
  /** What the change does, as one sentence without a full stop. The message of the fact. */
  readonly message: string;
  /** Why a reviewer should look, for the documentation. */
  readonly reason: string;
  readonly languages: readonly FactLanguage[];
  /** Whether the rule reads files of this path. */
  reads(path: string): boolean;
  /** Changes that the rule must report. Each is a change of one or more files. */
  readonly samples: readonly (readonly SampleFile[])[];
  /** Changes that are similar and that it must not report. */
  readonly nearMisses: readonly (readonly SampleFile[])[];
  find(change: ComparedChange): Promise<readonly FactPlace[]> | readonly FactPlace[];
}
