import { isGlob } from '../../../contract/globs/glob-syntax.ts';
import { toPlanPath } from '../facts/plan-path.ts';
import type { RuleFinding } from '../findings/finding.ts';
import { addDependency } from '../findings/fixes.ts';
import type { PlanRule } from './plan-rule.ts';

/** Not in the source documents: a context file that does not exist cannot be part of the prompt. */
export const contextFiles: PlanRule = {
  id: 'context-files',
  title: 'Context files exist',
  explanation:
    'The prompt contains the context files of a chunk. A file that does not exist when the chunk starts is missing there. ' +
    'Files that the chunk itself creates are accepted. Patterns are ignored.',
  severity: 'warning',
  runEffect: 'none',
  structural: false,
  check: (facts) =>
    facts.chunks.flatMap(({ chunk, position, at, allowed }) =>
      chunk.contextFiles.flatMap((item, index): RuleFinding[] => {
        const path = isGlob(item) ? undefined : toPlanPath(item);
        if (path === undefined || allowed.allows(path)) return [];
        const { files, possibleFiles, initialPaths } = facts;
        if (files.existsBefore(path, position) || initialPaths.hasBeginning(`${path}/`)) return [];
        if (files.statedExistenceAfter(path, position) === undefined && possibleFiles.mayExistAfter(path, position))
          return [];
        const creator = files.creatorsOf(path).find((other) => other !== position);
        const fix = creator === undefined ? undefined : addDependency(facts, position, creator);
        const itemPath = [...at, 'contextFiles', index];
        return [
          {
            chunk: chunk.id,
            path,
            at: itemPath,
            message: `The context file "${path}" does not exist when the chunk starts, and is not in its ${facts.keyNames.allowedFiles}.`,
            satisfiedBy: `Name a file that exists, that an earlier chunk creates, or that is in ${facts.keyNames.allowedFiles}.`,
            fix: fix ?? {
              action: { kind: 'remove-from-list', item, key: facts.keyNames.contextFiles },
              edits: [{ path: itemPath, operation: 'remove' }],
            },
          },
        ];
      }),
    ),
};
