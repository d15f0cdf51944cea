import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';

export interface GeneratedRepository extends AsyncDisposable {
  readonly folder: string;
}

/** Creates a git repository of small TypeScript modules that import each other, and of additional files. */
export async function generateRepository(
  modules: number,
  files: Readonly<Record<string, string>>,
): Promise<GeneratedRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-generated-'));
  for (let number = 0; number < modules; number++) {
    await write(folder, modulePath(number), moduleText(number));
  }
  for (const [path, text] of Object.entries(files)) await write(folder, path, text);
  const git = (...gitArguments: string[]) => execa('git', gitArguments, { cwd: folder, stdin: 'ignore' });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  await git('-c', 'user.name=bench', '-c', 'user.email=bench@holdfast.invalid', 'commit', '--quiet', '-m', 'Generated');
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

function modulePath(number: number): string {
  return `src/part${Math.floor(number / 50)}/module${number}.ts`;
}

function moduleText(number: number): string {
  const before = number - 1;
  const sameFolder = Math.floor(number / 50) === Math.floor(before / 50);
  const from = sameFolder ? `./module${before}.ts` : `../part${Math.floor(before / 50)}/module${before}.ts`;
  return [
    ...(number > 0 ? [`import { value${before} } from '${from}';`] : []),
    `export interface Shape${number} { readonly id: number; readonly label: string }`,
    `export const value${number}: number = ${number > 0 ? `value${before} + 1` : '0'};`,
    `export async function work${number}(shape: Shape${number}): Promise<string> {`,
    `  return shape.label + String(value${number});`,
    `}`,
    '',
  ].join('\n');
}

async function write(folder: string, path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
