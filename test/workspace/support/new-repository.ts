import { join } from 'node:path';
import { projectRoot } from '../../scripts/project.ts';

/**
 * An environment of `git init`: a new repository has a configuration that starts no cleaning, and no examples of hooks.
 * Tests create thousands of repositories.
 */
export const NEW_REPOSITORY = { GIT_TEMPLATE_DIR: join(projectRoot, 'test', 'fixtures', 'git-template') } as const;
