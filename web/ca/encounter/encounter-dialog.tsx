import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { problemInWords } from '../../api/problem-in-words.ts'
import { type Camera, HOME, stillWidthM, turned } from '../../chart/three/camera.ts'
import { MoveButtons, Surface } from '../../chart/three/surface.tsx'
import { formatInstantMs } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Empty, NotComputed, Skeleton } from '../../ui/page/pane-states.tsx'
import { usePrinting } from '../../ui/page/printing.ts'
import { useStore } from '../../ui/store/store.ts'
import { useWords } from '../../ui/text/language.ts'
import type { NumberedMessage } from '../event/messages.ts'
import { messageTextQuery, openMessage } from '../message/message.ts'
import { plansQuery } from '../plan/plan-query.ts'
import styles from './encounter.module.css'
import { alongVelocity, type EncounterScene, type SeenBurn, sceneOfEncounter } from './encounter-scene.ts'
import { createEncounterView } from './encounter-view.ts'
import { Legend, Numbers } from './legend.tsx'
import { type Look, SIGMAS } from './look.ts'
import { byKey, LookButtons } from './look-buttons.tsx'
import { useLook } from './use-look.ts'
import { spaceWords } from './words.data.ts'

export type EncounterProps = {
  readonly conjunction: Conjunction
  /** The message whose encounter is drawn. */
  readonly selected: NumberedMessage
  /** The plan that is drawn; undefined for the newest. */
  readonly planId: string | undefined
  readonly burn: 'before' | 'after'
  readonly onBurn: (burn: 'before' | 'after') => void
}

/** The number of time steps on either side of the closest approach. */
const TIME_STEPS = 100
/** The distance of the camera is this factor times the size of the scene. */
const DISTANCE_FACTOR = 2.6

/** Shows the dialog that draws an encounter in space, from a message or with the burn of a plan (ux.md P10). */
export function EncounterInSpace({ conjunction, selected, planId, burn, onBurn }: EncounterProps) {
  const t = useWords(spaceWords)
  const [look, onLook] = useLook()
  const { data: plans = [] } = useQuery(plansQuery(conjunction.conjunctionId))
  const plan = burntPlan(plans, planId)
  const seen = burn === 'after' ? plan : undefined
  const text = useQuery(messageTextQuery(seen?.cdmId ?? selected.cdm.cdmId))
  const made = useMemo(
    () => (text.data === undefined ? undefined : attempt(text.data, conjunction.object1.designator, seen)),
    [text.data, conjunction.object1.designator, seen],
  )
  const choice = (
    <Segments
      label={t('burn')}
      value={burn}
      options={(['before', 'after'] as const).map((value) => ({ value, label: t(value) }))}
      onChange={onBurn}
    />
  )
  const reportedM = seen?.after.missM ?? selected.cdm.conjunctionData.totalMissDistance
  return (
    <>
      {conjunction.isSimulated ? <b>{t('simulated')}</b> : null}
      <div className={`row wrap pad-y-6 no-print gap-4-16 no-paper ${styles.tools}`}>
        {plan === undefined ? <p className="muted fs-12">{t('noPlan')}</p> : choice}
      </div>
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
          look={look}
          onLook={onLook}
        />
      )}
    </>
  )
}

/**
 * Returns the chosen plan, or the newest one, if it has a burn; a change of area does not happen at a single instant, so it cannot be
 * drawn.
 */
function burntPlan(plans: readonly EventPlan[], planId: string | undefined): EventPlan | undefined {
  const plan = plans.find(({ manoeuvreId }) => manoeuvreId === planId) ?? plans.find(({ drag }) => drag === null)
  return plan?.drag === null ? plan : undefined
}

type EncounterPictures = { readonly scene: EncounterScene; readonly without: EncounterScene | undefined }

function attempt(
  text: string,
  designator: string,
  burn: SeenBurn | undefined,
): EncounterPictures | { readonly why: string } {
  const { lenient } = openMessage(text)
  if (!lenient.ok) return { why: spaceWords('unread') }
  try {
    const before = sceneOfEncounter(lenient.message, designator)
    return burn === undefined
      ? { scene: before, without: undefined }
      : { scene: sceneOfEncounter(lenient.message, designator, burn), without: before }
  } catch (failure) {
    if (failure instanceof RangeError) return { why: failure.message }
    throw failure
  }
}

type DrawnProps = EncounterPictures & {
  readonly names: readonly [string, string]
  readonly plan: EventPlan | undefined
  readonly reportedM: number
  readonly look: Look
  readonly onLook: (change: Partial<Look>) => void
}

