import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import * as z from 'zod';
import { distFolder } from './project.ts';

const coverageSchema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
        }),
      ),
    }),
  ),
});

/** A file of dist/ that a process loaded. */
export interface LoadedFile {
  /** Relative to dist/. */
  readonly name: string;
  /** The length of its text, in characters. */
  readonly loaded: number;
  /** How much of it ran. */
  readonly run: number;
}

export interface Invocation {
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly input?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv | undefined;
}

/** Runs the built command line once, and returns which code of dist/ was loaded and how much of it ran, by V8's coverage. */
export async function findLoadedCode({ arguments: parameters, cwd, input, environment }: Invocation) {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-coverage-'));
  try {
    const result = await execa(process.execPath, [join(distFolder, 'cli.js'), ...parameters], {
      cwd,
      reject: false,
      ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
      env: { ...environment, NODE_V8_COVERAGE: folder },
    });
    const files = new Map<string, LoadedFile>();
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), 'utf8');
      for (const script of coverageSchema.parse(JSON.parse(text)).result) {
        if (!script.url.startsWith('file:')) continue;
        const path = fileURLToPath(script.url);
        const file = relative(distFolder, path);
        if (file.startsWith('..')) continue;
        const loaded = (await stat(path)).size;
        const run = countRun(
          script.functions.flatMap(({ ranges }) => ranges),
          loaded,
        );
        const known = files.get(file);
        files.set(file, { name: file, loaded, run: Math.max(run, known?.run ?? 0) });
      }
    }
    return {
      exitCode: result.exitCode,
      stdout: result.stdout,
      stderr: result.stderr,
      files: [...files.values()],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The characters in no range whose count is 0. The ranges of a function are nested: an inner one decides. */
function countRun(
  ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[],
  length: number,
): number {
  const ran = new Uint8Array(length);
  const outerFirst = [...ranges].sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of outerFirst) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran.reduce((sum, one) => sum + one, 0);
}
