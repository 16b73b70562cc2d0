import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '../../../clock/format.ts'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { formatBriefly, formatChange, formatNumber, formatScientific } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Empty } from '../../../ui/page/pane-states.tsx'
import { Scroll } from '../../../ui/page/scroll.tsx'
import type { PlainColumn } from '../../../ui/table/column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { type Driver, influences, planarProbability, planeInputOf } from '../influence.ts'
import { messageTextQuery, type OpenMessage, type Position } from '../message.ts'
import { readFields } from '../message-fields.ts'
import { cdmWords } from '../words.data.ts'
import styles from './cdm.module.css'
import { type Change, changesOf, type Sigmas } from './message-diff.ts'

type Props = {
  readonly open: OpenMessage
  readonly position: Position
  readonly cdms: readonly Cdm[]
  /** The id of the message to compare with; if undefined, the previous message. */
  readonly against: string | undefined
  readonly onAgainst: (cdmId: string) => void
}

/** Shows the differences from an earlier message, and the changes that influenced the probability. */
export function ChangesTab({ open, position, cdms, against, onAgainst }: Props) {
  const t = useWords(cdmWords)
  const { cdm, older } = position
  const other = cdms.find(({ cdmId }) => cdmId === against && cdmId !== cdm.cdmId) ?? older
  if (!other) return <Empty level="inactive" title={t('firstMessage')} />
  const numberOf = (one: Cdm) => cdms.length - cdms.indexOf(one)
  const options = cdms
    .filter(({ cdmId }) => cdmId !== cdm.cdmId)
    .map((one) => ({
      value: one.cdmId,
      label: t('messageNumber', { number: numberOf(one), created: formatInstant(Date.parse(one.creationDate)) }),
    }))
  return (
    <div className={`stack ${styles.changes}`}>
      <Influential before={other} after={cdm} />
      <div className={`pad-10 ${styles.compare}`}>
        <Select label={t('compareWith')} options={options} value={other.cdmId} onChange={onAgainst} />
      </div>
      <ChangeTable open={open} cdm={cdm} other={other} numbers={[numberOf(other), position.number]} />
    </div>
  )
}

type TableProps = Pick<Props, 'open'> & {
  readonly cdm: Cdm
  readonly other: Cdm
  readonly numbers: readonly [number, number]
}

function ChangeTable({ open, other, numbers: [from, to] }: TableProps) {
  const t = useWords(cdmWords)
  const query = useQuery(messageTextQuery(other.cdmId))
  return (
    <QueryPane
      title={t('changesTitle', { number: from })}
      note={t('changesNote', { created: formatInstant(Date.parse(other.creationDate)) })}
      id="changes"
      query={query}
      skeletonRows={8}
      failed={t('noOther')}
    >
      {(text) => {
        const { changes, hidden } = changesOf(readFields(text).fields, open.written.fields, sigmasOf(other))
        if (changes.length === 0 && hidden === 0) return <Empty level="ok" title={t('noChanges')} />
        return (
          <>
            <Scroll className="scroll-x">
              <PlainTable
                rows={changes}
                columns={columnsOf([from, to], t)}
                idOf={({ segment, keyword }) => `${segment} ${keyword}`}
                phone="pairs"
                className={styles.changed}
              />
            </Scroll>
            <p className="muted fs-12 pad-8">
              {hidden > 0 ? `${t('hidden', { count: hidden })} ` : ''}
              {t('sigmaNote')}
            </p>
          </>
        )
      }}
    </QueryPane>
  )
}