function Drawn({ scene, without, names, plan, reportedM, look, onLook }: DrawnProps) {
  const t = useWords(spaceWords)
  const { sigma, arrows } = look
  const seconds = Math.max(-scene.spanS, Math.min(scene.spanS, look.seconds))
  const home = useMemo(() => ({ ...HOME, target: 'encounter', distanceM: wholeM(scene, 1) }), [scene])
  const camera = look.camera ?? home
  const [view] = useState(createEncounterView)
  const { kind } = useStore(view.state)
  const picture = useMemo(
    () => ({ scene, without, names: [...names, t('sun')] as const, seconds, sigma: Number(sigma), arrows, camera }),
    [scene, without, names, seconds, sigma, arrows, camera, t],
  )
  useEffect(() => view.show(picture), [view, picture])
  const turn = (next: Camera) => onLook({ camera: next })
  const miss = {
    miss: metres(scene.missM),
    seconds: formatNumber(scene.tcaS, { decimals: 3, signed: true }),
    reported: metres(reportedM),
  }
  return (
    <>
      <p>
        {plan === undefined ? t('missDistance', miss) : `${t('missAfter', miss)} ${t('ofPlan', { plan: plan.name })}`}
      </p>
      {kind === 'noWebGl' || kind === 'lost' ? (
        <Empty level="serious" title={t(kind)}>
          {t('flat')}
        </Empty>
      ) : null}
      <Surface
        {...{ view, camera }}
        look={turn}
        label={t('picture')}
        isHidden={kind === 'noWebGl'}
        keys={byKey({ camera, arrows, onLook })}
      />
      <Legend {...{ scene, names, arrows }} hasGhost={without !== undefined} />
      <Caption {...{ scene, names, plan, seconds, sigma }} camera={kind === 'drawn' ? camera : undefined} />
      <TimeBar seconds={seconds} onSeconds={(next) => onLook({ seconds: next })} scene={scene} />
      <Tools {...{ scene, camera, sigma, arrows, turn, onLook }} />
      <p className="muted fs-12">
        {t('scale', { sigma, name: names[0], angle: formatNumber(scene.approachDeg, { decimals: 1 }) })}
      </p>
      <Numbers scene={scene} names={names} />
    </>
  )
}

type ToolsProps = Pick<DrawnProps, 'scene' | 'onLook'> & {
  readonly camera: Camera
  readonly sigma: Look['sigma']
  readonly arrows: Look['arrows']
  readonly turn: (camera: Camera) => void
}

/** Shows the tools of the view: its direction, distance and centre, the arrows, and the size of the ellipsoids. */
function Tools({ scene, camera, sigma, arrows, turn, onLook }: ToolsProps) {
  const t = useWords(spaceWords)
  return (
    <>
      <div className={`row wrap pad-y-6 no-print gap-4-16 no-paper ${styles.tools}`}>
        <Segments
          label={t('sigma')}
          value={sigma}
          options={SIGMAS.map((value) => ({ value, label: `${value}σ` }))}
          onChange={(value) => onLook({ sigma: value })}
        />
        <Button onClick={() => turn({ ...camera, distanceM: wholeM(scene, Number(sigma)) })}>{t('whole')}</Button>
        <Button onClick={() => turn(turned({ ...camera, distanceM: DISTANCE_FACTOR * Math.max(scene.missM, 1) }, {}))}>
          {t('near')}
        </Button>
        <Button onClick={() => turn({ ...camera, ...alongVelocity(scene) })}>{t('along')}</Button>
        <MoveButtons camera={camera} look={turn} say={t} />
      </div>
      <div className={`row wrap pad-y-6 no-print gap-4-16 no-paper ${styles.tools}`}>
        <LookButtons {...{ camera, arrows, onLook }} />
      </div>
    </>
  )
}

const metres = (value: number) => formatNumber(value, { decimals: 1 })

/** Returns the distance from which both ellipsoids are completely visible, m. */
const wholeM = ({ ellipsoids, missM }: EncounterScene, sigma: number): number =>
  DISTANCE_FACTOR * Math.max(missM, ...ellipsoids.map(({ halfAxesM: [longest] }) => sigma * longest))

type TimeProps = {
  readonly seconds: number
  readonly onSeconds: (seconds: number) => void
  readonly scene: EncounterScene
}

/** Shows the slider for the moment that is drawn; object 2 moves along its path with it. */
function TimeBar({ seconds, onSeconds, scene }: TimeProps) {
  const t = useWords(spaceWords)
  const id = useId()
  const said = t('atSecond', {
    seconds: formatNumber(seconds, { decimals: 4, signed: true }),
    distance: metres(Math.hypot(...scene.placeAt(seconds))),
  })
  return (
    <div className={`row wrap pad-y-6 no-print gap-4-16 no-paper ${styles.time}`}>
      <label htmlFor={id}>{t('seconds')}</label>
      <input
        className="min-w-0"
        id={id}
        type="range"
        min={-TIME_STEPS}
        max={TIME_STEPS}
        value={Math.round((seconds / scene.spanS) * TIME_STEPS)}
        aria-valuetext={said}
        onChange={(event) => onSeconds((Number(event.target.value) / TIME_STEPS) * scene.spanS)}
      />
      <output className="tabular">{said}</output>
    </div>
  )
}

type CaptionProps = Pick<DrawnProps, 'scene' | 'names' | 'plan'> &
  Pick<Look, 'seconds' | 'sigma'> & {
    /** The camera; undefined if there is no picture. */
    readonly camera: Camera | undefined
  }

/** Describes the content of the picture on paper, because the buttons do not work there. */
function Caption({ scene, names, plan, seconds, sigma, camera }: CaptionProps) {
  const t = useWords(spaceWords)
  if (!usePrinting()) return null
  const [one, two] = names
  const said = t('paper', {
    one,
    two,
    sigma,
    burn: plan === undefined ? t('before') : t('after'),
    time: formatInstantMs(Date.parse(`${formatTime(addSeconds(scene.closest, seconds), { digits: 3 })}Z`)),
    seconds: formatNumber(seconds, { decimals: 4, signed: true }),
    distance: metres(Math.hypot(...scene.placeAt(seconds))),
    miss: metres(scene.missM),
  })
  const centre = camera?.target === 'miss' ? t('missMiddle') : camera?.target === 'object2' ? two : one
  const width = camera && t('width', { name: centre, width: metres(stillWidthM(camera)) })
  return <p>{width === undefined ? said : `${said} ${width}`}</p>
}
