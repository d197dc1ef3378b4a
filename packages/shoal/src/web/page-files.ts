// The page and what it may do. Everything on it comes from here: nothing is inlined, nothing is fetched elsewhere.

export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text becomes markup or script, whoever forgets that it must not: the browser throws instead.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Its links carry the token: a browser sends nothing else along with them. */
export function pageHtml(token: string): string {
  const query = `?token=${encodeURIComponent(token)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>shoal</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/live.css${query}">
<script src="/live.js${query}" defer></script>
</head>
<body>
<div id="page"></div>
<noscript>This page shows runs as they go, which needs JavaScript. Without it: shoal runs, and shoal report RUN.</noscript>
</body>
</html>
`
}
