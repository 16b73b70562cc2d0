import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { formatInstant } from '../clock/format.ts'
import { meaningAmong } from '../encounter/catalogue-in-words.ts'
import type { Naming } from '../shell/status/people.ts'
import { formatNumber } from '../ui/format/number.ts'
import { formatProbabilityPlain } from '../ui/format/probability.ts'
import { meaningOf, type StatusMeaning } from '../ui/status/status-meaning.ts'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import type { Column } from '../ui/table/column.ts'
import { LongName } from '../ui/value/long-name.tsx'
import { Probability } from '../ui/value/quantity.tsx'
import { screeningWords } from './words.data.ts'

type Say = typeof screeningWords
const LEVELS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'UNKNOWN'] as const
const LOOKS = { queued: 'pending', running: 'pending', done: 'ok', failed: 'serious', cancelled: 'inactive' } as const

/** The columns of the list of screenings. */
export function screeningColumns(say: Say, nameOfSubject: Naming['nameOfSubject']): readonly Column<Screening>[] {
  return [
    {
      id: 'state',
      title: say('state'),
      value: (one) => one.state,
      cell: (one) => <StatusWord level={LOOKS[one.state]} word={say(`state_${one.state}`)} />,
      widthPx: 124,
      priority: 1,
      narrow: 'status',
    },
    {
      ...text('name', say('name'), (one) => one.title, { widthPx: 230, priority: 1, narrow: 'identity' }),
      cell: (one) => <LongName text={one.title} />,
      isYielding: true,
    },
    text('type', say('type'), (one) => typeWords(one.type, say), { widthPx: 210, priority: 6 }),
    text('span', say('span'), (one) => spanWords(one, say), { widthPx: 260, priority: 7 }),
    {
      id: 'progress',
      title: say('progress'),
      value: (one) => one.parts.done / one.parts.total,
      cell: (one) => `${one.parts.done} / ${one.parts.total}`,
      align: 'end',
      widthPx: 86,
      priority: 3,
    },
    {
      id: 'result',
      title: say('result'),
      value: (one) => one.result,
      cell: (one) => <StatusWord {...resultOf(one)} />,
      widthPx: 190,
      // This column is never removed: if there is no room for it beside the name, a row has two lines.
      priority: 1,
      narrow: 'main',
    },
    {
      id: 'levels',
      title: say('levels'),
      value: (one) => one.encounters,
      plain: (one) => LEVELS.map((level) => `${level} ${one.levels[level] ?? 0}`).join(', '),
      cell: (one) => <Levels screening={one} />,
      widthPx: 190,
      priority: 4,
    },
    {
      id: 'worst',
      title: say('worst'),
      value: (one) => one.worstProbability ?? undefined,
      plain: (one) => formatProbabilityPlain(one.worstProbability ?? undefined) || undefined,
      cell: (one) => <Probability value={one.worstProbability ?? undefined} reason={say('noWorst')} />,
      align: 'end',
      widthPx: 104,
      priority: 5,
    },
    {
      id: 'notScreened',
      title: say('notScreened'),
      value: (one) => one.notScreened,
      cell: (one) => formatNumber(one.notScreened, { decimals: 0 }),
      align: 'end',
      widthPx: 110,
      priority: 8,
    },
    name('by', say('by'), (one) => nameOfSubject(one.createdBy), { widthPx: 110, priority: 10 }),
    {
      id: 'at',
      title: say('at'),
      value: (one) => Date.parse(one.createdAt),
      plain: (one) => one.createdAt,
      cell: (one) => <span className="mono">{formatInstant(Date.parse(one.createdAt))}</span>,
      align: 'end',
      widthPx: 200,
      priority: 9,
      narrow: 'time',
    },
  ]
}

/** Returns the result, with the shape of the worst level that it contains, so that a critical level is never shown as caution. */
export function resultOf(one: Pick<Screening, 'state' | 'result' | 'levels' | 'catalogue' | At>): StatusMeaning {
  const { state, result, levels, catalogue } = one
  if (isInPart({ state, result })) return { level: 'caution', word: screeningWords('inPart') }
  const worst = (['CRITICAL', 'HIGH'] as const).find((level) => (levels[level] ?? 0) > 0)
  const meaning = meaningAmong(result, catalogue, screenedAtMs(one))
  return worst ? { ...meaning, level: meaningOf('risk', worst).level } : meaning
}

type At = 'startedAt' | 'createdAt'

/** Returns the time at which the screening read the catalogue, from which the catalogue's age is computed. */
export const screenedAtMs = ({ startedAt, createdAt }: Pick<Screening, At>) => Date.parse(startedAt ?? createdAt)

/** True if the screening has ended and found nothing, but some of its objects were not screened to the end. */
export const isInPart = ({ state, result }: Pick<Screening, 'state' | 'result'>) =>
  state === 'done' && result === 'NOT_SCREENED'

/** Returns a column of names; names that users entered may be long. */
function name(id: string, title: string, value: (one: Screening) => string, size: Size): Column<Screening> {
  return { ...text(id, title, value, size), cell: (one) => <LongName text={value(one)} /> }
}

type Size = Pick<Column<Screening>, 'widthPx' | 'priority' | 'narrow'>

function text(id: string, title: string, value: (one: Screening) => string, size: Size): Column<Screening> {
  return { id, title, value, cell: value, ...size }
}

/** Shows the count of each level; levels without a count are left out, and an object that was not screened shows nothing. */
function Levels({ screening: { levels, result } }: { readonly screening: Screening }) {
  if (result !== 'CONJUNCTIONS') return null
  return (
    <span className="inline-flex gap-10">
      {LEVELS.filter((level) => (levels[level] ?? 0) > 0).map((level) => {
        const { level: look, word } = meaningOf('risk', level)
        return (
          <span key={level}>
            <StatusSymbol level={look} label={word} /> {levels[level]}
          </span>
        )
      })}
    </span>
  )
}

/** Returns a text that names the two things that are compared (spec §3). */
export function typeWords(type: Screening['type'], say: Say): string {
  if (type === 'MAN_VS_CDM' || type === 'UNKNOWN') return say(`type_${type}`)
  const [one, other] = type
    .split('_VS_')
    .map((source) => say(`source_${source as 'CAT' | 'CDM' | 'OPS' | 'TLE' | 'EPH'}`))
  return say('versus', { one: one ?? '', other: other ?? '' })
}

export function spanWords({ from, to }: Screening, say: Say): string {
  const hours = (Date.parse(to) - Date.parse(from)) / HOUR_MS
  return say('hours', {
    hours: formatNumber(hours, { decimals: hours % 1 === 0 ? 0 : 1 }),
    from: formatInstant(Date.parse(from)),
  })
}

/** Returns a text with the distance, or the box, of the screening. */
export function limitWords({ thresholdM, box }: Screening, say: Say): string {
  const km = (metres: number) => formatNumber(metres / 1_000)
  if (box === null) return thresholdM ? say('limitKm', { km: km(thresholdM) }) : say('limitRegime')
  return say('limitBox', { r: km(box.radialM), t: km(box.alongTrackM), n: km(box.crossTrackM) })
}
