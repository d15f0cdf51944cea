import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import ts from 'typescript';
import { projectRoot } from '../workshop/project.ts';
import { edges } from './layers.ts';

/** Members of `process` that a part below the edges is handed instead of reaching for them. */
const edgeOnly = new Set(['exit', 'env', 'argv', 'stdout', 'stderr', 'stdin', 'cwd', 'chdir', 'exitCode']);

describe('Below the edges', () => {
  it('nothing prints, reads the environment or the working directory, or ends the process', async () => {
    const files = await glob('src/**/*.ts', { cwd: projectRoot, ignore: edges.map((edge) => `src/${edge}/**`) });
    assert.ok(files.length > 0);
    const found = await Promise.all(files.map(async (file) => reachesIn(file, await readSource(file))));
    assert.deepEqual(found.flat(), []);
  });

  it('is judged rightly: reaching for the process is found', () => {
    const text = 'const a = process.env.A; console.log(a); process.exit(1); process.pid; other.process.env;';
    assert.deepEqual(reachesIn('a.ts', text), ['a.ts:1 process.env', 'a.ts:1 console.log', 'a.ts:1 process.exit']);
  });
});

describe('The sources', () => {
  it('use no global that Node 22 lacks', async () => {
    const files = await glob('src/**/*.ts', { cwd: projectRoot });
    const late = /\b(?:Async)?DisposableStack\b|\bPromise\.try\b|\bRegExp\.escape\b|\bError\.isError\b/;
    const found = await Promise.all(files.map(async (file) => [file, late.exec(await readSource(file))?.[0]] as const));
    assert.deepEqual(
      found.filter(([, use]) => use !== undefined),
      [],
    );
  });
});

function readSource(file: string): Promise<string> {
  return readFile(join(projectRoot, file), 'utf8');
}

function reachesIn(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const use = `${node.expression.text}.${node.name.text}`;
      const forbidden = node.expression.text === 'process' && edgeOnly.has(node.name.text);
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (forbidden || node.expression.text === 'console') found.push(`${file}:${line} ${use}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
