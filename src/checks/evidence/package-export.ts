import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { messageOf } from '../../shared/errors.ts';
import type { Evidence } from './evidence.ts';

/** Files whose text names the aliases of import specifiers. */
const ALIAS_FILES = [
  'tsconfig.json',
  'tsconfig.base.json',
  'jsconfig.json',
  'deno.json',
  'import_map.json',
  ...['vite', 'webpack', 'rollup', 'rspack', 'next', 'nuxt', 'babel'].flatMap((tool) =>
    ['ts', 'js', 'mts', 'mjs', 'cjs'].map((extension) => `${tool}.config.${extension}`),
  ),
];

/**
 * Why a name that is exported from a package does not exist: a module of Node lacks it, or the package is not installed
 * and not mentioned anywhere. `undefined` if it can exist.
 *
 * @param name the name in the package
 */
export async function whyNotInPackage(
  file: string,
  specifier: string,
  name: string,
  evidence: Evidence,
): Promise<string | undefined> {
  if (isBuiltin(specifier)) return whyNotBuiltin(specifier, name);
  const packageName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?=\/|$)/.exec(specifier)?.[0];
  if (packageName === undefined || evidence.index.resolve(file, packageName) !== undefined) return undefined;
  if (!(await isAbsent(file, packageName, evidence)) || (await isDeclaredModule(specifier, evidence))) return undefined;
  return `the package "${packageName}" is neither installed nor in a package.json`;
}

/** A capitalized name can be a type, which exists only for TypeScript. */
function whyNotBuiltin(specifier: string, name: string): string | undefined {
  if (/^(?:default$|\*$|\p{Lu})/u.test(name)) return undefined;
  const module: unknown = process.getBuiltinModule(specifier);
  const isKnown = typeof module === 'object' || typeof module === 'function';
  return isKnown && module !== null && !(name in module) ? `"${specifier}" has no export ${name}` : undefined;
}

/** Whether a package is certainly absent: no folder above the file contains it, lists it or may alias it. */
async function isAbsent(file: string, packageName: string, { tree }: Evidence): Promise<boolean> {
  let hasManifest = false;
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const at = (name: string): string => posix.join(folder, name);
    if (await existsOrIsUnknown(at(`node_modules/${packageName}`), tree)) return false;
    const mentions = [packageName, packageName.split('/', 1)[0] ?? packageName];
    for (const name of ['package.json', ...ALIAS_FILES]) {
      const path = at(name);
      if ((await tree.kindOf(path)) !== 'file') continue;
      hasManifest ||= name === 'package.json';
      const text = await tree.readText(path);
      if (mentions.some((mention) => text.includes(`"${mention}`) || text.includes(`'${mention}`))) return false;
    }
    if (folder === '.') return hasManifest;
  }
}

async function existsOrIsUnknown(path: string, tree: Evidence['tree']): Promise<boolean> {
  try {
    return (await tree.kindOf(path)) !== undefined;
  } catch (thrown) {
    // A link that leads out of the tree exists.
    return messageOf(thrown) !== '';
  }
}

/** Whether a declaration file of the tree declares a module with this specifier. */
async function isDeclaredModule(specifier: string, { index, tree }: Evidence): Promise<boolean> {
  for (const file of index.files()) {
    if (!/\.d\.[mc]?ts$/.test(file)) continue;
    const text = await tree.readText(file);
    if (text.includes(`module '${specifier}'`) || text.includes(`module "${specifier}"`)) return true;
  }
  return false;
}
