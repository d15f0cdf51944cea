import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';

const rounds = 7;
const saves = 200;
const savedFileLimitMs = 5;
/** Building the index takes at most this many times as long as reading the files. */
const readLimit = 20;

/** A repository of one language. */
interface Sources {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The time of the index of Python and Go, in CPU time, because the machine can be busy. */
export const otherLanguages: BenchMeasurement = {
  title: 'indexing Python and Go, compared with reading the same files, and one saved file',
  async measure(say) {
    return [...(await measureSources(pythonSources(1_200), say)), ...(await measureSources(goSources(600), say))];
  },
};

async function measureSources({ name, files }: Sources, say: (line: string) => void): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-languages-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const paths = Object.keys(files);
    const tree = new DiskTree(folder, { listFiles: () => Promise.resolve(paths) });
    const ratios: number[] = [];
    let index = await ModuleIndex.build(tree);
    for (let round = 0; round < rounds; round++) {
      const read = await cpuTime(() => {
        for (const path of paths) readFileSync(join(folder, path));
      });
      const built = await cpuTime(async () => {
        index = await ModuleIndex.build(tree);
      });
      ratios.push(built / read);
    }
    const modules = paths.filter((path) => /\.(?:py|go)$/.test(path));
    const times: number[] = [];
    for (let save = 0; save < saves; save++) {
      const file = modules[(save * 7919) % modules.length] ?? '';
      const text = `${await readFile(join(folder, file), 'utf8')}\n`;
      const begun = performance.now();
      index.update([{ file, text }]);
      await index.whenSettled();
      times.push(performance.now() - begun);
    }
    const ratio = median(ratios);
    say(`${modules.length} files of ${name}: ${ratio.toFixed(1)} × reading, saved file ${median(times).toFixed(2)} ms`);
    return [
      { id: `cold-index-${name}/20-reads`, ours: ratio, peer: readLimit, unit: 'ratio' },
      { id: `saved-file-${name}/machine`, ours: median(times), peer: limitOfMachine(savedFileLimitMs), unit: 'ms' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function cpuTime(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}

/** Modules of 14 KB on average, as in the standard library. */
function pythonSources(count: number): Sources {
  const files: Record<string, string> = { 'pyproject.toml': '[project]\nname = "shop"\n' };
  for (let number = 0; number < count; number++) {
    const folder = `src/shop/part${Math.floor(number / 50)}`;
    files[`${folder}/__init__.py`] ??= 'from .base import *\n';
    const methods = Array.from({ length: 3 + (number % 40) }, (_, at) => pythonMethod(at)).join('\n');
    files[`${folder}/module${number}.py`] = [
      `"""Module ${number}: 'quoted' (text) in a docstring."""`,
      'from __future__ import annotations',
      'import os, sys',
      `from .module${number - 1} import Work${number - 1} as Previous`,
      `__all__ = ['Work${number}', "LIMIT"]`,
      'try:',
      '    import json',
      'except ImportError:',
      '    json = None',
      `LIMIT: int = ${number}`,
      `TABLE = {${Array.from({ length: 40 }, (_, at) => `'key${at}': [${at}, "(", b']']`).join(', ')}}`,
      `class Work${number}(Previous):`,
      methods,
    ].join('\n');
  }
  return { name: 'python', files };
}

function pythonMethod(number: number): string {
  return [
    `    def method${number}(self, text: str = 'a', *values: int, limit: int | None = None) -> str:`,
    '        """Joins the values: {text}."""',
    '        # It is called (often).',
    '        if limit is not None and len(values) > limit:',
    '            raise ValueError(f"{text!r} has {\', \'.join(map(str, values))}")',
    '        for at, value in enumerate(values):',
    '            text += str(value) if at % 2 else f"{value:>{limit or 3}}"',
    '        return text',
    '',
  ].join('\n');
}

/** Files of 12 KB on average, as in the standard library. */
function goSources(count: number): Sources {
  const files: Record<string, string> = { 'go.mod': 'module example.com/shop\n' };
  for (let number = 0; number < count; number++) {
    const part = Math.floor(number / 10);
    const functions = Array.from({ length: 5 + (number % 50) }, (_, at) => goMethod(number, at)).join('\n');
    files[`part${part}/file${number}.go`] = [
      `// Package part${part} is generated.`,
      `package part${part}`,
      '',
      `import (\n\t"fmt"\n\t"strings"\n\n\t"example.com/shop/part${part - 1}"\n)`,
      '',
      `const (\n\tFirst${number} = iota\n\tSecond${number}\n)`,
      `var table${number} = map[string]string{"}": \`{\`, "b": "\\""}`,
      `// Work${number} works.`,
      `type Work${number} struct {\n\tName string \`json:"name"\`\n\tvalues []int\n}`,
      functions,
    ].join('\n');
  }
  return { name: 'go', files };
}

function goMethod(file: number, number: number): string {
  return [
    `// Method${number} joins (the) values.`,
    `func (w *Work${file}) Method${number}(text string, values ...int) (string, error) {`,
    '\tfor at, value := range values {',
    "\t\tif value > 3 && text[at] != '{' {",
    '\t\t\treturn "", fmt.Errorf("failed: %s /* no comment */", strings.Repeat(text, 2))',
    '\t\t}',
    '\t\ttext += string(rune(value)) // a } in a comment',
    '\t}',
    '\treturn text, nil',
    '}',
    '',
  ].join('\n');
}
