import * as z from 'zod';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** The files of a tree from which a test command is read. */
export type TestTree = Pick<SourceTree, 'readText' | 'kindOf' | 'listFiles'>;

export type PackageManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun';

const names = z.record(z.string(), z.unknown()).default({}).catch({});

const manifestSchema = z.object({
  scripts: z.record(z.string(), z.string()).default({}).catch({}),
  dependencies: names,
  devDependencies: names,
  packageManager: z.string().optional().catch(undefined),
  workspaces: z.unknown().optional(),
  jest: z.unknown().optional(),
  mocha: z.unknown().optional(),
});

/** The fields of a package.json that concern tests. A field with an unexpected type is treated as missing. */
export type TestManifest = z.infer<typeof manifestSchema>;

/** Reads the package.json of a folder; `undefined` if it does not exist or is not a JSON object. */
export async function readTestManifest(tree: TestTree, folder: string): Promise<TestManifest | undefined> {
  const text = await tree.readText(pathIn(folder, 'package.json'));
  if (text === undefined) return undefined;
  try {
    return manifestSchema.safeParse(JSON.parse(text.replace(/^\uFEFF/, ''))).data;
  } catch {
    return undefined;
  }
}

/** The path of an entry of a folder. `''` is the root. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Lock files and the package manager that writes each. */
const LOCK_FILES: readonly (readonly [file: string, manager: PackageManagerName])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

/** The package manager of a tree: the one that package.json names, else the one whose lock file exists, else npm. */
export async function detectPackageManager(tree: TestTree): Promise<PackageManagerName> {
  const declared = /^(npm|pnpm|yarn|bun)@/.exec((await readTestManifest(tree, ''))?.packageManager ?? '')?.[1];
  if (declared !== undefined) return declared as PackageManagerName;
  for (const [file, manager] of LOCK_FILES) if ((await tree.kindOf(file)) === 'file') return manager;
  return 'npm';
}

/** The command that runs a package script from the root of the tree. */
export function scriptCommand(manager: PackageManagerName, folder: string, script: string): string {
  const name = quoteWord(script);
  const at = quoteWord(folder);
  switch (manager) {
    case 'npm':
      return `npm ${folder === '' ? '' : `--prefix ${at} `}${script === 'test' ? 'test' : `run ${name}`}`;
    case 'pnpm':
      return `pnpm ${folder === '' ? '' : `--dir ${at} `}${script === 'test' ? 'test' : `run ${name}`}`;
    case 'yarn':
      return `yarn ${folder === '' ? '' : `--cwd ${at} `}${script === 'test' ? 'test' : `run ${name}`}`;
    case 'bun':
      // `bun test` starts the test runner of Bun, not the script.
      return `bun ${folder === '' ? '' : `--cwd ${at} `}run ${name}`;
  }
}

/** The command that runs an installed program in the root of the tree. */
export function programCommand(manager: PackageManagerName, program: string): string {
  switch (manager) {
    case 'npm':
      return `npx ${program}`;
    case 'pnpm':
      return `pnpm exec ${program}`;
    case 'yarn':
      return `yarn run ${program}`;
    case 'bun':
      return `bun x ${program}`;
  }
}

/** The command that runs the test script of every package of a workspace. */
export function workspacesTestCommand(manager: PackageManagerName): string {
  switch (manager) {
    case 'npm':
      return 'npm test --workspaces --if-present';
    case 'pnpm':
      return 'pnpm --recursive --if-present run test';
    case 'yarn':
      return 'yarn workspaces run test';
    case 'bun':
      return "bun run --filter '*' test";
  }
}

/** A word of a command line, in quotes if `splitCommand` would not read it as one word. */
function quoteWord(word: string): string {
  return /^[\w@%+:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
