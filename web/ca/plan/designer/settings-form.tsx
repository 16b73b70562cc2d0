import { STATE_FRAMES } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { DURATION_UNITS } from '@apsis/contract/ca/plan/request-parts.ts'
import { DELTA_V_FRAMES } from '@apsis/contract/ca/satellite/propulsion.ts'
import { Select } from '../../../ui/field/select.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { typedNumber } from '../../../ui/format/number.ts'
import { useWords } from '../../../ui/text/language.ts'
import { type Design, type DesignSearch, ERRORS } from './design-address.ts'
import { useIsStartWrong } from './design-hooks.ts'
import styles from './designer.module.css'
import { useDesign, useDesignedEvent, useDesignerState, useSearchPart } from './designer-state.tsx'
import { designWords } from './words.data.ts'

/**
 * The form of the settings for the burn; each change goes into the address of the page, and the map and the candidate follow. Each field
 * reads only its own value, so that typing in one does not draw the others again.
 */
export function SettingsForm() {
  const t = useWords(designWords)
  const { conjunction, satellite } = useDesignedEvent()
  const direction = useDesign((design) => design.direction)
  const error = useSearchPart(errorOf)
  return (
    <section className="flex wrap items-start line-bottom gap-4-8 pad-8" aria-label={t('wish')} data-look="chips">
      <div className={`flex items-start min-w-0 ${styles.joined}`}>
        <GoalSelect />
        <TargetField />
      </div>
      <div className={`flex items-start min-w-0 ${styles.joined}`}>
        <StartField />
        <UnitSelect />
      </div>
      <DirectionSelect />
      {direction === 'xyz' || direction === 'azel' ? (
        <>
          <FrameSelect />
          <VectorField direction={direction} />
        </>
      ) : null}
      {satellite.configuration.propulsion.type === 'CONTINUOUS' ? <ArcField /> : null}
      <DynamicsSelect />
      <StatesSelect />
      <ErrorSelect />
      {error === 'matrix' ? <MatrixField /> : null}
      {conjunction.isSimulated ? (
        <span className={`soft fs-12 bold self-center ml-auto ${styles.made}`}>{t('isSimulated')}</span>
      ) : null}
    </section>
  )
}

const errorOf = ({ error }: DesignSearch) => ERRORS.find((one) => one === error) ?? 'yes'

function GoalSelect() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  const { goal, goals } = useDesign((design) => ({ goal: design.goal, goals: design.goals }))
  return (
    <Select
      label={t('goal')}
      value={goal}
      onChange={(value) => ask({ goal: value, target: undefined })}
      options={goals.map((value) => ({ value, label: t(value) }))}
    />
  )
}

function TargetField() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  const { goal, target } = useDesign((design) => ({ goal: design.goal, target: design.target }))
  const typed = useSearchPart((search) => search.target)
  return (
    <TextField
      key={`target ${goal}`}
      label={t(goal)}
      unit={goal === 'PROBABILITY' ? undefined : 'm'}
      inputMode="decimal"
      value={typed ?? typedNumber(target)}
      onChange={(value) => ask({ target: value })}
    />
  )
}

function StartField() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  const unit = useDesign((design) => design.unit)
  const typed = useSearchPart((search) => search.start)
  const isWrong = useIsStartWrong()
  return (
    <TextField
      label={t('start')}
      value={typed ?? (unit === 'PERIODS' ? typedNumber(1.5) : '')}
      onChange={(value) => ask({ start: value })}
      error={isWrong ? t('startFault') : undefined}
    />
  )
}

function UnitSelect() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  return (
    <Select
      label={t('unit')}
      value={useDesign((design) => design.unit)}
      onChange={(value) => ask({ unit: value, start: undefined })}
      options={DURATION_UNITS.map((value) => ({ value, label: t(value) }))}
    />
  )
}

function DirectionSelect() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  const { direction, directions } = useDesign((design) => ({
    direction: design.direction,
    directions: design.directions,
  }))
  return (
    <Select
      label={t('direction')}
      value={direction}
      onChange={(value) => ask({ direction: value, vector: undefined })}
      options={directions.map((value) => ({ value, label: t(value) }))}
    />
  )
}

function FrameSelect() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  return (
    <Select
      label={t('frame')}
      value={useSearchPart(({ frame }) => DELTA_V_FRAMES.find((one) => one === frame) ?? 'RTN')}
      onChange={(value) => ask({ frame: value })}
      options={DELTA_V_FRAMES.map((value) => ({ value, label: value }))}
    />
  )
}

function VectorField({ direction }: { readonly direction: Extract<Design['direction'], 'xyz' | 'azel'> }) {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  const isNone = useDesign(({ settings }) => settings.direction === null)
  return (
    <TextField
      label={direction === 'xyz' ? t('vector') : t('angles')}
      value={useSearchPart((search) => search.vector ?? '')}
      onChange={(value) => ask({ vector: value })}
      error={isNone ? t(direction === 'xyz' ? 'vectorHelp' : 'anglesHelp') : undefined}
    />
  )
}

function ArcField() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  return (
    <TextField
      label={t('arc')}
      unit="s"
      inputMode="decimal"
      help={t('arcHelp')}
      value={useSearchPart((search) => search.arc ?? '')}
      onChange={(value) => ask({ arc: value })}
    />
  )
}

function DynamicsSelect() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  return (
    <Select
      label={t('dynamics')}
      value={useDesign(({ settings }) => settings.dynamics)}
      onChange={(value) => ask({ dynamics: value })}
      options={(['j2', 'two-body'] as const).map((value) => ({ value, label: t(value) }))}
    />
  )
}

function StatesSelect() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  return (
    <Select
      label={t('states')}
      value={useDesign((design) => design.referenceFrame)}
      onChange={(value) => ask({ states: value })}
      options={STATE_FRAMES.map((value) => ({ value, label: t(`states-${value}`) }))}
    />
  )
}

function ErrorSelect() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  return (
    <Select
      label={t('error')}
      value={useSearchPart(errorOf)}
      onChange={(value) => ask({ error: value, ...(value === 'matrix' ? {} : { matrix: undefined }) })}
      options={ERRORS.map((value) => ({ value, label: t(value) }))}
    />
  )
}

function MatrixField() {
  const t = useWords(designWords)
  const { ask } = useDesignerState()
  const isWrong = useDesign(({ settings }) => settings.executionCovarianceRtn === undefined)
  return (
    <TextField
      label={t('errorMatrix')}
      unit="mm²/s²"
      value={useSearchPart((search) => search.matrix ?? '')}
      onChange={(value) => ask({ matrix: value })}
      error={isWrong ? t('matrixHelp') : undefined}
    />
  )
}
