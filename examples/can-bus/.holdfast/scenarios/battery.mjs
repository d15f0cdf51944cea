// Reports a state of charge, in percent.
import { createServer } from 'node:http';

createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ charge: 87 }));
}).listen(Number(process.argv[2]), '127.0.0.1');
