import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describeEffect } from '../../../src/pipeline/opening/effect-text.ts';
import { projectRoot } from '../../scripts/project.ts';

const FOLDER = join(projectRoot, 'src', 'pipeline', 'state');

/** The names of the comments that transitions post, as in their keys. A sub-item in a name is `types`. */
function listCommentNames(): readonly string[] {
  const names: string[] = [];
  for (const file of readdirSync(FOLDER)) {
    const source = ts.createSourceFile(file, readFileSync(join(FOLDER, file), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'withComment') {
        names.push(readName(node.arguments[2], file));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return names;
}

function readName(node: ts.Expression | undefined, file: string): string {
  if (node !== undefined && ts.isStringLiteralLike(node)) return node.text;
  if (node !== undefined && ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `types${literal.text}`).join('');
  }
  assert.fail(`A comment in ${file} has no name that can be read.`);
}

describe('The names of comments', () => {
  it('each comment of a transition has a sentence in the timeline', () => {
    const names = listCommentNames();
    assert.ok(names.includes('entered') && names.includes('types/failure'), names.join(', '));
    const unknown = names.filter((name) => {
      const key = `${name}/7`;
      return describeEffect(key, 'generation', { at: '2026-11-23T10:00:00.000Z' }).text === key;
    });
    assert.deepEqual(unknown, []);
  });
});
