import type { FlownAlong } from '@apsis/contract/ca/plan/flown-along.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import type { PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { isChangeable } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { useNavigate } from '@tanstack/react-router'
import { useNow } from '../../../clock/clock.ts'
import { formatAge, formatInstant, formatInstantMs } from '../../../clock/format.ts'
import { paths } from '../../../site/paths.ts'
import { Button } from '../../../ui/button/button.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../ui/format/probability.ts'
import { formatMiss } from '../../../ui/format/quantity.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Banner, Empty } from '../../../ui/page/pane-states.tsx'
import { Scroll } from '../../../ui/page/scroll.tsx'
import { StatusWord } from '../../../ui/status/status-word.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { PlanFiles } from '../export-tab.tsx'
import { PathScreenings } from '../path-table.tsx'
import plan from '../plan.module.css'
import { PlanActions } from '../plan-actions.tsx'
import { exportsOfScreening } from '../plan-exports.ts'
import { PlanBanners, PlanNotes } from '../plan-lead.tsx'
import { stateMeaning, verdictMeaning } from '../plan-state.ts'
import { ScreeningResult } from '../screening-table.tsx'
import { StepsPane } from '../steps-pane.tsx'
import { planWords } from '../words.data.ts'
import { type Gravest, gravestOf, unlookedOf } from './gravest.ts'
import styles from './own-burn.module.css'
import { ownBurnWords } from './words.data.ts'

type Props = { readonly plan: Plan }

/** Shows a plan of burns that belong to no event: its verdict first, then the actions, and all its inputs. */
export function OwnPlan({ plan: shown }: Props) {
  const t = useWords(ownBurnWords)
  const p = useWords(planWords)
  const { screening } = shown
  const navigate = useNavigate()
  const params = { satellite_id: shown.satelliteId }
  const search = { plan: shown.manoeuvreId, change: shown.manoeuvreId }
  return (
    <>
      <PlanBanners plan={shown} messages={[]} />
      <div className="pad-8 line-bottom">
        <p className="flex wrap items-baseline soft fs-16 gap-4-16">
          <b>{shown.name}</b>
          <StatusWord {...stateMeaning(shown.state)} />
          <span>
            {t('screening')}: <StatusWord {...verdictMeaning(screening)} />
          </span>
        </p>
        <p className="soft">{leadText(shown)}</p>
        <OrbitText plan={shown} />
        <AlongList screening={screening} />
        <div className="soft">
          <PlanNotes plan={shown} />
        </div>
      </div>
      <PlanActions plan={shown}>
        {isChangeable(shown.state) ? (
          <Button onClick={() => void navigate({ to: paths.burns, params, search })}>{t('change')}</Button>
        ) : null}
        <span className="no-phone">
          <Button onClick={() => print()}>{t('print')}</Button>
        </span>
      </PlanActions>
      {screening === null ? (
        <Empty level="inactive" title={t('notYet')}>
          {t('notYetText')}
        </Empty>
      ) : (
        <>
          <Pane title={t('verdict')} id="verdict" className="line-top">
            <Verdict screening={screening} />
          </Pane>
          <Pane
            title={p('screened')}
            id="screening"
            className="line-top"
            exports={exportsOfScreening(shown)}
            note={p('screenedNote', { time: formatInstant(Date.parse(screening.at)) })}
          >
            <ScreeningResult screening={screening} />
          </Pane>
          <PathScreenings screening={screening} name={shown.name} isByDrag={false} />
        </>
      )}
      <Pane title={t('burnsTable')} id="burns" className="line-top">
        <BurnsTable plan={shown} />
      </Pane>
      <PlanFiles key={shown.manoeuvreId} plan={shown} />
      <StepsPane plan={shown} />
    </>
  )
}

/** Returns `5 burns, 0.1913 m/s in all, from … to ….` */
export function leadText({ burns = [], totalDeltaVMagnitude, ignitionEpoch, manoeuvreDuration }: Plan): string {
  const fromMs = Date.parse(ignitionEpoch)
  const size = formatNumber(totalDeltaVMagnitude, { decimals: 4 })
  const from = formatInstant(fromMs)
  if (burns.length === 1) return ownBurnWords('leadOne', { size, from })
  const to = formatInstant(fromMs + 1_000 * manoeuvreDuration)
  return ownBurnWords('lead', { count: burns.length, size, from, to })
}

/** Shows the orbit that the burns start from, its age, and its gaps. */
function OrbitText({ plan: { orbit } }: Props) {
  const t = useWords(ownBurnWords)
  const nowMs = useNow('minute')
  if (orbit === undefined) return null
  const times = {
    name: orbit.name,
    at: formatInstant(Date.parse(orbit.at)),
    age: formatAge(nowMs - Date.parse(orbit.at)),
    until: orbit.until === null ? '' : formatInstant(Date.parse(orbit.until)),
  }
  return (
    <>
      <p className="soft">{t(`from${orbit.source}`, times)}</p>
      {orbit.hasCovariance ? null : <Banner level="caution">{t('noCovariance')}</Banner>}
    </>
  )
}

