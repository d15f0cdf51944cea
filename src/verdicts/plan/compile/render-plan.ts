import { Document, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import { isRecord } from '../../../foundation/is-record.ts';
import { CURRENT_VERSION } from '../../../contract/model.ts';

/** How a contract is formatted. */
export interface PlanFormat {
  /** Whether checks, conditions and lists of names are on one line each. */
  readonly compact?: boolean | undefined;
  /** The first comment. Default: where the contract comes from, and that it needs a review. */
  readonly heading?: string | undefined;
  /** A further sentence of the first comment. */
  readonly remark?: string | undefined;
}

/** Formats a contract as YAML. Above each chunk is a comment with its reason, or with one line for each of its reasons. */
export function renderPlan(
  contract: Readonly<Record<string, unknown>>,
  reasons: Readonly<Record<string, string | readonly string[]>>,
  source: string,
  { compact = false, heading, remark }: PlanFormat = {},
): string {
  const document = new Document(withoutEmpty({ version: CURRENT_VERSION, ...redFirstOf(contract), ...contract }), {
    aliasDuplicateObjects: false,
  });
  document.commentBefore = comment(
    [
      heading ?? `Generated from ${source}. Review it before a run: every attempt is checked against it.`,
      ...(remark === undefined ? [] : [remark]),
    ].join('\n'),
  );
  const chunks = document.get('chunks');
  for (const [index, item] of (isSeq(chunks) ? chunks.items : []).entries()) {
    if (!isMap(item)) continue;
    const id = item.get('id');
    const reason = typeof id === 'string' ? reasons[id] : undefined;
    if (reason !== undefined) item.commentBefore = [reason].flat().map(comment).join('\n');
    item.spaceBefore = index > 0 || !compact;
  }
  if (compact) useFlowStyle(document);
  return document.toString({ lineWidth: compact ? 0 : 120, singleQuote: compact ? true : null });
}

/** [BITE-1] What a text was generated from does not show which commands fail before the work, unless the contract says so. */
function redFirstOf({ version, chunks }: Readonly<Record<string, unknown>>): { readonly redFirst?: boolean } {
  const hasCommands =
    Array.isArray(chunks) &&
    chunks.some(
      (chunk: unknown) =>
        isRecord(chunk) && Array.isArray(chunk['acceptanceCommands']) && chunk['acceptanceCommands'].length > 0,
    );
  return version === undefined && hasCommands ? { redFirst: false } : {};
}

/** Writes checks, conditions and lists of scalars in brackets. Signatures and definitions keep a line each. */
function useFlowStyle(document: Document): void {
  visit(document, {
    Map: (_key, node, path) => {
      const parent = path.at(-1);
      const owner = isSeq(parent) ? path.at(-2) : parent;
      const name = isPair(owner) && isScalar(owner.key) ? owner.key.value : undefined;
      if (['check', 'preconditions', 'postconditions', 'lines'].includes(String(name))) node.flow = true;
    },
    Seq: (_key, node) => {
      if (node.items.every(isScalar)) node.flow = true;
    },
  });
}

/** Wraps a comment at about 100 characters. */
function comment(text: string): string {
  const words = text
    .replace(/[\u0000-\u001f]+/g, ' ')
    .trim()
    .split(/\s+/);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 100) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(` ${word}`);
  }
  return lines.join('\n');
}

/** Removes empty lists and null, which mean the same as an absent key. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null && !(Array.isArray(one) && one.length === 0));
  return Object.fromEntries(entries.map(([key, one]) => [key, withoutEmpty(one)]));
}
