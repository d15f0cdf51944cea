import assert from 'node:assert/strict';
import { formatOf, parseSource } from '../../../src/contract/source/parse-source.ts';
import { dataOf, type SourceNode } from '../../../src/contract/source/source-node.ts';
import { LineMap } from '../../../src/foundation/position.ts';
import { scanText } from '../../../src/authoring/source/scan-text.ts';
import { largeContract, readSampleTexts } from '../support/sample-texts.ts';

function scan(text: string): unknown {
  const { root } = scanText(text, { format: 'yaml' });
  return root && dataOf(root);
}

/** Every range of a tree with its path. */
function rangesOf(node: SourceNode, path = ''): readonly string[] {
  const own = `${path} ${node.kind} ${node.start}-${node.end}`;
  if (node.kind === 'list') return [own, ...node.items.flatMap((item, index) => rangesOf(item, `${path}/${index}`))];
  if (node.kind === 'scalar') return [own];
  return [
    own,
    ...node.entries.flatMap((entry) => [
      `${path}/${entry.key} key ${entry.keyStart}-${entry.keyEnd}`,
      ...rangesOf(entry.node, `${path}/${entry.key}`),
    ]),
  ];
}

function assertEqualsParser(path: string, text: string): void {
  const parsed = parseSource(path, text, new LineMap(text));
  assert.deepEqual(parsed.problems, [], path);
  const { root } = scanText(text, { format: formatOf(path) });
  assert.ok(root && parsed.root, path);
  assert.deepEqual(dataOf(root), dataOf(parsed.root), path);
  assert.deepEqual(rangesOf(root), rangesOf(parsed.root), path);
}

describe('The scanner of texts that are being typed', () => {
  it('[EDIT-2] reads valid texts like the parser, values and ranges', async () => {
    const samples = await readSampleTexts();
    assert.ok(samples.length > 15);
    for (const { path, text } of samples) {
      assertEqualsParser(path, text);
      assertEqualsParser(path, text.replaceAll('\n', '\r\n'));
    }
  });

  it('[EDIT-2] reads the forms of YAML values like the parser', () => {
    for (const text of [
      'a: "x: y # z"\nb: \'it\'\'s\'\nc: "a\\tb\\u00e9"\n',
      'a: [b, "c", { d: 1, e: [true, ~] }, f: g]\n',
      'a:\n- b\n- c: 1\n  d: 2\n-\n  e: 3\nf: 1\n',
      'a: |\n  x\n   y\n\n  z\nb: >-\n  one\n  two\n\n  three\nc: |2\n   x\n',
      'a: | # at most 3\n  x\nb: > # well-known\n  y\nc: |+\n  z\n\nd: 1\n',
      '---\n# comment\na: 1 # more\n\n# end\n',
      'a: &x { b: 1 }\nc: *x\nd: !!str e\n',
      'a: one\n  two\n  three\nb: [1,\n  2, # two\n  3\n]\n',
      '"quoted key": 1\n',
      '- - a\n  - b\n- - c\n',
      'a: {}\nb: []\nc:\nd: ""\n',
      'a: http://x/y#z\nb: -1.5e3\nc: 0x\n',
    ])
      assertEqualsParser('a.yaml', text);
  });

  it('[EDIT-2] keeps a mistake in its line', () => {
    assert.deepEqual(scan('a: [x, y\nb: 1\n'), { a: ['x', 'y'], b: 1 });
    assert.deepEqual(scan('a: { x: 1, y\nb: 1\n'), { a: { x: 1, y: null }, b: 1 });
    assert.deepEqual(scan('a: "open\nb: 1\n'), { a: 'open', b: 1 });
    assert.deepEqual(scan('list:\n  - id: a\n     wrong: 1\n    title: b\n  - id: c\n'), {
      list: [{ id: 'a', title: 'b' }, { id: 'c' }],
    });
    assert.deepEqual(scan('list:\n  - id: a\n    dep\n    title: b\n  - id: c\n'), {
      list: [{ id: 'a', dep: null, title: 'b' }, { id: 'c' }],
    });
    assert.deepEqual(scan('list:\n\t- id: a\n\t  title: b\nz: 1\n'), { list: [{ id: 'a', title: 'b' }], z: 1 });
    assert.deepEqual(scan('a: b]\nc: }\nd: [[1]\ne: 2'), { a: 'b]', c: '}', d: [[1]], e: 2 });
  });

  it('[EDIT-2] ends for every prefix of a sample', async () => {
    for (const { path, text } of await readSampleTexts()) {
      const step = Math.ceil(text.length / 300);
      for (let end = 0; end < text.length; end += step) scanText(text.slice(0, end), { format: formatOf(path) });
    }
  });

  it('[EDIT-2] ends for deep nesting', () => {
    for (const text of ['['.repeat(100_000), '{a: '.repeat(50_000), '- '.repeat(20_000), 'a:\n'.repeat(10_000)])
      scanText(text, { format: 'yaml' });
  });

  it('[EDIT-2] reads a contract of 1,000 chunks many times as fast as the parser', () => {
    const text = largeContract(1_000);
    const time = (work: () => unknown): number => {
      const started = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1_000;
    };
    const scanned = Math.min(...[1, 2, 3].map(() => time(() => scanText(text, { format: 'yaml' }))));
    const parsed = time(() => parseSource('a.yaml', text, new LineMap(text)));
    assert.ok(scanned * 4 < parsed, `${scanned} ms, parser ${parsed} ms`);
  });
});
