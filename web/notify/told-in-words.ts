import type { Finding } from '@apsis/contract/finding.ts'
import { INFEASIBLE_TEXT } from '@apsis/contract/odt/infeasible-text.data.ts'
import { REQUEST_STATUSES } from '@apsis/contract/odt/request-status.ts'
import { CORRECTION_KINDS } from '@apsis/contract/payments/correction-kind.ts'
import { formatMinute } from '../clock/format.ts'
import { formatMoney } from '../ui/format/money.ts'
import { formatNumber } from '../ui/format/number.ts'
import { formatProbabilityLine } from '../ui/format/probability.ts'
import { meaningOf } from '../ui/status/status-meaning.ts'
import { toldWords as t } from './finding-words.data.ts'
import type { Notice } from './notice.ts'

type Said = { readonly title: string; readonly message: string }
type Values = Finding['values']

/** A notification in the language of the reader; one that is told by no finding keeps its own words. */
export function inWords<N extends Pick<Notice, 'title' | 'message' | 'finding'>>(notice: N): N {
  const said = notice.finding && saidOf(notice.finding)
  return said ? { ...notice, ...said } : notice
}

function saidOf({ code, values }: Finding): Said | undefined {
  const event = (...more: readonly string[]) => [eventText(values), ...more].join(' ')
  switch (code) {
    case 'welcome':
      return { title: t('welcome', values), message: t('welcomeText') }
    case 'welcome-simulated':
      return { title: t('welcome', values), message: `${t('welcomeText')} ${t('simulated')}` }
    case 'risk-raised':
      return { title: t('raised', { level: levelText(values.level) }), message: event() }
    case 'risk-lowered':
      return {
        title: t('lowered', { from: levelText(values.from), level: levelText(values.level) }),
        message: event(),
      }
    case 'risk-grew':
      return { title: t('grew'), message: event(...grownText(values)) }
    case 'tca-moved':
      return { title: t('moved'), message: event(t('movedText', { seconds: metres(values.movedS) })) }
    case 'decision-due':
      return { title: t('due', { hours: textOf(values.hours) }), message: event(t('dueText')) }
    case 'event-silent':
      return { title: t('noNews'), message: event(t('noNewsText', { last: minuteOf(values.lastAt) })) }
    case 'ephemeris-ended':
      return { title: t('ended'), message: event(t('endedText', { ended: minuteOf(values.endedAt) })) }
    case 'ephemeris-missing':
      return { title: t('missing'), message: t('missingText', missingOf(values)) }
    case 'feed-silent':
      return {
        title: t('feedSilent'),
        message: t('feedSilentText', { feed: textOf(values.feed), age: hoursOf(values.ageS) }),
      }
    case 'feed-back':
      return { title: t('feedBack'), message: t('feedBackText', { feed: textOf(values.feed) }) }
    case 'data-needed':
      return { title: t('dataNeeded'), message: event() }
    case 'decision-reopened':
      return { title: t('reopened'), message: event(...reopeningText(values)) }
    case 'estimates-contradict':
      return { title: t('contradict'), message: event(contradictionText(values)) }
    case 'not-found-again':
      return { title: t('notFoundAgain'), message: event(t('notFoundAgainText')) }
    case 'duty-called':
      return { title: t('called'), message: event(t('calledText')) }
    case 'duty-gap':
      return { title: t('gap'), message: gapText(values) }
    case 'watch-found':
      return { title: t('watch', values), message: watchText(values) }
    default:
      return accountSaid({ code, values })
  }
}

/** What is told of plans, money, channels, service accounts and observations. */
function accountSaid({ code, values }: Finding): Said | undefined {
  const said = texts(values)
  switch (code) {
    case 'plan-withdrawn':
      return { title: t('withdrawn', said), message: t('withdrawnText', said) }
    case 'plan-superseded':
      return { title: t('superseded'), message: t('planText', said) }
    case 'plan-expired':
      return { title: t('expiredPlan'), message: t('planText', said) }
    case 'burn-not-needed':
      return { title: t('notNeeded'), message: t('planText', said) }
    case 'burn-data-late':
      return { title: t('dataLate'), message: t('dataLateText', said) }
    case 'candidate-chosen':
      return { title: t('candidate'), message: t('candidateText', said) }
    case 'balance-corrected': {
      const { difference, limit, currency } = values
      return {
        title: t('corrected'),
        message: t('correctedText', { amount: moneyOf(difference, currency), limit: moneyOf(limit, currency) }),
      }
    }
    case 'correction-posted': {
      const kind = CORRECTION_KINDS.find((one) => one === values.kind) ?? 'VAT'
      return { title: t(kind), message: t('postedText', said) }
    }
    case 'hold-released':
      return { title: t('released'), message: t('releasedText', said) }
    case 'credit-added':
      return { title: t('credited'), message: t('creditedText', said) }
    case 'ledger-contradicts':
      return { title: t('ledger'), message: t('ledgerText', said) }
    case 'channel-suspended':
      return { title: t('suspended'), message: t('suspendedText', said) }
    case 'critical-unheard':
      return { title: t('unheard'), message: t('unheardText', said) }
    case 'paging-failed':
      return { title: t('pagingFails'), message: t('pagingFailsText', said) }
    case 'account-expires':
      return { title: t('expires'), message: t('expiresText', said) }
    case 'account-expired':
      return { title: t('expired'), message: t('expiredText', said) }
    case 'observation-status': {
      const status = REQUEST_STATUSES.find((one) => one === values.status) ?? 'PENDING'
      const reasons = values.reasons === undefined ? [] : [t('reasons', { reasons: reasonsIn(textOf(values.reasons)) })]
      const simulated = values.simulated === 1 ? [t('simulatedOne')] : []
      return { title: t(status), message: [t('observation', said), ...reasons, ...simulated].join(' ') }
    }
    case 'observation-overdue':
      return { title: t('overdue'), message: t('overdueText', said) }
    default:
      return undefined
  }
}

