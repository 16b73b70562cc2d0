import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { Manoeuvre } from '@apsis/contract/ca/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { TableView } from '../../chart/table-view.tsx'
import { type Camera, HOME, turned } from '../../chart/three/camera.ts'
import { MoveButtons, Surface } from '../../chart/three/surface.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Empty, NotComputed, Skeleton } from '../../ui/page/pane-states.tsx'
import { useStore } from '../../ui/store/store.ts'
import { useWords } from '../../ui/text/language.ts'
import type { Numbered } from '../event/messages.ts'
import { messageTextQuery, openMessage } from '../message/message.ts'
import { plansQuery } from '../plan/plan-query.ts'
import styles from './encounter.module.css'
import { alongVelocity, type EncounterScene, type SeenBurn, sceneOf } from './encounter-scene.ts'
import { createEncounterView } from './encounter-view.ts'
import { spaceWords } from './words.data.ts'

export type EncounterProps = {
  readonly conjunction: Conjunction
  /** The message that is looked at. */
  readonly selected: Numbered
  /** The plan that is looked at; undefined: the newest. */
  readonly planId: string | undefined
}

const SIGMAS = ['1', '2', '3'] as const
/** Steps of the time, to either side of the closest approach. */
const STEPS = 100
/** The camera stands so many times as far away as what it shows is large. */
const ROOM = 2.6

/** An encounter in space, of a message or with the burn of a plan (ux.md P10). */
export function EncounterInSpace({ conjunction, selected, planId }: EncounterProps) {
  const t = useWords(spaceWords)
  const [isAfter, setAfter] = useState(false)
  const { data: plans = [] } = useQuery(plansQuery(conjunction.conjunctionId))
  const plan = burntPlan(plans, planId)
  const seen = isAfter ? plan : undefined
  const text = useQuery(messageTextQuery(seen?.cdmId ?? selected.cdm.cdmId))
  const made = useMemo(
    () => (text.data === undefined ? undefined : attempt(text.data, conjunction.object1.designator, seen)),
    [text.data, conjunction.object1.designator, seen],
  )
  const choice = (
    <Segments
      label={t('burn')}
      value={isAfter ? 'after' : 'before'}
      options={(['before', 'after'] as const).map((value) => ({ value, label: t(value) }))}
      onChange={(value) => setAfter(value === 'after')}
    />
  )
  const reportedM = seen?.after.missM ?? selected.cdm.conjunctionData.totalMissDistance
  return (
    <>
      {conjunction.isSimulated ? <b>{t('simulated')}</b> : null}
      <div className={styles.tools}>{plan === undefined ? <p className={styles.note}>{t('noPlan')}</p> : choice}</div>
      {text.error ? (
        <NotComputed>{`${t('unread')} ${problemInWords(text.error).message}`}</NotComputed>
      ) : made === undefined ? (
        <Skeleton rows={12} />
      ) : 'why' in made ? (
        <NotComputed>{t('failed', { why: made.why })}</NotComputed>
      ) : (
        <Drawn
          key={seen?.manoeuvreId ?? selected.cdm.cdmId}
          {...made}
          names={[conjunction.object1.name, conjunction.object2.name]}
          plan={seen}
          reportedM={reportedM}
        />
      )}
    </>
  )
}

/** The plan that was chosen, or the newest, if it has a burn: a change of area is flown in no instant. */
function burntPlan(plans: readonly Manoeuvre[], planId: string | undefined): Manoeuvre | undefined {
  const plan = plans.find(({ manoeuvreId }) => manoeuvreId === planId) ?? plans.find(({ drag }) => drag === null)
  return plan?.drag === null ? plan : undefined
}

type Made = { readonly scene: EncounterScene; readonly without: EncounterScene | undefined }

function attempt(text: string, designator: string, burn: SeenBurn | undefined): Made | { readonly why: string } {
  const { lenient } = openMessage(text)
  if (!lenient.ok) return { why: spaceWords('unread') }
  try {
    const before = sceneOf(lenient.message, designator)
    return burn === undefined
      ? { scene: before, without: undefined }
      : { scene: sceneOf(lenient.message, designator, burn), without: before }
  } catch (failure) {
    if (failure instanceof RangeError) return { why: failure.message }
    throw failure
  }
}

type DrawnProps = Made & {
  readonly names: readonly [string, string]
  readonly plan: Manoeuvre | undefined
  readonly reportedM: number
}

