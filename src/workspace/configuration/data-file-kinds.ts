/** The kinds of files that people write under `.holdfast/`, apart from gates. The first kind that matches a path applies. */
export const DATA_FILE_KINDS = ['pipeline', 'domains', 'interfaces', 'twins', 'scenario'] as const;

export type DataFileKind = (typeof DATA_FILE_KINDS)[number];

interface DataFilePattern {
  /** Matches paths relative to the workspace folder, with `/`. */
  readonly path: RegExp;
  /** The same files as globs, for the contributions of the extension. */
  readonly globs: readonly string[];
}

/** The files of each kind. A test compares the globs with package.json and with what the engine reads. */
export const DATA_FILE_PATTERNS: Readonly<Record<DataFileKind, DataFilePattern>> = {
  pipeline: { path: /^\.holdfast\/pipeline\.yaml$/, globs: ['.holdfast/pipeline.yaml'] },
  domains: { path: /^\.holdfast\/domains\.yaml$/, globs: ['.holdfast/domains.yaml'] },
  interfaces: {
    path: /^\.holdfast\/interfaces\/.+\.(?:ya?ml|json)$/i,
    globs: ['.holdfast/interfaces/**/*.yaml', '.holdfast/interfaces/**/*.yml', '.holdfast/interfaces/**/*.json'],
  },
  twins: {
    path: /^\.holdfast\/scenarios\/twins\.(?:ya?ml|json)$/,
    globs: ['.holdfast/scenarios/twins.yaml', '.holdfast/scenarios/twins.yml', '.holdfast/scenarios/twins.json'],
  },
  scenario: {
    path: /^\.holdfast\/scenarios\/(?:[^/]+|.+\.scenario)\.(?:ya?ml|json)$/,
    globs: [
      '.holdfast/scenarios/*.yaml',
      '.holdfast/scenarios/*.yml',
      '.holdfast/scenarios/*.json',
      '.holdfast/scenarios/**/*.scenario.yaml',
      '.holdfast/scenarios/**/*.scenario.yml',
      '.holdfast/scenarios/**/*.scenario.json',
    ],
  },
};

/** The kind of a path relative to the workspace folder; `undefined` for any other file. */
export function findDataFileKind(path: string): DataFileKind | undefined {
  return DATA_FILE_KINDS.find((kind) => DATA_FILE_PATTERNS[kind].path.test(path));
}
