import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { PostgresServer } from './postgres-server.ts';

const OWNER = `import { PostgresServer } from ${JSON.stringify(new URL('postgres-server.ts', import.meta.url).href)};
const server = await PostgresServer.start();
process.stdout.write(server.url + '\\n');
`;

function untilRemoved(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (existsSync(folder)) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(dirname(folder), check);
    check();
  });
}

describe('the PostgreSQL server of the tests', function () {
  this.timeout(60_000);

  it('keeps its data and its address when it is stopped and started again', async () => {
    await using server = await PostgresServer.start();
    await server.query('create table kept (number bigint)');
    await server.query('insert into kept values (7)');
    await server.stop();
    await assert.rejects(server.query('select 1'), /ECONNREFUSED/);
    await server.restart();
    assert.deepEqual(await server.query('select number from kept'), [{ number: 7 }]);
  });

  it('ends, and removes its folder, when the process of the tests is killed', async () => {
    const owner = spawn(process.execPath, ['--input-type=module', '-e', OWNER], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const end = new Promise((resolve) => client.once('end', resolve));
    owner.kill('SIGKILL');
    await end;
    await untilRemoved(dirname(rows[0]!.data_directory));
    await assert.rejects(new pg.Client({ connectionString: url }).connect(), /ECONNREFUSED/);
  });
});
