import { DAY_MS } from '@apsis/astro/constants.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useOutage } from '../../../api/outage.ts'
import { failureInWords } from '../../../api/problem-in-words.ts'
import { now } from '../../../clock/clock.ts'
import { formatAge, formatDate, formatTime } from '../../../clock/format.ts'
import { ObjectNumber } from '../../../encounter/object-number.tsx'
import { PageKeys } from '../../../shell/key/page-keys.tsx'
import { ReadAge } from '../../../shell/page/read-by.tsx'
import { isNew, isOnlySeen, useUnacknowledge } from '../../../shell/status/acknowledge.ts'
import { isCalling, passOn } from '../../../shell/status/pass-on.ts'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { ExternalLink } from '../../../ui/button/external-link.tsx'
import { Icon } from '../../../ui/button/icon.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { Failure, Skeleton } from '../../../ui/page/pane-states.tsx'
import { partOf } from '../../../ui/page/part.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { LEVEL_WORDS, StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { Probability, Quantity } from '../../../ui/value/quantity.tsx'
import { methodName } from '../../plot/method.ts'
import { AdviceLine } from '../advice.tsx'
import { type EventRow, pairOf, stateOf } from '../event-row.ts'
import { LevelCauses } from '../level-causes.tsx'
import { kindWord } from '../object-kind.ts'
import { cdmsQuery, operatorQuery } from '../queries.ts'
import { conjunctionsWords } from '../words.data.ts'
import styles from './inspector.module.css'
import { inspectorWords } from './inspector-words.data.ts'

const probabilityPlot = partOf(
  async () => (await import('../../plot/probability/probability-plot.tsx')).ProbabilityPlot,
)
const planePlot = partOf(
  async () => (await import('../../plot/plane/conjunction-plane-plot.tsx')).ConjunctionPlanePlot,
  <Skeleton rows={8} />,
)

type Props = {
  readonly row: EventRow
  readonly onClose: () => void
  readonly onAcknowledge: (rows: readonly EventRow[]) => void
  readonly isAcknowledging: boolean
}

/** Shows one event beside the table, which stays usable: figures, plots, the operator of the other object, and the actions. */
export function Inspector({ row, onClose, onAcknowledge, isAcknowledging }: Props) {
  const t = useWords(conjunctionsWords)
  const own = useWords(inspectorWords)
  const { level } = meaningOf('risk', row.risk)
  const takeBack = useUnacknowledge()
  const isAway = useOutage()?.kind === 'unreachable'
  const waits = isNew(row.event) && row.event.state !== 'MITIGATED'
  return (
    <aside className="stack min-h-0 line-left panel" aria-label={own('inspector')}>
      <StepKeys row={row} />
      <div className={`grow min-h-0 ${styles.scroll}`}>
        <header className={`pad-10 line-bottom ${styles.head}`} data-keep-clear>
          <h2 className="row min-h-28 gap-8 fs-14 medium">
            <StatusSymbol level={level} label={LEVEL_WORDS[level]} size={14} isOutline={row.isMitigated} />
            <span className="grow min-w-0">{pairOf(row)}</span>
            <Button look="icon" aria-label={own('closeInspector')} onClick={onClose}>
              <Icon name="close" />
            </Button>
          </h2>
          <ReadAge />
          <Figures row={row} />
        </header>
        <Plots row={row} />
        <Secondary row={row} />
      </div>
      <footer className={`grid flex-none gap-8 line-top pad-10 halves ${styles.actions}`} data-at-foot="pane">
        <Link
          to={paths.conjunction}
          params={{ satellite_id: row.satelliteKey, conjunction_id: row.id }}
          className={`span-2 plain-link ${button.button} ${button.primary}`}
        >
          {t('open')} <kbd className="same-ink">↵</kbd>
        </Link>
        {isOnlySeen(row.event) ? (
          <Button disabled={isAway || takeBack.isPending} onClick={() => takeBack.mutate([row.event])}>
            {own('takeBack')}
          </Button>
        ) : (
          <Button
            onClick={() => onAcknowledge([row])}
            disabled={isAway || isAcknowledging || !waits}
            aria-keyshortcuts="a"
          >
            {waits ? t('acknowledge') : t(`state${stateOf(row)}`)} <kbd className="same-ink">a</kbd>
          </Button>
        )}
        <Link
          to={paths.conjunction}
          params={{ satellite_id: row.satelliteKey, conjunction_id: row.id }}
          search={{ tab: 'tracking' }}
          className={`${button.button}`}
        >
          {own('requestTracking')}
        </Link>
        {isCalling(row.event) ? (
          <passOn.Show key={row.event.conjunctionId} event={row.event} className="span-2" />
        ) : null}
      </footer>
    </aside>
  )
}

/** Adds keys for the actions on the event's screen: they open that screen at the place of the action. */
function StepKeys({ row: { event, id, satelliteKey, tcaMs } }: { readonly row: EventRow }) {
  const own = useWords(inspectorWords)
  const navigate = useNavigate()
  const params = { satellite_id: satelliteKey, conjunction_id: id }
  const ask = (step: 'decide' | 'note') => void navigate({ to: paths.conjunction, params, search: { ask: step } })
  const shortcuts = [
    ...(event.decision.state === 'CLOSED'
      ? []
      : [{ keys: 'd', label: own('decide'), run: () => ask('decide') } as const]),
    ...(event.satelliteId === null || tcaMs <= now()
      ? []
      : [{ keys: 'm', label: own('plan'), run: () => void navigate({ to: paths.manoeuvre, params }) } as const]),
    { keys: 'n', label: own('note'), run: () => ask('note') },
  ]
  return <PageKeys shortcuts={shortcuts} />
}

