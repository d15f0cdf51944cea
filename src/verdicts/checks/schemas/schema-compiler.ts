import type { AnySchema, AnySchemaObject, ValidateFunction } from 'ajv';
import { HoldfastError, messageOf, readNested } from '../../../foundation/errors.ts';
import { dataFormatOf, readData } from '../data/data-format.ts';
import { draftOf, requireCompatibleDraft } from './schema-draft.ts';
import type { SchemaDraft } from './schema-draft.ts';
import { toViolations } from './schema-violations.ts';
import type { SchemaViolation } from './schema-violations.ts';

/** The base URI of schemas that are files of the tree. It is never resolved over a network. */
const TREE = 'workspace:///';

export interface CompiledSchema {
  /** For messages: the path of the schema, or "the schema". */
  readonly name: string;
  /** Every violation with its path. Throws if a pattern of the schema exceeds its time limit. */
  violationsIn(data: unknown): readonly SchemaViolation[];
}

/** Compiles the JSON Schemas of one validation. A `$ref` can refer to other files of the tree, but not outside of it. */
export class SchemaCompiler {
  readonly #readText: (path: string) => Promise<string>;
  readonly #compiled = new Map<string, Promise<CompiledSchema>>();

  /** @param readText reads a file of the tree and throws if it does not exist */
  constructor(readText: (path: string) => Promise<string>) {
    this.#readText = readText;
  }

  /** @param schema a schema, or the path of one */
  compile(schema: unknown): Promise<CompiledSchema> {
    const key = JSON.stringify(schema);
    let compiled = this.#compiled.get(key);
    if (!compiled) {
      compiled = typeof schema === 'string' ? this.#compileFile(schema) : this.#compile(schema, 'the schema', '');
      this.#compiled.set(key, compiled);
    }
    return compiled;
  }

  async #compileFile(path: string): Promise<CompiledSchema> {
    return this.#compile(await this.#readSchema(path), path, path);
  }

  async #compile(schema: unknown, name: string, path: string): Promise<CompiledSchema> {
    const root = requireSchema(schema, name);
    const draft = draftOf(root);
    const files = new SchemaFiles((file) => this.#readSchema(file), draft);
    // Loaded on demand, because most processes and threads never compile a schema.
    const { createAjv } = await import('./create-ajv.ts');
    const ajv = createAjv(draft, (uri) => files.load(uri));
    const uri = toUri(path);
    try {
      ajv.addSchema(files.prepare(root, uri), uri);
      const validate = await ajv.compileAsync({ $ref: uri });
      return { name, violationsIn: (data) => runValidation(validate, data) };
    } catch (error) {
      if (error instanceof HoldfastError) throw error;
      throw new HoldfastError('contract', `Failed to read ${name}: ${messageOf(error)}`, { cause: error });
    }
  }

  async #readSchema(path: string): Promise<unknown> {
    return readData(path, await this.#readText(path), dataFormatOf(undefined, path));
  }
}

/** Loads the files that schemas refer to, including references relative to a schema's `$id` URL. */
class SchemaFiles {
  readonly #read: (path: string) => Promise<unknown>;
  /** The draft of the root schema. */
  readonly #draft: SchemaDraft;
  /** The URI of each schema's file, by its `$id`. */
  readonly #fileUris = new Map<string, string>();

  constructor(read: (path: string) => Promise<unknown>, draft: SchemaDraft) {
    this.#read = read;
    this.#draft = draft;
  }

  async load(uri: string): Promise<AnySchemaObject> {
    const fileUri = this.#fileUriOf(uri);
    if (fileUri === undefined) {
      throw new HoldfastError('contract', `Failed to resolve the $ref ${uri}: it is not a file of the workspace`, {
        hint: 'Add the schema to the workspace and refer to it by its relative path.',
      });
    }
    const path = decodeURIComponent(new URL(fileUri).pathname.slice(1));
    const schema = requireSchema(await this.#read(path), path);
    if (typeof schema === 'boolean') return { allOf: [schema] };
    requireCompatibleDraft(path, schema, this.#draft);
    return this.prepare(schema, uri);
  }

  /** Removes `$schema`, because the draft of the root applies to every file, and records the `$id`. */
  prepare(schema: boolean, uri: string): boolean;
  prepare(schema: AnySchemaObject, uri: string): AnySchemaObject;
  prepare(schema: AnySchema, uri: string): AnySchema;
  prepare(schema: AnySchema, uri: string): AnySchema {
    if (typeof schema === 'boolean') return schema;
    const rest = { ...schema };
    delete rest['$schema'];
    const id: unknown = rest['$id'];
    if (typeof id === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(id)) {
      this.#fileUris.set(id, this.#fileUriOf(uri) ?? uri);
    }
    return rest;
  }

  #fileUriOf(uri: string): string | undefined {
    if (uri.startsWith(TREE)) return uri;
    for (const [id, file] of this.#fileUris) {
      const folder = id.slice(0, id.lastIndexOf('/') + 1);
      if (uri.startsWith(folder)) return new URL(uri.slice(folder.length), file).href;
    }
    return undefined;
  }
}

function runValidation(validate: ValidateFunction, data: unknown): readonly SchemaViolation[] {
  return readNested('the data', () => (validate(data) ? [] : toViolations(validate.errors ?? [])));
}

function requireSchema(schema: unknown, name: string): AnySchema {
  if (typeof schema === 'boolean') return schema;
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema;
  throw new HoldfastError('contract', `Failed to read ${name}: a JSON Schema must be an object, true or false`);
}

function toUri(path: string): string {
  return TREE + path.split('/').map(encodeURIComponent).join('/');
}
