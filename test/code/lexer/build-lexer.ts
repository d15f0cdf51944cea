// Compiles src/code/lexer/assembly and writes the binary to src/code/lexer/lexer-binary.ts.
//   node test/code/lexer/build-lexer.ts
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of the compiler's API that is used here. Its own types would redeclare the JavaScript globals. */
interface AssemblyScriptCompiler {
  main(
    options: readonly string[],
    files: {
      readFile(name: string, base: string): Promise<string | null>;
      writeFile(name: string, content: string | Uint8Array): void;
      listFiles(): string[];
    },
  ): Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

const compilerModule: string = 'assemblyscript/asc';

const folder = join(import.meta.dirname, '../../../src/code/lexer');
const binaryModule = join(folder, 'lexer-binary.ts');

/** Compiles the lexer. Throws an error with the messages of the compiler. */
async function compileLexer(): Promise<Uint8Array> {
  let binary: Uint8Array | undefined;
  const { default: compiler } = (await import(compilerModule)) as { default: AssemblyScriptCompiler };
  const { error, stderr } = await compiler.main(
    ['lexer.ts', '--outFile', 'lexer.wasm', '--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd'],
    {
      readFile: (name, base) => readFile(join(folder, 'assembly', base, name), 'utf8').catch(() => null),
      writeFile: (_name, content) => {
        if (typeof content !== 'string') binary = content;
      },
      listFiles: () => [],
    },
  );
  if (error !== null || binary === undefined)
    throw new Error(`Failed to compile the lexer: ${stderr.toString()}`, { cause: error });
  return binary;
}

/** The text of lexer-binary.ts, compiled from the current sources. */
export async function lexerBinaryModule(): Promise<string> {
  const encoded = Buffer.from(await compileLexer()).toString('base64');
  const lines = encoded.match(/.{1,116}/g) ?? [];
  return `// Generated from assembly/ by test/code/lexer/build-lexer.ts. Do not edit.
const encoded = \`
${lines.join('\n')}
\`;

/** The compiled lexer. */
export function lexerBinary(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(encoded, 'base64'));
}
`;
}

/** The text of lexer-binary.ts in the working tree. */
export function committedBinaryModule(): Promise<string> {
  return readFile(binaryModule, 'utf8');
}

if (import.meta.main) await writeFile(binaryModule, await lexerBinaryModule());
