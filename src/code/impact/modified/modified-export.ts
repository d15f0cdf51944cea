import type { ExportKind } from '../../modules/module-record.ts';
import { breaking, combineCompatibility, compatible } from './difference.ts';
import type { Compatibility, Difference } from './difference.ts';

/** One export whose declaration differs between two versions of its file. */
export interface ModifiedExport {
  readonly name: string;
  readonly kind: ExportKind;
  readonly change: 'added' | 'removed' | 'renamed' | 'changed';
  /** The earlier name of a renamed export. */
  readonly previousName?: string;
  /** Whether the change breaks users of the export. */
  readonly compatibility: Compatibility;
  /** Human-readable reasons for the compatibility. */
  readonly reasons: readonly string[];
  /** The position in the later version. The position of a removed export is in the earlier version. */
  readonly line: number;
  readonly column: number;
}

/** An export of one version, as far as the result shows it. */
export type ExportLocation = Pick<ModifiedExport, 'name' | 'kind' | 'line' | 'column'>;

export function toAddedExport({ name, kind, line, column }: ExportLocation): ModifiedExport {
  return toModifiedExport({ name, kind, line, column }, 'added', [compatible('it is new')]);
}

export function toRemovedExport({ name, kind, line, column }: ExportLocation): ModifiedExport {
  return toModifiedExport({ name, kind, line, column }, 'removed', [breaking('it was removed')]);
}

export function toRenamedExport(
  previous: ExportLocation,
  { name, kind, line, column }: ExportLocation,
): ModifiedExport {
  const reason = breaking(`it was called ${previous.name}`);
  return { ...toModifiedExport({ name, kind, line, column }, 'renamed', [reason]), previousName: previous.name };
}

export function toChangedExport(
  { name, kind, line, column }: ExportLocation,
  differences: readonly Difference[],
): ModifiedExport {
  return toModifiedExport({ name, kind, line, column }, 'changed', differences);
}

function toModifiedExport(
  location: ExportLocation,
  change: ModifiedExport['change'],
  differences: readonly Difference[],
): ModifiedExport {
  const compatibility = combineCompatibility(differences);
  // List only the reasons for the verdict: a breaking change needs no list of compatible differences.
  const decisive = differences.filter((difference) => difference.compatibility === compatibility);
  return { ...location, change, compatibility, reasons: decisive.map(({ reason }) => reason) };
}
