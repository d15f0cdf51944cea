import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrderStore } from '../src/orders/store.ts';
import { serviceRoutes } from '../src/server/routes.ts';

function findRoute(method: string, path: string) {
  const route = serviceRoutes(new OrderStore()).find((each) => each.method === method && each.path === path);
  assert.ok(route);
  return route;
}

test('stores an order', async () => {
  const answer = await findRoute('POST', '/orders').answer('{"article":"tea","quantity":2}');
  assert.deepEqual(answer, { status: 201, body: { id: 1, article: 'tea', quantity: 2 } });
});

test('rejects an invalid order', async () => {
  const answer = await findRoute('POST', '/orders').answer('tea, please');
  assert.equal(answer.status, 400);
});
