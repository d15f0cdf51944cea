/** Programs that do what the oracle must find. A script calls one of them: `deceive('loss')`. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingKind } from './oracle/finding.ts';

export function deceive(kind: FindingKind): void {
  const contract = JSON.parse(readFileSync(process.argv[3] ?? '', 'utf8')) as {
    readonly chunks: { readonly id: string }[];
  };
  const report = (status: string): void => {
    console.log(JSON.stringify({ status, chunks: contract.chunks.map(({ id }) => ({ status, chunk: id })) }));
    process.exitCode = status === 'pass' ? 0 : 1;
  };
  switch (kind) {
    case 'false pass':
      report('pass');
      return;
    case 'loss':
      // The person never removes this file.
      rmSync('package.json');
      report('fail');
      return;
    case 'leak': {
      const key = process.env['HOLDFAST_API_KEY'] ?? process.env['ANTHROPIC_API_KEY'] ?? '';
      writeFileSync(join(process.env['HOLDFAST_STORAGE'] ?? '', 'log.txt'), `Authorization: Bearer ${key}`);
      report('fail');
      return;
    }
    case 'hang':
      setInterval(() => undefined, 1_000);
      return;
    case 'orphan':
      spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: 'ignore' }).unref();
      report('fail');
      return;
    case 'crash':
      process.exitCode = 7;
      return;
    case 'overspend':
      void spend().then(() => report('fail'));
      return;
    case 'false fail':
      report('fail');
      return;
  }
}

/** Asks the model service more often than the cost limit permits. */
async function spend(): Promise<void> {
  const { HOLDFAST_BASE_URL: url = '', HOLDFAST_MODEL: model = '' } = process.env;
  const path = model.startsWith('anthropic') ? 'messages' : 'chat/completions';
  for (let call = 0; call < 60; call++) {
    const body = JSON.stringify({ model: 'test-model', messages: [], verdict: 'confidence' });
    await (await fetch(`${url}/${path}`, { method: 'POST', body })).text();
  }
}
