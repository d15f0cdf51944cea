import type { ApiMember, ApiSignature, ApiType } from '../model/api-type.ts';
import { isUnderscored, promisesNothing } from './version-bump.ts';
import { COVARIANT_TYPES } from './covariant-types.ts';
import type { ApiDeclaration, PackageApi } from '../model/package-api.ts';

/** What callers do with the values of a type. */
export interface UsageRole {
  /** They construct or implement it, and pass it. */
  isInput: boolean;
  /** They receive it. */
  isOutput: boolean;
  /** What is passed on to a generic type whose use is not known: one of both may be. */
  isUncertain: boolean;
  /** The direction that callers meet in callbacks alone, although they meet the other one outside of them. */
  inCallbacks?: Direction;
  /** The first export that leads to it. */
  readonly usedBy: string;
  /** The subpaths of that export. */
  readonly entries: readonly string[];
}

/** [CHANGE-2] Finds what callers do with each declaration that the exports of a package reach. */
export function findUsageRoles(api: PackageApi): ReadonlyMap<string, UsageRole> {
  const search = new RoleSearch(api.declarations);
  const entriesById = new Map<string, string[]>();
  const nameById = new Map<string, string>();
  for (const { subpath, exports } of api.entries) {
    for (const { name, declaration } of exports) {
      if (!nameById.has(declaration)) nameById.set(declaration, name);
      const entries = entriesById.get(declaration) ?? [];
      entriesById.set(declaration, entries.includes(subpath) ? entries : [...entries, subpath]);
    }
  }
  const isUnstable = (id: string): boolean => api.declarations[id]?.release !== undefined || isUnderscored(id);
  // The first export that leads to a type names it: a stable one, if there is one.
  const exported = [...nameById]
    .map(([id, name]) => ({ id, name, entries: entriesById.get(id) ?? [] }))
    .sort((a, b) => Number(isUnstable(a.id)) - Number(isUnstable(b.id)));
  for (const { id, name, entries } of exported) search.addValue(id, name, entries);
  for (const { id, name, entries } of exported) search.addType(id, name, entries);
  return search.finish();
}

type Direction = 'input' | 'output';

const MAX_DEPTH = 4;

class RoleSearch {
  readonly roles = new Map<string, UsageRole>();
  readonly #declarations: PackageApi['declarations'];
  #usedBy = '';
  #isUncertain = false;
  /** How many functions take the visited type as a parameter: 0 is a result, 1 is an argument, 2 is one of a callback. */
  #depth = 0;
  /** The least depth at which a declaration is reached, by direction and id. */
  readonly #depths = new Map<string, number>();
  #entries: readonly string[] = [];

  constructor(declarations: PackageApi['declarations']) {
    this.#declarations = declarations;
  }

