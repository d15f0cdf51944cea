import type { PlanReader } from '../plan-reader.ts';
import { gsdReader } from '../readers/gsd/gsd-reader.ts';
import { kiroReader } from '../readers/kiro/kiro-reader.ts';
import { openSpecReader } from '../readers/openspec/openspec-reader.ts';
import { specKitReader } from '../readers/spec-kit/spec-kit-reader.ts';
import { superpowersReader } from '../readers/superpowers/superpowers-reader.ts';
import { taskListReader } from '../readers/task-list/task-list-reader.ts';

/** Every reader. The first that lacks nothing reads a plan, so a more exact one comes first. */
export const PLAN_READERS: readonly PlanReader[] = [
  gsdReader,
  superpowersReader,
  specKitReader,
  kiroReader,
  openSpecReader,
  taskListReader,
];