const columnsOf = ([from, to]: readonly [number, number], t: typeof cdmWords): readonly PlainColumn<Change>[] => {
  const ofText = ({ segment }: Change) => (segment === 0 ? t('ofMessage') : t('ofObject', { number: segment }))
  return [
    {
      id: 'keyword',
      title: t('keyword'),
      isRowHead: true,
      className: 'mono',
      cell: (change) => (
        <>
          {change.keyword}
          <small className={styles.below}>{ofText(change)}</small>
        </>
      ),
    },
    { id: 'of', title: t('of'), isUnbroken: true, className: styles.of, cell: ofText },
    {
      id: 'before',
      title: t('before', { number: from }),
      align: 'end',
      cell: ({ before }) => <Written value={before} />,
    },
    { id: 'after', title: t('before', { number: to }), align: 'end', cell: ({ after }) => <Written value={after} /> },
    {
      id: 'delta',
      title: t('delta'),
      align: 'end',
      cell: ({ delta }) => (delta === undefined ? '' : deltaText(delta)),
    },
    {
      id: 'unit',
      title: t('unit'),
      className: styles.unit,
      cell: ({ delta, unit }) => (delta === undefined ? '' : unit),
    },
    {
      id: 'factor',
      title: t('factor'),
      align: 'end',
      priority: 3,
      cell: ({ factor }) => (factor === undefined ? '' : formatChange(1, factor)),
    },
    {
      id: 'sigmas',
      title: t('inSigma'),
      align: 'end',
      cell: ({ sigmas }) => (sigmas === undefined ? '' : formatNumber(sigmas, { decimals: 1, signed: true })),
    },
  ]
}

/** Shows a value as written in the message; a time may break only between its day and its hour. */
function Written({ value }: { readonly value: string | undefined }) {
  const [day = '', hour] = withMinus(value).split(/(?<=-\d\dT)(?=\d\d:)/)
  return (
    <span translate="no">
      <span className="nowrap">{day}</span>
      {hour === undefined ? null : (
        <>
          <wbr />
          <span className="nowrap">{hour}</span>
        </>
      )}
    </span>
  )
}

/** Returns a value as written in the message, with a typographic minus sign. */
const withMinus = (value: string | undefined) => value?.replace(/^-(?=[\d.])/, '−') ?? '–'

function deltaText(delta: number): string {
  const size = Math.abs(delta)
  return size >= 1e6 || size < 1e-3
    ? formatScientific(delta, { signed: true })
    : formatBriefly(delta, 4, { signed: true })
}

/** Returns 1σ of the encounter's figures in the message, by their keywords. */
function sigmasOf({ conjunctionData: { sigmaRtn, sigmaMiss } }: Cdm): Sigmas {
  return {
    MISS_DISTANCE: sigmaMiss ?? undefined,
    RELATIVE_POSITION_R: sigmaRtn?.r,
    RELATIVE_POSITION_T: sigmaRtn?.t,
    RELATIVE_POSITION_N: sigmaRtn?.n,
  }
}

function Influential({ before, after }: { readonly before: Cdm; readonly after: Cdm }) {
  const t = useWords(cdmWords)
  const [from, to] = [planeInputOf(before), planeInputOf(after)]
  const names: Readonly<Record<Driver, string>> = {
    miss: t('driverMiss'),
    covariance1: t('driverCovariance1', { name: after.object1.name }),
    covariance2: t('driverCovariance2', { name: after.object2.name }),
    hardBody: t('driverHardBody'),
  }
  const found = from && to ? influences(from, to) : []
  return (
    <Pane title={t('influential')} note={t('influenceNote')} id="influences">
      <div className={`pad-end soft ${styles.influential}`}>
        {from && to ? (
          <p>
            {t('influentialFrom', {
              before: formatProbabilityLine(planarProbability(from)),
              after: formatProbabilityLine(planarProbability(to)),
            })}{' '}
            {found.length === 0 ? t('influentialNone') : null}
          </p>
        ) : (
          <p>{t('influentialMissing')}</p>
        )}
        <ol>
          {found.map(({ driver, factor }) => {
            const size = factor > 1 ? factor : 1 / factor
            const text = size >= 1e4 ? `10^${Math.round(Math.log10(size))}` : formatNumber(size, { significant: 2 })
            return (
              <li className="pad-y-4" key={driver}>
                <b>{names[driver]}</b> {t(factor > 1 ? 'raised' : 'lowered', { factor: text })}
              </li>
            )
          })}
        </ol>
      </div>
    </Pane>
  )
}
