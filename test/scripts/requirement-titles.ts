import ts from 'typescript';

/** A test with the requirement ids in its title and in the titles of its groups. */
export interface TitledTest {
  readonly title: string;
  readonly ids: readonly string[];
}

const groupNames = new Set(['describe', 'context', 'suite']);
const testNames = new Set(['it', 'itInFullRun', 'specify', 'test']);

/** All mocha tests of a source file. Titles start with those of the groups. Computed parts are shown as `…`. */
export function testsIn(fileName: string, text: string): readonly TitledTest[] {
  const found: TitledTest[] = [];
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  visit(source, []);
  return found;

  function visit(node: ts.Node, groups: readonly string[]): void {
    const call = ts.isCallExpression(node) ? titledCall(node) : undefined;
    if (call && testNames.has(call.name)) {
      const title = [...groups, call.title].join(' › ');
      found.push({ title, ids: idsIn(title) });
    }
    const inside = call && groupNames.has(call.name) ? [...groups, call.title] : groups;
    ts.forEachChild(node, (child) => visit(child, inside));
  }
}

/** The ids between square brackets, several of them separated by commas. */
function idsIn(title: string): readonly string[] {
  const brackets = [...title.matchAll(/\[([^\]]+)\]/g)].map((match) => match[1] ?? '');
  return brackets
    .flatMap((inside) => inside.split(',').map((id) => id.trim()))
    .filter((id) => /^[A-Z]+-[A-Z0-9-]+$/.test(id));
}

function titledCall(call: ts.CallExpression): { readonly name: string; readonly title: string } | undefined {
  const callee = ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : call.expression;
  const [first] = call.arguments;
  if (!ts.isIdentifier(callee) || !first) return undefined;
  const title = textOf(first);
  return title === undefined ? undefined : { name: callee.text, title };
}

function textOf(expression: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(expression)) return expression.text;
  if (ts.isTemplateExpression(expression)) {
    return expression.head.text + expression.templateSpans.map((span) => `…${span.literal.text}`).join('');
  }
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return `${textOf(expression.left) ?? '…'}${textOf(expression.right) ?? '…'}`;
  }
  return undefined;
}
