import { mapItems, mapValue } from '../forms/rename-keys.ts';
import type { SourceNode } from '../source/source-node.ts';

/** The parts of a tree whose texts are trimmed: a text, each item of a list, or the values of keys. */
type Trimmed = 'text' | { readonly each: Trimmed } | { readonly keys: Readonly<Record<string, Trimmed>> };

const TEXTS: Trimmed = { each: 'text' };
const CONDITIONS: Trimmed = { each: { keys: { kind: 'text', path: 'text' } } };
const DECLARATIONS: Trimmed = { each: { keys: { name: 'text', file: 'text' } } };
const PLAN: Trimmed = { keys: { allow: TEXTS } };
/** Patterns, expected values and the keys of custom checks stay as they are written. */
const CHECK: Trimmed = { keys: { type: 'text', target: 'text', file: 'text', validator: 'text', schema: 'text' } };
const ASSERTIONS: Trimmed = { each: { keys: { type: 'text', check: CHECK } } };

const GATES: Trimmed = {
  each: {
    keys: { id: 'text', name: 'text', severity: 'text', enforcementMode: 'text', assertions: ASSERTIONS },
  },
};

const CONTRACT: Trimmed = {
  keys: {
    spec: { keys: { id: 'text', title: 'text', protocol: 'text' } },
    verify: { keys: { requires: CONDITIONS } },
    attempt: { keys: { copy: TEXTS } },
    plan: PLAN,
    resources: { each: { keys: { id: 'text', type: 'text', location: 'text', format: 'text', schema: 'text' } } },
    steps: { each: { keys: { id: 'text' } } },
    gates: GATES,
    functions: DECLARATIONS,
    types: DECLARATIONS,
    chunks: {
      each: {
        keys: {
          id: 'text',
          title: 'text',
          dependsOn: TEXTS,
          consumes: TEXTS,
          creates: TEXTS,
          functions: DECLARATIONS,
          types: DECLARATIONS,
          assertions: ASSERTIONS,
          preconditions: CONDITIONS,
          postconditions: CONDITIONS,
          allowedFiles: TEXTS,
          forbiddenFiles: TEXTS,
          mayChange: TEXTS,
          contextFiles: TEXTS,
          gates: TEXTS,
          supersedes: TEXTS,
          plan: PLAN,
        },
      },
    },
  },
};

/**
 * Removes the white space around names, ids, paths and other values of which it is never a part, in the tree of a contract
 * or of a gate file. The ranges of the nodes stay those of the text.
 */
export function trimTexts(root: SourceNode): SourceNode {
  return trim(root, CONTRACT);
}

function trim(node: SourceNode, part: Trimmed): SourceNode {
  if (part === 'text') {
    return node.kind === 'scalar' && typeof node.value === 'string' ? { ...node, value: node.value.trim() } : node;
  }
  if ('each' in part) return mapItems(node, (item) => trim(item, part.each));
  return Object.entries(part.keys).reduce(
    (result, [key, inner]) => mapValue(result, key, (value) => trim(value, inner)),
    node,
  );
}
