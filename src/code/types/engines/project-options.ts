/** The options of a file that no configuration includes, as a tsconfig.json writes them. */
export const defaultOptions = {
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  jsx: 'preserve',
  esModuleInterop: true,
  resolveJsonModule: true,
} as const;

/** What holds whatever a configuration says: nothing is written, and only types that are asked for are checked. */
export const checkingOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
  skipLibCheck: true,
} as const;
