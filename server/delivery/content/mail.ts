import { missing } from '@apsis/astro/missing.ts'
import type { ClientLook } from '@apsis/contract/notifications/example.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import { comingFactsInWords } from './coming-facts.ts'
import { DELIVERY_WORDS } from './delivery-words.data.ts'
import {
  besideFacts,
  curveOf,
  type DeliveryContent,
  factsOf,
  footerOf,
  headingOf,
  historyOf,
  isMarked,
  nextCallSaid,
  notAttachedSaid,
  oneLine,
  orderUrl,
  passOnUrl,
  planeOf,
  subjectOf,
  thresholdSaid,
  type WrittenHistory,
  type WrittenPicture,
} from './facts.ts'

/** A file of a mail. */
export type Attachment = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer }

/** A picture that the page of a mail shows, by its content id. */
export type InlinePicture = {
  readonly cid: string
  readonly name: string
  readonly mediaType: 'image/png'
  readonly bytes: Buffer
}

export type Mail = {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly messageId: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
  readonly attachments: readonly Attachment[]
  readonly pictures: readonly InlinePicture[]
  /** The address to which the mail is returned if it cannot be delivered; absent: its sender. */
  readonly comesBack?: { readonly address: string; readonly token: string }
}

export type MailOptions = {
  readonly from: string
  readonly to: string
  /** The host of the platform, for the right side of the message id. */
  readonly host: string
  readonly attachments?: readonly Attachment[]
  /** A link that the reader is asked to open, in addition to the link to the application. */
  readonly action?: Link
}

/** Writes a delivery as a mail, with a text part before the HTML part. Every try has the same message id, so that no reader sees the mail twice. */
export function mailOf(content: DeliveryContent, { from, to, host, attachments = [], action }: MailOptions): Mail {
  const { notification, url, acknowledgeUrl, deliveryId, tries, language } = content
  const [words, order] = [DELIVERY_WORDS[language], orderUrl(content)]
  const links = [
    ...(acknowledgeUrl === undefined ? [] : [{ label: words.acknowledge, url: acknowledgeUrl }]),
    action ?? { label: words.open, url },
    ...(acknowledgeUrl === undefined ? [] : [{ label: words.passOn, url: passOnUrl(acknowledgeUrl) }]),
    ...(order === undefined ? [] : [{ label: words.order, url: order }]),
  ]
  const facts = factsOf(content)
  const widest = Math.max(0, ...facts.map(({ name }) => name.length))
  const table = facts.map(({ name, value }) => `${name.padEnd(widest)}  ${value}`)
  const footer = footerOf(content)
  const [plane, history] = [planeOf(content), historyOf(content)]
  const pictures = [
    { name: 'encounter', picture: plane },
    { name: 'probability', picture: curveOf(content) },
  ].flatMap(({ name, picture }) =>
    picture === undefined ? [] : [{ name, picture, cid: `${name}.${deliveryId}@${host}` }],
  )
  const parts = [
    notification.message,
    table.join('\n'),
    plane?.size ?? '',
    historyText(history),
    history === undefined ? '' : thresholdSaid(content),
    notAttachedSaid(content),
    comingFactsInWords(content),
    nextCallSaid(content),
    ...links.map(({ label, url: to }) => `${label}: ${to}`),
    `-- \n${footer.join('\n')}`,
  ]
  return {
    from,
    to,
    subject: subjectOf(content),
    messageId: `<${deliveryId}@${host}>`,
    headers: {
      'X-Notification-Id': notification.id,
      'X-Attempt': String(tries),
      'Auto-Submitted': 'auto-generated',
      ...(notification.level === 'critical' && { Importance: 'high' }),
    },
    text: `${parts.filter((part) => part !== '').join('\n\n')}\n`,
    html: htmlOf(content, { links, pictures }),
    attachments,
    pictures: pictures.map(({ name, picture, cid }) => ({
      cid,
      name: `${name}.png`,
      mediaType: 'image/png',
      bytes: picture.png,
    })),
  }
}

/** Writes columns with numbers aligned to the right, so that a reader can compare them down the page. */
function historyText(history: WrittenHistory | undefined): string {
  if (history === undefined) return ''
  const { title, head, rows } = history
  const lines = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const padded = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? missing()) : cell.padStart(widths[at] ?? missing())))
      .join('  '),
  )
  return [title, ...padded].join('\n')
}

const LEVEL_COLOURS = { critical: '#c22f2f', serious: '#b56212', caution: '#8a6d00', ok: '#217a3c' } as const

