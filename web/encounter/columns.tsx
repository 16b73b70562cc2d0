import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import { formatInstantMs, formatTime } from '../clock/format.ts'
import { Until } from '../clock/until.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { formatProbabilityPlain } from '../ui/format/probability.ts'
import { formatQuantity } from '../ui/format/quantity.ts'
import { meaningOf } from '../ui/status/status-meaning.ts'
import { LEVELS } from '../ui/status/status-symbol.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import type { Column } from '../ui/table/column.ts'
import { NameWithId } from '../ui/value/long-name.tsx'
import { Missing, Probability } from '../ui/value/quantity.tsx'
import { ObjectNumber } from './object-number.tsx'
import { reasonWords } from './reason.ts'
import type { encounterWords } from './words.data.ts'

type Say = typeof encounterWords
export const tcaOf = (one: Encounter) => Date.parse(one.tca)
/** Returns an id for an encounter, which has none: its pair, instant and kind. */
export const idOf = (one: Encounter) => `${one.primary.objectId} ${one.secondary.objectId} ${one.tca} ${one.kind}`

/** Returns the columns of close approaches: the vocabulary of SOCRATES with R, T, N and our level. */
export function encounterColumns(say: Say): readonly Column<Encounter>[] {
  return [
    {
      id: 'level',
      title: say('level'),
      value: (one) => LEVELS.indexOf(meaningOf('risk', one.riskLevel).level),
      plain: (one) => one.riskLevel,
      cell: (one) => <StatusWord {...meaningOf('risk', one.riskLevel)} />,
      widthPx: 132,
      priority: 1,
      narrow: 'status',
    },
    {
      id: 'until',
      title: say('toTca'),
      value: tcaOf,
      plain: (one) => formatInstantMs(tcaOf(one)),
      cell: (one) => <Until at={tcaOf(one)} />,
      align: 'end',
      widthPx: 150,
      priority: 1,
      narrow: 'time',
    },
    {
      id: 'tca',
      title: say('tca'),
      unit: 'Z',
      value: tcaOf,
      plain: (one) => formatInstantMs(tcaOf(one)),
      cell: (one) => <span className="mono">{formatTime(tcaOf(one))}</span>,
      align: 'end',
      widthPx: 92,
      priority: 5,
    },
    object(say('primary'), 'primary'),
    { ...object(say('secondary'), 'secondary'), narrow: 'identity', priority: 2 },
    quantity('miss', say('miss'), (one) => one.missM),
    ...probabilities(say),
    rtn('R', (one) => one.missRtn.r),
    rtn('T', (one) => one.missRtn.t),
    rtn('N', (one) => one.missRtn.n),
    {
      id: 'speed',
      title: say('speed'),
      unit: 'km/s',
      value: (one) => one.relativeSpeedMps / 1_000,
      cell: (one) => formatQuantity('relativeSpeed', one.relativeSpeedMps / 1_000).number,
      align: 'end',
      widthPx: 110,
      priority: 7,
    },
    age(say, 'primary'),
    age(say, 'secondary'),
    {
      id: 'kind',
      title: say('kind'),
      value: (one) => one.kind,
      cell: (one) => say(one.kind),
      widthPx: 96,
      priority: 11,
    },
  ]
}

function probabilities(say: Say): readonly Column<Encounter>[] {
  return [
    {
      id: 'probability',
      title: say('pc'),
      value: (one) => one.probability ?? undefined,
      plain: (one) => formatProbabilityPlain(one.probability ?? undefined) || undefined,
      cell: (one) => <Probability value={one.probability ?? undefined} reason={reasonWords(one.probabilityReason)} />,
      align: 'end',
      widthPx: 104,
      priority: 3,
      narrow: 'main',
    },
    {
      id: 'maximum',
      title: say('maxPc'),
      value: (one) => one.maximumProbability,
      plain: (one) => formatProbabilityPlain(one.maximumProbability) || undefined,
      cell: (one) => <Probability value={one.maximumProbability} approximate reason={say('reason_none')} />,
      align: 'end',
      widthPx: 100,
      priority: 6,
    },
  ]
}

function object(title: string, side: 'primary' | 'secondary'): Column<Encounter> {
  return {
    id: side,
    title,
    value: (one) => one[side].name,
    plain: (one) => `${one[side].name} ${one[side].objectId}`,
    cell: (one) => <NameWithId name={one[side].name} id={<ObjectNumber number={one[side].objectId} className="" />} />,
    widthPx: 190,
    priority: 4,
  }
}

function quantity(id: string, title: string, value: (one: Encounter) => number): Column<Encounter> {
  const cell = (one: Encounter) => formatQuantity('missDistance', value(one)).number
  return { id, title, unit: 'm', value, cell, align: 'end', widthPx: 84, priority: 3 }
}

function rtn(id: string, value: (one: Encounter) => number): Column<Encounter> {
  const cell = (one: Encounter) => formatQuantity('separation', value(one)).number
  return { id, title: id, unit: 'm', value, cell, align: 'end', widthPx: 82, priority: 8 }
}

function age(say: Say, side: 'primary' | 'secondary'): Column<Encounter> {
  const value = (one: Encounter) => one[side].daysSinceEpoch ?? undefined
  return {
    id: `age-${side}`,
    title: say(side === 'primary' ? 'age1' : 'age2'),
    unit: say('days'),
    value,
    cell: (one) => {
      const days = value(one)
      return days === undefined ? (
        <Missing reason={say('noEpoch')} />
      ) : (
        formatNumber(days, { decimals: 2, signed: true })
      )
    },
    align: 'end',
    widthPx: 78,
    priority: 9,
  }
}
