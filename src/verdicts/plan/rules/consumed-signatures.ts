import type { Chunk } from '../../../contract/model.ts';
import { exportName } from '../../../contract/requirements.ts';
import type { PlanFacts } from '../facts/plan-facts.ts';
import type { PlannedChunk } from '../facts/planned-chunk.ts';
import { readSignature, isSameSignature, type SignatureText } from '../facts/signature-text.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanRule } from './plan-rule.ts';

/** Not in the source documents: chunks state the same signature for the same function. */
export const consumedSignatures: PlanRule = {
  id: 'consumed-signature',
  title: 'Consumed signatures match the created ones',
  explanation:
    'If a chunk consumes a function with a signature, or states one for a function that another chunk creates, both ' +
    'signatures must be the same. Otherwise one of the chunks fails its checks in every attempt. Signatures that cannot ' +
    'be compared as text are ignored.',
  severity: 'error',
  runEffect: 'none',
  structural: true,
  check: (facts) => facts.chunks.flatMap((planned) => findMismatches(facts, planned)),
};

interface StatedSignature {
  readonly signature: string;
  readonly at: readonly (string | number)[];
  readonly file?: string;
}

function findMismatches(facts: PlanFacts, { chunk, position, at }: PlannedChunk): RuleFinding[] {
  const consumed = chunk.consumes.flatMap((item, index): (StatedSignature & { name: string })[] => {
    const signature = signatureOf(item);
    return signature === undefined ? [] : [{ name: exportName(item), signature, at: [...at, 'consumes', index] }];
  });
  const functions = chunk.functions.map((fn, index) => ({ ...fn, at: [...at, 'functions', index, 'signature'] }));
  return [...consumed, ...functions].flatMap((stated): RuleFinding[] => {
    const expected = readSignature(stated.signature);
    if (!expected) return [];
    for (const creator of facts.creatorsOf(stated.name)) {
      const other = facts.chunks[creator];
      // If both chunks state a signature, the finding is at the later one.
      if (!other || creator === position || !facts.order.isBefore(creator, position)) continue;
      const created = createdSignature(other.chunk, stated.name, stated.file);
      const read = created === undefined ? undefined : readSignature(created);
      if (!read || isSameSignature(expected, read)) continue;
      return [createFinding(chunk, stated, other, created ?? '', expected)];
    }
    return [];
  });
}

function createFinding(
  chunk: Chunk,
  stated: StatedSignature & { readonly name: string },
  other: PlannedChunk,
  created: string,
  expected: SignatureText,
): RuleFinding {
  const isConsumed = stated.at.includes('consumes');
  const value = isConsumed ? `${stated.name}${created}` : created;
  return {
    chunk: chunk.id,
    at: stated.at,
    message: `"${stated.name}" is expected as ${stated.signature}, but ${other.chunk.id} creates it as ${created}.`,
    satisfiedBy: 'State the same signature in both chunks.',
    // The fix would add a result type to an item that states only parameters.
    ...(isConsumed && expected.result === undefined
      ? {}
      : { fix: { action: { kind: 'expect-signature', signature: created }, edits: [{ path: stated.at, value }] } }),
  };
}

/** The signature of a function under `functions` or `creates` of a chunk. */
function createdSignature(chunk: Chunk, name: string, file: string | undefined): string | undefined {
  const fn = chunk.functions.find((one) => one.name === name && (file === undefined || one.file === file));
  if (fn) return fn.signature;
  if (file !== undefined) return undefined;
  const item = chunk.creates.find((one) => exportName(one) === name);
  return item === undefined ? undefined : signatureOf(item);
}

/** `name(a: A): R` and `name(a: A)` contain a signature. `name()` only marks a function. */
function signatureOf(item: string): string | undefined {
  const open = item.indexOf('(');
  const text = open < 0 ? '' : item.slice(open).trim();
  return text === '' || /^\(\s*\)$/.test(text) ? undefined : text;
}
