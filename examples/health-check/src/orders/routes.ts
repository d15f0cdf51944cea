import type { Route } from '../server/route.ts';
import type { OrderStore } from './store.ts';

export function listOrdersRoute(store: OrderStore): Route {
  return {
    method: 'GET',
    path: '/orders',
    answer: async () => ({ status: 200, body: await store.list() }),
  };
}

export function addOrderRoute(store: OrderStore): Route {
  return {
    method: 'POST',
    path: '/orders',
    answer: async (body) => {
      const order = parseOrder(body);
      if (!order) return { status: 400, body: { error: 'An order needs an article and a quantity' } };
      return { status: 201, body: await store.add(order.article, order.quantity) };
    },
  };
}

function parseOrder(body: string): { article: string; quantity: number } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null) return undefined;
    const { article, quantity } = value as { article?: unknown; quantity?: unknown };
    return typeof article === 'string' && typeof quantity === 'number' ? { article, quantity } : undefined;
  } catch {
    return undefined;
  }
}
