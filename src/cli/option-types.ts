import { InvalidArgumentError, Option, type Command } from 'commander';

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

/** What a run that is gone on with may be told; what is left out is as in the run before. */
export function addContinueOptions(command: Command): Command {
  return command
    .option('--model <provider:model>', 'the model (default: that of the run)')
    .option('--base-url <url>', 'the base URL of an OpenAI-compatible endpoint')
    .option('--jobs <n>', 'how many chunks may run side by side (default: as in the run)', positiveInteger)
    .option('--max-cost <usd>', 'the most that it may cost from here on, in US dollars', positiveNumber)
    .addOption(
      new Option('--apply <mode>', 'how results land (default: as in the run)').choices([
        'commit',
        'working-tree',
        'none',
      ]),
    )
    .option('--record <file>', "record the model's replies into a file that the replay provider answers from")
    .option('--verbose', 'show what the model says as it comes')
    .addOption(formatOption());
}
