import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import { loadLanguageOf } from '../../../../src/code/languages/language-table.ts';
import { MemoryTree } from '../../../verdicts/checks/memory-tree.ts';
import { compareGoFile } from './compare-go.ts';
import { comparePythonFile } from './compare-python.ts';
import type { ComparedFile, Difference } from './compared-file.ts';
import { goFile, pythonFile } from './truth.ts';

const recordedFile = z.object({ python: pythonFile, go: goFile });

async function readSample(name: string): Promise<string> {
  return readFile(new URL(`samples/${name}`, import.meta.url), 'utf8');
}

async function compareSample<Truth>(
  file: string,
  truth: Truth & { readonly error?: string | undefined },
  compare: (file: ComparedFile<Truth>) => readonly Difference[],
): Promise<Readonly<Record<string, number>>> {
  const text = await readSample(file);
  const index = await ModuleIndex.build(new MemoryTree({ [file]: text }));
  const language = await loadLanguageOf(file);
  assert.ok(language);
  assert.equal(truth.error, undefined);
  const counts: Record<string, number> = {};
  const count = (what: string, number = 1): void => {
    counts[what] = (counts[what] ?? 0) + number;
  };
  assert.deepEqual(language.findSyntaxErrors(text), []);
  assert.deepEqual(compare({ file, text, truth, index, language, count, maxSignatures: Infinity }), []);
  return counts;
}

describe('the samples of other languages', () => {
  it('[LANG-1] are read as ast of Python reads them', async () => {
    const { python } = recordedFile.parse(JSON.parse(await readSample('recorded.json')));
    const counts = await compareSample('sample.py', python, comparePythonFile);
    assert.ok((counts['exports'] ?? 0) > 30 && (counts['signatures'] ?? 0) > 3, JSON.stringify(counts));
  });

  it('[LANG-1] are read as go/parser reads them', async () => {
    const { go } = recordedFile.parse(JSON.parse(await readSample('recorded.json')));
    const counts = await compareSample('sample.go', go, compareGoFile);
    assert.ok((counts['declarations'] ?? 0) > 15 && (counts['signatures'] ?? 0) > 3, JSON.stringify(counts));
  });
});
