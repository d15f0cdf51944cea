import assert from 'node:assert/strict';
import { isReportedByService } from '../../../src/extension/diagnostics/syntax-services.ts';

describe('Problems that a language service reports, too', () => {
  const services = { isInstalled: (id: string) => id !== 'redhat.vscode-yaml', isEnabled: () => true };
  const withYaml = { ...services, isInstalled: () => true };

  it('[EDIT-2] are the syntax errors of open documents', () => {
    assert.equal(isReportedByService('syntax', 'json', services), true);
    assert.equal(isReportedByService('duplicate-key', 'jsonc', services), true);
    assert.equal(isReportedByService('syntax', 'yaml', withYaml), true);
  });

  it('[EDIT-2] are no others: not of YAML without an extension, of closed files, or of the contract itself', () => {
    assert.equal(isReportedByService('syntax', 'yaml', services), false);
    assert.equal(isReportedByService('syntax', undefined, withYaml), false);
    assert.equal(isReportedByService('unknown-key', 'yaml', withYaml), false);
    assert.equal(isReportedByService('syntax', 'yaml', { ...withYaml, isEnabled: () => false }), false);
  });
});
