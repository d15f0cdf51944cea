import assert from 'node:assert/strict';
import type { DependentsView } from '../../../src/webview/protocol/impact-view.ts';
import { nextNode } from '../../../src/webview/impact/graph-keys.ts';
import { layoutGraph, NODE } from '../../../src/webview/impact/graph-layout.ts';
import { reachedFiles } from '../../../src/webview/impact/reached-files.ts';

const edge = (from: string, to: string, kind: DependentsView['edges'][number]['kind'] = 'import') => ({
  from,
  to,
  kind,
});

/** page uses a through index; other imports a for something else, and so does what depends on other. */
const dependents: DependentsView = {
  files: [
    { file: 'index', level: 1 },
    { file: 'other', level: 1 },
    { file: 'afterOther', level: 2 },
    { file: 'page', level: 2 },
    { file: 'main', level: 3 },
  ],
  edges: [
    edge('index', 'a', 'reexport'),
    edge('other', 'a'),
    edge('afterOther', 'other'),
    edge('page', 'index'),
    edge('page', 'other'),
    edge('main', 'page'),
  ],
  omitted: 0,
};
const all = new Set(dependents.files.map(({ file }) => file));

describe('the graph of dependents', () => {
  it('[ENF-IMPACT-1] of one export holds its users, who passes it on to them, and what depends on them', () => {
    assert.deepEqual([...reachedFiles('a', dependents, new Set(['page', 'a']))].sort(), ['index', 'main', 'page']);
    assert.deepEqual([...reachedFiles('a', dependents, new Set())], []);
  });

  it('stands in columns by level, and no two files at one place', () => {
    const { nodes, lines, width, height } = layoutGraph('a', dependents, all);
    assert.deepEqual(
      nodes.map(({ file, level }) => `${level} ${file}`),
      ['0 a', '1 index', '1 other', '2 page', '2 afterOther', '3 main'],
    );
    assert.equal(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size, nodes.length);
    assert.ok(nodes.every(({ x, y }) => x >= 0 && y >= 0 && x + NODE.width <= width && y + NODE.height <= height));
    assert.equal(lines.length, dependents.edges.length);
  });

  it('leaves out what is not kept, with its lines, and closes the gap', () => {
    const { nodes, lines } = layoutGraph('a', dependents, new Set(['page', 'main']));
    const [root, page] = nodes;
    assert.ok(root && page && page.x < root.x + 2 * NODE.width, 'there is no empty column');
    assert.deepEqual(
      lines.map(({ from, to }) => `${from} ${to}`),
      ['main page'],
    );
  });

  it('tells by their number files that have no room', () => {
    const files = Array.from({ length: 40 }, (_, at) => ({ file: `f${String(at).padStart(2, '0')}`, level: 1 }));
    const many = { files, edges: files.map(({ file }) => edge(file, 'a')), omitted: 0 };
    const { nodes, rests } = layoutGraph('a', many, new Set(files.map(({ file }) => file)));
    assert.deepEqual(
      rests.map(({ level, count }) => [level, count + nodes.length - 1]),
      [[1, 40]],
    );
  });

  it('is walked by the arrow keys', () => {
    const { nodes } = layoutGraph('a', dependents, all);
    const walk = (from: string, key: string) => nextNode(nodes, from, key);
    assert.equal(walk('index', 'ArrowDown'), 'other');
    assert.equal(walk('other', 'ArrowUp'), 'index');
    assert.equal(walk('other', 'ArrowDown'), undefined);
    assert.equal(walk('page', 'ArrowLeft'), 'index');
    assert.equal(walk('page', 'ArrowRight'), 'main');
    assert.equal(walk('main', 'Home'), 'a');
    assert.equal(walk('a', 'End'), 'main');
    assert.equal(walk('a', 'x'), undefined);
  });
});
