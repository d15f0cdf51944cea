import { Document, isMap, isSeq } from 'yaml';

/** A contract as a person would write it: YAML, with a comment above each chunk that says why it exists. */
export function renderPlan(
  contract: Readonly<Record<string, unknown>>,
  reasons: Readonly<Record<string, string>>,
  source: string,
): string {
  const document = new Document(withoutEmpty(contract), { aliasDuplicateObjects: false });
  document.commentBefore = comment(
    `Made from ${source}. Read it before it is run: what it says is what work is held to.`,
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

/** Lines of a comment, each short enough to be read. */
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

/** Empty lists and null say nothing that their absence does not. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null && !(Array.isArray(one) && one.length === 0));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutEmpty(one)]));
}
