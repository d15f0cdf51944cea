/** A secret in a text. */
export interface FoundSecret {
  /** The kind of secret, for example `github`. */
  readonly kind: string;
  /** The name of the rule's message, for example `GITHUB_TOKEN`. */
  readonly rule: string;
  /** 1-based. A private key has several lines. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Never shown, stored or sent. */
  readonly value: string;
}

/** A longer text is data, and searching it takes long. */
export const MAX_SEARCHED_CHARACTERS = 4_000_000;

/** The rule that lets a comment in the text switch off the others. What is reviewed must not decide how it is reviewed. */
const COMMENT_FILTER = /filter-comments$/;

const RULE_PREFIX = '@secretlint/secretlint-rule-';

/** Finds secrets in a text with the rules of secretlint. The rules are loaded at the first use. */
export async function findSecrets(path: string, text: string): Promise<readonly FoundSecret[]> {
  const [{ lintSource }, { rules }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const { messages } = await lintSource({
    source: { filePath: path, content: text, contentType: 'text', ext: /\.[^./]*$/.exec(path)?.[0] ?? '' },
    options: {
      locale: 'en',
      maskSecrets: true,
      noPhysicFilePath: true,
      config: {
        rules: rules
          .filter(({ meta }) => !COMMENT_FILTER.test(meta.id))
          .map((rule) => ({ id: rule.meta.id, rule: rule as never })),
      },
    },
  });
  return messages.flatMap(({ ruleId, messageId, range }): FoundSecret[] => {
    const value = text.slice(...range);
    const kind = ruleId.startsWith(RULE_PREFIX) ? ruleId.slice(RULE_PREFIX.length) : ruleId;
    if (isPlaceholder(kind, value)) return [];
    return [{ kind, rule: messageId, ...linesOf(text, range), value }];
  });
}

/**
 * The lines of a range, as git and editors count them: only a line feed ends a line. secretlint also counts a carriage return
 * and the separators of Unicode.
 */
function linesOf(text: string, [start, end]: readonly [number, number]): Pick<FoundSecret, 'firstLine' | 'lastLine'> {
  const firstLine = countLineFeeds(text.slice(0, start)) + 1;
  return { firstLine, lastLine: firstLine + countLineFeeds(text.slice(start, end)) };
}

function countLineFeeds(text: string): number {
  return text.split('\n').length - 1;
}

const URL_KINDS: ReadonlySet<string> = new Set(['basicauth', 'database-connection-string']);

const LOCAL_HOST =
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|(.+\.)?(example(\.(com|org|net))?|test|invalid|localhost|local))$/i;

/** Words and forms that documentation and tests use where a password belongs. */
const PLACEHOLDER_PASSWORD =
  /^(pass(word|wd)?|pwd|secret|user(name)?|postgres|root|admin|test|example|changeme|x+|\*+|\.+)$|[${}<>]|%[sd]|\*{3}/i;

/** Whether the password of a URL is not secret: the URL is for the same machine or a reserved name, or the password is a placeholder. */
function isPlaceholder(kind: string, value: string): boolean {
  if (!URL_KINDS.has(kind)) return false;
  const parts = /:\/\/[^:/@\s]*:(?<password>.*)@(?<host>\[[^\]]*\]|[^:/?#\s"'`]*)/.exec(value)?.groups;
  if (parts === undefined) return false;
  return LOCAL_HOST.test(parts['host'] ?? '') || PLACEHOLDER_PASSWORD.test(parts['password'] ?? '');
}
