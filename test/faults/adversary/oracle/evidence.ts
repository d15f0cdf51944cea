import { dirname } from 'node:path';
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
  /** A second run after one without harmful faults, and its number of model calls. */
  readonly again: ProgramResult | undefined;
  readonly paidAgain: number;
  /** The commands after the runs, in some attacks. */
  readonly check: ProgramResult | undefined;
  readonly history: ProgramResult | undefined;
  readonly requests: readonly RecordedRequest[];
  readonly git: GitObjects;
}

/** The results of all commands. */
export function allResults({ runs, again, check, history }: Evidence): readonly ProgramResult[] {
  return [...runs.map(({ result }) => result), again, check, history].filter((result) => result !== undefined);
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
    for (const { answer } of attack.tasks) for (const { input } of answer) files.add(String(input?.['path']));
    for (const commit of git.text('rev-list', '--all', 'HEAD', '--grep=^chunk: ').split('\n')) {
      for (const file of changedFiles(git, commit)) files.add(file);
    }
  }
  return files;
}

/** Whether a chunk may write a file: it is listed, or in a listed folder. All patterns of the attacks have these forms. */
export function mayWrite({ chunks }: Attack, id: string, file: string): boolean {
  const allowed = chunks.get(id)?.['allowedFiles'] as readonly string[] | undefined;
  return allowed === undefined || allowed.some((pattern) => matches(pattern.replace(/^\.\//, ''), file));
}

function matches(pattern: string, file: string): boolean {
  if (pattern.endsWith('/*')) return dirname(file) === pattern.slice(0, -2);
  const folder = pattern.replace(/\*\*$/, '');
  return folder.endsWith('/') ? file.startsWith(folder) : file === pattern;
}

/** The files that a commit changed, compared with its first parent. */
export function changedFiles(git: GitObjects, commit: string): readonly string[] {
  if (commit === '') return [];
  return git.fields('diff-tree', '-r', '-z', '--no-commit-id', '--name-only', '--no-renames', `${commit}^`, commit);
}
