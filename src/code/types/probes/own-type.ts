import { listOf } from './probe-text.ts';
import type { ProbeText } from './probe-text.ts';
import type { Owner, Subject } from '../subject.ts';

/** `this` where it is a type, not the name of a parameter, a predicate's subject or a part of another word. */
const THIS_TYPE = /(?<![\w$.'"`])this(?![\w$'"`]|\s*\??:|\s+is\b)/g;

/**
 * Stands for the type `this` of a class or interface whose member is asked about: an heir of it. A method that gives
 * `this` gives the heir there, one that gives the class itself does not.
 */
export class OwnType {
  /** The member of the class as that of its heir. */
  readonly member: string;
  readonly #name: string;
  readonly #reference: string;

  constructor(probe: ProbeText, owner: Owner, { parameters, parameterNames }: Subject) {
    const names = listOf(parameterNames);
    const alias = probe.freshName();
    probe.alias(alias, parameters, owner.text);
    this.#name = probe.freshName();
    this.#reference = `${this.#name}${names}`;
    this.member = owner.memberOf(this.#reference);
    // Without a member of its own it would be identical to what it comes from.
    probe.line(`interface ${this.#name}${listOf(parameters)} extends ${alias}${names} { ${this.#name}: 0 }`);
  }

  /** What is written in the class or expected of it, with the heir for `this`. */
  withHeir(text: string): string {
    return text.replaceAll(THIS_TYPE, () => this.#reference);
  }

  /** A printed type, with `this` again. */
  printed(text: string): string {
    return text.replaceAll(new RegExp(`\\b${this.#name}\\b(?:<[^<>]*>)?`, 'g'), 'this');
  }
}

/** The heir where it may make a difference: where the member or what is expected of it speaks of `this`. */
export function ownTypeFor(probe: ProbeText, subject: Subject, expected: string): OwnType | undefined {
  const { owner, nodes } = subject;
  if (owner === undefined) return undefined;
  const speaksOfThis = [expected, ...nodes.map((node) => node.getText())].some((text) => /\bthis\b/.test(text));
  return speaksOfThis ? new OwnType(probe, owner, subject) : undefined;
}
