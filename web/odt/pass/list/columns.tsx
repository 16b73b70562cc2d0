import { formatInstant } from '../../../clock/format.ts'
import { formatElapsed } from '../../../ui/format/duration.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { Missing } from '../../../ui/value/quantity.tsx'
import type { PassOf } from '../pass-query.ts'
import type { passWords } from '../words.data.ts'
import type { passesWords } from './words.data.ts'

/** Returns the columns of passes, in the language chosen now. */
export function passColumns(t: typeof passesWords, say: typeof passWords): readonly Column<PassOf>[] {
  const answerOf = ({ seenMs, pass }: PassOf) =>
    seenMs === undefined ? pass.reasons.map((reason) => say(reason)).join(', ') : t('can')
  return [
    {
      id: 'time',
      title: t('time'),
      value: ({ startMs }) => startMs,
      plain: ({ pass }) => pass.start,
      cell: ({ startMs }) => formatInstant(startMs),
      widthPx: 176,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'sensor',
      title: t('sensor'),
      value: ({ code }) => code,
      cell: ({ code }) => <span className="mono">{code}</span>,
      widthPx: 84,
      priority: 1,
      narrow: 'main',
    },
    {
      id: 'answer',
      title: t('answer'),
      value: answerOf,
      plain: ({ seenMs, pass }) => (seenMs === undefined ? pass.reasons.join(' ') : 'observable'),
      cell: (pass) => <StatusWord level={pass.seenMs === undefined ? 'inactive' : 'ok'} word={answerOf(pass)} />,
      widthPx: 190,
      priority: 2,
      narrow: 'status',
    },
    {
      id: 'highest',
      title: t('highest'),
      unit: '°',
      value: ({ pass }) => pass.maximumElevation,
      cell: ({ pass }) => formatNumber(pass.maximumElevation, { decimals: 0 }),
      align: 'end',
      widthPx: 86,
      priority: 3,
      narrow: 'time',
    },
    {
      id: 'seen',
      title: t('seen'),
      value: ({ seenForMs, seenMs }) => (seenMs === undefined ? undefined : seenForMs / 1_000),
      cell: ({ seenForMs, seenMs }) =>
        seenMs === undefined ? <Missing reason={t('notSeen')} /> : formatElapsed(seenForMs),
      align: 'end',
      widthPx: 100,
      priority: 4,
    },
    {
      id: 'duration',
      title: t('duration'),
      value: ({ startMs, endMs }) => (endMs - startMs) / 1_000,
      cell: ({ startMs, endMs }) => formatElapsed(endMs - startMs),
      align: 'end',
      widthPx: 84,
      priority: 7,
    },
    {
      id: 'sun',
      title: t('sun'),
      unit: '°',
      value: ({ pass }) => pass.sunElevation,
      cell: ({ pass }) => formatNumber(pass.sunElevation, { decimals: 0 }),
      align: 'end',
      widthPx: 76,
      priority: 6,
    },
    {
      id: 'magnitude',
      title: t('magnitude'),
      unit: 'mag',
      value: ({ pass }) => pass.magnitude ?? undefined,
      cell: ({ pass }) =>
        pass.magnitude === null ? <Missing reason={t('noMagnitude')} /> : formatNumber(pass.magnitude, { decimals: 1 }),
      align: 'end',
      widthPx: 110,
      priority: 5,
    },
  ]
}
