import { DELTA_V_DIRECTIONS, DELTA_V_FRAMES, PROPULSIONS, Propulsion } from '@apsis/contract/ca/propulsion.ts'
import type { SatelliteInput } from '@apsis/contract/ca/satellite.ts'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { useWords } from '../../ui/language.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { burnCost } from './burn-cost.ts'
import { massText, timeText } from './propulsion-text.ts'
import styles from './satellite.module.css'
import { satelliteWords } from './words.data.ts'

type Type = (typeof PROPULSIONS)[number]
type FieldName =
  | 'thrustN'
  | 'ispS'
  | 'minDeltaVMps'
  | 'maxDeltaVMps'
  | 'maxBurnS'
  | 'dutyCycle'
  | 'maxThrustPerOrbitS'
  | 'warmUpS'
  | 'sigmaMagnitude'
  | 'sigmaPointingDeg'
  | 'leadTimeH'
  | 'minAreaM2'
  | 'maxAreaM2'
  | 'slewS'
  | 'maxDurationH'
type Texts = Partial<Readonly<Record<FieldName | 'deltaVReferenceFrame' | 'deltaVDirection', string>>>

const ENGINE = ['sigmaMagnitude', 'sigmaPointingDeg', 'leadTimeH'] as const
const FIELDS: Readonly<Record<Type, readonly FieldName[]>> = {
  IMPULSIVE: ['thrustN', 'ispS', 'minDeltaVMps', 'maxDeltaVMps', 'maxBurnS', ...ENGINE],
  CONTINUOUS: ['thrustN', 'ispS', 'dutyCycle', 'maxThrustPerOrbitS', 'warmUpS', ...ENGINE],
  DIFFERENTIAL_DRAG: ['minAreaM2', 'maxAreaM2', 'slewS', 'maxDurationH', 'leadTimeH'],
  NONE: [],
  UNKNOWN: [],
}
const UNITS: Partial<Readonly<Record<FieldName, string>>> = {
  thrustN: 'N',
  ispS: 's',
  minDeltaVMps: 'm/s',
  maxDeltaVMps: 'm/s',
  maxBurnS: 's',
  maxThrustPerOrbitS: 's',
  warmUpS: 's',
  sigmaPointingDeg: '°',
  leadTimeH: 'h',
  minAreaM2: 'm²',
  maxAreaM2: 'm²',
  slewS: 's',
  maxDurationH: 'h',
}
/** Where nothing is known of the orbit: a revolution at 550 km. */
const USUAL_PERIOD_S = 5_740

type Props = {
  readonly name: string
  readonly propulsion: Propulsion
  readonly configuration: SatelliteInput['configuration']
  readonly periodS: number | undefined
  readonly onClose: () => void
  readonly onApply: (propulsion: Propulsion) => void
}

/** What the satellite can do to get out of the way, by its type, with what a burn would take. */
export function PropulsionDialog({ name, propulsion, configuration, periodS, onClose, onApply }: Props) {
  const t = useWords(satelliteWords)
  const [type, setType] = useState<Type>(propulsion.type)
  const [texts, setTexts] = useState<Texts>(() => textsOf(propulsion))
  const [isChecked, setChecked] = useState(false)
  const parsed = Propulsion.safeParse(valuesOf(type, texts))
  const faults = new Map(
    parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [String(path.at(-1)), message]),
  )
  const shown = (field: FieldName) => (isChecked || texts[field] !== undefined ? faults.get(field) : undefined)
  const set = (part: Texts) => setTexts({ ...texts, ...part })
  const apply = () => (parsed.success ? onApply(parsed.data) : setChecked(true))
  return (
    <Dialog
      isOpen
      title={t('propulsionTitle', { name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('applyPropulsion'), onConfirm: apply }}
    >
      <p>{t('propulsionText')}</p>
      <div className={styles.dialog}>
        <Select
          label={t('propulsionType')}
          value={type}
          options={PROPULSIONS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => setType(PROPULSIONS.find((one) => one === value) ?? 'UNKNOWN')}
        />
        {type === 'NONE' ? <p>{t('noneText')}</p> : null}
        {type === 'UNKNOWN' ? <p>{t('unknownTypeText')}</p> : null}
        <div className={styles.grid}>
          {FIELDS[type].map((field) => (
            <TextField
              key={field}
              label={t(field)}
              unit={UNITS[field]}
              help={helpOf(field, type)}
              error={shown(field)}
              inputMode="decimal"
              value={texts[field] ?? ''}
              onChange={(text) => set({ [field]: text })}
            />
          ))}
        </div>
        {type === 'IMPULSIVE' || type === 'CONTINUOUS' ? (
          <div className={styles.grid}>
            <Select
              label={t('deltaVReferenceFrame')}
              value={texts.deltaVReferenceFrame ?? 'RTN'}
              options={DELTA_V_FRAMES.map((value) => ({ value, label: value }))}
              onChange={(value) => set({ deltaVReferenceFrame: value })}
            />
            {type === 'IMPULSIVE' ? (
              <Select
                label={t('deltaVDirection')}
                value={texts.deltaVDirection ?? 'XYZ'}
                options={DELTA_V_DIRECTIONS.map((value) => ({ value, label: t(value) }))}
                onChange={(value) => set({ deltaVDirection: value })}
              />
            ) : null}
          </div>
        ) : null}
        {parsed.success ? (
          <Readout propulsion={parsed.data} massKg={configuration.wetMass} periodS={periodS ?? USUAL_PERIOD_S} />
        ) : null}
      </div>
    </Dialog>
  )
}

