import { STATE_FRAMES } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { DURATION_UNITS } from '@apsis/contract/ca/plan/request-parts.ts'
import { DELTA_V_FRAMES } from '@apsis/contract/ca/satellite/propulsion.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { ThrustDirections } from '@apsis/contract/ca/satellite/thrust-directions.ts'
import { Select } from '../../../ui/field/select.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { formatNumber, typedNumber } from '../../../ui/format/number.ts'
import { useWords } from '../../../ui/text/language.ts'
import styles from './designer.module.css'
import { type Design, type DesignSearch, ERRORS } from './wish.ts'
import { designWords } from './words.data.ts'

type Props = {
  readonly satellite: Satellite
  readonly search: DesignSearch
  readonly design: Design
  /** True if the typed ignition is not a time before closest approach. */
  readonly isStartWrong: boolean
  /** Changes a part of the wish. */
  readonly onAsk: (part: DesignSearch) => void
  /** True if the data is simulated; a mark at the end of the row says so. */
  readonly isSimulated: boolean
}

/** The form of the wish for the burn; each change goes into the address of the page, and map and candidate follow. */
export function WishForm({ satellite, search, design, isStartWrong, isSimulated, onAsk: ask }: Props) {
  const t = useWords(designWords)
  const { goal, target, direction, unit, wish } = design
  const { propulsion } = satellite.configuration
  const isPc = goal === 'PROBABILITY'
  const error = ERRORS.find((one) => one === search.error) ?? 'yes'
  return (
    <section className="flex wrap items-start line-bottom gap-4-8 pad-8" aria-label={t('wish')} data-look="chips">
      <div className={`flex items-start min-w-0 ${styles.joined}`}>
        <Select
          label={t('goal')}
          value={goal}
          onChange={(value) => ask({ goal: value, target: undefined })}
          options={design.goals.map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          key={`target ${goal}`}
          label={t(goal)}
          unit={isPc ? undefined : 'm'}
          inputMode="decimal"
          value={search.target ?? typedNumber(target)}
          onChange={(value) => ask({ target: value })}
        />
      </div>
      <div className={`flex items-start min-w-0 ${styles.joined}`}>
        <TextField
          label={t('start')}
          value={search.start ?? (unit === 'PERIODS' ? typedNumber(1.5) : '')}
          onChange={(value) => ask({ start: value })}
          error={isStartWrong ? t('startFault') : undefined}
        />
        <Select
          label={t('unit')}
          value={unit}
          onChange={(value) => ask({ unit: value, start: undefined })}
          options={DURATION_UNITS.map((value) => ({ value, label: t(value) }))}
        />
      </div>
      <Select
        label={t('direction')}
        value={direction}
        onChange={(value) => ask({ direction: value, vector: undefined })}
        options={design.directions.map((value) => ({ value, label: t(value) }))}
      />
      {direction === 'xyz' || direction === 'azel' ? (
        <>
          <Select
            label={t('frame')}
            value={DELTA_V_FRAMES.find((one) => one === search.frame) ?? 'RTN'}
            onChange={(value) => ask({ frame: value })}
            options={DELTA_V_FRAMES.map((value) => ({ value, label: value }))}
          />
          <TextField
            label={direction === 'xyz' ? t('vector') : t('angles')}
            value={search.vector ?? ''}
            onChange={(value) => ask({ vector: value })}
            error={wish.direction === null ? t(direction === 'xyz' ? 'vectorHelp' : 'anglesHelp') : undefined}
          />
        </>
      ) : null}
      {propulsion.type === 'CONTINUOUS' ? (
        <TextField
          label={t('arc')}
          unit="s"
          inputMode="decimal"
          help={t('arcHelp')}
          value={search.arc ?? ''}
          onChange={(value) => ask({ arc: value })}
        />
      ) : null}
      <Select
        label={t('dynamics')}
        value={wish.dynamics}
        onChange={(value) => ask({ dynamics: value })}
        options={(['j2', 'two-body'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <Select
        label={t('states')}
        value={design.referenceFrame}
        onChange={(value) => ask({ states: value })}
        options={STATE_FRAMES.map((value) => ({ value, label: t(`states-${value}`) }))}
      />
      <Select
        label={t('error')}
        value={error}
        onChange={(value) => ask({ error: value, ...(value === 'matrix' ? {} : { matrix: undefined }) })}
        options={ERRORS.map((value) => ({ value, label: t(value) }))}
      />
      {error === 'matrix' ? (
        <TextField
          label={t('errorMatrix')}
          unit="mm²/s²"
          value={search.matrix ?? ''}
          onChange={(value) => ask({ matrix: value })}
          error={wish.executionCovarianceRtn === undefined ? t('matrixHelp') : undefined}
        />
      ) : null}
      {isSimulated ? <span className={`soft fs-12 bold ${styles.made}`}>{t('isSimulated')}</span> : null}
    </section>
  )
}

/** Returns the limits of the satellite that apply to every plan. */
export function limitsText({ name, configuration: { propulsion } }: Satellite): string {
  const t = designWords
  const number = (value: number) => formatNumber(value)
  if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS') return ''
  const of =
    propulsion.type === 'IMPULSIVE'
      ? t('limitsImpulse', {
          min: number(propulsion.minDeltaVMps),
          max: number(propulsion.maxDeltaVMps),
          burn: number(propulsion.maxBurnS),
          lead: number(propulsion.leadTimeH),
        })
      : t('limitsArc', {
          burn: number(propulsion.maxThrustPerOrbitS),
          duty: number(propulsion.dutyCycle),
          lead: number(propulsion.leadTimeH),
        })
  return `${t('limits', { name })}: ${of}${directionsText(propulsion.thrustDirections)}`
}

/** Returns the directions in which the satellite can burn; empty where it can burn in every direction. */
function directionsText(given: ThrustDirections | undefined): string {
  if (given === undefined) return ''
  const { frame } = given
  if (given.kind === 'THRUSTERS') return designWords('limitsThrusters', { count: given.vectors.length, frame })
  const axis = given.axis.map((part) => formatNumber(part)).join(' ')
  return designWords('limitsCone', { angle: formatNumber(given.halfAngleDeg), axis, frame })
}
