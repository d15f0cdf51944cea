import { addOrderRoute, listOrdersRoute } from '../orders/routes.ts';
import type { OrderStore } from '../orders/store.ts';
import type { Route } from './route.ts';

/** All routes of the service. */
export function serviceRoutes(store: OrderStore): readonly Route[] {
  return [listOrdersRoute(store), addOrderRoute(store)];
}
