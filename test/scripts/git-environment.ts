import { join } from 'node:path';
import { cacheFolder } from './project.ts';

/** Makes git independent of the configuration of the machine and the user: a test that needs an identity sets one. */
export const GIT_WITHOUT_CONFIGURATION = {
  GIT_CONFIG_GLOBAL: join(cacheFolder, 'no-git-configuration'),
  GIT_CONFIG_NOSYSTEM: '1',
} as const;
