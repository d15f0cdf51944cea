import { nodeAt } from '../../contract/source/source-node.ts';
import type { CheckDeclaration } from '../../contract/model.ts';
import { toModelKey } from '../source/model-keys.ts';
import { findRole } from '../meaning/value-role.ts';
import type { WorkspaceFacts } from '../meaning/workspace-facts.ts';
import { describeSchema, hasType, itemOf, plainDefault, valuesOf, type SchemaNode } from '../schema/schema-node.ts';
import { findSchema, sourceChild } from '../schema/find-schema.ts';
import { scanOptionsOf, toModelPath, toModelRoot, type AuthoringFile } from '../source/authoring-file.ts';
import { findCursor, otherKeys, type Cursor } from '../source/cursor.ts';
import { describeCheck } from '../writing/describe-check.ts';
import type { Completion, CompletionProposal } from './proposal.ts';
import { padLines, proposeKeys } from './propose-keys.ts';
import { proposeValues, type ProposedText } from './propose-values.ts';
import { escapeSnippet, notationOf, writeSnippet, writeText, type Notation } from '../writing/write-value.ts';

export interface CompletionRequest {
  readonly file: AuthoringFile;
  /** The offset of the position in the text. */
  readonly offset: number;
  /** The JSON Schema of the file. */
  readonly schema: SchemaNode;
  /** The checks that a contract can use. */
  readonly checks: readonly CheckDeclaration[];
  readonly facts: WorkspaceFacts;
  /**
   * Whether keys and the values of the schema are proposed. Not if another provider proposes them from a schema that the
   * file itself names.
   */
  readonly includeSchema?: boolean | undefined;
}

/** Everything that the parts of a completion need. */
interface Place extends CompletionRequest {
  readonly format: 'yaml' | 'json';
  readonly cursor: Cursor;
  /** The schema at the path of the cursor. */
  readonly node: SchemaNode;
  /** A dash and a space if the item of the cursor lacks them. */
  readonly prefix: string;
  /** A comma if the next value needs one. */
  readonly suffix: string;
}

