/** Two numbers whose difference is at most this share of the larger one count as equal, so that rounding decides nothing. */
const RELATIVE_TOLERANCE = 1e-9;

export function isClose(left: number, right: number): boolean {
  if (left === right) return true;
  const difference = Math.abs(left - right);
  return Number.isFinite(difference) && difference <= RELATIVE_TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}

/** A number without the digits that conversions between units may have changed: 0.55 instead of 0.5500000000000002. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(12)));
}
