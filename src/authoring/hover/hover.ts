import { codeLanguageOf } from '../../code/languages/language-table.ts';
import type { DataPath } from '../../contract/document.ts';
import type { CheckDeclaration } from '../../contract/model.ts';
import type { OffsetRange, SourceNode } from '../../contract/source/source-node.ts';
import { fileOfExport, mentionAt, type Mention } from '../meaning/mentions.ts';
import { listChunks, listNamed } from '../meaning/outline-facts.ts';
import type { WorkspaceFacts } from '../meaning/workspace-facts.ts';
import { findSchema } from '../schema/find-schema.ts';
import { describeSchema, type SchemaNode } from '../schema/schema-node.ts';
import { scanFile, toModelRoot, type AuthoringFile } from '../source/authoring-file.ts';
import { describeCheck } from '../writing/describe-check.ts';
import { escapeMarkdown } from '../../foundation/escape-markdown.ts';

export interface HoverRequest {
  readonly file: AuthoringFile;
  readonly offset: number;
  readonly schema: SchemaNode;
  readonly checks: readonly CheckDeclaration[];
  readonly facts: WorkspaceFacts;
  /** What the last check says about a chunk, such as `holds`. */
  readonly statusOf: (chunk: string) => string | undefined;
  /** Whether keys are described. Not if another provider describes them from a schema that the file itself names. */
  readonly includeSchema?: boolean | undefined;
}

export interface Hover {
  readonly range: OffsetRange;
  readonly markdown: string;
}

/** Describes the key or the value at a position. Accepts every text. */
export async function describeAt(request: HoverRequest): Promise<Hover | undefined> {
  const { file, offset } = request;
  const { root } = scanFile(file);
  const mention = mentionAt(toModelRoot(file.kind, root), offset);
  if (mention) {
    const markdown = await describeMention(mention, toModelRoot(file.kind, root), request);
    const { start, end } = mention.node;
    if (markdown !== undefined) return { range: { start, end }, markdown };
  }
  if (request.includeSchema === false) return undefined;
  const key = findKey(root, offset);
  const node = key && findSchema(request.schema, key.path, root);
  return key && node ? { range: key, markdown: describeSchema(String(key.path.at(-1)), node) } : undefined;
}

interface FoundKey extends OffsetRange {
  readonly path: DataPath;
}

/** The key at an offset, or the key of the scalar there, with its path as written. */
function findKey(root: SourceNode | undefined, offset: number): FoundKey | undefined {
  const path: (string | number)[] = [];
  let node = root;
  let key: FoundKey | undefined;
  while (node && node.kind !== 'scalar' && !node.alias) {
    if (node.kind === 'list') {
      const index: number = node.items.findIndex(({ start, end }) => start <= offset && offset <= end);
      if (index < 0) return undefined;
      path.push(index);
      node = node.items[index];
      continue;
    }
    const entry = node.entries.find(
      ({ keyStart, keyEnd, node: value }) => keyStart <= offset && offset <= Math.max(keyEnd, value.end),
    );
    if (!entry) return undefined;
    path.push(entry.sourceKey);
    key = { path: [...path], start: entry.keyStart, end: entry.keyEnd };
    if (offset <= entry.keyEnd) return key;
    node = entry.node;
  }
  // A value is described by its key.
  return key && node && { ...key, start: node.start, end: node.end };
}

async function describeMention(
  mention: Mention,
  root: SourceNode | undefined,
  { facts, checks, statusOf }: HoverRequest,
): Promise<string | undefined> {
  const { role, name, node } = mention;
  switch (role) {
    case 'chunk':
    case 'chunk-id': {
      const chunk = listChunks(root).find(({ id }) => id === name);
      if (!chunk) return undefined;
      const status = statusOf(name);
      const lines = [`chunk **${escapeMarkdown(name)}** · ${escapeMarkdown(chunk.title)}`];
      if (status !== undefined) lines.push(status);
      if (chunk.creates.length > 0) lines.push(`Creates ${chunk.creates.map((item) => `\`${item}\``).join(', ')}.`);
      return lines.join('\n\n');
    }
    case 'gate':
    case 'gate-id': {
      const own = listNamed(root, 'gates').find(({ id }) => id === name);
      const shared = own ? undefined : (await facts.gates()).find(({ id }) => id === name);
      const title = own?.title ?? shared?.title;
      if (title === undefined) return undefined;
      const place = shared ? `\n\nDefined in \`${shared.file}\`.` : '';
      return `gate **${escapeMarkdown(name)}**${title === '' ? '' : ` · ${escapeMarkdown(title)}`}${place}`;
    }
    case 'export':
    case 'created-export':
      return describeExport(mention, root, facts);
    case 'file':
    case 'subject':
      return describeFile(String(node.value), await facts.files());
    case 'check-type': {
      const check = checks.find(({ type }) => type === name);
      return check && describeCheck(check);
    }
    case 'resource':
    case 'signature':
    case 'command':
      return undefined;
  }
}

async function describeExport(mention: Mention, root: SourceNode | undefined, facts: WorkspaceFacts): Promise<string> {
  const { name } = mention;
  const stated = fileOfExport(root, mention);
  const found = await facts.findExport(name, stated);
  const creator = listChunks(root).find(({ creates }) =>
    creates.some((item) => item.replace(/\s*[<(].*$/s, '') === name),
  );
  const created = creator ? `Created by the chunk \`${creator.id}\`.` : undefined;
  if (!found) return [`\`${name}\` is not exported yet.`, created].filter((line) => line !== undefined).join('\n\n');
  const signature = found.kind === 'function' ? await facts.signatureOf(name, found.file) : undefined;
  const language = codeLanguageOf(found.file);
  const declaration =
    signature === undefined
      ? `${found.kind} ${name}`
      : (language?.declarationForm(name, signature) ?? `${name}: ${signature}`);
  return [
    `\`\`\`${language?.id ?? 'typescript'}\n${declaration}\n\`\`\``,
    `${found.kind} in \`${found.file}:${found.line}\``,
    created,
  ]
    .filter((line) => line !== undefined)
    .join('\n\n');
}

function describeFile(path: string, files: readonly string[]): string | undefined {
  if (/^[a-z]+:\/\//i.test(path) || path === '') return undefined;
  const clean = path.replace(/^\.\//, '');
  if (/[*?{}[\]]/.test(clean)) return undefined;
  if (files.includes(clean)) return `\`${clean}\` exists.`;
  const folder = clean.replace(/\/?$/, '/');
  const inside = files.filter((file) => file.startsWith(folder)).length;
  if (inside > 0) return `\`${folder}\` is a folder with ${inside} ${inside === 1 ? 'file' : 'files'}.`;
  return `\`${clean}\` does not exist.`;
}