/** Completes a key or a value. Undefined where nothing can be completed, such as in a comment. Accepts every text. */
export async function complete(request: CompletionRequest): Promise<Completion | undefined> {
  const { file, offset, schema } = request;
  const options = scanOptionsOf(file);
  const cursor = findCursor(file.text, offset, options);
  if (!cursor) return undefined;
  const node = findSchema(schema, cursor.sourcePath, cursor.scanned.root) ?? {};
  const prefix = (cursor.lacksSpace ? ' ' : '') + (cursor.lacksDash ? '- ' : '');
  const suffix = options.format === 'json' && /^\s*["{[]/.test(file.text.slice(cursor.end)) ? ',' : '';
  const place: Place = { ...request, format: options.format, cursor, node, prefix, suffix };
  const proposals =
    cursor.kind === 'key' ? await withTestCommand(place, proposeKeysAt(place, node)) : await proposeValuesAt(place);
  return { start: cursor.start, end: cursor.end, proposals, isIncomplete: true };
}

/** [EDIT-2] Proposes `verify` with the test command of the repository. */
async function withTestCommand(
  place: Place,
  proposals: readonly CompletionProposal[],
): Promise<readonly CompletionProposal[]> {
  const { cursor, facts, file, format } = place;
  const index = proposals.findIndex(({ kind, label }) => kind === 'key' && /^verify(?:_contract)?$/.test(label));
  const key = proposals[index];
  if (!key || file.kind !== 'contract' || cursor.path.length > 0 || cursor.hasColon) return proposals;
  const [command] = await facts.commands();
  if (command === undefined) return proposals;
  const notation = format === 'json' ? 'json' : 'flow';
  const value = writeSnippet({ command: escapeSnippet(command) }, notation);
  const proposal: CompletionProposal = {
    ...key,
    label: `${key.label}: ${command}`,
    detail: 'test command of the repository',
    documentation: `\`${command}\` runs the tests of this repository. As the verify command it must pass after every chunk.`,
    insert: `${key.insert.slice(0, key.insert.indexOf(':'))}: ${value}${place.suffix}`,
    continues: false,
  };
  return [...proposals.slice(0, index), proposal, ...proposals.slice(index)];
}

/** The keys of the map at the cursor. */
function proposeKeysAt(place: Place, map: SchemaNode): readonly CompletionProposal[] {
  const { cursor, schema, format, prefix, suffix } = place;
  if (place.includeSchema === false) return [];
  const owner = cursor.sourcePath.reduce(sourceChild, cursor.scanned.root);
  const siblings = cursor.kind === 'key' ? otherKeys(owner) : [];
  // The keys of an item that has none yet.
  const snippets = siblings.length === 0 && cursor.isFirstOnLine ? proposeSnippets(place, map) : [];
  const root = toModelRoot(place.file.kind, cursor.scanned.root);
  const path = toModelPath(place.file.kind, cursor.scanned.root, cursor.path);
  const hasProposals = (key: string): boolean => findRole(root, [...path, toModelKey(key)]) !== undefined;
  return [...snippets, ...proposeKeys({ cursor, format, schema, map, siblings, prefix, suffix, hasProposals })];
}

async function proposeValuesAt(place: Place): Promise<readonly CompletionProposal[]> {
  const { cursor, node, format } = place;
  const item = itemSchema(place);
  // A value that is a map can begin with a key on a separate line; in JSON and in brackets it begins with a brace.
  if (node.properties && valuesOf(node).length === 0 && cursor.quote === '') {
    const isBlock = format === 'yaml' && cursor.isFirstOnLine && !cursor.isFlow;
    const ofMap = isBlock ? proposeKeysAt(place, node) : proposeSnippets(place, node);
    // A command can be a text, or a map with one.
    return hasType(node, 'string') ? [...(await proposeTexts(place, 0)), ...ofMap] : ofMap;
  }
  if (item && cursor.quote === '') return proposeItems(place, item);
  return [...(await proposeTexts(place, 0)), ...proposeSchemaValues(place, node)];
}

/** The schema of the items if the value at the cursor is a list that has no item yet. */
function itemSchema({ node, schema }: Place): SchemaNode | undefined {
  const item = itemOf(node);
  return item && hasType({ type: node.type ?? 'array' }, 'array')
    ? findSchema({ ...item, definitions: schema.definitions ?? {} }, [])
    : undefined;
}

/** The first item of a list, in brackets or after a dash. */
async function proposeItems(place: Place, item: SchemaNode): Promise<readonly CompletionProposal[]> {
  const { cursor, format } = place;
  const isBlock = format === 'yaml' && cursor.isFirstOnLine && !cursor.isFlow;
  const inner: Place = { ...place, node: item, prefix: isBlock ? `${place.prefix}- ` : place.prefix };
  if (item.properties) {
    if (isBlock) return proposeKeysAt({ ...inner, cursor: { ...cursor, column: cursor.column + 2 } }, item);
    return proposeSnippets(inner, item).map((one) => ({ ...one, insert: bracket(one.insert) }));
  }
  const values = [...(await proposeTexts(inner, 1)), ...proposeSchemaValues(inner, item)];
  return isBlock ? values : values.map((one) => ({ ...one, insert: bracket(one.insert) }));
}

function bracket(insert: string): string {
  const [, space = '', rest = ''] = /^( ?)(.*)$/s.exec(insert) ?? [];
  return `${space}[${rest}]`;
}

/** Complete maps: those that the schema proposes, and one for each type of check. */
function proposeSnippets(place: Place, map: SchemaNode): readonly CompletionProposal[] {
  if (place.includeSchema === false) return [];
  const { cursor, format, prefix, suffix } = place;
  const notation = notationOf(cursor, format);
  // On the line of its key, a map is written in braces.
  const style = notation === 'block' && !cursor.isFirstOnLine ? 'flow' : notation;
  if (cursor.path.at(-1) === 'check') return proposeChecks(place, style);
  return (map.defaultSnippets ?? []).map(({ label, description, body }) => ({
    kind: 'snippet',
    label,
    detail: description,
    insert: prefix + padLines(writeSnippet(body, style), cursor) + suffix,
    filter: label,
  }));
}

/** A check of each type with the keys that it needs. */
function proposeChecks(
  { checks, schema, cursor, prefix, suffix }: Place,
  notation: Notation,
): readonly CompletionProposal[] {
  return checks.map((check) => {
    const keys = (schema.definitions?.[`check-${check.type}`]?.required ?? []).filter((key) => key !== 'type');
    const body = { type: check.type, ...Object.fromEntries(keys.map((key, index) => [key, `$${index + 1}`])) };
    return {
      kind: 'check',
      label: check.type,
      detail: check.title,
      documentation: describeCheck(check),
      insert: prefix + padLines(writeSnippet(body, notation), cursor) + suffix,
      filter: check.type,
    };
  });
}

/** The values that the schema lists. */
function proposeSchemaValues(place: Place, node: SchemaNode): readonly CompletionProposal[] {
  const { cursor, format, prefix, includeSchema } = place;
  if (includeSchema === false) return [];
  const values = valuesOf(node);
  const fallback = plainDefault(node);
  const listed = values.length > 0 ? values : fallback === undefined || fallback === '' ? [] : [node.default];
  const documentation = describeSchema(cursor.sourcePath.findLast((step) => typeof step === 'string') ?? '', node);
  return listed.map((value, index) => {
    const text = String(value);
    const isText = typeof value === 'string';
    const check = cursor.path.at(-2) === 'check' ? place.checks.find(({ type }) => type === text) : undefined;
    const written = isText ? writeText(text, notationOf(cursor, format), cursor.quote) : text;
    return {
      kind: check ? 'check' : 'value',
      label: text,
      detail: check?.title,
      documentation: check
        ? describeCheck(check)
        : [node.enumDescriptions?.[index], documentation].filter(Boolean).join('\n\n'),
      insert: prefix + escapeSnippet(written) + (check ? requiredKeysOfCheck(place, text) : ''),
      filter: cursor.quote + text,
    };
  });
}

/** The keys that a check of a type needs and does not have yet, as tab stops. */
function requiredKeysOfCheck({ schema, cursor, format, file }: Place, type: string): string {
  const owner = cursor.sourcePath.slice(0, -1).reduce(sourceChild, cursor.scanned.root);
  const present = new Set(otherKeys(owner));
  const missing = (schema.definitions?.[`check-${type}`]?.required ?? []).filter((key) => !present.has(key));
  const notation = notationOf(cursor, format);
  if (missing.length === 0) return '';
  const rest = /^[^\r\n]*/.exec(file.text.slice(cursor.end))?.[0] ?? '';
  if (notation === 'block') {
    if (rest.trim() !== '') return '';
    const key = cursor.sourcePath.at(-1);
    const keyNode = owner?.kind === 'map' ? owner.entries.find(({ sourceKey }) => sourceKey === key) : undefined;
    const keyColumn = cursor.column - (cursor.start - (keyNode?.keyStart ?? cursor.start));
    const pad = ' '.repeat(Math.max(0, keyColumn - cursor.lineIndent));
    return missing.map((one, index) => `\n${pad}${one}: $${index + 1}`).join('');
  }
  return missing
    .map((one, index) => (notation === 'json' ? `, "${one}": "$${index + 1}"` : `, ${one}: $${index + 1}`))
    .join('');
}

/** The values that the file and the workspace give. */
async function proposeTexts(place: Place, itemLevels: 0 | 1): Promise<readonly CompletionProposal[]> {
  const { cursor, file, facts, format, prefix } = place;
  const root = toModelRoot(file.kind, cursor.scanned.root);
  const own = toModelPath(file.kind, cursor.scanned.root, cursor.path);
  const path = itemLevels === 0 ? own : [...own, 0];
  const role = findRole(root, path);
  if (role === undefined || nodeAt(root, own)?.alias === true) return [];
  const texts = await proposeValues({ role, path, root, typed: cursor.typed, facts });
  return texts.map((one) => toProposal(one, cursor, format, prefix));
}

function toProposal(
  { kind, text, label = text, detail, documentation, continues }: ProposedText,
  cursor: Cursor,
  format: 'yaml' | 'json',
  prefix: string,
): CompletionProposal {
  const notation = notationOf(cursor, format);
  const written = escapeSnippet(writeText(text, notation, cursor.quote));
  // The cursor stays inside the quotes of a folder.
  const insert =
    continues === true && /["']$/.test(written) ? `${written.slice(0, -1)}$0${written.slice(-1)}` : written;
  return {
    kind,
    label,
    detail: detail === '' ? undefined : detail,
    documentation,
    insert: prefix + insert,
    filter: cursor.quote + text,
    continues,
  };
}
