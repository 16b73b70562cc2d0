import type { Finding } from '@apsis/contract/finding.ts'
import { formatMinute } from '../clock/format.ts'
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
      return undefined
  }
}

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
  ...{ satellite: textOf(satellite), last: minuteOf(lastAt), expected: minuteOf(expectedAt) },
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
