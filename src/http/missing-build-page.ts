/** Shown instead of the dashboard if it has not been built. */
export const missingBuildPage = (version: string, nonce: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Findling</title>
<style nonce="${nonce}">
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #222; background: #fff }
  code { background: #f2f2f0; padding: .1rem .3rem; border-radius: .2rem }
  a { color: #0b57d0 }
  @media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } code { background: #2a2a2a } a { color: #8ab4f8 } }
</style>
<h1>Findling ${version}</h1>
<p>The search service is running. The dashboard has not been built: run <code>npm ci</code> in the project folder and
reload this page.</p>
<ul>
  <li>The API is at <code>/api/as/v1</code>.</li>
  <li>Its OpenAPI description is at <a href="/openapi.json"><code>/openapi.json</code></a>.</li>
  <li><a href="/health"><code>/health</code></a> returns 200 while the service is ready.</li>
</ul>
</html>
`;
