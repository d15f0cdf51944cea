import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import type { Answer, Question } from '../check-definition.ts';
import { requireModule } from '../evidence/export-search.ts';
import { findFunction, functionsIn } from '../evidence/function-search.ts';
import type { FoundFunction } from '../evidence/function-search.ts';
import { askTypes } from '../evidence/type-question.ts';
import { someOf } from '../wording/excerpt.ts';
import { nearestName } from '../wording/nearest-name.ts';
import { notAFunction } from '../wording/not-a-function.ts';

const schema = z.strictObject({
  type: z.literal('function_exists'),
  target: z.string().min(1).describe('The name of the function, or Class.method; `default` for the default export.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The path of its file, a glob, or the id of a resource; any file that exports it where absent.'),
  expected: z.string().min(1).optional().describe('The signature that it must have as well.'),
  validator: validatorKey,
});

export const functionExists = defineCheck({
  type: 'function_exists',
  title: 'A function exists',
  description:
    'A function declaration, an arrow function or function expression bound to the name, or a method (Class.method) exists. With `expected` it must have that signature too.',
  schema,
  examples: [
    { type: 'function_exists', target: 'checkHealth', file: 'src/health/check.ts' },
    {
      type: 'function_exists',
      target: 'HealthMonitor.start',
      file: 'src/health/monitor.ts',
      expected: '() => Promise<void>',
    },
  ],
  validators: ['file-export', 'file-ast'],
  speaksOf: (check) => check.file,
  mayNeedTypes: (check) => check.expected !== undefined,
  async answer(check, question) {
    const files = await filesToAsk(check.target, question);
    const found = await firstFunction(check.target, files, question);
    const where = question.resource.location ?? 'some file';
    const expected = `A function ${check.target} in ${where}`;
    if (!found) return { ...(await whatIsThere(check.target, files, question)), passed: false, expected };
    if (check.expected !== undefined) {
      const resource = { ...question.resource, location: found.asked };
      return askTypes('signatures', check.target, check.expected, { ...question, resource });
    }
    const { symbol, file, tier } = found.found;
    return {
      passed: true,
      tier,
      expected,
      actual: `${symbol.kind} ${symbol.name} at ${file}:${symbol.line}`,
      location: { file, line: symbol.line, column: symbol.column },
    };
  },
});

async function filesToAsk(name: string, { resource, evidence }: Question): Promise<readonly string[]> {
  const [outer = name] = name.split('.');
  if (resource.location === undefined) return evidence.index.filesExporting(outer);
  const files = await evidence.tree.filesMeantBy(resource.location);
  const [only] = files;
  if (files.length === 1 && only !== undefined) await requireModule(only, 'functions', evidence);
  return files;
}

async function firstFunction(
  name: string,
  files: readonly string[],
  { evidence }: Question,
): Promise<{ readonly asked: string; readonly found: FoundFunction } | undefined> {
  for (const asked of files) {
    const found = await findFunction(name, asked, evidence);
    if (found) return { asked, found };
  }
  return undefined;
}

/** What stands there instead: something of that name that is not written as a function, or the nearest function. */
async function whatIsThere(
  name: string,
  files: readonly string[],
  { resource, evidence }: Question,
): Promise<Pick<Answer, 'actual' | 'tier' | 'location'>> {
  if (files.length === 0) {
    const near = nearestName(name, evidence.index.allExportNames());
    const nothing = resource.location === undefined ? `No file exports ${name}` : 'There is no such file';
    return { tier: 2, actual: near === undefined ? nothing : `${nothing}; the nearest is ${near}` };
  }
  for (const file of files) {
    const given = evidence.index.findExport(file, name);
    if (given) {
      const { line, column, kind } = given;
      const actual = kind === 'function' ? `${name} has a signature and no body` : notAFunction(name, kind);
      return { tier: 2, actual, location: { file: given.file, line, column } };
    }
  }
  const functions = (
    await Promise.all(
      files.map(async (file) => (await functionsIn(file, evidence)).map((symbol) => ({ file, symbol }))),
    )
  ).flat();
  const names = functions.map(({ symbol }) => symbol.name);
  const near = nearestName(name, names);
  const nearest = functions.find(({ symbol }) => symbol.name === near);
  const found = `Functions found: ${someOf(names)}`;
  return {
    tier: 2,
    actual: nearest ? `${found}; the nearest is ${nearest.symbol.name}` : found,
    location: nearest
      ? { file: nearest.file, line: nearest.symbol.line, column: nearest.symbol.column }
      : files.length === 1 && files[0] !== undefined
        ? { file: files[0], line: 1, column: 1 }
        : undefined,
  };
}
