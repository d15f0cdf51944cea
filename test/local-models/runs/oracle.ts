import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import ts from 'typescript';
import type { Task } from './tasks.ts';

/** What a file of the model really does. */
export interface OracleVerdict {
  /** Whether the file declares what the contract requires: its export, and the signature. */
  readonly isDeclared: boolean;
  /** Whether every example has its value. */
  readonly isRight: boolean;
  /** What is wrong, for people. */
  readonly details: string;
}

/**
 * Judges a file without any code of the engine: the values come from node and python3, the signatures from the compiler of
 * TypeScript and from `inspect` of Python.
 */
export async function judgeByExecution(
  task: Task,
  files: Readonly<Record<string, string>>,
  signature: string | undefined = task.signature?.text,
): Promise<OracleVerdict> {
  if (files[task.file] === undefined) return { isDeclared: false, isRight: false, details: 'no file' };
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-oracle-'));
  try {
    for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const { values, error } = await evaluate(task, folder);
    const wrong = task.examples.filter(
      ([, expected], index) => JSON.stringify(values[index]) !== JSON.stringify(expected),
    );
    const declared = await findDeclarationProblem(task, folder, signature);
    const details = [error, ...wrong.map(([expression]) => `${expression} is wrong`), declared].filter(
      (text) => text !== undefined,
    );
    return {
      isDeclared: declared === undefined,
      isRight: error === undefined && wrong.length === 0,
      details: details.join('; '),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function evaluate(
  task: Task,
  folder: string,
): Promise<{ readonly values: readonly unknown[]; readonly error?: string }> {
  const expressions = task.examples.map(([expression]) => expression);
  const outcome =
    task.language === 'typescript'
      ? await run(folder, process.execPath, [
          '--input-type=module',
          '-e',
          `const m = await import('./${task.file}'); process.stdout.write('\\n' + JSON.stringify([${expressions.map((one) => `m.${one}`).join(', ')}].map((v) => v ?? null)));`,
        ])
      : await run(folder, 'python3', [
          '-c',
          `import json, sys; sys.path.insert(0, 'src'); from ${moduleOf(task)} import *; sys.stdout.write("\\n" + json.dumps([${expressions.join(', ')}]))`,
        ]);
  if (outcome.exitCode !== 0) return { values: [], error: lastLine(outcome.stderr) };
  try {
    return { values: JSON.parse(lastLine(outcome.stdout)) as unknown[] };
  } catch {
    return { values: [], error: 'the file ends the process' };
  }
}

async function findDeclarationProblem(
  task: Task,
  folder: string,
  signature: string | undefined,
): Promise<string | undefined> {
  if (task.language === 'python') return findPythonProblem(task, folder, signature);
  const [created = ''] = task.creates;
  const name = created.replace('()', '');
  const probe = join(folder, 'probe.ts');
  const type = signature === undefined ? 'unknown' : signature;
  await writeFile(
    probe,
    `import { ${name} } from './${task.file}';\ntype Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;\n` +
      (signature === undefined ? `void ${name};\n` : `export const same: Same<typeof ${name}, ${type}> = true;\n`),
  );
  const program = ts.createProgram([probe], {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    allowImportingTsExtensions: true,
    types: [],
  });
  // Other errors of the model's file do not concern the declaration.
  const diagnostics = program.getSemanticDiagnostics(program.getSourceFile(probe));
  const [first] = diagnostics;
  return first === undefined ? undefined : ts.flattenDiagnosticMessageText(first.messageText, ' ').slice(0, 200);
}

async function findPythonProblem(
  task: Task,
  folder: string,
  signature: string | undefined,
): Promise<string | undefined> {
  const [created = ''] = task.creates;
  const name = created.replace('()', '');
  const expected = signature === undefined ? `m.${name}` : `inspect.signature(m.${name}) == inspect.signature(wanted)`;
  const program = [
    'import inspect, sys',
    "sys.path.insert(0, 'src')",
    ...(signature === undefined ? [] : [`def wanted${signature}: ...`]),
    `import ${moduleOf(task)} as m`,
    `assert hasattr(m, '${name}'), 'no ${name}'`,
    ...(signature === undefined ? [] : [`assert ${expected}, str(inspect.signature(m.${name}))`]),
  ];
  const { exitCode, stderr } = await run(folder, 'python3', ['-c', program.join('\n')]);
  return exitCode === 0 ? undefined : lastLine(stderr);
}

function moduleOf({ file }: Task): string {
  return file.replace(/^src\/|\.py$/g, '');
}

interface Outcome {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A model can write an endless loop. */
async function run(cwd: string, command: string, args: readonly string[]): Promise<Outcome> {
  const { exitCode, stdout, stderr } = await execa(command, args, {
    cwd,
    stdin: 'ignore',
    reject: false,
    timeout: 20_000,
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  });
  return { exitCode, stdout, stderr };
}

function lastLine(text: string): string {
  return (
    text
      .trim()
      .split('\n')
      .filter((line) => /\S/.test(line) && !line.startsWith('Node.js v'))
      .at(-1)
      ?.slice(0, 200) ?? ''
  );
}
