import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { HoldfastError } from '../../../foundation/errors.ts';
import { systemErrorCode } from '../../../foundation/system-error.ts';
import { readPlainFile } from '../../../workspace/plain-files/plain-file.ts';

/** The result of one test, as a runner reports it. */
export interface TestResult {
  /** Its file as the runner names it: a path in the tree or in a project, or the import path of a Go package. */
  readonly file: string;
  /** Whether the file is relative to the root of the tree. */
  readonly isInTree: boolean;
  /** Its own title, without those of its suites. */
  readonly name: string;
  readonly passed: boolean;
  readonly failed: boolean;
}

const lineSchema = z.object({ file: z.string().optional(), name: z.string(), status: z.string().optional() });
const goSchema = z.object({ Action: z.enum(['pass', 'fail', 'skip']), Package: z.string(), Test: z.string() });
const jestSchema = z.object({
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) }),
  ),
});

const GO_STATUS = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;

/** A larger report is not read. Bytes. */
const MAX_SIZE = 64 * 1024 * 1024;

/**
 * Reads the reports that the runners of one command wrote into a folder; `undefined` if there is none that can be read. A
 * test of a file outside of the tree is left out.
 *
 * @param root absolute path of the tree in which the command ran
 */
export async function readReports(folder: string, root: string): Promise<readonly TestResult[] | undefined> {
  const results: TestResult[] = [];
  let isFound = false;
  for (const name of (await readdir(folder)).sort()) {
    const text = /\.jsonl?$/.test(name) ? await readText(path.join(folder, name)) : undefined;
    if (text === undefined) continue;
    isFound = true;
    results.push(...(name.endsWith('.json') ? readJest(text) : text.split('\n').flatMap(readLine)));
  }
  if (!isFound) return undefined;
  const roots = [root, await realpath(root)].map((one) => `${one.replaceAll('\\', '/')}/`);
  return results.flatMap((result) => {
    if (!path.isAbsolute(result.file)) return [result];
    const own = roots.find((one) => result.file.startsWith(one));
    return own === undefined ? [] : [{ ...result, file: result.file.slice(own.length), isInTree: true }];
  });
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return (await readPlainFile(file, MAX_SIZE)).toString('utf8');
  } catch (thrown) {
    // Code under test can write in the folder, too.
    if (thrown instanceof HoldfastError || systemErrorCode(thrown) !== undefined) return undefined;
    throw thrown;
  }
}

/** A line of the programs that write reports, or of `go test -json`. */
function readLine(line: string): readonly TestResult[] {
  const value = parseJson(line);
  const own = lineSchema.safeParse(value).data;
  if (own !== undefined) return [toResult(own.file ?? '', own.name, own.status ?? '')];
  const go = goSchema.safeParse(value).data;
  return go === undefined ? [] : [toResult(go.Package, go.Test, GO_STATUS[go.Action])];
}

/** The format of jest, which vitest writes, too. */
function readJest(text: string): readonly TestResult[] {
  const report = jestSchema.safeParse(parseJson(text)).data;
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => toResult(name, title, status)),
  );
}

function toResult(file: string, name: string, status: string): TestResult {
  const slashed = file.replaceAll('\\', '/');
  return { file: slashed, isInTree: false, name, passed: status === 'passed', failed: status === 'failed' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