function Drawn({ scene, without, names, plan, reportedM }: DrawnProps) {
  const t = useWords(spaceWords)
  const [sigma, setSigma] = useState<(typeof SIGMAS)[number]>('1')
  const [step, setStep] = useState(0)
  const [camera, look] = useState<Camera>(() => ({ ...HOME, distanceM: wholeM(scene, 1) }))
  const [view] = useState(createEncounterView)
  const { kind } = useStore(view.state)
  const seconds = (step / STEPS) * scene.spanS
  const picture = useMemo(
    () => ({ scene, without, names, seconds, sigma: Number(sigma), camera }),
    [scene, without, names, seconds, sigma, camera],
  )
  useEffect(() => view.show(picture), [view, picture])
  const miss = {
    miss: metres(scene.missM),
    seconds: formatNumber(scene.tcaS, { decimals: 3, signed: true }),
    reported: metres(reportedM),
  }
  return (
    <>
      <p>{plan === undefined ? t('miss', miss) : `${t('missAfter', miss)} ${t('ofPlan', { plan: plan.name })}`}</p>
      {kind === 'noWebGl' || kind === 'lost' ? (
        <Empty level="serious" title={t(kind)}>
          {t('flat')}
        </Empty>
      ) : null}
      <Surface {...{ view, camera, look }} label={t('picture')} isHidden={kind === 'noWebGl'} />
      <TimeBar step={step} onStep={setStep} scene={scene} />
      <div className={styles.tools}>
        <Segments
          label={t('sigma')}
          value={sigma}
          options={SIGMAS.map((value) => ({ value, label: `${value}σ` }))}
          onChange={setSigma}
        />
        <Button onClick={() => look({ ...camera, distanceM: wholeM(scene, Number(sigma)) })}>{t('whole')}</Button>
        <Button onClick={() => look(turned({ ...camera, distanceM: ROOM * Math.max(scene.missM, 1) }, {}))}>
          {t('near')}
        </Button>
        <Button onClick={() => look({ ...camera, ...alongVelocity(scene) })}>{t('along')}</Button>
        <MoveButtons camera={camera} look={look} say={t} />
      </div>
      <p className={styles.note}>
        {t('scale', { sigma, name: names[0], angle: formatNumber(scene.approachDeg, { decimals: 1 }) })}{' '}
        {without === undefined ? null : t('ghost')}
      </p>
      <Axes scene={scene} names={names} />
    </>
  )
}

const metres = (value: number) => formatNumber(value, { decimals: 1 })

/** From where both ellipsoids are seen whole, m. */
const wholeM = ({ ellipsoids, missM }: EncounterScene, sigma: number): number =>
  ROOM * Math.max(missM, ...ellipsoids.map(({ halfAxesM: [longest] }) => sigma * longest))

type TimeProps = {
  readonly step: number
  readonly onStep: (step: number) => void
  readonly scene: EncounterScene
}

/** The moment that is drawn: object 2 goes along its way with it. */
function TimeBar({ step, onStep, scene }: TimeProps) {
  const t = useWords(spaceWords)
  const id = useId()
  const seconds = (step / STEPS) * scene.spanS
  const said = t('atSecond', {
    seconds: formatNumber(seconds, { decimals: 4, signed: true }),
    distance: metres(Math.hypot(...scene.placeAt(seconds))),
  })
  return (
    <div className={styles.time}>
      <label htmlFor={id}>{t('seconds')}</label>
      <input
        id={id}
        type="range"
        min={-STEPS}
        max={STEPS}
        value={step}
        aria-valuetext={said}
        onChange={(event) => onStep(Number(event.target.value))}
      />
      <output>{said}</output>
    </div>
  )
}

/** The ellipsoids as numbers: how long each half axis is, and where it points. */
function Axes({ scene, names }: Pick<DrawnProps, 'scene' | 'names'>) {
  const t = useWords(spaceWords)
  const columns = ['object', 'half axis, m', 'R', 'T', 'N']
  const heads = [t('object'), t('halfAxis'), 'R', 'T', 'N']
  const rows = scene.ellipsoids.flatMap(({ halfAxesM, directions }, k) =>
    halfAxesM.map((length, place) => [
      names[k] ?? '',
      formatNumber(length, { decimals: 2 }),
      ...(directions[place] ?? []).map((part) => formatNumber(part, { decimals: 4 })),
    ]),
  )
  return <TableView label={t('axes')} table={{ columns, heads, rows }} heightPx={170} />
}
