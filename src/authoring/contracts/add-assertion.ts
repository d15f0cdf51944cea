import { valueAt, parseContractData } from '../../contract/edit/contract-data.ts';
import { editContract } from '../../contract/edit/edit-contract.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import type { Chunk } from '../../contract/model.ts';
import { exportName } from '../../contract/requirements.ts';
import type { AssertionTemplate } from '../../contract/templates/assertion-template.ts';
import { ASSERTION_TEMPLATES } from '../../contract/templates/assertion-templates.ts';
import { LineMap } from '../../foundation/position.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type {
  AddAssertionOptions,
  AddedAssertion,
  AssertionPlace,
  AssertionTemplateDescription,
  AssertionValuesQuery,
} from './authoring-types.ts';
import { findSignature, type StatedTree } from './state-exports.ts';

/** [ENF-FUTURE-3] The templates of assertions. */
export function listAssertionTemplates(): readonly AssertionTemplateDescription[] {
  return ASSERTION_TEMPLATES.map(({ id, title, description, fields }) => ({ id, title, description, fields }));
}

/**
 * [ENF-FUTURE-3] Adds the assertions of a template to a chunk. Comments, order and line endings of the contract stay as
 * they are.
 *
 * @throws HoldfastError `not-found` if the template or the chunk does not exist, `contract` if the contract has errors or a
 * value is missing
 */
export function addAssertion(
  document: ContractDocument,
  { chunk: chunkId, template: templateId, values }: Pick<AddAssertionOptions, 'chunk' | 'template' | 'values'>,
): AddedAssertion {
  const template = requireTemplate(templateId);
  const position = findChunk(document, chunkId).index;
  requireValues(template, values);
  const assertions = template.create(values);
  const data = valueAt(parseContractData(document), ['chunks', position, 'assertions']);
  const first = Array.isArray(data) ? data.length : 0;
  const edits = assertions.map((value, index) => ({ path: ['chunks', position, 'assertions', first + index], value }));
  const { text } = editContract(document, edits);
  return { text, messages: assertions.map(({ message }) => message), line: firstChangedLine(document.text, text) };
}

/**
 * The values that the contract and the code propose for a field of a template, the most likely first. Any other value is
 * possible too.
 */
export async function proposeValues(
  tree: StatedTree,
  document: ContractDocument,
  { chunk: chunkId, template: templateId, field: name, values }: AssertionValuesQuery,
): Promise<readonly string[]> {
  const template = requireTemplate(templateId);
  const field = template.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw unknownFieldError(template, name);
  const { chunk } = findChunk(document, chunkId);
  const proposed = await proposeFromCode(tree, chunk, field.source, values);
  return [...new Set([...proposed, ...(field.initial === undefined ? [] : [field.initial])])];
}

async function proposeFromCode(
  tree: StatedTree,
  chunk: Chunk,
  source: AssertionTemplate['fields'][number]['source'],
  { file = '', name = '' }: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  switch (source) {
    case 'text':
      return [];
    case 'file':
      return filesOf(chunk);
    case 'signature': {
      const stated = chunk.functions.find((one) => one.name === name && one.file === file)?.signature;
      const actual = await findSignature(tree, file, name);
      return [stated, actual].filter((one) => one !== undefined);
    }
    case 'definition': {
      const stated = chunk.types.find((one) => one.name === name && one.file === file)?.definition;
      const [outline] = await tree.analysis.outlines(tree.root, [{ file }], { signal: tree.signal });
      const actual = outline?.exports.find((entry) => entry.name === name)?.definition;
      return [stated, actual].filter((one) => one !== undefined);
    }
    case 'export':
    case 'function':
    case 'type': {
      const [outline] = await tree.analysis.outlines(tree.root, [{ file }], { signal: tree.signal });
      const exported = (outline?.exports ?? [])
        .filter(({ kind }) => isOfSource(kind, source))
        .map((entry) => entry.name);
      const inFile = (one: { readonly file: string }): boolean => one.file === file;
      const named = [
        ...(source === 'type' ? [] : chunk.functions.filter(inFile)),
        ...(source === 'function' ? [] : chunk.types.filter(inFile)),
      ].map((one) => one.name);
      const created = chunk.creates.filter((item) => source !== 'function' || item.includes('(')).map(exportName);
      return [...new Set([...named, ...created, ...exported])];
    }
  }
}

function isOfSource(kind: string, source: 'export' | 'function' | 'type'): boolean {
  const isType = ['interface', 'type', 'enum', 'class'].includes(kind);
  return source === 'export' || (source === 'type' ? isType : !isType && kind !== 'namespace');
}

/** The files that a chunk names, those that it writes first. */
function filesOf({ allowedFiles, functions, types, postconditions, assertions }: Chunk): readonly string[] {
  const targets = assertions.flatMap(({ check }) => (typeof check['file'] === 'string' ? [check['file']] : []));
  const named = [...functions, ...types].map(({ file }) => file);
  const literal = allowedFiles.filter((path) => !isGlob(path));
  const patterns = allowedFiles.filter(isGlob);
  return [...new Set([...literal, ...named, ...targets, ...postconditions.map(({ path }) => path), ...patterns])];
}

function findChunk(
  { contract, file, problems }: ContractDocument,
  id: AssertionPlace['chunk'],
): { readonly chunk: Chunk; readonly index: number } {
  if (contract === undefined) {
    const cause = problems.find(({ severity }) => severity === 'error');
    throw new HoldfastError('contract', `Failed to add an assertion: ${file} has errors`, {
      hint: cause === undefined ? undefined : `Fix line ${cause.range.start.line} first: ${cause.message}`,
    });
  }
  const index = contract.chunks.findIndex((chunk) => chunk.id === id);
  const chunk = contract.chunks[index];
  if (chunk !== undefined) return { chunk, index };
  throw new HoldfastError('not-found', `Failed to add an assertion: ${file} has no chunk ${JSON.stringify(id)}`, {
    hint: `Its chunks are ${contract.chunks.map((one) => one.id).join(', ')}.`,
  });
}

function requireTemplate(id: string): AssertionTemplate {
  const found = ASSERTION_TEMPLATES.find((template) => template.id === id);
  if (found !== undefined) return found;
  throw new HoldfastError('not-found', `Failed to add an assertion: there is no template ${JSON.stringify(id)}`, {
    hint: `The templates are ${ASSERTION_TEMPLATES.map((template) => template.id).join(', ')}.`,
  });
}

function requireValues(template: AssertionTemplate, values: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(values).find((name) => !template.fields.some((field) => field.name === name));
  if (unknown !== undefined) throw unknownFieldError(template, unknown);
  const missing = template.fields.find(({ name }) => (values[name] ?? '').trim() === '');
  if (missing === undefined) return;
  throw new HoldfastError(
    'contract',
    `Failed to add an assertion: ${template.id} needs a value for "${missing.name}"`,
    {
      hint: `${missing.label}.`,
    },
  );
}

function unknownFieldError(template: AssertionTemplate, name: string): HoldfastError {
  return new HoldfastError(
    'not-found',
    `Failed to add an assertion: ${template.id} has no field ${JSON.stringify(name)}`,
    {
      hint: `Its fields are ${template.fields.map((field) => field.name).join(', ')}.`,
    },
  );
}

/** The line of the first difference between two texts that is not white space, from 1. */
export function firstChangedLine(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  // An insertion after a line begins with its line break.
  while (/[\r\n ]/.test(after[at] ?? '')) at++;
  return new LineMap(after).positionAt(at).line;
}
