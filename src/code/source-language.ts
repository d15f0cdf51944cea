/** How the text of a module is read: TypeScript, TypeScript with JSX, or JavaScript (JSX and CommonJS included). */
export type Dialect = 'ts' | 'tsx' | 'js';

/** The dialect of a whole file, or the kind of file whose script parts are modules. */
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

/** The language of a path by its extension; undefined where it is no module. */
export function languageOf(file: string): SourceLanguage | undefined {
  const dot = file.lastIndexOf('.');
  return dot < 0 ? undefined : languages.get(file.slice(dot));
}

/** Whether the index holds a path: a module's extension, and no part of installed packages. */
export function isIndexed(file: string): boolean {
  return languageOf(file) !== undefined && !isInstalled(file);
}

/** Whether a path lies in `node_modules`. */
export function isInstalled(file: string): boolean {
  return file.startsWith('node_modules/') || file.includes('/node_modules/');
}

/** Whether a path is a declaration file: `.d.ts`, `.d.mts`, `.d.cts`, or `.d.css.ts` and its like. */
export function isDeclarationFile(file: string): boolean {
  return /\.d(\.[^./]+)?\.ts$|\.d\.[mc]ts$/.test(file);
}