  /** Callers receive an exported value, and create the instances of an exported class. */
  addValue(id: string, name: string, entries: readonly string[]): void {
    [this.#usedBy, this.#entries] = [name, entries];
    const declaration = this.#declarations[id];
    if (declaration?.value !== undefined) this.#visit(declaration.value, 'output');
    if (declaration?.kinds.includes('class') === true) this.#reach(id, 'output');
  }

  /** A type that no value reaches can be constructed and received. */
  addType(id: string, name: string, entries: readonly string[]): void {
    [this.#usedBy, this.#entries] = [name, entries];
    const declaration = this.#declarations[id];
    if (declaration === undefined) return;
    const role = this.roles.get(id);
    const isReached = role !== undefined && (role.isInput || role.isOutput);
    if (isReached && (declaration.type !== undefined || declaration.value === undefined)) return;
    for (const direction of ['input', 'output'] as const) this.#reach(id, direction);
  }

  /** The roles, when all exports are visited. */
  finish(): ReadonlyMap<string, UsageRole> {
    for (const [id, role] of this.roles) {
      const [input, output] = [this.#depths.get(`input ${id}`), this.#depths.get(`output ${id}`)];
      if (input === undefined || output === undefined || Math.max(input, output) < 2) continue;
      role.inCallbacks = input > output ? 'input' : 'output';
    }
    return this.roles;
  }

  #reach(id: string, direction: Direction): void {
    if (this.#isUncertain) {
      this.#reachUncertain(id);
      return;
    }
    const key = `${direction} ${id}`;
    if ((this.#depths.get(key) ?? Number.POSITIVE_INFINITY) <= this.#depth) return;
    this.#depths.set(key, this.#depth);
    const known = this.roles.get(id);
    const role = known ?? {
      isInput: false,
      isOutput: false,
      isUncertain: false,
      usedBy: this.#usedBy,
      entries: this.#entries,
    };
    if (direction === 'input') role.isInput = true;
    else role.isOutput = true;
    this.roles.set(id, role);
    const declaration = this.#declarations[id];
    if (declaration !== undefined) this.#visitDeclaration(declaration, direction);
  }

  #reachUncertain(id: string): void {
    const known = this.roles.get(id);
    if (known?.isUncertain === true) return;
    const role = known ?? {
      isInput: false,
      isOutput: false,
      isUncertain: true,
      usedBy: this.#usedBy,
      entries: this.#entries,
    };
    role.isUncertain = true;
    this.roles.set(id, role);
    const declaration = this.#declarations[id];
    if (declaration !== undefined) this.#visitDeclaration(declaration, 'output');
  }

  /** Visits what may be read, passed, or both. */
  #visitUncertain(type: ApiType): void {
    const was = this.#isUncertain;
    this.#isUncertain = true;
    this.#visit(type, 'output');
    this.#isUncertain = was;
  }

  #visitDeclaration({ type, bases = [], typeParameters }: ApiDeclaration, direction: Direction): void {
    if (type !== undefined) this.#visit(type, direction);
    for (const base of bases) this.#visit(base, direction);
    for (const { constraint, default: fallback } of typeParameters) {
      for (const one of [constraint, fallback]) if (one !== undefined) this.#visitUncertain(one);
    }
  }

  #visitBoth(type: ApiType): void {
    for (const direction of ['input', 'output'] as const) this.#visit(type, direction);
  }

  #visit(type: ApiType, direction: Direction): void {
    switch (type.kind) {
      case 'text':
        return;
      case 'opaque':
        for (const id of type.mentions) this.#reachUncertain(id);
        return;
      case 'reference':
        if (type.origin === 'package') this.#reach(type.name, direction);
        for (const [at, one] of type.args.entries()) {
          // Who reads a record finds at least its keys. Who passes one needs all of them.
          const isKey = type.origin === 'elsewhere' && type.name === 'Record' && at === 0;
          if (isKey && direction === 'output') this.#visit(one, 'input');
          else if (isKey) this.#visitUncertain(one);
          else if (type.origin === 'elsewhere' && COVARIANT_TYPES.has(type.name)) this.#visit(one, direction);
          else this.#visitUncertain(one);
        }
        return;
      case 'union':
      case 'intersection':
        for (const one of type.members) this.#visit(one, direction);
        return;
      case 'array':
        this.#visit(type.element, direction);
        return;
      case 'tuple':
        for (const one of type.elements) this.#visit(one.type, direction);
        return;
      case 'function':
        for (const one of type.signatures) this.#visitSignature(one, direction);
        return;
      case 'object':
        for (const one of type.members) this.#visitMember(one, direction);
    }
  }

  #visitMember(member: ApiMember, direction: Direction): void {
    if (promisesNothing(member)) return;
    const { type, isProtected } = member;
    if (isProtected === true) this.#visitBoth(type);
    else this.#visit(type, direction);
  }

  #visitSignature({ parameters, result, typeParameters }: ApiSignature, direction: Direction): void {
    const opposite = direction === 'input' ? 'output' : 'input';
    this.#visit(result, direction);
    const depth = this.#depth;
    // More callbacks in callbacks make no difference.
    this.#depth = Math.min(depth + 1, MAX_DEPTH);
    for (const { type } of parameters) this.#visit(type, opposite);
    for (const { constraint } of typeParameters) if (constraint !== undefined) this.#visit(constraint, opposite);
    this.#depth = depth;
  }
}
