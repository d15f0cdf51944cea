import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { loadTypeScript } from '../../../src/code/language/typescript-parser.ts';
import { EngineTypeChecker } from '../../../src/code/types/engine-type-checker.ts';
import { JavaScriptEngine } from '../../../src/code/types/engines/javascript-engine.ts';
import type { TypeEngine } from '../../../src/code/types/engines/type-engine.ts';
import { WorkspaceTexts } from '../../../src/code/types/files/workspace-texts.ts';
import type { TypeAnswer, TypeQuery } from '../../../src/code/types/queries/type-checker.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';

const NO_PROGRAM = 'A program is necessary';

/** The answer to a query about a workspace on disk without a program; `undefined` if it needs one. */
export async function answerAsWritten(
  root: string,
  query: TypeQuery,
  index?: ModuleIndex,
): Promise<TypeAnswer | undefined> {
  const typescript = await loadTypeScript();
  const tree = new DiskTree(root);
  const texts = new WorkspaceTexts(tree);
  using configurations = new JavaScriptEngine({ typescript, title: 'configurations', overlay: texts.overlay });
  const engine: TypeEngine = {
    title: 'no engine',
    majorVersion: 6,
    filesOf: (configuration) => configurations.filesOf(configuration),
    invalidate: () => undefined,
    view: () => assert.fail(NO_PROGRAM),
    textOf: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
  const exports = index ?? (await ModuleIndex.build(tree));
  await using checker = new EngineTypeChecker({ typescript, engine, texts, exports });
  try {
    const [answer] = await checker.checkSignatures([query]);
    return answer?.error === undefined ? answer : undefined;
  } catch (error) {
    assert.match(String(error), new RegExp(NO_PROGRAM));
    return undefined;
  }
}
