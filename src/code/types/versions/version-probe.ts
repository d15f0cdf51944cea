import type { TypeView } from '../engines/type-engine.ts';
import { identical, ProbeText } from '../probes/probe-text.ts';
import { relationTypes } from './relation-types.ts';
import type { RelationTypes } from './relation-types.ts';
import type { VersionQuestion, VersionVerdict, VersionVerdicts } from './version-question.ts';

interface Asked {
  readonly name: string;
  readonly was: number;
  readonly is: number;
  /** True where those who use it can go on as before; only in a project that is checked strictly. */
  readonly compatible: number;
  /** True where the later type cannot stand for the earlier one. */
  readonly breaking: number;
}

const PREFIX = 'holdfastVersion';

/** Types longer than this are not read by people. */
const MOST_PRINTED = 160;

/** An earlier text of a file, followed by text in which its types are compared with those of the file as it is now. */
export class VersionProbe {
  readonly text: string;
  readonly #asked: readonly Asked[];
  readonly #strict: number;

  /** @param after absolute path of the file as it is now */
  constructor(before: string, after: string, questions: readonly VersionQuestion[]) {
    const probe = new ProbeText(PREFIX, before.length);
    const { names, lines } = relationTypes(PREFIX);
    for (const line of lines) probe.line(line);
    // Without these options the checker itself does not tell parameters, and what may be missing, apart.
    const strict = '((given: string) => void) extends ((given: string | number) => void) ? false : true';
    this.#strict = probe.alias(probe.freshName(), [], `undefined extends string ? false : ${strict}`);
    this.#asked = questions.map((question) => ask(probe, names, question, after));
    this.text = before + probe.text;
  }

  /** @param file the absolute path under which the view has the text */
  verdicts(view: TypeView, file: string): VersionVerdicts {
    const offsets = this.#asked.flatMap(({ was, is, compatible, breaking }) => [was, is, compatible, breaking]);
    const kinds = view.kinds(file, [this.#strict, ...offsets]);
    const isStrict = kinds[0] === 'true';
    const found = new Map<string, VersionVerdict>();
    for (const [index, { name, was, is }] of this.#asked.entries()) {
      const [wasKind, isKind, compatible, breaking] = kinds.slice(1 + index * 4, 5 + index * 4);
      if (wasKind === 'error' || wasKind === 'any' || isKind === 'error' || isKind === 'any') continue;
      const compatibility =
        breaking === 'true' ? 'breaking' : isStrict && compatible === 'true' ? 'compatible' : undefined;
      if (compatibility === undefined) continue;
      const printed = (at: number): string => {
        const text = view.print(file, at);
        return text.length > MOST_PRINTED ? '' : text;
      };
      found.set(name, { compatibility, was: printed(was), is: printed(is) });
    }
    return found;
  }
}

function ask(probe: ProbeText, names: RelationTypes, { name, isType, before }: VersionQuestion, after: string): Asked {
  const later = `import(${JSON.stringify(after)}).${name}`;
  const [was, is] = [probe.freshName(), probe.freshName()];
  const at = {
    was: probe.alias(was, [], before),
    is: probe.alias(is, [], isType ? later : `typeof ${later}`),
  };
  const add = (type: string): number => probe.alias(probe.freshName(), [], type);
  const { compatible, breaking } = isType ? comparedTypes(names, was, is) : comparedValues(names, was, is);
  const known = `false extends ${names.known}<${was}> | ${names.known}<${is}> ? false`;
  return { name, ...at, compatible: add(`${known} : ${compatible}`), breaking: add(breaking) };
}

interface Compared {
  readonly compatible: string;
  readonly breaking: string;
}

/** Types are made by some and read by others: they have to be equal, but for properties that may be left out. */
function comparedTypes({ isUnion }: RelationTypes, was: string, is: string): Compared {
  const plain = `[${was} | ${is}] extends [object] ? [${was} | ${is}] extends [Exclude<${was} | ${is}, readonly unknown[] | Function>] ? true : false : false`;
  const kept = identical(`Pick<${is}, keyof ${is} & keyof ${was}>`, was);
  return {
    compatible:
      `(${identical(was, is)}) extends true ? true : (${plain}) extends true` +
      ` ? true extends ${isUnion}<${was}> | ${isUnion}<${is}> ? false : (${kept}) extends true ? {} extends Omit<${is}, keyof ${was}> ? true : false : false : false`,
    breaking: `[${was}] extends [${is}] ? false : [${is}] extends [${was}] ? false : true`,
  };
}

function comparedValues({ simple, gives, parameters, widened }: RelationTypes, was: string, is: string): Compared {
  const callable = '((...given: never) => unknown) | (abstract new (...given: never) => unknown)';
  const bothSimple = `[${simple}<${was}>, ${simple}<${is}>] extends [true, true]`;
  const taken = `${parameters}<Parameters<${was}>, Parameters<${is}>>`;
  const given = `${gives}<ReturnType<${is}>, ReturnType<${was}>>`;
  return {
    compatible:
      `(${identical(was, is)}) extends true ? true : [${is}] extends [${was}]` +
      ` ? ${bothSimple} ? [${taken}, ${given}] extends [true, true] ? true : false : ${gives}<${is}, ${was}> : false`,
    breaking:
      `[${is}] extends [${was}] ? false : ${bothSimple} ? true` +
      ` : [${was}] extends [${callable}] ? false : [${is}] extends [${callable}] ? false` +
      ` : [${widened}<${is}>] extends [${widened}<${was}>] ? false : true`,
  };
}
