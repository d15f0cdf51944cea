// An in-memory chat service with two messages. Usage: node chat-service.mjs [port]
import { createServer } from 'node:http';

const messages = [
  { channel: 'releases', id: '41', author: 'ada', text: 'Version 1.3.0 is out.' },
  { channel: 'releases', id: '42', author: 'ada', text: 'Version 1.4.0 is out: see the notes.' },
];

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.headers.authorization !== 'Bearer open-sesame') return answer(401, { error: 'not authorised' });
  const found = messages.filter(
    ({ channel, id }) => channel === searchParams.get('channel') && id === searchParams.get('id'),
  );
  return answer(200, { messages: found });
});

server.listen(Number(process.argv[2] ?? 8065), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
