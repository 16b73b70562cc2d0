import { createHash } from 'node:crypto'
import type { Acknowledgement } from '@apsis/contract/duty/acknowledgement.ts'
import { writtenMinute, writtenNumber, writtenProbability } from '@apsis/contract/notice-text/written-number.ts'
import { nextCallIn } from '../delivery/content/manner.service.ts'
import type { LinkState } from './acknowledge.service.ts'
import { ACKNOWLEDGE_WORDS, type PageLanguage } from './acknowledge-words.data.ts'

/** The style of the page. The page must fit into the first packets of a poor connection: one document, no script, no other request. */
const STYLE = `
:root{color-scheme:light dark;--page:#fff;--ink:#14181d;--soft:#55606e;--line:#8a94a2;--act:#3a46c8;--on-act:#fff;--bad:#c22f2f}
@media (prefers-color-scheme:dark){:root{--page:#101418;--ink:#e8ebee;--soft:#a5afba;--line:#5c6875;--act:#8b95ff;--on-act:#101418;--bad:#ff6b66}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:480px;margin:0 auto;padding:24px 16px}
h1{margin:0 0 8px;font-size:24px;line-height:1.25;overflow-wrap:anywhere}
p{margin:0 0 16px}
.level{font-weight:600;margin:0 0 4px}
.CRITICAL{color:var(--bad)}
dl{display:grid;grid-template-columns:1fr auto;gap:4px 16px;margin:0 0 24px}
dt{color:var(--soft)}
dd{margin:0;font-size:14px;line-height:24px;text-align:right;white-space:nowrap;font-family:ui-monospace,Menlo,Consolas,monospace}
dd:last-child{font-weight:600}
label{display:block;color:var(--soft);font-size:14px}
textarea{display:block;width:100%;height:72px;margin:4px 0 16px;padding:8px;border:1px solid var(--line);border-radius:2px;background:var(--page);color:var(--ink);font:inherit}
button{display:block;width:100%;min-height:48px;margin:0 0 16px;padding:12px;border:0;border-radius:2px;background:var(--act);color:var(--on-act);font:inherit;font-weight:600;cursor:pointer;overflow-wrap:anywhere}
button[value=pass]{border:1px solid var(--line);background:none;color:var(--ink)}
a{color:var(--act)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
.soft{color:var(--soft);font-size:14px}
.time{white-space:nowrap}
nav{display:flex;gap:24px}
nav a{padding:12px 0}
@media print{button,textarea,label,nav{display:none}}
`

/** The policy allows only that the page is shown and its form is sent. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The HTTP status that corresponds to the page. */
export const PAGE_STATUS: Readonly<Record<LinkState['kind'], number>> = {
  open: 200,
  done: 200,
  passed: 200,
  seen: 200,
  unknown: 404,
  forbidden: 403,
  used: 409,
  expired: 409,
}

export type PageOptions = { readonly language: PageLanguage; readonly isSimulated: boolean }

