import { Link } from '@tanstack/react-router'
import { formatInstantMs } from '../../../clock/format.ts'
import { Instant } from '../../../clock/instant.tsx'
import { Until } from '../../../clock/until.tsx'
import type { Naming } from '../../../shell/status/people.ts'
import { paths } from '../../../site/paths.ts'
import { toUnits } from '../../../ui/format/money.ts'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { LongName } from '../../../ui/value/long-name.tsx'
import { Missing } from '../../../ui/value/quantity.tsx'
import { moneyOf } from '../../request/state/status.ts'
import type { lifeWords } from '../../request/state/words.data.ts'
import styles from './observations.module.css'
import type { Row } from './rows.ts'
import type { observationsWords } from './words.data.ts'

type Say = typeof observationsWords
type Life = typeof lifeWords
type Col = Column<Row>

/** Returns the columns of requests, in the language chosen now. */
export function requestColumns(say: Say, life: Life, nameOf: Naming['nameOf']): readonly Col[] {
  return [...identity(say), ...state(say), ...results(say), ...order(say, life, nameOf)]
}

function identity(say: Say): readonly Col[] {
  return [
    {
      id: 'object',
      title: say('object'),
      value: ({ request }) => request.objectName,
      cell: ({ request: { objectName, observationRequestId } }) => (
        // The keys of the table also open the request, so the link is not a tab stop.
        <Link
          to={paths.observation}
          params={{ observation_request_id: observationRequestId, observation_file_id: undefined }}
          tabIndex={-1}
          className={`medium plain-link same-ink ${styles.strong}`}
        >
          <LongName text={objectName} />
        </Link>
      ),
      widthPx: 130,
      priority: 1,
      narrow: 'identity',
    },
    {
      id: 'number',
      title: say('number'),
      value: ({ request }) => request.catalogueId,
      cell: ({ request }) => <span className="mono muted">{request.catalogueId}</span>,
      align: 'end',
      widthPx: 78,
      priority: 6,
    },
    {
      id: 'requested',
      title: say('requested'),
      value: ({ request }) => Date.parse(request.createdAt),
      plain: ({ request }) => formatInstantMs(Date.parse(request.createdAt)),
      cell: ({ request }) => <Instant at={Date.parse(request.createdAt)} isStop={false} />,
      align: 'end',
      widthPx: 176,
      priority: 7,
    },
  ]
}

function state(say: Say): readonly Col[] {
  return [
    {
      id: 'status',
      title: say('status'),
      value: ({ request }) => request.status,
      cell: ({ request }) => <StatusWord {...meaningOf('request', request.status)} />,
      widthPx: 164,
      priority: 1,
      narrow: 'status',
    },
    {
      id: 'passes',
      title: say('passes'),
      value: ({ request }) => request.numberOfPassesCompleted / request.numberOfPassesRequested,
      plain: ({ request }) => `${request.numberOfPassesCompleted}/${request.numberOfPassesRequested}`,
      cell: ({ request: { numberOfPassesCompleted: done, numberOfPassesRequested: all } }) => (
        <span className={`inline-row gap-8 nowrap ${styles.share}`}>
          <meter className="no-frame" min={0} max={all} value={done} aria-hidden="true" />
          {say('ofPasses', { done, all })}
        </span>
      ),
      align: 'end',
      widthPx: 108,
      priority: 2,
    },
    {
      id: 'next',
      title: say('nextPass'),
      value: ({ nextMs }) => nextMs,
      plain: ({ nextMs }) => (nextMs === undefined ? undefined : formatInstantMs(nextMs)),
      // An infeasible request shows its reason here, because readers may want it before they open the request.
      cell: ({ nextMs, request: { status, reasons } }) =>
        status === 'INFEASIBLE' && reasons.length > 0 ? (
          <LongName text={reasons.map((reason) => say(`why-${reason}`)).join(', ')} />
        ) : nextMs === undefined ? (
          <Missing reason={say('noNext')} />
        ) : (
          <span className="plain-figures">
            <Until at={nextMs} />
          </span>
        ),
      align: 'end',
      widthPx: 128,
      priority: 2,
      narrow: 'time',
    },
    {
      id: 'sensors',
      title: say('sensors'),
      value: ({ sensors }) => sensors.join(', ') || undefined,
      cell: ({ sensors }) =>
        sensors.length === 0 ? <Missing reason={say('noSensors')} /> : <LongName text={sensors.join(', ')} />,
      widthPx: 124,
      priority: 3,
    },
  ]
}

function results(say: Say): readonly Col[] {
  return [
    {
      id: 'file',
      title: say('file'),
      value: ({ newest }) => (newest ? Date.parse(newest.start) : undefined),
      plain: ({ newest }) => newest?.observationFileId,
      cell: ({ newest, request }) =>
        newest ? (
          <Link
            to={paths.observation}
            params={{
              observation_request_id: request.observationRequestId,
              observation_file_id: newest.observationFileId,
            }}
            tabIndex={-1}
            className="same-ink"
          >
            <Instant at={Date.parse(newest.start)} isStop={false} />
          </Link>
        ) : (
          <Missing reason={say('noFile')} />
        ),
      align: 'end',
      widthPx: 176,
      priority: 5,
    },
    {
      id: 'rms',
      title: say('rms'),
      unit: '″',
      value: ({ newest }) => newest?.rmsArcsec ?? undefined,
      cell: ({ newest }) =>
        newest?.rmsArcsec == null ? (
          <Missing reason={say('noRms')} />
        ) : (
          formatQuantity('associationThreshold', newest.rmsArcsec).number
        ),
      align: 'end',
      widthPx: 76,
      priority: 4,
    },
    {
      id: 'associated',
      title: say('associated'),
      value: ({ newest }) => associationOf(newest, say),
      cell: ({ newest }) => associationOf(newest, say) ?? <Missing reason={say('noFile')} />,
      widthPx: 92,
      priority: 4,
    },
  ]
}

function associationOf(newest: Row['newest'], say: Say): string | undefined {
  if (!newest) return undefined
  if (newest.isUncorrelated) return say('no')
  return say(newest.isAmbiguous ? 'ambiguous' : 'yes')
}

function order(say: Say, life: Life, nameOf: Naming['nameOf']): readonly Col[] {
  return [
    {
      id: 'price',
      title: say('price'),
      value: ({ request: { currency, price } }) => (currency === null ? undefined : toUnits(price, currency)),
      plain: ({ request }) => moneyOf(request, life),
      cell: ({ request }) => moneyOf(request, life),
      widthPx: 132,
      priority: 3,
      narrow: 'main',
    },
    {
      id: 'type',
      title: say('type'),
      value: ({ request }) => request.measurementType,
      cell: ({ request }) => life(request.measurementType),
      widthPx: 84,
      priority: 8,
    },
    {
      id: 'by',
      title: say('by'),
      value: ({ request }) => nameOf(request.createdBy),
      cell: ({ request }) => <LongName text={nameOf(request.createdBy)} />,
      widthPx: 90,
      priority: 9,
    },
  ]
}

/** Returns a whole number of requests, formatted in the chosen language. */
export const whole = (count: number): string => formatNumber(count, { decimals: 0 })
