import type { ImportableExport } from './analysis.ts';
import type { VersionBump } from '../../code/api/compare/api-difference.ts';
import type { DependentsGraph } from '../../code/impact/dependents.ts';
import type { ExportImpact } from '../../code/impact/export-impact.ts';
import type { Location } from '../../foundation/position.ts';

export interface ImpactOptions {
  /** A git revision. Only the exports that differ from it count. */
  readonly since?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ModifiedOptions extends ImpactOptions {
  /** Whether to run the type checker for differences that the source texts do not show. This can take seconds. */
  readonly types?: boolean | undefined;
  /** Receives the result from the source texts alone. The type checker starts when the returned promise has settled. */
  readonly onTexts?: ((modified: readonly ModifiedExportReport[]) => Promise<void>) | undefined;
}

/** An export that differs from the last commit, or from another revision. */
export interface ModifiedExportReport extends ExportImpact {
  /** The paths of the contracts that name it. */
  readonly contracts: readonly string[];
  /** How its package offers it; absent if no published package does. */
  readonly publicApi?: PublicChange | undefined;
}

/** A modified export as its package offers it. */
export interface PublicChange {
  readonly packageName: string;
  /** The public names of the export. */
  readonly names: readonly string[];
  /** The version that the change asks for; absent if its compatibility is unknown. */
  readonly bump?: VersionBump | undefined;
}

/** The exports that a module declares, with the contracts that name each. */
export interface FileExportCoverage {
  readonly file: string;
  readonly exports: readonly {
    readonly name: string;
    /** The line of the declaration. */
    readonly line: number;
    /** The paths of the contracts that name it. */
    readonly contracts: readonly string[];
  }[];
}

/** A position in a contract that names an export. */
export interface ContractMention {
  /** The export's name. */
  readonly name: string;
  /** The title of the chunk that names it, or of the specification if no chunk does. */
  readonly title: string;
  readonly location: Location;
}

/** The files that depend on a file, and the contracts that name its exports. */
export interface FileDependents extends DependentsGraph {
  /** What can be imported from the file. */
  readonly exports: readonly ImportableExport[];
  readonly mentions: readonly ContractMention[];
}
