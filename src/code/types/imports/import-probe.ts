import type { TypeView } from '../engines/type-engine.ts';
import { ProbeText } from '../probes/probe-text.ts';
import type { ReceivedImport } from '../queries/import-query.ts';

/** The offsets of the probes of one import. */
interface ProbedImport {
  /** The name of the module, and of the import; absent for a whole module. */
  readonly module: number;
  readonly imported: number | undefined;
  readonly type: number;
  readonly hasValue: number;
  readonly isCallable: number;
  readonly isFunction: number;
}

const PREFIX = 'holdfastImport';

/** A file of imports, and of questions about what they receive. It must lie next to the file that would write them. */
export class ImportProbe {
  readonly text: string;
  readonly #probed: readonly ProbedImport[];

  /** @param imports the imports, in the order of the answers */
  constructor(imports: readonly { readonly specifier: string; readonly name: string }[]) {
    const probe = new ProbeText(PREFIX, 0);
    const unusable = probe.createName();
    probe.addAlias(unusable, ['T'], UNUSABLE);
    this.#probed = imports.map((one) => addImport(probe, one, unusable));
    this.text = probe.text;
  }

  /** @param file absolute path of the probe file in the view */
  answers(view: TypeView, file: string): readonly ReceivedImport[] {
    return this.#probed.map(({ module, imported, type, hasValue, isCallable, isFunction }): ReceivedImport => {
      const [isModuleUnresolved] = view.areUnresolved(file, [module]);
      if (isModuleUnresolved === true) return { exists: undefined, value: undefined };
      const [isMissing] = imported === undefined ? [false] : view.areUnresolved(file, [imported]);
      if (isMissing === true) return { exists: false, value: undefined };
      const [kind, value, callable, isClass] = view.kinds(file, [type, hasValue, isCallable, isFunction]);
      if (value === 'false') return { exists: true, value: 'none' };
      if (kind === 'error') return { exists: true, value: undefined };
      if (kind === 'any') return { exists: true, value: 'any' };
      if (callable === 'true') return { exists: true, value: 'callable' };
      if (callable === 'false' && isClass === 'true') return { exists: true, value: 'closed-class' };
      return callable === 'false'
        ? { exists: true, value: 'not-callable', type: view.print(file, type) }
        : { exists: true, value: undefined };
    });
  }
}

/**
 * The members of a type that cannot be called or constructed: all that are no functions, and classes that are abstract or have
 * no public constructor. `Function` and what extends it can be called; the keys of a class do not have its methods.
 */
const UNUSABLE =
  "T extends ((...args: any) => any) | (new (...args: any) => any) ? never : T extends Function ? 'apply' extends keyof T ? never : T : T";

/** @param unusable the name of the type alias `UNUSABLE` */
function addImport(
  probe: ProbeText,
  { specifier, name }: { readonly specifier: string; readonly name: string },
  unusable: string,
): ProbedImport {
  const from = JSON.stringify(specifier);
  const isWhole = name === '*' || name === 'export=';
  const module =
    name === 'export='
      ? probe.addStatement('import ', probe.createName(), ` = require(${from});`)
      : probe.addStatement('import * as ', probe.createName(), ` from ${from};`);
  const key = JSON.stringify(name);
  const written = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : key;
  const imported = isWhole
    ? undefined
    : probe.addStatement(`import { ${written} as `, probe.createName(), ` } from ${from};`);
  const add = (type: string): number => probe.addAlias(probe.createName(), [], type);
  const value = probe.createName();
  const type = probe.addAlias(value, [], `typeof ${(imported ?? module).name}`);
  // A compiler without `strictNullChecks` drops the other types.
  const present = `Exclude<${value}, null | undefined | void>`;
  return {
    module: module.offset,
    imported: imported?.offset,
    type,
    // The keys of a module are its values: a name that is exported as a type only is none.
    hasValue: add(isWhole ? 'true' : `${key} extends keyof typeof ${module.name} ? true : false`),
    isFunction: add(`[${present}] extends [never] ? false : [${present}] extends [Function] ? true : false`),
    isCallable: add(`[${present}] extends [never] ? false : [${unusable}<${present}>] extends [never] ? true : false`),
  };
}
