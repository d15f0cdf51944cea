import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { candidatesFor } from '../../../code/resolution/file-candidates.ts';
import { exportTargets, importTargets, matchPattern } from '../../../code/resolution/package-targets.ts';
import { readManifest } from '../../../code/resolution/package-manifest.ts';
import { ancestorFolders, folderOf, joinPath } from '../../../code/resolution/tree-path.ts';
import type { WorkspacePackage } from '../../../code/resolution/workspace-packages.ts';
import { messageOf } from '../../../foundation/errors.ts';
import type { CheckInput } from './check-input.ts';
import type { Evidence } from './evidence.ts';

/** Files whose text names the aliases of import specifiers, as the type checker reads them. */
const CONFIGURATION_FILES = ['tsconfig.json', 'tsconfig.base.json', 'jsconfig.json'];

const CONFIGURATION_EXTENSIONS = ['ts', 'js', 'mts', 'mjs', 'cjs'];

/** The same for bundlers and runtimes. */
const ALIAS_FILES = [
  'deno.json',
  'import_map.json',
  ...['vite', 'webpack', 'rollup', 'rspack', 'next', 'nuxt', 'babel'].flatMap((tool) =>
    CONFIGURATION_EXTENSIONS.map((extension) => `${tool}.config.${extension}`),
  ),
];

/** Files of frameworks that define `#` names. */
const FRAMEWORK_FILES = CONFIGURATION_EXTENSIONS.map((extension) => `nuxt.config.${extension}`);

/** The module that a file imports a name from, and the name there. */
export interface ImportOrigin {
  readonly specifier: string;
  readonly name: string;
  /** Whether `require` reads the name, instead of an import. */
  readonly isRequired?: boolean;
}

/**
 * Why a name that is exported from a package does not exist. The type checker decides it if it finds the module, and
 * otherwise the packages of the tree and its installed packages. `undefined` if the name can exist.
 *
 * @param isType whether the name is exported as a type only
 */
export async function whyNotInPackage(
  file: string,
  { specifier, name }: ImportOrigin,
  isType: boolean,
  { evidence, typeSlot }: CheckInput,
): Promise<string | undefined> {
  const isWhole = name === '*' || name === 'export=';
  const problem = isBuiltin(specifier)
    ? isWhole || isType
      ? undefined
      : whyNotBuiltin(specifier, name)
    : await whyNoModule(file, specifier, evidence);
  const { exists } = await typeSlot.query('imports', { file, specifier, name });
  if (exists === true) return undefined;
  if (exists === undefined) return problem;
  // The types of Node can be older than Node.
  return isBuiltin(specifier) && hasBuiltin(specifier, name) ? undefined : `"${specifier}" has no export ${name}`;
}

/** Why no module has a specifier that is no path; `undefined` if one can have it. */
async function whyNoModule(file: string, specifier: string, evidence: Evidence): Promise<string | undefined> {
  if (specifier.startsWith('node:')) return `"${specifier}" is no module of Node`;
  if (specifier.startsWith('#')) return whyNotImported(file, specifier, evidence);
  const [, packageName, rest] = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (packageName === undefined) return undefined;
  const subpath = rest === undefined ? '.' : `./${rest}`;
  const own = evidence.index.packageFor(file, packageName);
  const found = own ?? (await findInstalled(file, packageName, evidence.tree));
  const reason =
    found === undefined
      ? (await isAbsent(file, packageName, evidence)) &&
        `the package "${packageName}" is neither installed nor in a package.json`
      : found !== 'unknown' &&
        (await lacksSubpath(found, subpath, evidence.tree)) &&
        !(await mentions(ALIAS_FILES, file, packageName, evidence)) &&
        `the package "${packageName}" has no entry "${subpath}"`;
  return reason === false || (await isDeclaredModule(specifier, evidence)) ? undefined : reason;
}

/** Why the package of a file imports nothing under a name that starts with `#`. Frameworks define such names themselves. */
async function whyNotImported(file: string, specifier: string, evidence: Evidence): Promise<string | undefined> {
  const own = evidence.index.packageFor(file);
  if (own === undefined || importTargets(own.manifest.imports ?? {}, specifier, 'any').length > 0) return undefined;
  const [name = specifier] = specifier.split('/', 1);
  if (await mentions(ALIAS_FILES, file, name, evidence)) return undefined;
  if (await mentions(FRAMEWORK_FILES, file, '', evidence)) return undefined;
  return `the package of ${file} has no import "${specifier}"`;
}

type FoundPackage = Pick<WorkspacePackage, 'folder' | 'manifest'>;

