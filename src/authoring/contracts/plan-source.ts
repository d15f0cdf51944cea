import type { PlanSource } from '../../contract/model.ts';
import type { ImportUnit } from './authoring-types.ts';
import { hashOfPlan } from './update/imported-text.ts';

interface ImportedSource extends Pick<PlanSource, 'file' | 'reader'> {
  readonly text: string;
  readonly unit: ImportUnit | undefined;
  readonly withDone: boolean;
}

/** What an imported contract remembers of its plan. */
export function describeSource(
  { file, reader, text, unit, withDone }: ImportedSource,
  lines: readonly (readonly [chunk: string, line: number])[],
): PlanSource {
  return {
    file,
    hash: hashOfPlan(text),
    reader,
    ...(unit === undefined ? {} : { chunks: unit }),
    ...(withDone ? { all: true } : {}),
    lines: Object.fromEntries(lines),
  };
}
