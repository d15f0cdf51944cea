import Qty from 'js-quantities';
import { multiplyDimensions, NO_DIMENSION, type Dimension } from './dimension.ts';

/** A unit of measurement: a value in base units is `value * factor + offset`. */
export interface Unit {
  /** As written, for example `kbit/s`. */
  readonly text: string;
  readonly factor: number;
  /** 0 except for temperatures: 273.15 for °C. */
  readonly offset: number;
  readonly dimension: Dimension;
}

const MAX_LENGTH = 40;
/** Letters, exponents and operators, so that a unit cannot contain a value. */
const UNIT_TEXT = /^(?:1\/)?[\p{L}°%][\p{L}\p{M}\d°%*/^ ().-]*$/u;

/** Usual names that the library of units lacks or reads in another way. */
const ALIASES: Readonly<Record<string, string>> = {
  K: 'tempK',
  degC: 'tempC',
  '°C': 'tempC',
  degF: 'tempF',
  '°F': 'tempF',
  Nm: 'N*m',
};

/** Reads a unit such as `ms`, `kbit/s`, `m/s^2`, `°C` or `%`; `undefined` if it is unknown. */
export function parseUnit(text: string): Unit | undefined {
  if (text.length > MAX_LENGTH || !UNIT_TEXT.test(text)) return undefined;
  const name = Object.hasOwn(ALIASES, text) ? (ALIASES[text] ?? text) : text;
  try {
    const base = new Qty(1, name).toBase();
    const offset = new Qty(0, name).toBase().scalar;
    const dimension = multiplyDimensions(countBases(base.numerator), countBases(base.denominator), -1);
    return { text, factor: base.scalar - offset, offset, dimension };
  } catch {
    // The library throws errors of several types for a text that is not a unit.
    return undefined;
  }
}

/** The exponents of base units in a list such as `<meter>`, `<meter>`, `<1>`. Both scales of kelvin are one base. */
function countBases(names: readonly string[]): Dimension {
  return names.reduce<Dimension>((dimension, name) => {
    const base = name.replace(/^<|>$/g, '');
    if (base === '1') return dimension;
    return multiplyDimensions(dimension, new Map([[base === 'temp-K' ? 'kelvin' : base, 1]]));
  }, NO_DIMENSION);
}

/** Converts a value from a unit to base units. */
export function toBaseUnits(value: number, unit: Unit | undefined): number {
  return unit === undefined ? value : value * unit.factor + unit.offset;
}

/** Converts a value from base units to a unit. */
export function fromBaseUnits(value: number, unit: Unit | undefined): number {
  return unit === undefined ? value : (value - unit.offset) / unit.factor;
}
