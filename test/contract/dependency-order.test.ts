import assert from 'node:assert/strict';
import fc from 'fast-check';
import { orderByDependencies } from '../../src/contract/dependency-order.ts';
import { minimal, read } from './read-sample.ts';
import '../random-seed.ts';

const items = (text: string): { id: string; dependsOn: string[] }[] =>
  text.split(' ').map((item) => {
    const [id = '', needed = ''] = item.split(':');
    return { id, dependsOn: needed.split(',').filter((name) => name !== '') };
  });

const orderOf = (text: string): string =>
  orderByDependencies(items(text))
    .order.map((item) => item.id)
    .join(' ');

describe('orderByDependencies', () => {
  it('[COMP-STRUCT] keeps the order of independent items', () => {
    assert.equal(orderOf('c a b'), 'c a b');
  });

  it('[COMP-STRUCT] puts dependencies first and otherwise keeps the order', () => {
    assert.equal(orderOf('d:a,c a b c:b e'), 'a b c d e');
    assert.equal(orderOf('a:z b c:b z'), 'b c z a');
  });

  it('ignores unknown ids and repeated dependencies', () => {
    assert.equal(orderOf('a:nothing,b,b b'), 'b a');
  });

  it('[COMP-STRUCT] reports one cycle per strongly connected component', () => {
    const { order, cycles } = orderByDependencies(items('a:c b:a c:b d e:f f:e g:g h:a'));
    assert.deepEqual(cycles, [['a', 'c', 'b'], ['e', 'f'], ['g']]);
    assert.deepEqual(order.map((item) => item.id).sort(), ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    assert.ok(order.findIndex((item) => item.id === 'h') > order.findIndex((item) => item.id === 'a'));
  });

  it('finds a cycle that is too long for the library and orders a chain of ten thousand items', () => {
    const ring = Array.from({ length: 10_000 }, (_, index) => ({
      id: `c${index}`,
      dependsOn: [`c${(index + 1) % 10_000}`],
    }));
    assert.equal(orderByDependencies(ring).cycles[0]?.length, 10_000);
    const chain = ring.map((item, index) => (index === 9_999 ? { ...item, dependsOn: [] } : item));
    const { order, cycles } = orderByDependencies(chain);
    assert.deepEqual(cycles, []);
    assert.equal(order[0]?.id, 'c9999');
  });

  it('[COMP-STRUCT] orders random acyclic graphs so that every dependency comes first', () => {
    const graph = fc.array(fc.array(fc.nat({ max: 30 }), { maxLength: 4 }), { maxLength: 30 });
    fc.assert(
      fc.property(graph, (rows) => {
        // Items depend only on lower numbers, so there are no cycles. Then the order is reversed.
        const nodes = rows
          .map((row, id) => ({ id: String(id), dependsOn: row.filter((dependency) => dependency < id).map(String) }))
          .reverse();
        const { order, cycles } = orderByDependencies(nodes);
        assert.deepEqual(cycles, []);
        assert.equal(new Set(order).size, nodes.length);
        const positions = new Map(order.map((node, index) => [node.id, index]));
        for (const node of order) {
          for (const needed of node.dependsOn) {
            assert.ok((positions.get(needed) ?? 0) < (positions.get(node.id) ?? 0));
          }
        }
      }),
    );
  });

  it('[COMP-STRUCT] finds cycles in a random graph if and only if the graph has a cycle', () => {
    const graph = fc.array(fc.array(fc.nat({ max: 8 }), { maxLength: 2 }), { maxLength: 9 });
    fc.assert(
      fc.property(graph, (rows) => {
        const nodes = rows.map((row, id) => ({ id: String(id), dependsOn: row.map(String) }));
        const { cycles } = orderByDependencies(nodes);
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

describe('The order of many items', () => {
  it('contains every item once, also those of a second cycle', () => {
    const ring = (name: string) =>
      Array.from({ length: 600 }, (_, index) => ({
        id: `${name}${index}`,
        dependsOn: [`${name}${(index + 1) % 600}`],
      }));
    const items = [...ring('a'), ...ring('b')];
    const { order, cycles } = orderByDependencies(items);
    assert.deepEqual([order.length, new Set(order).size], [1200, 1200]);
    assert.ok(cycles.length > 0);
  });
});

describe('The order of chunks', () => {
  it('follows dependsOn', () => {
    const contract = read(`${minimal}    dependsOn: [two]\n  - { id: two, title: Two }\n`).contract;
    assert.ok(contract);
    const [one, two] = contract.chunks;
    assert.deepEqual(orderByDependencies(contract.chunks).order, [two, one]);
  });
});
