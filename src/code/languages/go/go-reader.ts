import type { ModuleReader } from '../interface/code-language.ts';
import { GoResolver } from './go-resolver.ts';
import { readGoModule } from './read-go-module.ts';

/** What the index reads of Go, without the grammar. */
export const goReader: ModuleReader = {
  readModule: readGoModule,
  createResolver: (files, configuration, recordOf) => new GoResolver(files, configuration, recordOf),
};
