import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { projectRoot } from '../scripts/project.ts';

/** The functions of node:fs that open a file and can wait without limit: for the writer of a named pipe, or for a device. */
const OPENS =
  /\b(?:copyFile|copyFileSync|cp|cpSync|createReadStream|open|openAsBlob|openSync|readFile|readFileSync)\b/g;

/** What opens files by itself, with the functions and the reason. */
const EXCEPTIONS: Readonly<Record<string, { readonly names: readonly string[]; readonly reason: string }>> = {
  'src/verdicts/test-runners/reports/report-programs.ts': {
    names: ['*'],
    reason: 'the texts of reporters, which run elsewhere',
  },
  'src/workspace/plain-files/plain-file.ts': {
    names: ['copyFile', 'open', 'openSync'],
    reason: 'the rule itself',
  },
  'src/code/index/read-tree.ts': {
    names: ['openSync'],
    reason: 'reads into the memory of the lexer, by the same rule',
  },
  'src/code/languages/tree-sitter/load-grammar.ts': { names: ['readFile'], reason: 'a file of the program' },
  'src/cli/base/take-secrets.ts': { names: ['openSync', 'readFileSync'], reason: 'the memory of the own process' },
  'src/cli/code-cache.ts': { names: ['readFileSync'], reason: 'the text of the program, before anything is loaded' },
  'src/cli/watch/watchdog.ts': { names: ['*'], reason: 'the text of a thread, which writes to standard error' },
  'src/history/database/process-identity.ts': { names: ['readFileSync'], reason: 'what /proc says about a process' },
  'src/workspace/processes/process-identity.ts': { names: ['readFile'], reason: 'what /proc says about a process' },
  'src/workspace/environment/marked-processes.ts': { names: ['readFile'], reason: 'what /proc says about a process' },
  'src/workspace/confinement/inherited-descriptors.ts': {
    names: ['openSync', 'readFile'],
    reason: 'what /proc says about the own process, and the null device',
  },
  'src/workspace/confinement/outside-paths.ts': { names: ['readFileSync'], reason: 'what /proc says about sockets' },
  'src/workspace/confinement/system-call-filter.ts': { names: ['openSync'], reason: 'a file that it has written' },
  'src/workspace/confinement/examine-path.ts': {
    names: ['openSync'],
    reason: 'the first bytes of a program, without waiting',
  },
  'src/workspace/escapes/opening.ts': { names: ['openSync', 'readFileSync'], reason: 'tries to open anything' },
  'src/workspace/escapes/process-mechanisms.ts': {
    names: ['openSync', 'readFileSync'],
    reason: 'tries to open anything',
  },
  'src/workspace/escapes/program.ts': { names: ['readFileSync'], reason: 'reads what the check has written' },
  'src/workspace/escapes/scene.ts': { names: ['open'], reason: 'opens files that it has written' },
  'src/workspace/landing/file-moves.ts': { names: ['copyFile', 'open'], reason: 'flushes a file that it has written' },
  'src/workspace/landing/journal.ts': { names: ['open'], reason: 'writes and flushes its own files' },
};

describe('The sources', () => {
  it('[CONF-4] open files by the rule for plain files alone', async () => {
    const found: Record<string, readonly string[]> = {};
    for (const file of await glob('src/**/*.ts', { cwd: projectRoot })) {
      const names = findOpeningFunctions(await readFile(join(projectRoot, file), 'utf8'));
      if (names.length > 0) found[file.replaceAll('\\', '/')] = names;
    }
    const expected = Object.entries(EXCEPTIONS).map(([file, { names }]) => [file, names]);
    assert.deepEqual(found, Object.fromEntries(expected), 'Use src/workspace/plain-files/plain-file.ts.');
  });

  it('[CONF-4] are searched for every form of import', () => {
    const cases: readonly (readonly [text: string, ...names: readonly string[]])[] = [
      ["import { readFile, stat } from 'node:fs/promises';", 'readFile'],
      ["import {\n  openSync as start,\n  mkdir,\n} from 'node:fs';", 'openSync'],
      ["import * as fs from 'node:fs';", '*'],
      ["import fs from 'fs';", '*'],
      ["import { promises } from 'fs';", '*'],
      ["const fs = await import('node:fs/promises');", '*'],
      ["import { mkdir } from 'node:fs/promises';"],
      ["import type { Stats } from 'node:fs';"],
    ];
    for (const [text, ...names] of cases) assert.deepEqual(findOpeningFunctions(text), names, text);
  });
});

/** The functions that a text imports from node:fs and that open files, sorted; `*` if it imports all. */
function findOpeningFunctions(text: string): readonly string[] {
  const named = [...text.matchAll(/import\s+(?!type\b)([^;'"]*?)\s+from\s+['"](?:node:)?fs(?:\/promises)?['"]/g)];
  const names = named.flatMap(([, clause = '']) =>
    clause.startsWith('{') && !/\bpromises\b/.test(clause) ? [...clause.matchAll(OPENS)].map(([name]) => name) : ['*'],
  );
  const isDynamic = /\b(?:import|require)\(\s*['"](?:node:)?fs(?:\/promises)?['"]/.test(text);
  return [...new Set([...names, ...(isDynamic ? ['*'] : [])])].sort();
}
