import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../../cli/support/workspace.ts';

export type Files = Readonly<Record<string, string>>;

/** What a change does to a workspace. */
export interface AppliedChange {
  readonly written?: Files | undefined;
  readonly removed?: readonly string[] | undefined;
  /** From a path to another one. */
  readonly moved?: Files | undefined;
}

/** Moves, removes and writes files, in this order. */
export function applyChange(workspace: Workspace, { written = {}, removed = [], moved = {} }: AppliedChange): void {
  for (const [from, to] of Object.entries(moved)) {
    workspace.write({ [to]: '' });
    renameSync(join(workspace.folder, from), join(workspace.folder, to));
  }
  for (const file of removed) rmSync(join(workspace.folder, file));
  workspace.write(written);
}
