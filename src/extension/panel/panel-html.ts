/** What the page of a webview is made of. Addresses are the webview's own. */
export interface PanelPage {
  readonly title: string;
  /** The element that draws it. */
  readonly element: 'holdfast-results' | 'holdfast-impact' | 'holdfast-amendment' | 'holdfast-plan';
  readonly nonce: string;
  /** The webview's source of scripts, styles and fonts, for its content security policy. */
  readonly cspSource: string;
  readonly scriptUri: string;
  /** Holds the icon font, too: the icon element finds its sheet by the link's id. */
  readonly styleUri: string;
}

/** The page: nothing runs that does not carry the nonce, nothing loads from elsewhere, no style stands in the text. */
export function panelHtml(page: PanelPage): string {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource}`,
    `font-src ${page.cspSource}`,
    `img-src ${page.cspSource}`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(page.title)}</title>
    <link rel="stylesheet" href="${escaped(page.styleUri)}" id="vscode-codicon-stylesheet" />
  </head>
  <body>
    <${page.element}></${page.element}>
    <script type="module" nonce="${escaped(page.nonce)}" src="${escaped(page.scriptUri)}"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
