import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
const [folder, ...calls] = process.argv.slice(2);
const client = new Client({ name: 't', version: '1' });
await client.connect(new StdioClientTransport({ command: 'holdfast', args: ['mcp'], cwd: folder, env: process.env, stderr: 'inherit' }));
if (calls.length === 0) console.log((await client.listTools()).tools.map((t) => `${t.name}: ${t.description}`).join('\n'));
for (const call of calls) { const [name, json = '{}'] = call.split('='); const r = await client.callTool({ name, arguments: JSON.parse(json) }); console.log(`## ${call}${r.isError ? ' ERROR' : ''}\n` + r.content.map((c) => c.text).join('\n').slice(0, 1500)); }
await client.close();
