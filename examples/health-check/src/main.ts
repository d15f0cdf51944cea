import { OrderStore } from './orders/store.ts';
import { serviceRoutes } from './server/routes.ts';
import { createService } from './server/server.ts';

const port = Number(process.env.PORT ?? 8080);
createService(serviceRoutes(new OrderStore())).listen(port, '127.0.0.1', () => {
  console.log(`The order service listens on http://127.0.0.1:${port}`);
});
