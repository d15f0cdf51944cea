import { exportName } from '../../contract/requirements.ts';
import type { Chunk } from '../../contract/model.ts';
import type { RuleFinding } from '../finding.ts';
import type { PlanFacts, PlannedChunk } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';
import { readSignature, sameSignature, type SignatureText } from '../signature-text.ts';

/** Ours: two chunks that speak of one function mean one function. */
export const consumedSignatures: PlanRule = {
  id: 'consumed-signature',
  title: 'A consumed signature is the one that is created',
  explanation:
    'Where a chunk consumes a function with its signature, or states one for a function that another chunk creates, ' +
    'the two must agree, or one of the chunks fails its checks whatever the model does. Signatures that are written ' +
    'in ways which cannot be compared as text are passed over.',
  severity: 'error',
  structural: true,
  check: (facts) => facts.chunks.flatMap((planned) => disagreements(facts, planned)),
};

interface Stated {
  readonly signature: string;
  readonly at: readonly (string | number)[];
  readonly file?: string;
}

function disagreements(facts: PlanFacts, { chunk, position, at }: PlannedChunk): RuleFinding[] {
  const consumed = chunk.consumes.flatMap((item, index): (Stated & { name: string })[] => {
    const signature = signatureOf(item);
    return signature === undefined ? [] : [{ name: exportName(item), signature, at: [...at, 'consumes', index] }];
  });
  const repeated = chunk.functions.map((fn, index) => ({ ...fn, at: [...at, 'functions', index, 'signature'] }));
  return [...consumed, ...repeated].flatMap((stated): RuleFinding[] => {
    const wanted = readSignature(stated.signature);
    if (!wanted) return [];
    for (const creator of facts.creatorsOf(stated.name)) {
      const other = facts.chunks[creator];
      // Of two chunks that both state a signature, the one that comes later is told.
      if (!other || creator === position || !facts.order.isBefore(creator, position)) continue;
      const created = createdSignature(other.chunk, stated.name, stated.file);
      const read = created === undefined ? undefined : readSignature(created);
      if (!read || sameSignature(wanted, read)) continue;
      return [disagreement(chunk, stated, other, created ?? '', wanted)];
    }
    return [];
  });
}

function disagreement(
  chunk: Chunk,
  stated: Stated & { readonly name: string },
  other: PlannedChunk,
  created: string,
  wanted: SignatureText,
): RuleFinding {
  const isConsumed = stated.at.includes('consumes');
  const value = isConsumed ? `${stated.name}${created}` : created;
  return {
    chunk: chunk.id,
    at: stated.at,
    message: `"${stated.name}" is expected as ${stated.signature}, but ${other.chunk.id} creates it as ${created}.`,
    satisfiedBy: `One signature in both chunks.`,
    // A parameter list alone cannot be replaced by a whole signature without saying more than was said.
    ...(isConsumed && wanted.result === undefined
      ? {}
      : { fix: { title: `Expect ${created}`, edits: [{ path: stated.at, value }] } }),
  };
}

/** The signature that a chunk gives a function, under functions or in what it creates. */
function createdSignature(chunk: Chunk, name: string, file: string | undefined): string | undefined {
  const fn = chunk.functions.find((one) => one.name === name && (file === undefined || one.file === file));
  if (fn) return fn.signature;
  if (file !== undefined) return undefined;
  const item = chunk.creates.find((one) => exportName(one) === name);
  return item === undefined ? undefined : signatureOf(item);
}

/** `name(a: A): R` and `name(a: A)` state a signature; `name()` only says that it is a function. */
function signatureOf(item: string): string | undefined {
  const open = item.indexOf('(');
  const text = open < 0 ? '' : item.slice(open).trim();
  return text === '' || /^\(\s*\)$/.test(text) ? undefined : text;
}
