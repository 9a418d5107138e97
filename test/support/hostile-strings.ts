/** Sets a global in the page if the browser ever runs a text as code. */
const RUN = 'globalThis.hacked=1';

/** Texts that break careless pages, by what they attempt. All are valid document content. */
export const HOSTILE: Readonly<Record<string, string>> = {
  script: `<script>${RUN}</script>`,
  'closing script': `</script><script>${RUN}</script>`,
  'image with a handler': `<img src=x onerror="${RUN}">`,
  'image of another host': '<img src="https://elsewhere.example/pixel.gif">',
  'svg with a handler': `<svg onload="${RUN}"><a href="javascript:${RUN}">here</a></svg>`,
  'end of an attribute': `"><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>`,
  'javascript address': `javascript:${RUN}`,
  'javascript address in disguise': ` \u0001java\tscript:${RUN}//https://example.org`,
  'data address': `data:text/html,<script>opener.hacked=1</script>`,
  template: `{{constructor.constructor("${RUN}")()}} $\{${RUN}} <%= 7 * 7 %>`,
  'style sheet':
    '<style>*{display:none!important}</style><link rel=stylesheet href=//elsewhere.example/a.css>',
  'right to left': 'שלום עולם، مرحبا بالعالم',
  'right-to-left override': 'invoice\u202Egpj.exe\u202C and the rest',
  'unclosed embeddings': '\u202B\u202B\u2067\u2068 no end',
  'zero width': 'in\u200Bvisi\u200Cble\u200D\uFEFF\u2060',
  'nothing to see': '\u200B',
  'very long word': 'W'.repeat(700),
  'very long text': 'long and longer '.repeat(45).trim(),
  'piled-up marks': `Z${'\u0301\u0316\u0489'.repeat(60)}`,
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪 👍🏽 \u{1F9D1}\u200D\u{1F680}',
  'line breaks': 'one\r\ntwo\u2028three\n\n\nfour\ttab',
  'marks of snippets': '<em>not found</em> &lt;em&gt; &amp;amp; &#39;',
  'names of prototypes': '__proto__',
  'path upwards': '../../../credentials?delete=private-key#x',
  dots: '..',
  'escaped twice': '%2e%2e%2f %00 %F0%9F',
};