/** Lists the other burns of the satellite that the screening includes; values "without the plan" include them, too. */
function AlongList({ screening }: { readonly screening: Plan['screening'] }) {
  const t = useWords(ownBurnWords)
  const along = screening?.flownAlong ?? []
  if (along.length === 0) return null
  return (
    <div>
      <p className="soft">{t('flownAlong', { count: along.length })}</p>
      <ul className={`soft ${styles.inner}`}>
        {along.map((one) => (
          <li key={`${one.id} ${one.ignition}`}>{alongText(one)}</li>
        ))}
      </ul>
    </div>
  )
}

/** Returns `SAT-4_20261130_080000_Z, another plan of yours: 0.0200 m/s at 2026-11-30 08:00 Z`. */
export function alongText({ kind, name, ignition, deltaVMps, isOnPath }: FlownAlong): string {
  const size = formatNumber(deltaVMps, MPS)
  const said = ownBurnWords(`along_${kind}`, { name, size, at: formatInstant(Date.parse(ignition)) })
  return isOnPath ? said : ownBurnWords('inEventsAlone', { said })
}

/** Shows the verdict with the gravest result, its number, source and age, and the gaps of the screening. */
function Verdict({ screening }: { readonly screening: PlanScreening }) {
  const t = useWords(ownBurnWords)
  const nowMs = useNow('minute')
  const gravest = gravestOf(screening)
  const catalogueAt = screening.paths.flatMap(({ catalogueEpoch }) => catalogueEpoch ?? [])[0]
  const age = [
    t('screenedAt', {
      at: formatInstant(Date.parse(screening.at)),
      age: formatAge(nowMs - Date.parse(screening.at)),
    }),
    ...(catalogueAt === undefined ? [] : [t('catalogueOf', { at: formatInstant(Date.parse(catalogueAt)) })]),
    t('pathUntil', { at: formatInstant(Date.parse(screening.pathUntil)) }),
  ]
  return (
    <dl className={`grid pad-8 fs-13 gap-4-16 ${styles.verdict}`}>
      <dt>{t('verdict')}</dt>
      <dd className="min-w-0 break-anywhere">
        <StatusWord {...verdictMeaning(screening)} />
      </dd>
      <dt>{t('gravest')}</dt>
      <dd className="min-w-0 break-anywhere">{gravest === undefined ? t('nothingNear') : gravestText(gravest)}</dd>
      <dt>{t('unlooked')}</dt>
      <dd className="min-w-0 break-anywhere">
        <UnlookedList screening={screening} />
      </dd>
      <dt />
      <dd className="min-w-0 break-anywhere">{age.join('; ')}</dd>
    </dl>
  )
}

function gravestText({ object, tca, probability, most, missM, source }: Gravest): string {
  const pc =
    probability === null
      ? ownBurnWords('atMost', { pc: formatProbabilityLine(most ?? undefined) })
      : ownBurnWords('pc', { pc: formatProbabilityLine(probability) })
  const words = { object, tca: formatInstant(Date.parse(tca)), pc, miss: `${formatMiss(missM)} m` }
  return ownBurnWords('gravestText', { ...words, source: ownBurnWords(`source_${source}`) })
}

function UnlookedList({ screening }: { readonly screening: PlanScreening }) {
  const t = useWords(ownBurnWords)
  const { events, objects, waiting, failed, empty } = unlookedOf(screening)
  const lines = [
    ...(events > 0 ? [t('unlookedEvents', { count: events })] : []),
    ...(objects > 0 ? [t('unlookedObjects', { count: objects })] : []),
    ...(waiting.length > 0 ? [t('unlookedWaiting', { paths: waiting.join(', ') })] : []),
    ...(failed.length > 0 ? [t('unlookedFailed', { paths: failed.join(', ') })] : []),
    ...(empty.length > 0 ? [t('unlookedEmpty', { paths: empty.join(', ') })] : []),
  ]
  if (lines.length === 0) return t('unlookedNone')
  return (
    <ul className={styles.inner}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const MPS = { decimals: 4 }

function BurnsTable({ plan: { burns = [] } }: Props) {
  const t = useWords(ownBurnWords)
  const written = (vector: readonly number[]) => vector.map((part) => formatNumber(part, MPS)).join(', ')
  return (
    <Scroll>
      <PlainTable
        rows={burns}
        columns={[
          { id: 'plan', title: t('plan'), cell: (_, place) => t('burn', { number: place + 1 }) },
          {
            id: 'ignition',
            title: t('ignition'),
            className: plan.when,
            cell: ({ ignition }) => formatInstantMs(Date.parse(ignition)),
          },
          {
            id: 'duration',
            title: `${t('duration')}, s`,
            align: 'end',
            cell: ({ durationS }) => formatNumber(durationS, { decimals: 1 }),
          },
          { id: 'size', title: t('size'), align: 'end', cell: ({ deltaVMps }) => formatNumber(deltaVMps, MPS) },
          {
            id: 'given',
            title: t('given'),
            isUnbroken: true,
            cell: ({ frame, vector }) => `${frame} ${written(vector)}`,
          },
          { id: 'rtn', title: t('rtn'), isUnbroken: true, cell: ({ deltaVRtn }) => written(deltaVRtn) },
        ]}
        idOf={({ ignition }) => ignition}
        isSmall
      />
    </Scroll>
  )
}
