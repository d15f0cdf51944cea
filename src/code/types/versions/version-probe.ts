import type { TypeView } from '../engines/type-engine.ts';
import { identical, ProbeText } from '../probes/probe-text.ts';
import type { ExportComparison, ExportVerdict, ExportVerdicts } from '../queries/export-comparison.ts';
import { relationTypes } from './relation-types.ts';
import type { RelationTypes } from './relation-types.ts';

/** The offsets of the probes of one query. */
interface QueryProbes {
  readonly name: string;
  /** The earlier and the current type. */
  readonly before: number;
  readonly after: number;
  /** `true` if existing uses remain valid. It is reliable only in a strict project. */
  readonly compatible: number;
  /** `true` if the current type cannot replace the earlier one. */
  readonly breaking: number;
}

const PREFIX = 'holdfastVersion';

/** The maximum length of a printed type. Longer types are omitted because they are not readable. */
const MAX_PRINTED_LENGTH = 160;

/** The earlier text of a file, followed by probes that compare its types with those of the current file. */
export class VersionProbe {
  readonly text: string;
  readonly #probes: readonly QueryProbes[];
  readonly #strict: number;

  /** @param currentFile absolute path of the file with its current text */
  constructor(before: string, currentFile: string, queries: readonly ExportComparison[]) {
    const probe = new ProbeText(PREFIX, before.length);
    const { names, lines } = relationTypes(PREFIX);
    for (const line of lines) probe.addLine(line);
    // Without strictFunctionTypes and strictNullChecks, the type checker does not distinguish parameter types and `undefined`.
    const strict = '((value: string) => void) extends ((value: string | number) => void) ? false : true';
    this.#strict = probe.addAlias(probe.createName(), [], `undefined extends string ? false : ${strict}`);
    this.#probes = queries.map((query) => addProbes(probe, names, query, currentFile));
    this.text = before + probe.text;
  }

  /** @param file absolute path of the probe file in the view */
  verdicts(view: TypeView, file: string): ExportVerdicts {
    const offsets = this.#probes.flatMap(({ before, after, compatible, breaking }) => [
      before,
      after,
      compatible,
      breaking,
    ]);
    const kinds = view.kinds(file, [this.#strict, ...offsets]);
    const isStrict = kinds[0] === 'true';
    const verdicts = new Map<string, ExportVerdict>();
    for (const [index, { name, before, after }] of this.#probes.entries()) {
      const [kindBefore, kindAfter, compatible, breaking] = kinds.slice(1 + index * 4, 5 + index * 4);
      if (kindBefore === 'error' || kindBefore === 'any' || kindAfter === 'error' || kindAfter === 'any') continue;
      const compatibility =
        breaking === 'true' ? 'breaking' : isStrict && compatible === 'true' ? 'compatible' : undefined;
      if (compatibility === undefined) continue;
      const print = (offset: number): string => {
        const text = view.print(file, offset);
        return text.length > MAX_PRINTED_LENGTH ? '' : text;
      };
      verdicts.set(name, { compatibility, typeBefore: print(before), typeAfter: print(after) });
    }
    return verdicts;
  }
}

function addProbes(probe: ProbeText, names: RelationTypes, query: ExportComparison, currentFile: string): QueryProbes {
  const { name, isType, typeBefore } = query;
  const current = `import(${JSON.stringify(currentFile)}).${name}`;
  const [before, after] = [probe.createName(), probe.createName()];
  const offsets = {
    before: probe.addAlias(before, [], typeBefore),
    after: probe.addAlias(after, [], isType ? current : `typeof ${current}`),
  };
  const add = (type: string): number => probe.addAlias(probe.createName(), [], type);
  const { compatible, breaking } = isType ? compareTypes(names, before, after) : compareValues(names, before, after);
  const comparable = `false extends ${names.known}<${before}> | ${names.known}<${after}> ? false`;
  return { name, ...offsets, compatible: add(`${comparable} : ${compatible}`), breaking: add(breaking) };
}

interface Comparison {
  readonly compatible: string;
  readonly breaking: string;
}

/** Importers both produce and consume a type, so it must stay equal, except for additional optional properties. */
function compareTypes({ isUnion }: RelationTypes, before: string, after: string): Comparison {
  const isPlainObject = `[${before} | ${after}] extends [object] ? [${before} | ${after}] extends [Exclude<${before} | ${after}, readonly unknown[] | Function>] ? true : false : false`;
  const keepsProperties = identical(`Pick<${after}, keyof ${after} & keyof ${before}>`, before);
  return {
    compatible:
      `(${identical(before, after)}) extends true ? true : (${isPlainObject}) extends true` +
      ` ? true extends ${isUnion}<${before}> | ${isUnion}<${after}> ? false : (${keepsProperties}) extends true ? {} extends Omit<${after}, keyof ${before}> ? true : false : false : false`,
    breaking: `[${before}] extends [${after}] ? false : [${after}] extends [${before}] ? false : true`,
  };
}

/** Importers read or call a value: its parameters may accept more, and its results may provide more. */
function compareValues(relations: RelationTypes, before: string, after: string): Comparison {
  const { simple, provides, parameters, widened } = relations;
  const callable = '((...args: never) => unknown) | (abstract new (...args: never) => unknown)';
  const bothSimple = `[${simple}<${before}>, ${simple}<${after}>] extends [true, true]`;
  const acceptsParameters = `${parameters}<Parameters<${before}>, Parameters<${after}>>`;
  const providesReturn = `${provides}<ReturnType<${after}>, ReturnType<${before}>>`;
  return {
    compatible:
      `(${identical(before, after)}) extends true ? true : [${after}] extends [${before}]` +
      ` ? ${bothSimple} ? [${acceptsParameters}, ${providesReturn}] extends [true, true] ? true : false : ${provides}<${after}, ${before}> : false`,
    breaking:
      `[${after}] extends [${before}] ? false : ${bothSimple} ? true` +
      ` : [${before}] extends [${callable}] ? false : [${after}] extends [${callable}] ? false` +
      ` : [${widened}<${after}>] extends [${widened}<${before}>] ? false : true`,
  };
}
