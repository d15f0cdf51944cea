import { strict as assert } from 'node:assert';
import type { DoctorFinding } from '../../src/engine.ts';
import { createHealthFiles } from '../cli/support/health-check.ts';
import type { ClientSite } from './support/client-site.ts';
import { DIALECTS } from './support/client-dialect.ts';
import { openSite } from './support/run-conversation.ts';

/** What doctor says about one client, as its level and message. */
async function diagnose(site: ClientSite): Promise<string> {
  const run = await site.holdfast('doctor', '--format', 'json');
  const { findings } = JSON.parse(run.stdout) as { readonly findings: readonly DoctorFinding[] };
  const own = findings.filter(({ subject }) => subject.startsWith('agent'));
  return own.map(({ level, message }) => `${level}: ${message}`).join('\n');
}

describe('holdfast doctor about installed agents', function () {
  this.timeout(120_000);

  it('[AGENT-3] shows what Codex itself says about its hooks', async () => {
    const dialect = DIALECTS.codex;
    using site = await openSite(dialect, createHealthFiles());
    assert.match(await diagnose(site), /^warning: .*does not trust the folder/);
    dialect.configure(site, 'http://127.0.0.1:9');
    assert.match(await diagnose(site), /^warning: .*Codex skips them: untrusted/);
    await dialect.trust(site);
    assert.match(await diagnose(site), /^ok: .*found, current and trusted/);
    const file = '.codex/hooks.json';
    site.workspace.write({ [file]: site.workspace.read(file).replace('"timeout": 60', '"timeout": 59') });
    const changed = await diagnose(site);
    assert.match(changed, /the hooks are not those that this version writes/);
    assert.match(changed, /Codex skips them: modified/);
  });
});
