/** The pages of src/webview. */
export type PageName = 'results' | 'impact' | 'amendment' | 'plan' | 'pipeline' | 'review' | 'scenarios' | 'analytics';

/** The content of a webview page. URIs are webview URIs. */
export interface WebviewPage {
  readonly title: string;
  /** The language of the editor, for example `en` or `pt-br`. */
  readonly language: string;
  /** The translated strings by their English text; empty for English. */
  readonly translations: Readonly<Record<string, unknown>>;
  /** The custom element that renders the page. */
  readonly element: `holdfast-${PageName}`;
  readonly nonce: string;
  /** The webview's source for the content security policy. */
  readonly cspSource: string;
  readonly scriptUri: string;
  /** The style sheet, which includes the icon font. The icon element finds this style sheet by the id of the link. */
  readonly styleUri: string;
}

/**
 * Creates the HTML of a page. The content security policy allows only the script with the nonce and resources of the
 * extension. It forbids inline styles.
 */
export function createWebviewHtml(page: WebviewPage): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    `img-src ${page.cspSource}`,
  ].join('; ');
  return `<!doctype html>
<html lang="${escapeHtml(page.language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(page.title)}</title>
    <link rel="stylesheet" href="${escapeHtml(page.styleUri)}" id="vscode-codicon-stylesheet" />
  </head>
  <body>
    <${page.element}></${page.element}>
    <script type="application/json" id="holdfast-translations">${embedJson(page.translations)}</script>
    <script type="module" nonce="${escapeHtml(page.nonce)}" src="${escapeHtml(page.scriptUri)}"></script>
  </body>
</html>
`;
}

/** JSON that cannot end its script element. */
function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
