import type { ModuleReader } from '../interface/code-language.ts';
import { PythonResolver } from './python-resolver.ts';
import { readPythonModule } from './read-python-module.ts';

/** What the index reads of Python, without the grammar. */
export const pythonReader: ModuleReader = {
  readModule: readPythonModule,
  createResolver: (files, configuration) => new PythonResolver(files, configuration),
};