function helpOf(field: FieldName, type: Type): string | undefined {
  if (field === 'thrustN') return satelliteWords(type === 'CONTINUOUS' ? 'thrustNContinuousHelp' : 'thrustNHelp')
  if (field === 'ispS') return satelliteWords(type === 'CONTINUOUS' ? 'ispSContinuousHelp' : 'ispSHelp')
  if (field === 'dutyCycle') return satelliteWords('dutyCycleHelp')
  if (field === 'sigmaMagnitude') return satelliteWords('sigmaMagnitudeHelp')
  return field === 'leadTimeH' ? satelliteWords('leadTimeHHelp') : undefined
}

function textsOf(propulsion: Propulsion): Texts {
  return Object.fromEntries(
    Object.entries(propulsion).flatMap(([key, value]) => (key === 'type' ? [] : [[key, String(value)]])),
  )
}

/** As the contract takes it: fields that are blank are left to their usual values. */
function valuesOf(type: Type, texts: Texts): unknown {
  const numbers = FIELDS[type].flatMap((field) => {
    const text = texts[field]?.trim().replace(',', '.') ?? ''
    return text === '' ? [] : [[field, Number(text)] as const]
  })
  const { deltaVReferenceFrame, deltaVDirection } = texts
  const frame = type === 'IMPULSIVE' || type === 'CONTINUOUS' ? { deltaVReferenceFrame } : {}
  const direction = type === 'IMPULSIVE' ? { deltaVDirection } : {}
  const given = Object.entries({ ...frame, ...direction }).filter(([, value]) => value !== undefined)
  return { type, ...Object.fromEntries(numbers), ...Object.fromEntries(given) }
}

type ReadoutProps = { readonly propulsion: Propulsion; readonly massKg: number | undefined; readonly periodS: number }

/** What the numbers come to: the time and the propellant of a burn, or how far the drag can be changed. */
function Readout({ propulsion, massKg, periodS }: ReadoutProps) {
  const t = useWords(satelliteWords)
  const [tried, setTried] = useState('0.05')
  if (propulsion.type === 'NONE' || propulsion.type === 'UNKNOWN') return null
  const lead = t('readoutEarliest', { lead: formatNumber(propulsion.leadTimeH, {}) })
  if (propulsion.type === 'DIFFERENTIAL_DRAG') {
    const { minAreaM2, maxAreaM2, slewS, maxDurationH } = propulsion
    return (
      <section className={styles.readout} aria-label={t('readout')}>
        <p>
          {t('readoutDrag', {
            factor: formatNumber(maxAreaM2 / minAreaM2, { significant: 2 }),
            slew: timeText(slewS),
            duration: formatNumber(maxDurationH, {}),
          })}{' '}
          {lead}
        </p>
      </section>
    )
  }
  const deltaV = Number(tried.replace(',', '.'))
  const isTried = Number.isFinite(deltaV) && deltaV > 0
  return (
    <section className={styles.readout} aria-label={t('readout')}>
      <TextField label={t('readoutDeltaV')} unit="m/s" inputMode="decimal" value={tried} onChange={setTried} />
      <p role="status">
        {massKg === undefined ? t('needMass') : isTried ? costText(propulsion, deltaV, { massKg, periodS }) : ''} {lead}
      </p>
    </section>
  )
}

const LIMITS = { 'too-small': 'limitSmall', 'too-large': 'limitLarge', 'too-long': 'limitLong' } as const

function costText(
  engine: Extract<Propulsion, { type: 'IMPULSIVE' | 'CONTINUOUS' }>,
  deltaV: number,
  craft: { massKg: number; periodS: number },
): string {
  const { propellantKg, burnS, wholeS, revolutions, limit } = burnCost(engine, deltaV, craft)
  const values = { deltaV: formatNumber(deltaV, {}), time: timeText(burnS), mass: massText(propellantKg) }
  const cost =
    revolutions === undefined
      ? satelliteWords('readoutBurn', values)
      : satelliteWords('readoutSpread', { ...values, revolutions, whole: timeText(wholeS) })
  return limit ? `${cost} ${satelliteWords(LIMITS[limit])}` : cost
}