/** Shows probability and miss distance, the action with its deadline, and the reasons for the level. */
function Figures({ row }: { readonly row: EventRow }) {
  const { event } = row
  return (
    <>
      <dl className={`grid mt-4 ${styles.figures}`}>
        <ProbabilityFigure row={row} />
        <MissFigure row={row} />
      </dl>
      <Advice row={row} />
      <LevelCauses event={event} />
    </>
  )
}

function ProbabilityFigure({ row: { newestPc: pc, event } }: { readonly row: EventRow }) {
  const t = useWords(conjunctionsWords)
  const own = useWords(inspectorWords)
  const standing =
    pc === undefined ? 'noneComputed' : event.isDiluted ? 'diluted' : event.isReliable ? 'valid' : 'doubtful'
  return (
    <div>
      <dt>{own('probability')}</dt>
      <dd className={`soft fs-13 ${styles.large}`}>
        <Probability value={pc} reason={t('noPc')} />
      </dd>
      <dd className="soft fs-13">
        {pc === undefined ? null : `${methodName(event.method)}, `}
        {own(standing)}
        {event.isDiluted && event.maximumProbability !== null ? (
          <>
            {' '}
            <Probability value={event.maximumProbability} approximate reason={t('noPc')} />
          </>
        ) : null}
      </dd>
    </div>
  )
}

function MissFigure({ row: { missM, event } }: { readonly row: EventRow }) {
  const t = useWords(conjunctionsWords)
  const own = useWords(inspectorWords)
  return (
    <div className="right">
      <dt>{t('missDistance')}</dt>
      <dd className={`soft fs-13 ${styles.large}`}>
        <Quantity name="missDistance" value={missM} />
      </dd>
      <dd className="soft fs-13">
        {event.mahalanobis === null
          ? null
          : own('mahalanobis', { value: formatNumber(event.mahalanobis, { decimals: 1 }) })}
      </dd>
    </div>
  )
}

/** Shows the action with its deadline, as the page of the event does, and special facts about the event. */
function Advice({ row: { event } }: { readonly row: EventRow }) {
  const own = useWords(inspectorWords)
  return (
    <AdviceLine event={event} className="mt-8 soft fs-13">
      {event.needsData ? ` ${own('needsData')}` : null}
      {event.isCoOrbiting ? ` ${own('coOrbiting')}` : null}
    </AdviceLine>
  )
}

function Plots({ row }: { readonly row: EventRow }) {
  const t = useWords(conjunctionsWords)
  const own = useWords(inspectorWords)
  const { data, error, refetch } = useQuery(cdmsQuery(row.id))
  if (data)
    return (
      <>
        <div className={`line-bottom ${styles.plot}`}>
          <h3 className="flex items-baseline gap-10">
            {t('byMessage')} <span className="muted fs-12 regular">{formatTime(row.newestMs).slice(0, 5)} Z</span>
          </h3>
          <probabilityPlot.Show conjunction={row.event} cdms={data} size="thumbnail" />
        </div>
        <div className={`line-bottom ${styles.plot}`}>
          <h3 className="flex items-baseline gap-10">
            {t('plane')} <span className="muted fs-12 regular">{own('sigmas')}</span>
          </h3>
          <planePlot.Show conjunction={row.event} cdms={data} size="thumbnail" />
        </div>
      </>
    )
  if (!error) return <Skeleton rows={8} />
  return (
    <Failure
      what={t('messagesFailed')}
      problem={failureInWords(error)}
      still={own('noPlots')}
      onRetry={() => void refetch()}
    />
  )
}

/** An entry of the directory of operators counts as checked for this time. */
const CONTACT_CHECKED_MS = 180 * DAY_MS

function Secondary({ row }: { readonly row: EventRow }) {
  const t = useWords(conjunctionsWords)
  const own = useWords(inspectorWords)
  const { object2 } = row.event
  const number = Number(object2.designator)
  const isNumber = Number.isInteger(number) && number > 0
  const { data: operator } = useQuery({ ...operatorQuery(number), enabled: isNumber })
  const name = operator?.operatorName ?? object2.operatorOrganization
  const observed = object2.lastObservationAt
  const verified = operator?.lastVerified ? Date.parse(operator.lastVerified) : undefined
  return (
    <div className="soft fs-13 pad-12">
      <p>
        <span className="muted">{t('secondary')}</span> <b>{row.secondary}</b>{' '}
        <ObjectNumber number={object2.designator} />
      </p>
      <p>
        {t(kindWord(object2.objectType))}, {t(`can${object2.manoeuvrable}`)},{' '}
        {name ? own('operatedBy', { name }) : own('noOperator')}.
      </p>
      {observed === null ? null : <p>{own('lastObserved', { age: formatAge(row.newestMs - Date.parse(observed)) })}</p>}
      {operator?.email || operator?.phone || operator?.website ? (
        <p className="flex wrap gap-0-12">
          {operator.email ? <a href={`mailto:${operator.email}`}>{operator.email}</a> : null}
          {operator.phone ? <a href={`tel:${operator.phone}`}>{operator.phone}</a> : null}
          {operator.website ? <ExternalLink href={operator.website}>{operator.website}</ExternalLink> : null}
        </p>
      ) : null}
      {verified !== undefined && row.newestMs - verified > CONTACT_CHECKED_MS ? (
        <p className="muted">{own('checkContact', { date: formatDate(verified) })}</p>
      ) : null}
    </div>
  )
}
