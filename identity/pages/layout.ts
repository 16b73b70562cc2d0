import { type Html, html } from './html.ts'

export type Page = {
  readonly title: string
  readonly basePath: string
  readonly body: Html
  readonly isDemo: boolean
  /** The names of scripts under assets. */
  readonly scripts?: readonly string[]
  readonly isWide?: boolean
}

const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><g transform="rotate(-36 16 16)"><ellipse cx="16" cy="16" rx="13" ry="9.8" fill="none" stroke="currentColor" stroke-width="1.9"/><circle cx="7.7" cy="16" r="1.8" fill="currentColor"/><circle cx="29" cy="16" r="3.9" class="gap"/><circle cx="29" cy="16" r="2.7" class="body"/></g></svg>`

/** The diamond of level serious, which errors in fields use, because red means "act now" (design README). */
export const SERIOUS = html`<svg class="serious" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="M6 .5 11.500 6 6 11.500.5 6z"/></svg>`

/** Returns a complete page of the identity provider. */
export function renderPage(page: Page): string {
  const assets = `${page.basePath}/assets`
  const scripts = (page.scripts ?? []).map((name) => html`<script type="module" src="${assets}/${name}"></script>`)
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${page.title} · Apsis</title>
<link rel="icon" type="image/svg+xml" href="${assets}/mark.svg">
<link rel="preload" as="font" type="font/woff2" crossorigin href="${assets}/sans-regular.woff2">
<link rel="stylesheet" href="${assets}/tokens.css">
<link rel="stylesheet" href="${assets}/frame.css">
<link rel="stylesheet" href="${assets}/identity.css">
${scripts}
</head>
<body>
<header class="bar"><a class="logo" href="/" aria-label="Apsis home">${MARK}<span>Apsis</span></a>${page.isDemo && html`<span class="tag">Demo</span>`}</header>
<main class="${page.isWide ? 'wide' : 'narrow'}">
${page.body}
</main>
<footer class="foot">${page.isDemo ? html`<span>Demo data, simulated</span>` : html`<span></span>`}<span>Identity</span></footer>
</body>
</html>
`
  return document.markup
}
