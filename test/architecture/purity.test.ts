import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import ts from 'typescript';
import { projectRoot } from '../scripts/project.ts';
import { edges } from './layers.ts';

/** Members of `process` that only the edges may use. Other code takes their values as arguments. */
const edgeOnly = new Set(['exit', 'env', 'argv', 'stdout', 'stderr', 'stdin', 'cwd', 'chdir', 'exitCode']);

const exceptions = [
  // Silences one warning of Node while it loads node:sqlite, so it replaces `process.emitWarning` for that moment.
  'src/history/database/node-sqlite.ts',
  // A started process inherits the whole environment unless it is given another one. This file creates that one.
  'src/workspace/environment/subprocess-environment.ts',
  // The entry point of processes that only the check of the sandbox starts.
  'src/workspace/escapes/program.ts',
];

describe('Below the edges', () => {
  it('nothing prints, reads the environment or the working directory, or ends the process', async () => {
    const files = await glob('src/**/*.ts', {
      cwd: projectRoot,
      ignore: [...edges.map((edge) => `src/${edge}/**`), ...exceptions],
    });
    assert.ok(files.length > 0);
    const found = await Promise.all(files.map(async (file) => findEdgeOnlyUses(file, await readSource(file))));
    assert.deepEqual(found.flat(), []);
  });

  it('is checked: direct and indirect uses of the process are reported', () => {
    const cases: readonly (readonly [text: string, ...expected: string[]])[] = [
      ['process.env.A; process.exit(1);', 'process.env', 'process.exit'],
      ['console.log(1);', 'console.log'],
      ['const { env } = process;', 'process'],
      ["process['argv'];", 'process'],
      ['const p = process; p.env;', 'process'],
      ['globalThis.process.env;', 'process.env'],
      ["import { env } from 'node:process';", 'node:process'],
      ["const p = await import('process');", 'process'],
      ["require('process');", 'process'],
      // Neither the global nor a member that only the edges may use.
      [
        'process.pid; other.process.env; const a = { process: 1 }; a.process; interface B { console: string } f("process");',
      ],
    ];
    for (const [text, ...expected] of cases) {
      assert.deepEqual(
        findEdgeOnlyUses('a.ts', text),
        expected.map((use) => `a.ts:1 ${use}`),
        text,
      );
    }
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

/** The uses of `process` and `console` that are reserved for the edges, as `file:line use`. */
function findEdgeOnlyUses(file: string, text: string): readonly string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const use = edgeOnlyUse(node);
    if (use !== undefined)
      found.push(`${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${use}`);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

function edgeOnlyUse(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) && isModuleName(node)) {
    return /^(node:)?(process|console)$/.test(node.text) ? node.text : undefined;
  }
  if (!ts.isIdentifier(node) || !isGlobal(node)) return undefined;
  // The global itself, or `globalThis.process`.
  const object = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
  const access = object.parent;
  // Aliases, destructuring and computed members hide the member that is used, so they are never allowed.
  if (!ts.isPropertyAccessExpression(access) || access.expression !== object) return node.text;
  const member = access.name.text;
  return node.text === 'console' || edgeOnly.has(member) ? `${node.text}.${member}` : undefined;
}

/** Whether a string names the module of an import, a dynamic import, `require` or `process.getBuiltinModule`. */
function isModuleName({ parent }: ts.StringLiteral): boolean {
  if (!ts.isCallExpression(parent)) return ts.isImportDeclaration(parent);
  const { expression } = parent;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  return expression.kind === ts.SyntaxKind.ImportKeyword || name === 'require' || name === 'getBuiltinModule';
}

/** Whether an identifier refers to the global `process` or `console`, not to a member or declaration of that name. */
function isGlobal(node: ts.Identifier): boolean {
  if (node.text !== 'process' && node.text !== 'console') return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return ts.isIdentifier(parent.expression) && parent.expression.text === 'globalThis';
  }
  return (
    !(ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) ||
    parent.name !== node
  );
}
