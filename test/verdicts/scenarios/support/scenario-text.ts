/** The text of a valid scenario with one command. `more` are lines that replace or extend its keys. */
export function scenarioText(more: Readonly<Record<string, string>> = {}): string {
  const keys: Readonly<Record<string, string>> = {
    id: 'first',
    title: 'A title',
    covers: '[Orders]',
    steps: '[{ id: run, command: node main.mjs }]',
    acceptance: '[{ message: It prints ok, check: { type: pattern_match, target: run, pattern: ok } }]',
    ...more,
  };
  return Object.entries(keys)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}
