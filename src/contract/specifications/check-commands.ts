/** Programs that a command can start with. Other text in code is a name, a path or an example. */
const PROGRAM =
  /^(?:npm|pnpm|yarn|bun|bunx|npx|pnpx|node|tsx|ts-node|deno|tsc|vue-tsc|vitest|jest|mocha|ava|eslint|prettier|biome|playwright|cypress|turbo|nx|make|just|task|go|cargo|python3?|pytest|uv|poetry|ruff|mypy|pip3?|mvn|\.\/mvnw|gradle|\.\/gradlew|dotnet|swift|flutter|dart|docker|docker-compose|git|gh|rm|mkdir|cp|mv|cd|curl|bash|sh|openspec|specify|prisma|drizzle-kit|\.\/[\w./-]+\.sh)(?:\s|$)/;
/** Programs that are commands without arguments. */
const ALONE = new Set(['vitest', 'jest', 'mocha', 'ava', 'eslint', 'tsc', 'pytest', 'mypy']);

/** Names of scripts that check something. */
const CHECK_SCRIPT = String.raw`(?:[\w-]+:)*(?:test|tests|lint|build|check|typecheck|type-check|types|tsc|verify|validate|e2e|unit|integration|format[:-]check|ci)(?:[:-][\w:-]+)?`;
const WRITES = /\s(?:--fix|--write|--watch|-w|-u|--update(?:-snapshots?)?|--watchAll|--ui)\b/;
const CHECKS: readonly RegExp[] = [
  new RegExp(
    `^(?:npm|pnpm|yarn|bun)(?:\\s+(?:--filter|-F|-w|--workspace|--prefix|-C|-r)(?:[= ]\\S+)?)*\\s+(?:run\\s+|run-script\\s+)?${CHECK_SCRIPT}(?:\\s|$)`,
  ),
  /^(?:npx|pnpx|bunx|yarn|pnpm exec|pnpm|npm exec --|npm exec)\s+(?:vitest|jest|mocha|ava|tsc|vue-tsc|eslint|playwright test|cypress run|prettier (?:.*\s)?(?:--check|-c)\b|biome (?:check|ci|lint)|tsx? --test)(?:\s|$)/,
  /^(?:vitest|jest|mocha|ava|tsc|vue-tsc|eslint|pytest|mypy)(?:\s|$)/,
  /^prettier (?:.*\s)?(?:--check|-c)\b/,
  /^(?:playwright test|cypress run|biome (?:check|ci|lint)|ruff check|node --test|go (?:test|vet|build)|cargo (?:test|check|clippy|build)|(?:python3? -m|uv run|poetry run)\s+(?:pytest|mypy|unittest|ruff check)|dotnet (?:test|build)|(?:mvn|\.\/mvnw) (?:test|verify|compile)|(?:gradle|\.\/gradlew) (?:test|check|build)|swift (?:test|build)|(?:flutter|dart) (?:test|analyze)|deno (?:test|check|lint)|(?:make|just|task) (?:test|check|lint|build|typecheck)|(?:turbo|nx) (?:run )?(?:test|lint|build|typecheck|check))(?:\s|$)/,
];

/** Whether a piece of code is a command line. */
export function isCommand(code: string): boolean {
  return PROGRAM.test(code) && (code.includes(' ') || ALONE.has(code));
}

/** Whether a command checks a tree and changes nothing in it. */
export function isCheckCommand(command: string): boolean {
  return !WRITES.test(command) && CHECKS.some((pattern) => pattern.test(command));
}

/** The commands of a line that are joined with `&&` or `;`. */
export function splitCommandLine(line: string): readonly string[] {
  if (/["']/.test(line)) return [line];
  return line
    .split(/\s*(?:&&|;)\s*/)
    .map((command) => command.trim())
    .filter((command) => command !== '');
}
