import { typeParameterList } from './probe-text.ts';
import type { ProbeText } from './probe-text.ts';
import type { Owner, ProbeSubject } from './probe-subject.ts';

/** `this` as a type: not a parameter name, the subject of a type predicate or a part of another identifier. */
const THIS_REFERENCE = /(?<![\w$.'"`])this(?![\w$'"`]|\s*\??:|\s+is\b)/g;

/**
 * A derived interface that replaces the polymorphic type `this` of a class or interface when one of its members is
 * queried. A method that returns `this` returns the derived type, and a method that returns the class does not.
 */
export class ThisType {
  /** The queried member, accessed through the derived interface. */
  readonly member: string;
  readonly #name: string;
  readonly #reference: string;

  constructor(probe: ProbeText, owner: Owner, { typeParameters, typeParameterNames }: ProbeSubject) {
    const names = typeParameterList(typeParameterNames);
    const alias = probe.createName();
    probe.addAlias(alias, typeParameters, owner.text);
    this.#name = probe.createName();
    this.#reference = `${this.#name}${names}`;
    this.member = owner.memberOf(this.#reference);
    // Without an additional member, the derived interface would be identical to its base.
    probe.addLine(
      `interface ${this.#name}${typeParameterList(typeParameters)} extends ${alias}${names} { ${this.#name}: 0 }`,
    );
  }

  /** Replaces `this` by the derived interface, in the text of the class or in an expected text. */
  substituteThis(text: string): string {
    return text.replaceAll(THIS_REFERENCE, () => this.#reference);
  }

  /** Replaces the derived interface by `this` in a printed type. */
  restoreThis(text: string): string {
    return text.replaceAll(new RegExp(`\\b${this.#name}\\b(?:<[^<>]*>)?`, 'g'), 'this');
  }
}

/** Creates the derived interface if it can affect the result: if the member or the expected text mentions `this`. */
export function createThisType(probe: ProbeText, subject: ProbeSubject, expected: string): ThisType | undefined {
  const { owner, nodes } = subject;
  if (owner === undefined) return undefined;
  const mentionsThis = [expected, ...nodes.map((node) => node.getText())].some((text) => /\bthis\b/.test(text));
  return mentionsThis ? new ThisType(probe, owner, subject) : undefined;
}
