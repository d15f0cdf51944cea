import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dependencyOrder, orderChunks } from '../../src/contract/order.ts';
import { minimal, read } from './read-sample.ts';
import '../random-seed.ts';

const items = (text: string): { id: string; dependsOn: string[] }[] =>
  text.split(' ').map((one) => {
    const [id = '', needed = ''] = one.split(':');
    return { id, dependsOn: needed.split(',').filter((name) => name !== '') };
  });

const orderOf = (text: string): string =>
  dependencyOrder(items(text))
    .order.map((item) => item.id)
    .join(' ');

describe('dependencyOrder', () => {
  it('[COMP-STRUCT] keeps the order of the file where nothing depends on anything', () => {
    assert.equal(orderOf('c a b'), 'c a b');
  });

  it('[COMP-STRUCT] puts dependencies first and otherwise keeps the position', () => {
    assert.equal(orderOf('d:a,c a b c:b e'), 'a b c d e');
    assert.equal(orderOf('a:z b c:b z'), 'b c z a');
  });

  it('passes over ids that nothing has, and dependencies named twice', () => {
    assert.equal(orderOf('a:nothing,b,b b'), 'b a');
  });

  it('[COMP-STRUCT] names a cycle as the way round, each knot once', () => {
    const { order, cycles } = dependencyOrder(items('a:c b:a c:b d e:f f:e g:g h:a'));
    assert.deepEqual(cycles, [['a', 'c', 'b'], ['e', 'f'], ['g']]);
    assert.deepEqual(order.map((item) => item.id).sort(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    assert.ok(order.findIndex((item) => item.id === 'h') > order.findIndex((item) => item.id === 'a'));
  });

  it('names a cycle that is too long for the library, and orders a chain of ten thousand', () => {
    const ring = Array.from({ length: 10_000 }, (_, index) => ({
      id: `c${index}`,
      dependsOn: [`c${(index + 1) % 10_000}`],
    }));
    assert.equal(dependencyOrder(ring).cycles[0]?.length, 10_000);
    const chain = ring.map((item, index) => (index === 9_999 ? { ...item, dependsOn: [] } : item));
    const { order, cycles } = dependencyOrder(chain);
    assert.deepEqual(cycles, []);
    assert.equal(order[0]?.id, 'c9999');
  });

  it('[COMP-STRUCT] is a permutation in which every dependency comes first, for random graphs without cycles', () => {
    const graph = fc.array(fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), { maxLength: 30 });
    fc.assert(
      fc.property(graph, (rows) => {
        // Only on earlier numbers: no cycles. Then the positions are turned round.
        const nodes = rows
          .map((row, id) => ({ id: String(id), dependsOn: row.filter((one) => one < id).map(String) }))
          .reverse();
        const { order, cycles } = dependencyOrder(nodes);
        assert.deepEqual(cycles, []);
        assert.equal(new Set(order).size, nodes.length);
        const at = new Map(order.map((node, index) => [node.id, index]));
        for (const node of order) {
          for (const needed of node.dependsOn) assert.ok((at.get(needed) ?? 0) < (at.get(node.id) ?? 0));
        }
      }),
    );
  });

  it('[COMP-STRUCT] finds a cycle in a random graph exactly where there is one', () => {
    const graph = fc.array(fc.array(fc.nat({ max: 8 }), { maxLength: 2 }), { maxLength: 9 });
    fc.assert(
      fc.property(graph, (rows) => {
        const nodes = rows.map((row, id) => ({ id: String(id), dependsOn: row.map(String) }));
        const { cycles } = dependencyOrder(nodes);
        const needs = new Map(nodes.map((node) => [node.id, node.dependsOn]));
        for (const cycle of cycles) {
          cycle.forEach((id, index) => assert.ok(needs.get(id)?.includes(cycle[(index + 1) % cycle.length] ?? '')));
        }
        const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
          (needs.get(from) ?? []).some((next) => {
            if (next === to) return true;
            if (seen.has(next)) return false;
            seen.add(next);
            return reaches(next, to, seen);
          });
        assert.equal(
          cycles.length > 0,
          nodes.some((node) => reaches(node.id, node.id)),
        );
      }),
    );
  });
});

describe('orderChunks', () => {
  it('gives the chunks themselves', () => {
    const contract = read(`${minimal}    dependsOn: [two]\n  - { id: two, title: Two }\n`).contract;
    assert.ok(contract);
    const [one, two] = contract.chunks;
    assert.deepEqual(orderChunks(contract).order, [two, one]);
  });
});
