import { isClose } from '../expressions/tolerance.ts';
import type { KnownValue } from './known-values.ts';
import type { Origin } from './observation.ts';

interface ObservedProperties {
  readonly name: string;
  readonly origin: Origin;
  readonly properties: ReadonlyMap<string, KnownValue>;
}

/** A message of an interface. A message that several artifacts have, such as sender and receiver, exists once. */
export interface MergedMessage {
  readonly name: string;
  readonly origins: readonly Origin[];
  readonly properties: ReadonlyMap<string, KnownValue>;
}

/** A property of a message for which artifacts have different values. */
export interface MessageConflict {
  readonly message: string;
  readonly property: string;
  readonly values: readonly KnownValue[];
}

/** Combines the messages with the same name. The first value of a property is used; other values are conflicts. */
export function mergeMessages(observed: readonly ObservedProperties[]): {
  readonly messages: readonly MergedMessage[];
  readonly conflicts: readonly MessageConflict[];
} {
  const byName = new Map<string, ObservedProperties[]>();
  for (const one of observed) {
    const same = byName.get(one.name);
    if (same === undefined) byName.set(one.name, [one]);
    else same.push(one);
  }
  const conflicts: MessageConflict[] = [];
  const messages = [...byName].map(([name, same]) => {
    const properties = new Map<string, KnownValue>();
    const names = new Set(same.flatMap((one) => [...one.properties.keys()]));
    for (const property of names) {
      const values = same.flatMap((one) => one.properties.get(property) ?? []);
      const [first] = values;
      if (first === undefined) continue;
      properties.set(property, first);
      if (values.some(({ value }) => !isSame(value, first.value))) conflicts.push({ message: name, property, values });
    }
    return { name, origins: same.map(({ origin }) => origin), properties };
  });
  return { messages, conflicts };
}

export function isSame(left: KnownValue['value'], right: KnownValue['value']): boolean {
  return typeof left === 'number' && typeof right === 'number' ? isClose(left, right) : left === right;
}
