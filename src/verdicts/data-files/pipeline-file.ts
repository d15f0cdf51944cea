import type { DataPath, Problem } from '../../contract/document.ts';
import { createPathMatcher, isExclusion } from '../../contract/globs/path-matcher.ts';
import {
  readPipelineSettings,
  type PipelineDocument,
} from '../../workspace/configuration/pipeline/pipeline-document.ts';
import {
  PIPELINE_FILE,
  type PipelineSettings,
  pipelineSettingsSchema,
} from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import { createModuleMatcher, TreeModules } from '../../workspace/configuration/pipeline/tree-modules.ts';
import type { DataFileCheck } from './data-file-types.ts';
import type { DataFileReader, DataFileTree } from './data-file-reader.ts';
import { toDraft7, EXTENSION_KEYS, type JsonSchema } from '../../contract/json-schema/contract-json-schema.ts';

/** Reads `.holdfast/pipeline.yaml`, and compares its globs with the files. */
export const pipelineReader: DataFileReader = { schema: pipelineJsonSchema, check: checkPipelineFile };

async function checkPipelineFile(tree: DataFileTree): Promise<readonly DataFileCheck[]> {
  const text = await tree.readText(PIPELINE_FILE);
  if (text === undefined) return [];
  const document = readPipelineSettings(text);
  if (document.value === undefined) return [{ kind: 'pipeline', document, globs: [] }];
  const files = await tree.listFiles();
  const lists = globLists(document.value);
  const unmatched = lists.flatMap((list) => findUnmatched(document, list, files));
  const checked = { ...document, problems: [...document.problems, ...unmatched] };
  const globs = lists.map(({ path, globs: entries, createMatcher }) => ({
    path,
    files: countMatches(files, entries, createMatcher),
  }));
  return [{ kind: 'pipeline', document: checked, globs }];
}

interface GlobList {
  readonly path: DataPath;
  readonly globs: readonly string[];
  readonly createMatcher: MatcherFactory;
}

type MatcherFactory = (globs: readonly string[]) => (file: string) => boolean;

const noModules = new TreeModules([]);
/** The matcher that decides whether an item is safety-affecting. */
const createSafetyMatcher: MatcherFactory = (globs) => createModuleMatcher(globs, noModules);

/** The values with globs that name at least one. */
function globLists({ safetyCriticalModules, architecturalRules, contextFiles }: PipelineSettings): GlobList[] {
  const lists: GlobList[] = [
    { path: ['safetyCriticalModules'], globs: safetyCriticalModules, createMatcher: createSafetyMatcher },
    ...architecturalRules.flatMap(({ from, to }, index): GlobList[] => [
      { path: ['architecturalRules', index, 'from'], globs: from, createMatcher: createPathMatcher },
      { path: ['architecturalRules', index, 'to'], globs: to, createMatcher: createPathMatcher },
    ]),
    { path: ['contextFiles'], globs: contextFiles, createMatcher: createPathMatcher },
  ];
  return lists.filter(({ globs }) => globs.length > 0);
}

/** A glob without a match is usually misspelled: it protects, forbids or adds nothing. */
function findUnmatched(document: PipelineDocument, list: GlobList, files: readonly string[]): readonly Problem[] {
  return list.globs.flatMap((glob, index) => {
    if (isExclusion(glob) || countMatches(files, [glob], list.createMatcher) > 0) return [];
    // The range of a single glob without a list is that of its value.
    const path = [...list.path, index];
    const message = `"${glob}" matches no file of the workspace folder. Correct the path, or remove it.`;
    return [{ code: 'no-match', severity: 'warning', message, path, range: document.rangeOf(path) }];
  });
}

function countMatches(files: readonly string[], globs: readonly string[], createMatcher: MatcherFactory): number {
  const matches = createMatcher(globs);
  return files.filter((file) => matches(file)).length;
}

/** Generates the JSON Schema (draft 7) of `.holdfast/pipeline.yaml`, for completion and hovers in editors. */
export function pipelineJsonSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toDraft7(pipelineSettingsSchema, { useReferences: false }),
    ...EXTENSION_KEYS,
    title: 'Holdfast pipeline',
  };
}
