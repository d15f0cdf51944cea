import { Document, isMap, isSeq } from 'yaml';
import { CURRENT_VERSION } from '../../contract/model.ts';

/** Formats a contract as YAML, with a comment above each chunk that gives the reason for it. */
export function renderPlan(
  contract: Readonly<Record<string, unknown>>,
  reasons: Readonly<Record<string, string>>,
  source: string,
): string {
  const document = new Document(withoutEmpty({ version: CURRENT_VERSION, ...contract }), {
    aliasDuplicateObjects: false,
  });
  document.commentBefore = comment(
    `Generated from ${source}. Review it before a run: every attempt is checked against it.`,
  );
  const chunks = document.get('chunks');
  for (const item of isSeq(chunks) ? chunks.items : []) {
    if (!isMap(item)) continue;
    const id = item.get('id');
    const reason = typeof id === 'string' ? reasons[id] : undefined;
    if (reason !== undefined) item.commentBefore = comment(reason);
    item.spaceBefore = true;
  }
  return document.toString({ lineWidth: 120 });
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
