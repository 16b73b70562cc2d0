import { formatAge, formatInstant } from '../../../../clock/format.ts'
import { Until } from '../../../../clock/until.tsx'
import type { Naming } from '../../../../shell/status/people.ts'
import { MISSING } from '../../../../ui/format/number.ts'
import { formatProbabilityChange, formatProbabilityPlain } from '../../../../ui/format/probability.ts'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../../ui/status/status-word.tsx'
import { Missing, Probability, Quantity } from '../../../../ui/value/quantity.tsx'
import { methodName } from '../../../plot/method.ts'
import { stateOf } from '../../event-row.ts'
import { MessageAge } from '../../message-age.tsx'
import { inOrder, selectedOf } from '../../messages.ts'
import type { conjunctionsWords } from '../../words.data.ts'
import styles from './compare.module.css'
import type { Side } from './compared.ts'

type Say = typeof conjunctionsWords
type Cell = { readonly content: React.ReactNode; readonly isWorst?: boolean }
export type ComparedLine = { readonly id: string; readonly name: string; readonly cells: readonly Cell[] }
type Around = Pick<Naming, 'nameOf'> & { readonly t: Say; readonly nowMs: number }

/** Returns the lines of a comparison; a value that is more urgent than the others is emphasised. */
export function comparedLines(sides: readonly Side[], around: Around): readonly ComparedLine[] {
  return [...urgency(sides, around), ...numbers(sides, around.t), ...data(sides, around)]
}

type Of<T> = (side: Side) => T

function plain(id: string, name: string, sides: readonly Side[], content: Of<React.ReactNode>): ComparedLine {
  return { id, name, cells: sides.map((side) => ({ content: content(side) })) }
}

type RankedLine = {
  readonly value: Of<number | null | undefined>
  /** The end of the scale that is more urgent. */
  readonly worst: 'high' | 'low'
  /** Returns the value as text: two values with the same text count as equal. */
  readonly shown: (value: number) => string | number
  readonly content: Of<React.ReactNode>
}

function ranked(id: string, name: string, sides: readonly Side[], { value, worst, shown, content }: RankedLine) {
  const values = sides.flatMap((side) => value(side) ?? [])
  const limit = shown(worst === 'high' ? Math.max(...values) : Math.min(...values))
  const isMarked = new Set(values.map(shown)).size > 1
  const isWorst = (one: number | null | undefined) => isMarked && typeof one === 'number' && shown(one) === limit
  return { id, name, cells: sides.map((side) => ({ content: content(side), isWorst: isWorst(value(side)) })) }
}

const minute = (ms: number) => Math.floor(ms / 60_000)
const same = (value: number) => value

function urgency(sides: readonly Side[], { t, nameOf }: Around): readonly ComparedLine[] {
  const at = (ms: number) => (
    <>
      {formatInstant(ms).slice(0, 16)} Z{' '}
      <span className={`plain-figures ${styles.until}`}>
        <Until at={ms} />
      </span>
    </>
  )
  return [
    ranked('level', t('level'), sides, {
      value: ({ row }) => row.rank,
      worst: 'high',
      shown: same,
      content: ({ row }) => <StatusWord {...meaningOf('risk', row.risk)} />,
    }),
    ranked('decide', t('decide'), sides, {
      value: ({ row }) => row.decideMs,
      worst: 'low',
      shown: minute,
      content: ({ row }) => at(row.decideMs),
    }),
    ranked('tca', t('tca'), sides, {
      value: ({ row }) => row.tcaMs,
      worst: 'low',
      shown: minute,
      content: ({ row }) => at(row.tcaMs),
    }),
    plain('state', t('state'), sides, ({ row }) => t(`state${stateOf(row)}`)),
    plain('owner', t('owner'), sides, ({ row }) =>
      row.event.decision.owner === null ? MISSING : nameOf(row.event.decision.owner),
    ),
  ]
}

function numbers(sides: readonly Side[], t: Say): readonly ComparedLine[] {
  const noPc = t('noPc')
  const axis = (name: 'r' | 't' | 'n') =>
    plain(name, name.toUpperCase(), sides, ({ row }) => {
      const { relativePosition, sigmaRtn } = row.event.conjunctionData
      if (relativePosition === null) return '–'
      return (
        <>
          <Quantity name="separation" value={relativePosition[name]} />
          {sigmaRtn ? (
            <>
              {' ± '}
              <Quantity name="uncertainty" value={sigmaRtn[name]} />
            </>
          ) : null}
        </>
      )
    })
  return [
    ranked('pc', t('pc'), sides, {
      value: ({ row }) => row.pc,
      worst: 'high',
      shown: formatProbabilityPlain,
      content: ({ row }) => (
        <>
          <Probability value={row.pc} reason={noPc} />
          {row.pc === undefined || row.pc !== row.newestPc ? null : ` ${methodName(row.event.method)}`}
        </>
      ),
    }),
    plain('change', t('change'), sides, ({ row }) => formatProbabilityChange(row.previousPc, row.newestPc)),
    ranked('max', t('maxPc'), sides, {
      value: ({ row }) => row.event.maximumProbability,
      worst: 'high',
      shown: formatProbabilityPlain,
      content: ({ row }) => <Probability value={row.event.maximumProbability ?? undefined} reason={noPc} />,
    }),
    ranked('miss', t('miss'), sides, {
      value: ({ row }) => row.missM,
      worst: 'low',
      shown: Math.round,
      content: ({ row }) => <Quantity name="missDistance" value={row.missM} />,
    }),
    ...(['r', 't', 'n'] as const).map(axis),
    plain('speed', t('speed'), sides, ({ row: { event } }) => {
      const { relativeSpeed } = event.conjunctionData
      return relativeSpeed === null ? '–' : <Quantity name="relativeSpeed" value={relativeSpeed / 1_000} />
    }),
    plain('body', t('hardBody'), sides, (side) => <HardBody side={side} t={t} />),
  ]
}

/** Shows the combined radius from the message that counts. */
function HardBody({ side: { row, cdms }, t }: { readonly side: Side; readonly t: Say }) {
  if (!cdms) return MISSING
  const radius = selectedOf(inOrder(cdms), undefined, row.event.activeCdmId)?.cdm.assessment.hardBodyRadius
  return typeof radius === 'number' ? (
    <Quantity name="hardBodyRadius" value={radius} />
  ) : (
    <Missing reason={t('noBody')} />
  )
}

function data(sides: readonly Side[], { t, nowMs }: Around): readonly ComparedLine[] {
  const observed = (id: string, name: string, which: 'object1' | 'object2') =>
    plain(id, name, sides, ({ row }) => {
      const at = row.event[which].lastObservationAt
      return at === null ? <Missing reason={t('noObservation')} /> : formatAge(row.tcaMs - Date.parse(at))
    })
  return [
    plain('messages', t('messages'), sides, ({ row }) => row.event.messages),
    plain('age', t('age'), sides, ({ row }) => <MessageAge ageMs={nowMs - row.newestMs} />),
    observed('observed1', t('dataAge1'), 'object1'),
    observed('observed', t('dataAge'), 'object2'),
  ]
}
