import type { AnySchema, AnySchemaObject, ValidateFunction } from 'ajv';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import { dataFormatOf, readData } from '../data/data-format.ts';
import type { TreeEvidence } from '../evidence/tree-evidence.ts';
import { draftOf, requireSameMeaning } from './schema-draft.ts';
import type { SchemaDraft } from './schema-draft.ts';
import { violationsOf } from './schema-violations.ts';
import type { SchemaViolation } from './schema-violations.ts';

/** The addresses under which the files of the tree are schemas; they leave no machine. */
const TREE = 'workspace:///';

export interface CompiledSchema {
  /** For people: the path of the schema, or "the schema". */
  readonly name: string;
  /** Every violation, with its path. Throws where a pattern of the schema takes too long. */
  violationsIn(data: unknown): readonly SchemaViolation[];
}

/** Compiles the JSON Schemas of one validation; `$ref` may lead to other files of the tree, never out of it. */
export class SchemaCompiler {
  readonly #tree: TreeEvidence;
  readonly #compiled = new Map<string, Promise<CompiledSchema>>();

  constructor(tree: TreeEvidence) {
    this.#tree = tree;
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
    const root = asSchema(schema, name);
    const draft = draftOf(root);
    const files = new SchemaFiles((file) => this.#readSchema(file), draft);
    // Loaded for the first schema: most processes and threads never meet one.
    const { ajvFor } = await import('./ajv-for-draft.ts');
    const ajv = ajvFor(draft, (address) => files.load(address));
    const address = addressOf(path);
    try {
      ajv.addSchema(files.prepared(root, address), address);
      const validate = await ajv.compileAsync({ $ref: address });
      return { name, violationsIn: (data) => run(validate, data) };
    } catch (error) {
      if (error instanceof HoldfastError) throw error;
      throw new HoldfastError('contract', `Failed to read ${name}: ${messageOf(error)}`, { cause: error });
    }
  }

  async #readSchema(path: string): Promise<unknown> {
    return readData(path, await this.#tree.readText(path), dataFormatOf(undefined, path));
  }
}

/** Finds the files that schemas refer to, also where a schema calls itself by an address on the web. */
class SchemaFiles {
  readonly #read: (path: string) => Promise<unknown>;
  /** The draft of the schema that refers to them. */
  readonly #draft: SchemaDraft;
  /** From the address that a schema gives itself to that of its file. */
  readonly #addresses = new Map<string, string>();

  constructor(read: (path: string) => Promise<unknown>, draft: SchemaDraft) {
    this.#read = read;
    this.#draft = draft;
  }

  async load(address: string): Promise<AnySchemaObject> {
    const inTree = this.#inTree(address);
    if (inTree === undefined) {
      throw new HoldfastError(
        'contract',
        `Failed to follow the $ref to ${address}: only files of the workspace are read`,
        { hint: 'Keep the schema in the workspace and refer to it by its relative path.' },
      );
    }
    const path = decodeURIComponent(new URL(inTree).pathname.slice(1));
    const schema = asSchema(await this.#read(path), path);
    if (typeof schema === 'boolean') return { allOf: [schema] };
    requireSameMeaning(path, schema, this.#draft);
    return this.prepared(schema, address);
  }

  /** A schema without `$schema`, since the draft of the root counts; its own address is remembered. */
  prepared(schema: boolean, address: string): boolean;
  prepared(schema: AnySchemaObject, address: string): AnySchemaObject;
  prepared(schema: AnySchema, address: string): AnySchema;
  prepared(schema: AnySchema, address: string): AnySchema {
    if (typeof schema === 'boolean') return schema;
    const rest = { ...schema };
    delete rest['$schema'];
    const own: unknown = rest['$id'];
    if (typeof own === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(own)) {
      this.#addresses.set(own, this.#inTree(address) ?? address);
    }
    return rest;
  }

  #inTree(address: string): string | undefined {
    if (address.startsWith(TREE)) return address;
    for (const [own, file] of this.#addresses) {
      const folder = own.slice(0, own.lastIndexOf('/') + 1);
      if (address.startsWith(folder)) return new URL(address.slice(folder.length), file).href;
    }
    return undefined;
  }
}

function run(validate: ValidateFunction, data: unknown): readonly SchemaViolation[] {
  return validate(data) ? [] : violationsOf(validate.errors ?? []);
}

function asSchema(schema: unknown, name: string): AnySchema {
  if (typeof schema === 'boolean') return schema;
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return schema;
  throw new HoldfastError('contract', `Failed to read ${name}: a JSON Schema is an object, true or false`);
}

function addressOf(path: string): string {
  return TREE + path.split('/').map(encodeURIComponent).join('/');
}
