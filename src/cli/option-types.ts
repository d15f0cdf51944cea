import { InvalidArgumentError, Option } from 'commander';

export function formatOption(): Option {
  return new Option('--format <format>', 'how the result is printed').choices(['text', 'json']).default('text');
}

export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return value;
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}