type MailParts = {
  readonly links: readonly Link[]
  readonly pictures: readonly { readonly cid: string; readonly picture: WrittenPicture }[]
}

/** Writes the HTML of a delivery; its colours follow the dark mode of the mail program. */
function htmlOf(content: DeliveryContent, { links, pictures }: MailParts): string {
  const { notification } = content
  const { level } = notification
  const words = DELIVERY_WORDS[content.language]
  const colour =
    level !== undefined && level in LEVEL_COLOURS ? LEVEL_COLOURS[level as keyof typeof LEVEL_COLOURS] : '#3a46c8'
  const rows = factsOf(content).map(
    ({ name, value }) =>
      `<tr><td class="soft" style="padding:4px 12px 4px 0;font-size:14px;color:#5a6472">${escapeHtml(name)}</td>` +
      `<td style="padding:4px 0;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px;text-align:right;white-space:nowrap">${escapeHtml(value)}</td></tr>`,
  )
  const notAttached = notAttachedSaid(content)
  const [beside, comingFacts, nextCall] = [besideFacts(content), comingFactsInWords(content), nextCallSaid(content)]
  return mailPage({ title: subjectOf(content), language: content.language }, [
    // This is the preview in a list of mails: one sentence about the event. The facts below repeat its content.
    beside === notification.message ? '' : `<div style="display:none">${escapeHtml(notification.message)}</div>`,
    `<p class="${level ?? 'pending'}" style="margin:0 0 4px;font-weight:600;color:${colour}">${escapeHtml(level === undefined ? 'APSIS' : words.head[level])}${isMarked(content) ? ` · ${words.simulatedHead}` : ''}${content.isExample ? ` · ${words.exampleHead}` : ''}</p>`,
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;${WRAPS}">${unbroken(escapeHtml(headingOf(notification)))}</h1>`,
    beside === '' ? '' : `<p style="margin:0 0 16px;${WRAPS}">${unbroken(escapeHtml(beside))}</p>`,
    rows.length === 0
      ? ''
      : `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px">${rows.join('')}</table>`,
    ...pictures.map(({ cid, picture }) => pictureHtml(cid, picture)),
    historyHtml(historyOf(content)),
    notAttached === '' ? '' : `<p style="margin:0 0 16px">${escapeHtml(notAttached)}</p>`,
    comingFacts === '' ? '' : `<p style="margin:0 0 16px">${comingFactsHtml(comingFacts)}</p>`,
    linksHtml(links),
    nextCall === '' ? '' : `<p style="margin:0 0 16px">${unbroken(escapeHtml(nextCall))}</p>`,
    ...footerHtml(footerOf(content)),
  ])
}

/**
 * A word that is too long for a line is broken at its end. The second, older property is for mail programs that do
 * not know the first.
 */
export const WRAPS = 'overflow-wrap:anywhere;word-break:break-word'

/**
 * Writes in smaller letters why the mail was sent and how far it can be trusted. Addresses become links, because mail programs treat plain addresses
 * differently. An address with a label is shown as its label: an address with a token is wider than a phone and would widen the whole page.
 */
export const footerHtml = (lines: readonly string[]): string[] =>
  lines.map((line) => {
    const link = (words: string, to: string) => `<a href="${to}" style="color:inherit">${words}</a>`
    const html = escapeHtml(line).replace(
      /^(.*): (https?:\/\/\S+)$|(?<!\S)(https?:\/\/\S+)$/,
      (_, said?: string, to = '', address = '') => (said === undefined ? link(address, address) : link(said, to)),
    )
    return `<p class="soft" style="margin:0 0 4px;font-size:13px;color:#5a6472;${WRAPS}">${html}</p>`
  })

/** The recommended step is shown in bold, as in the design. */
const comingFactsHtml = (said: string) => unbroken(escapeHtml(said).replace(/^[^:]+:/, (head) => `<b>${head}</b>`))

/** Writes a picture. Its background is transparent, for light and dark mail programs; its alternative text is for readers who see no pictures. */
function pictureHtml(cid: string, { shownAs: { width, height }, title, size, legend }: WrittenPicture): string {
  return [
    `<h2 style="margin:0 0 4px;font-size:14px;line-height:1.4">${escapeHtml(title)}</h2>`,
    `<img src="cid:${escapeHtml(cid)}" width="${width}" height="${height}" alt="${escapeHtml(size)}" style="display:block;width:100%;max-width:${width}px;height:auto;margin:0 auto 4px">`,
    `<p class="soft" style="margin:0 0 16px;font-size:13px;line-height:1.4;color:#5a6472">${escapeHtml(legend)}</p>`,
  ].join('')
}

