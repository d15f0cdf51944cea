/** The syntax of a script: TypeScript, TypeScript with JSX, or JavaScript (with JSX and CommonJS). */
export type Dialect = 'ts' | 'tsx' | 'js';

/** The dialect of a file, or the kind of a component file that contains scripts. */
export type SourceLanguage = Dialect | 'vue' | 'svelte' | 'astro';

const languages: ReadonlyMap<string, SourceLanguage> = new Map<string, SourceLanguage>([
  ['.ts', 'ts'],
  ['.mts', 'ts'],
  ['.cts', 'ts'],
  ['.tsx', 'tsx'],
  ['.js', 'js'],
  ['.jsx', 'js'],
  ['.mjs', 'js'],
  ['.cjs', 'js'],
  ['.vue', 'vue'],
  ['.svelte', 'svelte'],
  ['.astro', 'astro'],
]);

/** The languages that are read, for messages: `… files`. */
export const MODULE_LANGUAGES = 'TypeScript, JavaScript, Vue, Svelte and Astro';

/** The language of a file by its extension; `undefined` if it is not a module. */
export function languageOf(file: string): SourceLanguage | undefined {
  const dot = file.lastIndexOf('.');
  return dot < 0 ? undefined : languages.get(file.slice(dot));
}

/** Whether a path can be in the module index: it has the extension of a module and is not in `node_modules`. */
export function isModulePath(file: string): boolean {
  return languageOf(file) !== undefined && !isInstalled(file);
}

/** Whether a file is in `node_modules`. */
export function isInstalled(file: string): boolean {
  return file.startsWith('node_modules/') || file.includes('/node_modules/');
}

/** Whether a file is a declaration file: `.d.ts`, `.d.mts`, `.d.cts`, or a form such as `.d.css.ts`. */
export function isDeclarationFile(file: string): boolean {
  return /\.d(\.[^./]+)?\.ts$|\.d\.[mc]ts$/.test(file);
}
