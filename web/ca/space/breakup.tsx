import { useState } from 'react'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { readShownTime, shownAt, useShownMs } from '../../clock/shown-time.ts'
import { CLOUD_S, countOfSize, type FragmentCloud } from '../../space/fragments/fragment-cloud.ts'
import type { Fragments } from '../../space/fragments/use-fragments.ts'
import type { SpaceCatalogue } from '../../space/space-catalogue.ts'
import { Button } from '../../ui/button/button.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { MOST_ON_MAP } from './flat-view.tsx'
import { BREAKUP_MASS_KG, type BreakupView } from './space-view.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly catalogue: SpaceCatalogue
  /** The place of the picked object in the catalogue. */
  readonly picked: number | undefined
  readonly breakup: BreakupView | undefined
  readonly fragments: Fragments
  /** False if the object has no state at the instant of the breakup. */
  readonly isPossible: boolean
  readonly onBreakup: (breakup: BreakupView | undefined) => void
}

/** States a breakup of the picked object, or says what is modelled of the stated one. */
export function BreakupFields({ catalogue, picked, breakup, fragments, isPossible, onBreakup }: Props) {
  const say = useWords(spaceWords)
  return (
    <section aria-label={say('breakup')} className="stack gap-8">
      <h3 className="fs-13 medium">{say('breakup')}</h3>
      {breakup ? (
        <>
          <BreakupText catalogue={catalogue} breakup={breakup} fragments={fragments} isPossible={isPossible} />
          <Button onClick={() => onBreakup(undefined)}>{say('breakupRemove')}</Button>
        </>
      ) : picked === undefined ? (
        <p className="muted fs-12">{say('breakupPick')}</p>
      ) : (
        <BreakupForm catalogue={catalogue} k={picked} onBreakup={onBreakup} />
      )}
    </section>
  )
}

const USUAL_KG = 1_000
const nameIn = ({ columns }: SpaceCatalogue, k: number) => columns.name[k] || String(columns.noradId[k])

type FormProps = Pick<Props, 'catalogue' | 'onBreakup'> & { readonly k: number }

function BreakupForm({ catalogue, k, onBreakup }: FormProps) {
  const say = useWords(spaceWords)
  const [cause, setCause] = useState<BreakupView['cause']>('explosion')
  const [massKg, setMassKg] = useState(USUAL_KG)
  const state = () => {
    const noradId = catalogue.columns.noradId[k]
    const atMs = Math.floor(shownAt(readShownTime(), now()) / 1_000) * 1_000
    if (noradId !== undefined) onBreakup({ noradId, cause, massKg: Number.isNaN(massKg) ? USUAL_KG : massKg, atMs })
  }
  return (
    <>
      <Select
        label={say('breakupCause')}
        options={(['explosion', 'collision'] as const).map((one) => ({ value: one, label: say(one) }))}
        value={cause}
        onChange={(one) => setCause(one === 'collision' ? 'collision' : 'explosion')}
      />
      {/* The number of fragments of an explosion does not depend on the mass. */}
      {cause === 'collision' ? (
        <NumberField
          label={say('breakupMass')}
          unit="kg"
          minValue={BREAKUP_MASS_KG.least}
          maxValue={BREAKUP_MASS_KG.most}
          step={1}
          value={massKg}
          onChange={setMassKg}
        />
      ) : null}
      <Button onClick={state}>{say('breakUp', { name: nameIn(catalogue, k) })}</Button>
    </>
  )
}

type TextProps = Pick<Props, 'catalogue' | 'fragments' | 'isPossible'> & { readonly breakup: BreakupView }

function BreakupText({ catalogue, breakup: { noradId, cause, massKg, atMs }, fragments, isPossible }: TextProps) {
  const say = useWords(spaceWords)
  const shownMs = useShownMs(1_000)
  const k = catalogue.placeOf.get(noradId)
  if (k === undefined || !isPossible)
    return <p className="ink fs-12">{say('breakupImpossible', { number: noradId })}</p>
  const of = { name: nameIn(catalogue, k), time: formatInstant(atMs), mass: formatNumber(massKg) }
  return (
    <div className="stack gap-8 fs-12 soft" role="status">
      <p className="ink">{say(cause === 'explosion' ? 'explosionOf' : 'collisionOf', of)}</p>
      {fragments.kind === 'ready' ? (
        <>
          {shownMs < atMs ? <p className="ink">{say('breakupBefore')}</p> : null}
          {shownMs > atMs + 1_000 * CLOUD_S ? <p className="ink">{say('breakupAfter')}</p> : null}
          <CloudText cloud={fragments.cloud} />
        </>
      ) : (
        <p>{fragments.kind === 'failed' ? say('modelFailed', { reason: fragments.reason }) : say('modelling')}</p>
      )}
    </div>
  )
}

const SIZES_M = [1, 0.1, 0.01] as const
const sizeText = (sizeM: number) =>
  sizeM >= 0.01 ? `${formatNumber(100 * sizeM)} cm` : `${formatNumber(1_000 * sizeM, { significant: 2 })} mm`
const kmText = (m: number) => formatNumber(m / 1_000, { significant: 2 })

/** Says how many fragments of which size are drawn, by which model, and how exact their orbits are. */
function CloudText({ cloud }: { readonly cloud: FragmentCloud }) {
  const say = useWords(spaceWords)
  const { count, fallen, away, leastSizeM, error } = cloud
  return (
    <>
      <KeyValues
        rows={[
          ...SIZES_M.filter((sizeM) => sizeM > leastSizeM).map(
            (sizeM) => [say('fromSize', { size: sizeText(sizeM) }), formatNumber(countOfSize(cloud, sizeM))] as const,
          ),
          [say('fromSize', { size: sizeText(leastSizeM) }), formatNumber(count)] as const,
        ]}
      />
      <p>{say('fragmentsDrawn', { drawn: formatNumber(count), map: formatNumber(Math.min(count, MOST_ON_MAP)) })}</p>
      <p>{say('fragmentsLost', { fallen: formatNumber(fallen), away: formatNumber(away) })}</p>
      <p>{say('breakupModel')}</p>
      {error ? (
        <p>
          {say('breakupError', {
            compared: error.compared,
            most95: kmText(error.most95M),
            most: kmText(error.mostM),
          })}
        </p>
      ) : null}
    </>
  )
}
