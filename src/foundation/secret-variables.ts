/** The environment variables with tokens for github.com, in order of precedence. They can write to the repository. */
export const GITHUB_TOKEN_VARIABLES = ['GITHUB_TOKEN', 'GH_TOKEN'] as const;

/** The environment variables with tokens for other servers of GitHub, in order of precedence, as its command line names them. */
export const ENTERPRISE_TOKEN_VARIABLES = ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'] as const;

/** The environment variable with the URL of the server of a shared history, which usually contains a password. */
export const DATABASE_URL_VARIABLE = 'HOLDFAST_DATABASE_URL';

/** The environment variables with headers for a collector of OpenTelemetry, which usually contain a token. */
const TELEMETRY_HEADER_VARIABLES = [
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OTEL_EXPORTER_OTLP_METRICS_HEADERS',
] as const;

/**
 * The environment variables with API keys of models, tokens of forges, the URL of a database and headers for a collector. No
 * command, validator or git process receives them, no configuration can pass them on, and no request of a check can contain them.
 */
export const SECRET_VARIABLES = [
  'HOLDFAST_API_KEY',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GEMINI_API_KEY',
  'OPENROUTER_API_KEY',
  'ZAI_API_KEY',
  'ZHIPU_API_KEY',
  'DEEPSEEK_API_KEY',
  ...GITHUB_TOKEN_VARIABLES,
  ...ENTERPRISE_TOKEN_VARIABLES,
  ...TELEMETRY_HEADER_VARIABLES,
  DATABASE_URL_VARIABLE,
] as const;

/** The name of a variable with a secret. A provider can only read keys with such a name. */
export type SecretVariable = (typeof SECRET_VARIABLES)[number];

const NAMES: ReadonlySet<string> = new Set(SECRET_VARIABLES);

/** Whether a variable contains a secret of Holdfast. Ignores case, as Windows does. */
export function isSecretVariable(name: string): boolean {
  return NAMES.has(name.toUpperCase());
}
