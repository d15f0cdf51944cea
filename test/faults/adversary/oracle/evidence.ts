import type { RecordedRequest } from '../../../servers/loopback-server.ts';
import type { Attack, Fault } from '../attack.ts';
import type { ProgramResult } from '../program.ts';
import type { GitObjects } from './git-objects.ts';
import type { ReportedRun } from './reported-run.ts';

/** What is left after an attack, for the detectors. */
export interface Evidence {
  readonly attack: Attack;
  readonly faults: readonly Fault[];
  /** The runs in order, each with what it reported; a killed run has reported nothing. */
  readonly runs: readonly { readonly result: ProgramResult; readonly report: ReportedRun | undefined }[];
  /** The commands after the runs. */
  readonly others: readonly ProgramResult[];
  readonly requests: readonly RecordedRequest[];
  readonly git: GitObjects;
}

/** The files that a run reported as landed, and those that a run without a report may have landed. */
export function landedFiles({ attack, runs, git }: Evidence): ReadonlySet<string> {
  const files = new Set<string>();
  for (const { report } of runs) {
    for (const part of report === undefined ? [] : [report, ...report.chunks]) {
      for (const file of part.landed?.files ?? []) files.add(file);
    }
  }
  if (runs.some(({ report }) => report === undefined)) {
    for (const { id } of attack.tasks) {
      for (const file of allowedFiles(attack, id) ?? []) files.add(file);
    }
    for (const commit of git.text('rev-list', '--all', 'HEAD', '--grep=^chunk: ').split('\n')) {
      for (const file of changedFiles(git, commit)) files.add(file);
    }
  }
  return files;
}

/** The files that a chunk may write; `undefined` for all. */
export function allowedFiles({ chunks }: Attack, id: string): readonly string[] | undefined {
  return chunks.get(id)?.['allowedFiles'] as readonly string[] | undefined;
}

/** The files that a commit changed, compared with its first parent. */
export function changedFiles(git: GitObjects, commit: string): readonly string[] {
  if (commit === '') return [];
  return git.fields('diff-tree', '-r', '-z', '--no-commit-id', '--name-only', '--no-renames', `${commit}^`, commit);
}
