import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { generateConsumer, type ConsumerLine } from './consumer.ts';

/** What a consumer of the earlier release says about the later one. */
export interface ConsumerVerdict {
  readonly lines: number;
  /** The uses that cannot be written, or that do not compile against the earlier release either. */
  readonly inexpressible: number;
  /** The exports and entries with errors, each with the first error. */
  readonly broken: ReadonlyMap<string, string>;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  esModuleInterop: true,
  types: ['node'],
  typeRoots: [join(import.meta.dirname, '../../../node_modules/@types')],
  preserveSymlinks: true,
};

/**
 * Compiles a consumer of every entry of a package against two releases.
 *
 * @param before folder with `node_modules/<name>` of the earlier release
 */
export function checkConsumer(name: string, before: string, after: string): ConsumerVerdict {
  const broken = new Map<string, string>();
  let [lines, inexpressible] = [0, 0];
  for (const subpath of listSubpaths(join(before, 'node_modules', name))) {
    for (const extension of ['mts', 'cts']) {
      const specifier = name + subpath.slice(1);
      const isMain = extension === 'mts';
      const verdict = checkEntry({ name, specifier, extension, isMain }, before, after);
      lines += verdict.lines;
      inexpressible += verdict.inexpressible;
      for (const [key, message] of verdict.broken) if (!broken.has(key)) broken.set(key, message);
    }
  }
  return { lines, inexpressible, broken };
}

function listSubpaths(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports?: unknown };
  const { exports } = manifest;
  if (typeof exports !== 'object' || exports === null || Array.isArray(exports)) return ['.'];
  const keys = Object.keys(exports).filter((key) => key.startsWith('.'));
  const named = keys.filter((key) => !key.includes('*') && !/\.(?:json|css)$/.test(key));
  return keys.length === 0 ? ['.'] : named;
}

interface ConsumedEntry {
  readonly name: string;
  readonly specifier: string;
  readonly extension: string;
  /** Whether all uses are written. Of the other format, only the imports are. */
  readonly isMain: boolean;
}

function checkEntry(
  { name, specifier, extension, isMain }: ConsumedEntry,
  before: string,
  after: string,
): ConsumerVerdict {
  const header = `import * as api from ${JSON.stringify(specifier)};`;
  const probe = compile(before, `probe.${extension}`, `${header}\nvoid api;\n`);
  // The earlier release does not offer the entry with this condition, or has no types for it.
  if (probe.errors.length > 0) return { lines: 0, inexpressible: 0, broken: new Map() };
  const folder = `${before.replaceAll('\\', '/')}/node_modules/${name}/`;
  const { lines: all, inexpressible } = generateConsumer(probe.program, probe.file, folder);
  const lines = isMain ? all : all.filter(({ text }) => /\{ void (?:api\.|\(null! as)/.test(text));
  const text = [header, ...lines.map((line) => line.text)].join('\n');
  const alone = new Set(compile(before, `alone.${extension}`, text).errors.map(({ line }) => line));
  const kept: readonly ConsumerLine[] = lines.filter((_, at) => !alone.has(at + 2));
  const broken = new Map<string, string>();
  const consumer = [header, ...kept.map((line) => line.text)].join('\n');
  for (const { line, message } of compile(after, `consumer.${extension}`, consumer).errors) {
    const key = line === 1 ? specifier : (kept[line - 2]?.name ?? specifier);
    if (!broken.has(key)) broken.set(key, message);
  }
  return { lines: kept.length, inexpressible: inexpressible.length + lines.length - kept.length, broken };
}

function compile(folder: string, name: string, text: string) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, text);
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{}');
  const program = ts.createProgram([file], OPTIONS, createHost());
  const source = program.getSourceFile(file);
  const diagnostics = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  const errors = diagnostics.flatMap(({ start, messageText, category }) => {
    if (category !== ts.DiagnosticCategory.Error || source === undefined || start === undefined) return [];
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    return [{ line, message: ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ').slice(0, 220) }];
  });
  return { program, file, errors };
}

const libraries = new Map<string, ts.SourceFile | undefined>();

/** The standard library is parsed once. */
function createHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS, true);
  return {
    ...host,
    getSourceFile: (file, options) => {
      if (!/\/typescript\/lib\/|@types\/node|undici-types/.test(file)) return host.getSourceFile(file, options);
      if (!libraries.has(file)) libraries.set(file, host.getSourceFile(file, options));
      return libraries.get(file);
    },
  };
}
