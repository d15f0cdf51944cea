import assert from 'node:assert/strict';
import { createWebviewHtml } from '../../../src/extension/webviews/webview-html.ts';

const page = {
  title: 'Run: "A" <b>',
  language: 'de',
  translations: { Run: 'Ausführen </script>' },
  element: 'holdfast-results' as const,
  nonce: 'n0nce',
  cspSource: 'https://webview',
  scriptUri: 's.js',
  styleUri: 's.css',
};

describe('createWebviewHtml', () => {
  const html = createWebviewHtml(page);

  it('allows only the script with the nonce and no inline styles', () => {
    assert.match(html, /script-src &#39;nonce-n0nce&#39;/);
    assert.match(html, /default-src &#39;none&#39;/);
    assert.doesNotMatch(html, /unsafe|<style|style="/);
    assert.equal(html.match(/<script(?! type="application\/json")/g)?.length, 1);
    assert.match(html, /<script type="module" nonce="n0nce" src="s.js">/);
  });

  it('names the language and contains its translations as data', () => {
    assert.match(html, /<html lang="de">/);
    const data = /<script type="application\/json" id="holdfast-translations">(.*?)<\/script>/.exec(html)?.[1];
    assert.deepEqual(JSON.parse(data ?? ''), page.translations);
  });

  it('escapes its input', () => {
    assert.match(html, /<title>Run: &quot;A&quot; &lt;b&gt;<\/title>/);
  });
});
