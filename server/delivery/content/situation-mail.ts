import { MINUTE_MS } from '@apsis/astro/constants.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import { writtenMinute } from '@apsis/contract/notice-text/written-number.ts'
import { DELIVERY_WORDS } from './delivery-words.data.ts'
import { type DeliveryContent, type Fact, oneLine } from './facts.ts'
import { escapeHtml, footerHtml, type Mail, type MailOptions, mailPage, unbroken, WRAPS } from './mail.ts'

/** An open event as text in the reader's language. */
export type WrittenEvent = {
  readonly level: 'critical' | 'serious' | 'caution' | 'ok'
  /** The level and other labels that precede the name. */
  readonly mark: string
  readonly heading: string
  /** True if no action is needed, so that the event takes only a few lines. */
  readonly isBrief: boolean
  /** The recommended step and its deadline. */
  readonly advice: string
  readonly facts: readonly Fact[]
  /** The reason for the level. */
  readonly why: string
  readonly url: string
}

/** The situation as text in the reader's language. */
export type WrittenSituation = {
  /** The subject without the mark for simulated data, which is in the whole mail. */
  readonly subject: string
  readonly heading: string
  /** The urgency of the most urgent event; `inactive` if the open events are not known. */
  readonly level: WrittenEvent['level'] | 'inactive'
  /** A sentence with the number of events, and the number of events that wait for somebody. */
  readonly lead: string
  /** The reasons why there may be more events than are listed; empty if nothing is known to be missing. */
  readonly doubts: { readonly title: string; readonly lines: readonly string[] }
  readonly events: readonly WrittenEvent[]
  /** A sentence about the events that are not listed; empty if all are listed. */
  readonly more: string
  /** The sources of the data and their age. */
  readonly sources: { readonly title: string; readonly lines: readonly string[] }
  readonly list: { readonly label: string; readonly url: string }
}

export type SituationNow = {
  readonly written: WrittenSituation
  /** The values of the earlier reports that did not arrive, in their order. */
  readonly unsent: readonly Finding['values'][]
  readonly atMs: number
}

export type SituationOptions = Omit<MailOptions, 'attachments' | 'action'> & {
  /** The content of the delivery; its id is the id of the mail, which is the same for every try. */
  readonly content: DeliveryContent
  /** The address with which a mail program ends the reports by one click (RFC 8058). */
  readonly unsubscribeUrl: string
}