/** Returns the page of a link: it says what the link does, what it did, or why it does nothing. */
export function acknowledgePage(state: LinkState, { language, isSimulated }: PageOptions): string {
  const words = ACKNOWLEDGE_WORDS[language]
  const say = (key: keyof typeof words, values: Readonly<Record<string, string>> = {}) =>
    escapeHtml(words[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''))
  const other = language === 'en' ? 'de' : 'en'
  const body = bodyOf(state, { say, language }).map((part) => (part.startsWith('<p') ? timesWhole(part) : part))
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${titleOf(state, say)} · Apsis</title><style>${STYLE}</style></head><body><main>`,
    ...body,
    isSimulated ? `<p class="soft">${say('simulated')}</p>` : '',
    `<nav class="soft"><a href="?lang=${other}" hreflang="${other}" lang="${other}">${say('other')}</a>`,
    'link' in state && state.link !== null ? `<a href="${escapeHtml(state.link)}">${say('open')}</a>` : '',
    '</nav></main></body></html>',
  ].join('\n')
}

type Say = (key: keyof (typeof ACKNOWLEDGE_WORDS)['en'], values?: Readonly<Record<string, string>>) => string

function titleOf(state: LinkState, say: Say): string {
  if (!('about' in state)) return say(state.kind)
  const { pair } = state.about
  return say(state.kind === 'open' ? 'title' : state.kind, { pair })
}

type Manner = { readonly say: Say; readonly language: PageLanguage }

function bodyOf(state: LinkState, manner: Manner): string[] {
  const { say } = manner
  const heading = `<h1>${titleOf(state, say)}</h1>`
  switch (state.kind) {
    case 'open':
      return [...factsOf(state.about, manner, heading), ...chainOf(state.about, manner), ...formOf(state.about, say)]
    case 'done':
      return [...factsOf(state.about, manner, heading), `<p role="status">${signatureOf(state.about, say)}</p>`]
    case 'passed':
      return [
        ...factsOf(state.about, manner, heading),
        `<p role="status">${passTextOf(state.about, say, 'passedHelp')}</p>`,
        ...chainOf(state.about, manner),
      ]
    case 'seen':
      return [...factsOf(state.about, manner, heading), `<p>${signatureOf(state.about, say)} ${say('seenHelp')}</p>`]
    case 'used':
      return [heading, `<p>${say('usedHelp', { person: state.by, at: timeOf(state.at) })}</p>`]
    default:
      return [heading, `<p>${say(`${state.kind}Help`)}</p>`]
  }
}

const signatureOf = ({ acknowledgedBy, acknowledgedAt }: Acknowledgement, say: Say) =>
  say('doneBy', { person: acknowledgedBy ?? '', at: acknowledgedAt === null ? '' : timeOf(acknowledgedAt) })

function factsOf(
  { riskLevel, probability, missM, decideBefore, tca }: Acknowledgement,
  { say, language }: Manner,
  heading: string,
): string[] {
  const facts = [
    [say('probability'), probability === null ? say('notKnown') : writtenProbability(probability, language)],
    [say('miss'), `${writtenNumber(missM, language, 0)} m`],
    [say('closest'), writtenMinute(Date.parse(tca))],
    [say('decide'), writtenMinute(Date.parse(decideBefore))],
  ]
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')
  return [`<p class="level ${riskLevel}">${say(riskLevel)}</p>`, heading, `<dl>${rows}</dl>`]
}

/** Returns sentences that say whom the on-call chain calls, and when, if nobody acknowledges. */
const chainOf = ({ nextCall }: Acknowledgement, { language }: Manner): string[] =>
  nextCall === null ? [] : [`<p>${escapeHtml(nextCallIn(language, nextCall))}</p>`]

/** Keeps each time on one line. */
const timesWhole = (html: string) =>
  html.replace(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? Z/g, '<span class="time">$&</span>')

function formOf(about: Acknowledgement, say: Say): string[] {
  const { person, passTo, expiresAt } = about
  return [
    `<form method="post"><label for="note">${say('note')}</label>`,
    '<textarea id="note" name="note" maxlength="2000"></textarea>',
    `<button>${say('button', { person })}</button><p>${say('does')}</p>`,
    `<button id="pass" name="do" value="pass">${say(passTo === null ? 'passRole' : 'pass', { person: passTo ?? '' })}</button>`,
    `<p>${passTextOf(about, say, 'passDoes')}</p></form>`,
    `<p class="soft">${say('once', { until: timeOf(expiresAt) })}</p>`,
  ]
}

/** Returns a text that says what passing on does, or did: it calls a person, or notifies everybody. */
const passTextOf = ({ passTo }: Acknowledgement, say: Say, text: 'passDoes' | 'passedHelp') =>
  say(passTo === null ? `${text}Role` : text, { person: passTo ?? '' })

const timeOf = (at: string) => `${at.slice(0, 19).replace('T', ' ')} Z`

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
