import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrderStore } from '../src/orders/store.ts';
import { serviceRoutes } from '../src/server/routes.ts';

function routeOf(method: string, path: string) {
  const route = serviceRoutes(new OrderStore()).find((each) => each.method === method && each.path === path);
  assert.ok(route);
  return route;
}

test('an order is taken', async () => {
  const answer = await routeOf('POST', '/orders').answer('{"article":"tea","quantity":2}');
  assert.deepEqual(answer, { status: 201, body: { id: 1, article: 'tea', quantity: 2 } });
});

test('what is no order is refused', async () => {
  const answer = await routeOf('POST', '/orders').answer('tea, please');
  assert.equal(answer.status, 400);
});