/** Writes all open events as one mail: their number, each event (the most urgent first), then the sources. */
export function situationMail(situation: SituationNow, options: SituationOptions): Mail {
  const { written } = situation
  const { content, from, to, host, unsubscribeUrl } = options
  const { deliveryId, tries, isSimulated, language } = content
  const words = DELIVERY_WORDS[language]
  const subject = oneLine(`${isSimulated ? words.simulatedMark : ''}${written.subject}`)
  const asOf = words.reportAsOf.replace('{time}', writtenMinute(situation.atMs))
  const late = lateOf(situation, content)
  const footer = [
    isSimulated ? words.simulated : '',
    tries > 1 ? words.attempt.replace('{count}', String(tries)) : '',
    words.reportChosen.replace('{url}', content.settingsUrl),
    words.reportUnsubscribe.replace('{url}', unsubscribeUrl),
  ].filter((line) => line !== '')
  return {
    from,
    to,
    subject,
    messageId: `<${deliveryId}@${host}>`,
    headers: {
      'X-Attempt': String(tries),
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    text: textOf(written, { asOf, late, footer }),
    html: mailPage({ title: subject, language }, htmlOf(written, { asOf, late, footer, content })),
    attachments: [],
    pictures: [],
  }
}

/** A report says that it is late if it is sent this long after its time; normally it is sent within a minute or two. */
const LATE_MS = 15 * MINUTE_MS

/** Returns a text that says that a report is late and which earlier ones were not sent; empty if it is in time and the previous one arrived. */
function lateOf({ atMs, unsent }: SituationNow, { notification, language }: DeliveryContent): string {
  const words = DELIVERY_WORDS[language]
  const values = notification.finding?.values ?? {}
  const dueMs = Date.parse(String(values.dueAt))
  const missed = [...unsent.flatMap((one) => [...missedOf(one), one.dueAt]), ...missedOf(values)]
  const count = unsent.length + [...unsent, values].reduce((sum, one) => sum + Number(one.missed ?? 0), 0)
  const said = words.reportMissed[count === 1 ? 'one' : 'other']
  return [
    atMs - dueMs > LATE_MS ? words.reportLate.replace('{time}', writtenMinute(dueMs)) : '',
    count === 0
      ? ''
      : said.replace('{count}', String(count)).replace('{time}', writtenMinute(Date.parse(String(missed[0])))),
  ]
    .filter((line) => line !== '')
    .join(' ')
}

const missedOf = ({ missedFromAt }: Finding['values']) => (missedFromAt === undefined ? [] : [missedFromAt])

type Around = { readonly asOf: string; readonly late: string; readonly footer: readonly string[] }

function textOf(written: WrittenSituation, { asOf, late, footer }: Around): string {
  const { heading, lead, doubts, events, more, sources, list } = written
  const parts = [
    heading,
    [lead, asOf, late].filter((line) => line !== '').join('\n'),
    listText(doubts),
    ...events.map(eventText),
    more,
    listText(sources),
    `${list.label}: ${list.url}`,
    `-- \n${footer.join('\n')}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const listText = ({ title, lines }: WrittenSituation['doubts']) =>
  lines.length === 0 ? '' : [title, ...lines.map((line) => `- ${oneLine(line)}`)].join('\n')

function eventText(event: WrittenEvent, place: number): string {
  const { mark, heading, advice, facts, why, url, isBrief } = event
  const widest = Math.max(0, ...facts.map(({ name }) => name.length))
  const figures = isBrief
    ? [briefOf(event)]
    : [advice, ...facts.map(({ name, value }) => `${name.padEnd(widest)}  ${value}`), why]
  return [`${place + 1}. ${mark}: ${heading}`, ...figures, url]
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n')
}

/** Returns advice and figures in one sentence, for an event that needs no action. */
const briefOf = ({ advice, facts }: WrittenEvent) =>
  `${advice} ${facts.map(({ name, value }) => `${name}: ${value}`).join('. ')}.`

const LEVEL_COLOURS = {
  critical: '#c22f2f',
  serious: '#b56212',
  caution: '#8a6d00',
  ok: '#217a3c',
  inactive: '#3a46c8',
} as const

function htmlOf(
  written: WrittenSituation,
  { asOf, late, footer, content }: Around & { readonly content: DeliveryContent },
): string[] {
  const { level, heading, lead, doubts, events, more, sources, list } = written
  const words = DELIVERY_WORDS[content.language]
  const mark = content.isSimulated ? `APSIS · ${words.simulatedHead}` : 'APSIS'
  return [
    `<p class="${level}" style="margin:0 0 4px;font-weight:600;color:${LEVEL_COLOURS[level]}">${escapeHtml(mark)}</p>`,
    `<h1 style="margin:0 0 8px;font-size:20px;line-height:1.3;${WRAPS}">${unbroken(escapeHtml(heading))}</h1>`,
    lead === '' ? '' : `<p style="margin:0 0 4px;${WRAPS}">${unbroken(escapeHtml(lead))}</p>`,
    `<p class="soft" style="margin:0 0 16px;font-size:13px;color:#5a6472">${unbroken(escapeHtml(asOf))}</p>`,
    late === '' ? '' : `<p style="margin:0 0 16px;font-size:14px;font-weight:600">${unbroken(escapeHtml(late))}</p>`,
    listHtml(doubts),
    ...events.map(eventHtml),
    more === '' ? '' : `<p style="margin:0 0 16px">${escapeHtml(more)}</p>`,
    `<p style="margin:0 0 16px"><a class="first" href="${escapeHtml(list.url)}" style="display:block;padding:12px 8px;text-align:center;border:1px solid #3a46c8;border-radius:2px;background:#3a46c8;color:#ffffff;text-decoration:none">${escapeHtml(list.label)}</a></p>`,
    listHtml(sources),
    ...footerHtml(footer),
  ]
}

function listHtml({ title, lines }: WrittenSituation['doubts']): string {
  if (lines.length === 0) return ''
  const items = lines.map((line) => `<li style="margin:0 0 4px;${WRAPS}">${unbroken(escapeHtml(line))}</li>`)
  return (
    `<h2 style="margin:0 0 4px;font-size:14px;line-height:1.4">${escapeHtml(title)}</h2>` +
    `<ul style="margin:0 0 16px;padding:0 0 0 20px;font-size:14px">${items.join('')}</ul>`
  )
}

/** Writes an event. A line above it separates the events on a phone; its facts look as in every mail. */
function eventHtml(event: WrittenEvent): string {
  const { level, mark, heading, advice, facts, why, url, isBrief } = event
  const soft = (text: string) =>
    `<p class="soft" style="margin:0 0 12px;font-size:13px;color:#5a6472;${WRAPS}">${unbroken(escapeHtml(text))}</p>`
  const rows = facts.map(
    ({ name, value }) =>
      `<tr><td class="soft" style="padding:2px 12px 2px 0;font-size:13px;color:#5a6472;vertical-align:top">${escapeHtml(name)}</td>` +
      `<td style="padding:2px 0;font-size:13px;text-align:right;${WRAPS}">${unbroken(escapeHtml(value))}</td></tr>`,
  )
  const figures = isBrief
    ? [soft(briefOf(event))]
    : [
        `<p style="margin:4px 0;font-size:14px;${WRAPS}">${unbroken(escapeHtml(advice))}</p>`,
        `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 4px">${rows.join('')}</table>`,
        soft(why),
      ]
  return [
    `<p class="${level}" style="margin:0;padding:12px 0 0;border-top:1px solid #8a94a0;font-size:13px;font-weight:600;color:${LEVEL_COLOURS[level]}">${escapeHtml(mark)}</p>`,
    `<h2 style="margin:0;font-size:${isBrief ? 14 : 16}px;line-height:1.3;${WRAPS}"><a class="other" href="${escapeHtml(url)}" style="color:#3a46c8">${unbroken(escapeHtml(heading))}</a></h2>`,
    ...figures,
  ].join('')
}
