/** The compiler options for files without a configuration, in tsconfig.json form. */
export const defaultOptions = {
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  jsx: 'preserve',
  esModuleInterop: true,
  resolveJsonModule: true,
} as const;

/** Options that override every configuration: nothing is emitted, and library files are not checked. */
export const forcedOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
  skipLibCheck: true,
} as const;
