import type { FileExportCoverage } from '../../engine.ts';

/** The coverage of one file: which of its exports a contract names. */
export interface FileCoverageView {
  readonly file: string;
  readonly covered: number;
  readonly total: number;
  readonly exports: readonly {
    readonly name: string;
    /** Zero-based, as in VS Code. */
    readonly line: number;
    /** How many contracts name it. */
    readonly contracts: number;
  }[];
}

/** [EDIT-5] The coverage of exports by contracts, for the editor's view of test coverage. */
export function createCoverageViews(files: readonly FileExportCoverage[]): readonly FileCoverageView[] {
  return files.map(({ file, exports }) => ({
    file,
    covered: exports.filter(({ contracts }) => contracts.length > 0).length,
    total: exports.length,
    exports: exports.map(({ name, line, contracts }) => ({
      name,
      line: Math.max(0, line - 1),
      contracts: contracts.length,
    })),
  }));
}
