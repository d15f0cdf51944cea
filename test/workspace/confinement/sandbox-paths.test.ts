import assert from 'node:assert/strict';
import { hiddenPaths } from '../../../src/workspace/confinement/sandbox-paths.ts';

describe('hidden paths of a sandbox', () => {
  it('[TRUST-8] include secrets that variables move to another place', () => {
    const environment = {
      XDG_CONFIG_HOME: '/settings',
      XDG_DATA_HOME: '/data',
      GNUPGHOME: '/keys/gnupg',
      KUBECONFIG: '/keys/one:/keys/two',
      DOCKER_CONFIG: 'relative',
    };
    const hidden = hiddenPaths({ home: '/home/a', temporaryFolder: '/tmp', userId: undefined, environment });
    const moved = ['/settings/gh', '/data/keyrings', '/keys/gnupg', '/keys/one', '/keys/two', '/home/a/.config/gh'];
    for (const path of moved) assert.ok(hidden.includes(path), path);
    assert.ok(!hidden.some((path) => path.includes('relative')));
  });
});
