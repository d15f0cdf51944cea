/** Runs the toolchains of other languages, which say what a source file really contains. They are not part of the product. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import * as z from 'zod';

const binding = z.object({ kind: z.string(), line: z.number() });
export const pythonFile = z.object({
  file: z.string(),
  error: z.string().optional(),
  /** What the compiler says about a tree that `ast` accepts. */
  rejected: z.string().optional(),
  raises: z.boolean().default(false),
  exports: z.array(z.string()).default([]),
  computed: z.boolean().default(false),
  bound: z.record(z.string(), z.array(binding)).default({}),
  stars: z.array(z.string()).default([]),
  functions: z
    .array(
      z.object({
        name: z.string(),
        line: z.number(),
        signature: z.string(),
        decorators: z.array(z.string()),
        parameters: z.array(z.string()),
      }),
    )
    .default([]),
});
export const goFile = z.object({
  file: z.string(),
  error: z.string().optional(),
  package: z.string().default(''),
  isIgnored: z.boolean(),
  declarations: z.array(z.object({ name: z.string(), kind: z.string(), line: z.number(), column: z.number() })),
  functions: z.array(z.object({ name: z.string(), line: z.number(), signature: z.string(), hasBody: z.boolean() })),
  imports: z.array(z.string()),
});

export type PythonTruth = z.infer<typeof pythonFile>;
export type GoTruth = z.infer<typeof goFile>;

/** What `ast` says. Files with syntax errors have an `error`. @param files absolute paths */
export function readPythonTruth(files: readonly string[]): Promise<readonly PythonTruth[]> {
  return readTruth(process.env['PYTHON'] ?? 'python3', [sourceOf('python_truth.py'), '--functions'], files, pythonFile);
}

/** What go/parser says. @param files absolute paths */
export function readGoTruth(files: readonly string[]): Promise<readonly GoTruth[]> {
  return readTruth('go', ['run', sourceOf('go_truth.go')], files, goFile);
}

function sourceOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function readTruth<Truth>(
  command: string,
  arguments_: readonly string[],
  files: readonly string[],
  schema: z.ZodType<Truth>,
): Promise<readonly Truth[]> {
  const child = spawn(command, arguments_, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(files.join('\n'));
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    }),
  ]);
  if (code !== 0) throw new Error(`Failed to run ${command}: it exited with ${String(code)}`);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)));
}
