import { type Html, html } from './html.ts'
import { renderPage } from './layout.ts'

export type Message = {
  readonly basePath: string
  readonly isDemo: boolean
  readonly title: string
  readonly text: string
  /** An error code or a reference, which is shown in a monospaced font below the text. */
  readonly detail?: string | undefined
  readonly links?: readonly { readonly href: string; readonly text: string }[]
}

/** Returns a page with one message, and links to continue. */
export function messagePage(message: Message): string {
  const links = (message.links ?? []).map(
    (link, i) => html`<a class="${i === 0 ? 'btn primary' : 'btn'}" href="${link.href}">${link.text}</a>`,
  )
  const body = html`<section class="pane" aria-labelledby="title">
<h1 class="pane-head" id="title">${message.title}</h1>
<div class="fields"><p>${message.text}</p>
${message.detail !== undefined && html`<p class="detail"><code>${message.detail}</code></p>`}
${links.length > 0 && html`<p class="actions">${links}</p>`}</div>
</section>`
  return renderPage({ title: message.title, basePath: message.basePath, body, isDemo: message.isDemo })
}

export type FormPage = {
  readonly basePath: string
  readonly isDemo: boolean
  readonly title: string
  readonly text: string
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
  readonly button: string
  /** True if a script sends the form without a click; the button stays for a browser without scripts. */
  readonly isAutomatic: boolean
  readonly cancel?: { readonly href: string; readonly text: string }
}

/** Returns a page with one question and one button, or a form that is sent automatically. */
export function formPage(page: FormPage): string {
  const hidden: Html[] = Object.entries(page.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const body = html`<section class="pane" aria-labelledby="title">
<h1 class="pane-head" id="title">${page.title}</h1>
<form method="post" action="${page.action}" class="fields"${page.isAutomatic && html` data-automatic`}>${hidden}
<p>${page.text}</p>
<p class="actions"><button class="btn primary">${page.button}</button>${page.cancel && html`<a class="btn" href="${page.cancel.href}">${page.cancel.text}</a>`}</p>
</form>
</section>`
  const scripts = page.isAutomatic ? ['submit.js'] : []
  return renderPage({ title: page.title, basePath: page.basePath, body, isDemo: page.isDemo, scripts })
}
