import { formatInstant } from '../../../../clock/format.ts'
import { Instant } from '../../../../clock/instant.tsx'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityChange, formatProbabilityPlain } from '../../../../ui/format/probability.ts'
import { formatQuantity, type QuantityName } from '../../../../ui/format/quantity.ts'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../../ui/status/status-word.tsx'
import type { Column } from '../../../../ui/table/column.ts'
import { LongName } from '../../../../ui/value/long-name.tsx'
import { Missing, Probability } from '../../../../ui/value/quantity.tsx'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import type { evidenceWords } from '../../evidence-words.data.ts'
import type { NumberedMessage } from '../../messages.ts'

/** A message and the previous one. */
export type MessageRow = {
  readonly message: NumberedMessage
  readonly before: NumberedMessage | undefined
  readonly newest: NumberedMessage
}

/** Returns the messages of an event as rows, newest first. */
export function messageRows(messages: readonly NumberedMessage[]): readonly MessageRow[] {
  const newest = messages.at(-1)
  if (!newest) return []
  return messages.map((message, place) => ({ message, before: messages[place - 1], newest })).toReversed()
}

type Get = (row: MessageRow) => number | null | undefined
type Length = {
  readonly id: string
  readonly get: Get
  readonly priority: number
  readonly as: QuantityName
}

/** Returns the columns of key numbers of each message; a missing value is a dash with its reason. */
export function messageColumns(t: typeof conjunctionWords, e: typeof evidenceWords): readonly Column<MessageRow>[] {
  const data = ({ message }: MessageRow) => message.cdm.conjunctionData
  const assessed = ({ message }: MessageRow) => message.cdm.assessment
  return [
    {
      id: 'number',
      title: e('number'),
      value: ({ message }) => message.number,
      cell: ({ message }) => message.number,
      align: 'end',
      widthPx: 52,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'created',
      title: e('created'),
      value: ({ message }) => message.atMs,
      cell: ({ message }) => <Instant at={message.atMs} isStop={false} />,
      plain: ({ message }) => formatInstant(message.atMs),
      align: 'end',
      widthPx: 190,
      priority: 1,
      narrow: 'time',
    },
    {
      id: 'originator',
      title: e('originator'),
      value: ({ message }) => message.cdm.originator,
      cell: ({ message }) => <LongName text={message.cdm.originator} />,
      widthPx: 110,
      priority: 3,
    },
    {
      id: 'grade',
      title: t('grade'),
      value: ({ message }) => t(message.cdm.grade),
      cell: ({ message }) => t(message.cdm.grade),
      widthPx: 150,
      priority: 5,
    },
    {
      id: 'level',
      title: t('level'),
      value: (row) => (row.message.cdm.withdrawnAt === null ? data(row).riskLevel : t('withdrawn')),
      cell: (row) =>
        row.message.cdm.withdrawnAt === null ? (
          <StatusWord {...meaningOf('risk', data(row).riskLevel)} />
        ) : (
          <StatusWord level="inactive" word={t('withdrawn')} />
        ),
      widthPx: 110,
      priority: 2,
      narrow: 'status',
    },
    probability('pc', e('pc'), (row) => assessed(row).probability, { priority: 1, narrow: 'main' }),
    {
      id: 'change',
      title: e('change'),
      value: (row) => assessed(row).probability ?? undefined,
      cell: ({ message, before }) => changeOf(message, before),
      plain: ({ message, before }) => changeOf(message, before),
      align: 'end',
      widthPx: 84,
      priority: 2,
    },
    probability('reported', e('reported'), (row) => assessed(row).reported?.probability, { priority: 2 }),
    probability('maximum', e('max'), (row) => assessed(row).maximumProbability, { priority: 4 }),
    length(e('miss'), { id: 'miss', get: (row) => data(row).totalMissDistance, priority: 2, as: 'missDistance' }),
    length(e('r'), { id: 'r', get: (row) => data(row).relativePosition.r, priority: 3, as: 'separation' }),
    length(e('t'), { id: 't', get: (row) => data(row).relativePosition.t, priority: 3, as: 'separation' }),
    length(e('n'), { id: 'n', get: (row) => data(row).relativePosition.n, priority: 3, as: 'separation' }),
    length(e('sigmaR'), { id: 'sigmaR', get: (row) => data(row).sigmaRtn?.r, priority: 4, as: 'uncertainty' }),
    length(e('sigmaT'), { id: 'sigmaT', get: (row) => data(row).sigmaRtn?.t, priority: 4, as: 'uncertainty' }),
    length(e('sigmaN'), { id: 'sigmaN', get: (row) => data(row).sigmaRtn?.n, priority: 4, as: 'uncertainty' }),
    {
      id: 'm',
      title: 'M',
      value: (row) => assessed(row).mahalanobis ?? undefined,
      cell: (row) => number(assessed(row).mahalanobis, 'mahalanobisDistance'),
      align: 'end',
      widthPx: 60,
      priority: 4,
    },
    {
      id: 'shift',
      title: e('shift'),
      unit: 's',
      value: shiftOf,
      cell: (row) => formatNumber(shiftOf(row), { decimals: 3, signed: true }),
      align: 'end',
      widthPx: 104,
      priority: 5,
    },
    length(e('body'), { id: 'body', get: (row) => assessed(row).hardBodyRadius, priority: 5, as: 'hardBodyRadius' }),
  ]
}

function shiftOf({ message, newest }: MessageRow): number {
  return (Date.parse(message.cdm.conjunctionData.tca) - Date.parse(newest.cdm.conjunctionData.tca)) / 1_000
}

function changeOf(message: NumberedMessage, before: NumberedMessage | undefined): string {
  const [from, to] = [before?.cdm.assessment.probability, message.cdm.assessment.probability]
  return to === null ? '' : formatProbabilityChange(from ?? undefined, to)
}

function number(value: number | null | undefined, as: QuantityName) {
  if (value === null || value === undefined) return <Missing reason={conjunctionWords('noSigma')} />
  return formatQuantity(as, value).number
}

function length(title: string, { id, get, priority, as }: Length): Column<MessageRow> {
  return {
    id,
    title,
    unit: 'm',
    value: (row) => get(row) ?? undefined,
    cell: (row) => number(get(row), as),
    align: 'end',
    widthPx: 88,
    priority,
  }
}

type Rank = { readonly priority: number; readonly narrow?: 'main' }

function probability(id: string, title: string, get: Get, rank: Rank): Column<MessageRow> {
  return {
    id,
    title,
    value: (row) => get(row) ?? undefined,
    cell: (row) => <Probability value={get(row) ?? undefined} reason={conjunctionWords('notComputed')} />,
    plain: (row) => formatProbabilityPlain(get(row) ?? undefined) || undefined,
    align: 'end',
    widthPx: 108,
    ...rank,
  }
}
