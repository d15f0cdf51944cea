import { isGlob } from '../../contract/tree-path.ts';
import type { RuleFinding } from '../finding.ts';
import { dependOn } from '../fixes.ts';
import type { PlanRule } from '../plan-rule.ts';
import { spelled } from '../tree-spelling.ts';

/** Ours: a model that is promised a file should see it. */
export const contextFiles: PlanRule = {
  id: 'context-files',
  title: 'Context files exist by then',
  explanation:
    'The model is shown the context files of a chunk. A file that does not exist by then cannot be shown; the files that ' +
    'the chunk itself is to create may be named all the same. Patterns are passed over.',
  severity: 'warning',
  structural: false,
  check: (facts) =>
    facts.chunks.flatMap(({ chunk, position, at, allowed }) =>
      chunk.contextFiles.flatMap((written, index): RuleFinding[] => {
        const path = isGlob(written) ? undefined : spelled(written);
        if (path === undefined || allowed.allows(path)) return [];
        const { files, possible, initialPaths } = facts;
        if (files.existsBefore(path, position) || initialPaths.hasBelow(`${path}/`)) return [];
        if (files.saidAfter(path, position) === undefined && possible.mayExistAfter(path, position)) return [];
        const creator = files.creatorsOf(path).find((other) => other !== position);
        const fix = creator === undefined ? undefined : dependOn(facts, position, creator);
        const item = [...at, 'contextFiles', index];
        return [
          {
            chunk: chunk.id,
            path,
            at: item,
            message: `The context file "${path}" does not exist when the chunk starts, and is not one of its own ${facts.words.allowedFiles}.`,
            satisfiedBy: `A file of the tree, one that an earlier chunk creates, or one of ${facts.words.allowedFiles}.`,
            fix: fix ?? {
              title: `Remove "${written}" from ${facts.words.contextFiles}`,
              edits: [{ path: item, operation: 'remove' }],
            },
          },
        ];
      }),
    ),
};
