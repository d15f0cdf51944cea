import type { CommandReadingContext, CommandNeed } from './command-reading.ts';
import { pathInFolder } from './path-in-folder.ts';

const EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '.jsx', '.json', '.node'];

/** The files that a JavaScript runtime can load for a path. */
function moduleFiles(path: string): readonly string[] {
  const script = /^(.*)\.([cm]?)jsx?$/.exec(path);
  const sources = script ? ['ts', 'tsx'].map((extension) => `${script[1] ?? ''}.${script[2] ?? ''}${extension}`) : [];
  return [
    path,
    ...sources,
    ...EXTENSIONS.map((extension) => `${path}${extension}`),
    ...EXTENSIONS.map((extension) => `${path}/index${extension}`),
    `${path}/package.json`,
  ];
}

/**
 * The file that a module specifier in inline code certainly needs; `undefined` if there is none. A bare name can be any
 * package, and package.json resolves `#name`, so only relative specifiers are read. A folder in the root (`./lib`) can
 * be a build output.
 */
export function specifierNeed(
  specifier: string,
  folder: string,
  context: CommandReadingContext,
): CommandNeed | undefined {
  if (!/^\.\.?(\/|$)/.test(specifier)) return undefined;
  const path = pathInFolder(folder, specifier.replace(/[?#].*$/s, ''));
  if (path === undefined || context.isGenerated(path) || context.isGenerated(`${path}/index.js`)) return undefined;
  const isRootFolder = !path.includes('/') && !/\.\w+$/.test(path);
  return isRootFolder
    ? undefined
    : { path, files: moduleFiles(path), purpose: `imports ${specifier}`, canBeGenerated: true };
}

/** Whether a script can be compiled from another file: JavaScript can, but TypeScript and shell scripts are sources. */
export function isCompiledScript(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path) || !/\.\w+$/.test(path);
}

/** The script that a runtime starts with. Callers must ignore a script that a build creates. */
export function scriptNeed(script: string, folder: string): CommandNeed | undefined {
  const path = pathInFolder(folder, script);
  return path === undefined
    ? undefined
    : { path, files: moduleFiles(path), purpose: `runs ${path}`, canBeGenerated: isCompiledScript(path) };
}

/** The test files that operands name. Patterns and folders are ignored. */
export function testFileNeeds(
  operands: readonly string[],
  folder: string,
  context: CommandReadingContext,
): CommandNeed[] {
  return operands.flatMap((operand): CommandNeed[] => {
    if (!/\.[cm]?[jt]sx?$/.test(operand)) return [];
    const path = pathInFolder(folder, operand.replace(/^file:/, ''));
    if (path === undefined || context.isGenerated(path)) return [];
    return [{ path, files: [path], purpose: `runs the tests of ${path}`, canBeGenerated: isCompiledScript(path) }];
  });
}
