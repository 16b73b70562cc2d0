import type { EventContext } from '@apsis/contract/ca/statistics/event-context.ts'
import { formatMinute } from '../../../../clock/format.ts'
import { formatNumber, MISSING } from '../../../../ui/format/number.ts'
import { fileOf, type PlainColumn } from '../../../../ui/table/column.ts'
import { PlainTable } from '../../../../ui/table/plain-table.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { contextWords } from './context-words.data.ts'

type Props = { readonly found: EventContext }
const AXES = ['r', 't', 'n'] as const
/** A change of more than this number of joint sigmas is rarely chance: 1 of 370 in a normal distribution. */
const LARGE_SIGMAS = 3

type Message = EventContext['messages'][number]

const columnsOf = (t: typeof contextWords): readonly PlainColumn<Message>[] => [
  { id: 'number', title: t('message'), isRowHead: true, cell: (_, place) => place + 1 },
  { id: 'message', value: 'cdmId' },
  {
    id: 'created_utc',
    title: t('created'),
    priority: 2,
    value: 'createdAt',
    cell: ({ createdAt }) => formatMinute(Date.parse(createdAt)),
  },
  ...AXES.map(
    (axis): PlainColumn<Message> => ({
      id: `d${axis}_m`,
      title: `Δ${axis.toUpperCase()}`,
      unit: 'm',
      align: 'end',
      priority: 2,
      value: ({ change }) => change?.metres[axis],
      cell: ({ change }) =>
        change === null ? MISSING : formatNumber(change.metres[axis], { decimals: 0, signed: true }),
    }),
  ),
  ...AXES.map((axis): PlainColumn<Message> => {
    const sigmas = ({ change }: Message) => change?.sigmas?.[axis]
    const isLarge = (message: Message) => Math.abs(sigmas(message) ?? 0) > LARGE_SIGMAS
    return {
      id: `d${axis}_sigma`,
      title: `Δ${axis.toUpperCase()}`,
      unit: 'σ',
      align: 'end',
      classOf: (message) => (isLarge(message) ? 'bold' : undefined),
      value: sigmas,
      cell: (message) => (
        <>
          {formatOptional(sigmas(message))}
          {isLarge(message) ? <span className="visually-hidden"> {t('large')}</span> : null}
        </>
      ),
    }
  }),
  {
    id: 'new_tracking',
    title: t('tracking'),
    align: 'end',
    value: 'hasNewTracking',
    cell: ({ hasNewTracking }, place) => trackingText(place, hasNewTracking),
  },
]

const formatOptional = (value: number | undefined) =>
  value === undefined ? MISSING : formatNumber(value, { decimals: 1, signed: true })

/**
 * Shows the shift of the relative position from message to message, with its joint uncertainty from both messages
 * (CARA's state comparison).
 */
export function ChangesTable({ found: { messages } }: Props) {
  const t = useWords(contextWords)
  return <PlainTable label={t('changes')} rows={messages} columns={columnsOf(t)} idOf={({ cdmId }) => cdmId} />
}

function trackingText(place: number, hasNewTracking: boolean | null): string {
  if (place === 0) return contextWords('firstMessage')
  if (hasNewTracking === null) return contextWords('notSaid')
  return contextWords(hasNewTracking ? 'fresh' : 'noFresh')
}

export const changesFile = ({ messages }: EventContext) => fileOf(columnsOf(contextWords), messages)
