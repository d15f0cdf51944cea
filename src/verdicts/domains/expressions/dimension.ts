/** The base units of a quantity with their exponents, for example `second: -1`. Exponents are never 0. */
export type Dimension = ReadonlyMap<string, number>;

/** The dimension of a number without a unit. */
export const NO_DIMENSION: Dimension = new Map();

/** The dimension of a product, or with `exponent` -1 of a quotient. */
export function multiplyDimensions(left: Dimension, right: Dimension, exponent = 1): Dimension {
  const result = new Map(left);
  for (const [base, power] of right) {
    const sum = (result.get(base) ?? 0) + power * exponent;
    if (sum === 0) result.delete(base);
    else result.set(base, sum);
  }
  return result;
}

export function raiseDimension(dimension: Dimension, exponent: number): Dimension {
  return exponent === 0 ? NO_DIMENSION : new Map([...dimension].map(([base, power]) => [base, power * exponent]));
}

export function isSameDimension(left: Dimension, right: Dimension): boolean {
  return left.size === right.size && [...left].every(([base, power]) => right.get(base) === power);
}

/** A dimension in base units: `byte/second`, `kilogram*meter/second^2`; an empty string for a number without a unit. */
export function formatDimension(dimension: Dimension): string {
  const entries = [...dimension].sort(([a], [b]) => (a < b ? -1 : 1));
  const factors = (sign: number): readonly string[] =>
    entries
      .filter(([, power]) => Math.sign(power) === sign)
      .map(([base, power]) => (Math.abs(power) === 1 ? base : `${base}^${Math.abs(power)}`));
  const above = factors(1).join('*');
  const below = factors(-1).map((factor) => `/${factor}`);
  return above === '' && below.length > 0 ? `1${below.join('')}` : above + below.join('');
}