function historyHtml(history: WrittenHistory | undefined): string {
  if (history === undefined) return ''
  const { title, head, rows } = history
  const cell = (tag: 'th' | 'td', text: string, column: number) => {
    const side = column === 0 ? 'left' : 'right'
    const look =
      tag === 'th'
        ? 'font-weight:400;color:#5a6472'
        : `white-space:nowrap;font-family:ui-monospace,Menlo,Consolas,monospace`
    const name = tag === 'th' ? ' class="soft" scope="col"' : ''
    return `<${tag}${name} style="padding:2px ${column === head.length - 1 ? 0 : 8}px 2px 0;font-size:13px;text-align:${side};${look}">${escapeHtml(text)}</${tag}>`
  }
  const line = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text, column) => cell(tag, text, column)).join('')}</tr>`
  return [
    `<h2 style="margin:0 0 4px;font-size:14px;line-height:1.4">${escapeHtml(title)}</h2>`,
    `<table width="100%" cellspacing="0" style="margin:0 0 16px">${line('th', head)}${rows.map((row) => line('td', row)).join('')}</table>`,
  ].join('')
}

type Link = { readonly label: string; readonly url: string }

/** Writes the links. The link for the requested action is as wide as the mail, so that a thumb can hit it; the other links share the next line. */
function linksHtml(links: readonly Link[]): string {
  const [first, ...others] = links.map(linkOf)
  if (first === undefined) return ''
  if (others.length === 0) return `<p style="margin:0 0 16px">${first}</p>`
  const width = Math.floor(100 / others.length)
  const cells = others.map((link, place) => {
    const gap = place === 0 ? '' : ' style="padding:0 0 0 8px"'
    return `<td width="${width}%"${gap}>${link}</td>`
  })
  return (
    '<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px">' +
    `<tr><td colspan="${others.length}">${first}</td></tr><tr>${cells.join('')}</tr></table>`
  )
}

/** Writes a link. The first link is the requested action; the others are less prominent. */
function linkOf({ label, url }: Link, place: number): string {
  const look = place === 0 ? 'background:#3a46c8;color:#ffffff' : 'color:#3a46c8'
  return (
    `<a class="${place === 0 ? 'first' : 'other'}" href="${escapeHtml(url)}" style="display:block;margin:0 0 8px;padding:12px 8px;text-align:center;` +
    `border:1px solid #3a46c8;border-radius:2px;${look};text-decoration:none">${escapeHtml(label)}</a>`
  )
}

const MOST_UNBROKEN = 20
/**
 * Keeps instants, and short names with a hyphen, on one line. A name is matched only from its first letter, so that the time grows
 * linearly with the length.
 */
export const unbroken = (html: string) =>
  html.replace(/\d{4}-\d\d-\d\d \d\d:\d\d Z|(?<![\p{L}\d])[\p{L}\d]+(?:-[\p{L}\d]+)+/gu, (text) =>
    text.length > MOST_UNBROKEN ? text : `<span style="white-space:nowrap">${text}</span>`,
  )

const DARK_CLIENT = '(prefers-color-scheme:dark)'

/** Returns the page of a mail as a light or a dark mail program shows it, independently of the reader's own setting. */
export const inClient = (html: string, look: ClientLook) =>
  html.replace(DARK_CLIENT, look === 'dark' ? 'all' : 'not all').replaceAll('content="light dark"', `content="${look}"`)

/** Returns the page around the content of a mail. It uses tables and inline styles, because mail programs understand these. */
export function mailPage(
  { title, language }: { readonly title: string; readonly language: ReceiverLanguage },
  parts: readonly string[],
): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>@media ${DARK_CLIENT}{body,.page{background:#101418!important;color:#e8ebee!important}`,
    '.soft{color:#a5afba!important}.critical{color:#ff6b66!important}.serious{color:#ffb302!important}',
    '.caution{color:#fce83a!important}.ok{color:#56f000!important}.pending,.inactive{color:#8b95ff!important}.other{color:#8b95ff!important;border-color:#8b95ff!important}',
    '.first{background:#8b95ff!important;color:#101418!important;border-color:#8b95ff!important}}</style></head>',
    '<body style="margin:0;background:#ffffff;color:#14181d;font-family:system-ui,-apple-system,Segoe UI,sans-serif;font-size:16px;line-height:1.5">',
    '<table class="page" role="presentation" width="100%" cellspacing="0" style="background:#ffffff"><tr><td style="padding:24px 16px">',
    '<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;margin:0 auto"><tr><td>',
    ...parts,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}

export const escapeHtml = (text: string) =>
  oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