const isReason = (text: string): text is keyof typeof INFEASIBLE_TEXT => Object.hasOwn(INFEASIBLE_TEXT, text)

/** Reasons of a request in words; one that this page does not know yet stands as it came. */
function reasonsIn(text: string): string {
  const inWords = (one: string) => {
    return isReason(one) ? t(one) : one
  }
  return text.split(', ').map(inWords).join(', ')
}

/** Values as they stand in a sentence: an amount with its currency, a time to the minute. */
function texts(values: Values): Readonly<Record<string, string>> {
  const plain = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))
  return {
    ...plain,
    ...(values.amount === undefined ? {} : { amount: moneyOf(values.amount, values.currency) }),
    ...(values.dueAt === undefined ? {} : { due: minuteOf(values.dueAt) }),
    ...(values.endsAt === undefined ? {} : { ends: minuteOf(values.endsAt) }),
  }
}

const moneyOf = (amount: Values[string] | undefined, currency: Values[string] | undefined) =>
  formatMoney(numberOf(amount), textOf(currency))

const numberOf = (value: Values[string] | undefined) => (typeof value === 'number' ? value : Number.NaN)
const textOf = (value: Values[string] | undefined) => (value === undefined ? '' : String(value))
const levelText = (value: Values[string] | undefined) => meaningOf('risk', textOf(value)).word
const minuteOf = (value: Values[string] | undefined) => formatMinute(Date.parse(textOf(value)))
const metres = (value: Values[string] | undefined) => formatNumber(numberOf(value), { decimals: 0 })

function gapText({ fromAt, untilAt }: Values): string {
  const from = minuteOf(fromAt)
  return untilAt === undefined ? t('gapFrom', { from }) : t('gapUntil', { from, until: minuteOf(untilAt) })
}

function eventText(values: Values): string {
  const { probability, missM, level, tcaAt, decideAt, estimate } = values
  const pc = typeof probability === 'number' ? t('pc', { value: formatProbabilityLine(probability) }) : t('noPc')
  const times = { tca: minuteOf(tcaAt), decide: minuteOf(decideAt) }
  const text = t('event', { ...values, ...times, level: levelText(level), pc, miss: metres(missM) })
  return estimate === 'OWN_SCREENING' ? `${text} ${t('byScreening')}` : text
}

const hoursOf = (seconds: Values[string] | undefined) => formatNumber(numberOf(seconds) / 3_600, { decimals: 0 })
const missingOf = ({ satellite, lastAt, expectedAt }: Values) => ({
  satellite: textOf(satellite),
  last: minuteOf(lastAt),
  expected: minuteOf(expectedAt),
})

const grownText = ({ before }: Values): readonly string[] =>
  typeof before === 'number' ? [t('grewText', { before: formatProbabilityLine(before) })] : []

const DECISIONS = ['MANOEUVRE', 'NO_ACTION', 'MONITOR', 'REQUEST_TRACKING', 'COORDINATE', 'CLOSED'] as const

function reopeningText({ decision, by, owner, above, level }: Values): readonly string[] {
  const known = DECISIONS.find((one) => one === decision)
  const why =
    typeof above === 'number'
      ? t('pcRose', { above: formatProbabilityLine(above) })
      : t('levelRose', { level: levelText(level) })
  const said = { decision: known ? t(known) : textOf(decision), by: textOf(by) || t('nobody'), why }
  return [t('wasDecided', said), ...(textOf(owner) === '' ? [] : [t('owner', { owner: textOf(owner) })])]
}

function contradictionText({ distanceM, sigma }: Values): string {
  return t('contradictText', { distance: metres(distanceM), sigma: formatNumber(numberOf(sigma), { decimals: 1 }) })
}

function watchText({ hits, limitM, name, designator, missM, tcaAt }: Values): string {
  const which = t('hit', {
    name: textOf(name),
    designator: textOf(designator),
    miss: metres(missM),
    tca: minuteOf(tcaAt),
  })
  return t('hits', { count: numberOf(hits), limit: formatNumber(numberOf(limitM) / 1_000), which })
}
