import assert from 'node:assert/strict';
import type { DependentsView } from '../../../src/webview/protocol/impact-panel-data.ts';
import { findNextNode } from '../../../src/webview/impact/graph-keys.ts';
import { layoutGraph, NODE } from '../../../src/webview/impact/graph-layout.ts';
import { findReachedFiles } from '../../../src/webview/impact/reached-files.ts';

const createEdge = (from: string, to: string, kind: DependentsView['edges'][number]['kind'] = 'import') => ({
  from,
  to,
  kind,
});

/** `page` uses an export of `a` through `index`. `other` and its dependents import another export of `a`. */
const dependents: DependentsView = {
  files: [
    { file: 'index', level: 1 },
    { file: 'other', level: 1 },
    { file: 'afterOther', level: 2 },
    { file: 'page', level: 2 },
    { file: 'main', level: 3 },
  ],
  edges: [
    createEdge('index', 'a', 'reexport'),
    createEdge('other', 'a'),
    createEdge('afterOther', 'other'),
    createEdge('page', 'index'),
    createEdge('page', 'other'),
    createEdge('main', 'page'),
  ],
  omitted: 0,
};
const all = new Set(dependents.files.map(({ file }) => file));

describe('the graph of dependents', () => {
  it('[ENF-IMPACT-1] of one export contains its users, their re-exporting files and their dependents', () => {
    assert.deepEqual([...findReachedFiles('a', dependents, new Set(['page', 'a']))].sort(), ['index', 'main', 'page']);
    assert.deepEqual([...findReachedFiles('a', dependents, new Set())], []);
  });

  it('has columns by level, without overlapping files', () => {
    const { nodes, lines, width, height } = layoutGraph('a', dependents, all);
    assert.deepEqual(
      nodes.map(({ file, level }) => `${level} ${file}`),
      ['0 a', '1 index', '1 other', '2 page', '2 afterOther', '3 main'],
    );
    assert.equal(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size, nodes.length);
    assert.ok(nodes.every(({ x, y }) => x >= 0 && y >= 0 && x + NODE.width <= width && y + NODE.height <= height));
    assert.equal(lines.length, dependents.edges.length);
  });

  it('omits hidden files and their lines, without a gap', () => {
    const { nodes, lines } = layoutGraph('a', dependents, new Set(['page', 'main']));
    const [root, page] = nodes;
    assert.ok(root && page && page.x < root.x + 2 * NODE.width, 'no empty column');
    assert.deepEqual(
      lines.map(({ from, to }) => `${from} ${to}`),
      ['main page'],
    );
  });

  it('counts the files that do not fit into a column', () => {
    const files = Array.from({ length: 40 }, (_, index) => ({ file: `f${String(index).padStart(2, '0')}`, level: 1 }));
    const many = { files, edges: files.map(({ file }) => createEdge(file, 'a')), omitted: 0 };
    const { nodes, hidden } = layoutGraph('a', many, new Set(files.map(({ file }) => file)));
    assert.deepEqual(
      hidden.map(({ level, count }) => [level, count + nodes.length - 1]),
      [[1, 40]],
    );
  });

  it('supports the arrow keys', () => {
    const { nodes } = layoutGraph('a', dependents, all);
    const press = (from: string, key: string) => findNextNode(nodes, from, key);
    assert.equal(press('index', 'ArrowDown'), 'other');
    assert.equal(press('other', 'ArrowUp'), 'index');
    assert.equal(press('other', 'ArrowDown'), undefined);
    assert.equal(press('page', 'ArrowLeft'), 'index');
    assert.equal(press('page', 'ArrowRight'), 'main');
    assert.equal(press('main', 'Home'), 'a');
    assert.equal(press('a', 'End'), 'main');
    assert.equal(press('a', 'x'), undefined);
  });
});