/** The package that a file has in a `node_modules` folder; `unknown` if its manifest cannot be read in the tree. */
async function findInstalled(
  file: string,
  packageName: string,
  tree: Evidence['tree'],
): Promise<FoundPackage | 'unknown' | undefined> {
  for (const above of ancestorFolders(folderOf(file))) {
    const folder = posix.join(above, 'node_modules', packageName);
    if (!(await existsOrIsUnknown(folder, tree))) continue;
    const manifest = await tree.readText(`${folder}/package.json`).then(readManifest, () => undefined);
    return manifest === undefined ? 'unknown' : { folder, manifest };
  }
  return undefined;
}

/**
 * Whether a package certainly has no module at a subpath: its `exports` do not name it, or no file can be what it means. A
 * file in a folder that does not exist can be a build output.
 */
async function lacksSubpath(
  { folder, manifest }: FoundPackage,
  subpath: string,
  tree: Evidence['tree'],
): Promise<boolean> {
  const { exports } = manifest;
  const hasExports = exports !== undefined && exports !== null;
  if (!hasExports && subpath === '.') return false;
  const targets = hasExports ? exportTargets(exports, subpath, 'any') : [subpath];
  for (const target of targets) {
    const path = joinPath(folder, target);
    if (path === undefined || !(await existsOrIsUnknown(folderOf(path), tree))) return false;
    for (const candidate of candidatesFor(path)) if (await existsOrIsUnknown(candidate, tree)) return false;
  }
  return true;
}

export function hasBuiltin(specifier: string, name: string): boolean {
  return name in builtinMembers(specifier);
}

/** Why a name that a file has from a module of Node is no function; `undefined` if it is one, or is from elsewhere. */
export function whyNoBuiltinFunction({ specifier, name }: ImportOrigin): string | undefined {
  if (!isBuiltin(specifier)) return undefined;
  const members = builtinMembers(specifier);
  const isKnown = name in members && typeof members[name] !== 'function';
  return isKnown ? `${name} of "${specifier}" is not a function` : undefined;
}

function builtinMembers(specifier: string): Readonly<Record<string, unknown>> {
  const module: unknown = process.getBuiltinModule(specifier);
  const hasMembers = (typeof module === 'object' && module !== null) || typeof module === 'function';
  return hasMembers ? (module as Readonly<Record<string, unknown>>) : {};
}

/** A capitalized name can be a type, which exists only for TypeScript. */
function whyNotBuiltin(specifier: string, name: string): string | undefined {
  if (/^(?:default$|\p{Lu})/u.test(name)) return undefined;
  return hasBuiltin(specifier, name) ? undefined : `"${specifier}" has no export ${name}`;
}

/** Whether a package that is not installed is certainly absent: no folder above the file lists it or may alias it. */
async function isAbsent(file: string, packageName: string, evidence: Evidence): Promise<boolean> {
  if (evidence.index.packageFor(file) === undefined) return false;
  const files = ['package.json', ...CONFIGURATION_FILES, ...ALIAS_FILES];
  const [scope = packageName] = packageName.split('/', 1);
  return !(await mentions(files, file, packageName, evidence)) && !(await mentions(files, file, scope, evidence));
}

/** Whether a file with one of the names, in a folder above a file, contains a text that starts with a name. */
async function mentions(names: readonly string[], file: string, mention: string, { tree }: Evidence): Promise<boolean> {
  for (const folder of ancestorFolders(folderOf(file))) {
    for (const name of names) {
      const path = posix.join(folder, name);
      if ((await tree.kindOf(path)) !== 'file') continue;
      const text = await tree.readText(path);
      if (mention === '' || text.includes(`"${mention}`) || text.includes(`'${mention}`)) return true;
    }
  }
  return false;
}

async function existsOrIsUnknown(path: string, tree: Evidence['tree']): Promise<boolean> {
  try {
    return (await tree.kindOf(path)) !== undefined;
  } catch (thrown) {
    // A link that leads out of the tree exists.
    return messageOf(thrown) !== '';
  }
}

/** Whether a declaration file of the tree declares a module with this specifier, or a pattern that matches it. */
async function isDeclaredModule(specifier: string, { index, tree }: Evidence): Promise<boolean> {
  for (const file of index.files()) {
    if (!/\.d\.[mc]?ts$/.test(file)) continue;
    const text = await tree.readText(file);
    for (const [, , declared = ''] of text.matchAll(/\bmodule\s+(['"])(.+?)\1/g)) {
      if (declared === specifier || matchPattern(declared, specifier) !== undefined) return true;
    }
  }
  return false;
}
