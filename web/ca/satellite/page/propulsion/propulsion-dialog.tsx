import {
  DELTA_V_DIRECTIONS,
  DELTA_V_FRAMES,
  isAssumed,
  PROPULSIONS,
  Propulsion,
} from '@apsis/contract/ca/satellite/propulsion.ts'
import type { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Select } from '../../../../ui/field/select.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { formatNumber, formatScientific, readNumber, typedNumber } from '../../../../ui/format/number.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { radiusThatCounts } from '../../body.ts'
import { faultInWords } from '../../fault-in-words.ts'
import styles from '../../satellite.module.css'
import type { DialogPart, Form } from '../../satellite-form.ts'
import { UNITS } from '../../units.data.ts'
import { satelliteWords } from '../../words.data.ts'
import { BlackoutFields, draftsOf, windowsOf } from './blackout-fields.tsx'
import { BlackoutRuleFields, type BlackoutRules } from './blackout-rule-fields.tsx'
import { FramePicture } from './frame-picture.tsx'
import {
  blankValue,
  PROPULSION_FIELDS,
  type PropulsionField,
  type PropulsionType,
  type Usual,
} from './propulsion-fields.data.ts'
import { Doubts, Readout } from './propulsion-readout.tsx'
import { doubtsAbout, REFUSED } from './propulsion-sense.ts'
import { propulsionWords } from './propulsion-words.data.ts'
import { directionsDraft, directionsOf } from './thrust-directions.ts'
import { ThrustDirectionsFields } from './thrust-directions-fields.tsx'

/** True for a propulsion with thrust, which has a direction. */
const isEngine = (type: PropulsionType) => type === 'IMPULSIVE' || type === 'CONTINUOUS'
const givenDirections = (propulsion: Propulsion) =>
  'thrustDirections' in propulsion ? propulsion.thrustDirections : undefined

type Texts = Partial<Readonly<Record<PropulsionField | 'deltaVReferenceFrame' | 'deltaVDirection', string>>>
/** The default if the orbit is unknown: a revolution at 550 km. */
const USUAL_PERIOD_S = 5_740

type Props = {
  readonly name: string
  readonly form: Pick<Form, DialogPart>
  readonly configuration: SatelliteInput['configuration']
  readonly periodS: number | undefined
  readonly onClose: () => void
  readonly onApply: (part: Pick<Form, DialogPart>) => void
}

/** Shows the dialog for the propulsion with which the satellite avoids a collision, by type, with the cost of a burn. */
export function PropulsionDialog({ name, form, configuration, periodS, onClose, onApply }: Props) {
  const t = useWords(satelliteWords)
  const edited = usePropulsion(form.propulsion)
  const { type, texts, setType, setTexts, directions, setDirections, thrustDirections, isStillAssumed, parsed } = edited
  const [windows, setWindows] = useState(() => draftsOf(form.blackoutWindows))
  const [rules, setRules] = useState<BlackoutRules>(form)
  const [isChecked, setChecked] = useState(false)
  const faults = new Map(
    parsed.success ? [] : parsed.error.issues.map((issue) => [String(issue.path.at(-1)), faultInWords(issue)]),
  )
  const { wetMass: massKg, thresholds } = configuration
  const radiusM = radiusThatCounts({ ...configuration, hardBodyRadius: undefined })
  // A blank area means the mean area of the body, else of the sphere with its radius.
  const isDragKnown = massKg !== undefined && (configuration.dragArea ?? radiusThatCounts(configuration)) !== undefined
  const craft = { massKg, periodS: periodS ?? USUAL_PERIOD_S, radiusM, commitHours: thresholds.commitHours }
  const doubts = parsed.success ? doubtsAbout(parsed.data, craft) : []
  const isRefused = typeof thrustDirections === 'string' || doubts.some(({ id }) => REFUSED.includes(id))
  const apply = () => {
    const blackoutWindows = windowsOf(windows)
    const { blackoutInContacts, blackoutInEclipse } = rules
    if (parsed.success && blackoutWindows && !isRefused)
      onApply({ propulsion: parsed.data, blackoutWindows, blackoutInContacts, blackoutInEclipse })
    else setChecked(true)
  }
  return (
    <Dialog
      isOpen
      isWide
      title={t('propulsionTitle', { name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={{ label: t('applyPropulsion'), onConfirm: apply }}
    >
      <div className="stack gap-12 mt-8">
        <Cards type={type} onType={setType} />
        <About type={type} isStillAssumed={isStillAssumed} />
        <Numbers
          type={type}
          texts={texts}
          faultOf={(field) => (isChecked || texts[field] !== undefined ? faults.get(field) : undefined)}
          onText={(part) => setTexts({ ...texts, ...part })}
        />
        <Directions type={type} texts={texts} onText={(part) => setTexts({ ...texts, ...part })} />
        {isEngine(type) ? (
          <ThrustDirectionsFields draft={directions} isChecked={isChecked} onChange={setDirections} />
        ) : null}
        {parsed.success && Object.keys(PROPULSION_FIELDS[type]).length > 0 ? (
          <>
            <Readout propulsion={parsed.data} craft={craft} />
            <Doubts doubts={doubts} />
            <BlackoutFields drafts={windows} isChecked={isChecked} onChange={setWindows} />
            {isEngine(type) ? <BlackoutRuleFields rules={rules} isDragKnown={isDragKnown} onChange={setRules} /> : null}
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Returns the propulsion as typed, and as the contract reads it. */
function usePropulsion(given: Propulsion) {
  const [type, setType] = useState<PropulsionType>(given.type)
  const [texts, setTexts] = useState<Texts>(() => textsOf(given))
  const [directions, setDirections] = useState(() => directionsDraft(givenDirections(given)))
  const thrustDirections = isEngine(type) ? directionsOf(directions) : undefined
  const isStillAssumed = isUntouched(given, type, texts) && thrustDirections === undefined && isAssumed(given)
  const parsed = Propulsion.safeParse({
    ...valuesOf(type, texts),
    ...(isStillAssumed ? { isAssumed: true } : {}),
    ...(typeof thrustDirections === 'object' ? { thrustDirections } : {}),
  })
  return { type, texts, setType, setTexts, directions, setDirections, thrustDirections, isStillAssumed, parsed }
}

function About({ type, isStillAssumed }: { readonly type: PropulsionType; readonly isStillAssumed: boolean }) {
  const t = useWords(satelliteWords)
  if (type === 'NONE') return <p>{t('noneText')}</p>
  if (type === 'UNKNOWN') return <p>{t('unknownTypeText')}</p>
  if (!isStillAssumed) return null
  return <p role="note">{t('engineAssumedText')}</p>
}

type CardsProps = { readonly type: PropulsionType; readonly onType: (type: PropulsionType) => void }

function Cards({ type, onType }: CardsProps) {
  const t = useWords(satelliteWords)
  const say = useWords(propulsionWords)
  return (
    <RadioGroup
      aria-label={t('propulsionType')}
      className={`grid gap-8 ${styles.cards}`}
      value={type}
      onChange={(value) => onType(PROPULSIONS.find((one) => one === value) ?? 'UNKNOWN')}
    >
      {PROPULSIONS.map((value) => (
        <Radio key={value} value={value} className={`stack gap-2 soft fs-13 round-2 pointer ${styles.card}`}>
          <b>{t(value)}</b>
          <span>{say(`${value}_text`)}</span>
        </Radio>
      ))}
    </RadioGroup>
  )
}

type TextProps = {
  readonly type: PropulsionType
  readonly texts: Texts
  readonly onText: (part: Texts) => void
}

function Numbers({
  type,
  texts,
  faultOf,
  onText,
}: TextProps & { readonly faultOf: (field: PropulsionField) => string | undefined }) {
  const t = useWords(satelliteWords)
  const fields = Object.entries(PROPULSION_FIELDS[type]) as [PropulsionField, Usual][]
  return (
    <div className={`grid items-start gap-8-16 ${styles.numbers}`}>
      {fields.map(([field, usual]) => (
        <TextField
          key={field}
          label={t(field)}
          unit={UNITS[field]}
          help={helpOf(type, field, usual)}
          hint={hintOf(texts[field], field, usual)}
          error={faultOf(field)}
          inputMode="decimal"
          value={texts[field] ?? ''}
          onChange={(text) => onText({ [field]: text })}
        />
      ))}
    </div>
  )
}

function Directions({ type, texts, onText }: TextProps) {
  const t = useWords(satelliteWords)
  if (!isEngine(type)) return null
  const frame = texts.deltaVReferenceFrame ?? 'RTN'
  const direction = texts.deltaVDirection ?? 'XYZ'
  return (
    <div className="grid items-start gap-8-16 halves">
      <div className="stack min-w-0 gap-10">
        <Select
          label={t('deltaVReferenceFrame')}
          value={frame}
          options={DELTA_V_FRAMES.map((value) => ({ value, label: value }))}
          onChange={(value) => onText({ deltaVReferenceFrame: value })}
        />
        <Select
          label={t('deltaVDirection')}
          value={direction}
          options={DELTA_V_DIRECTIONS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => onText({ deltaVDirection: value })}
        />
      </div>
      <FramePicture frame={frame} isAngles={direction === 'AZIMUTH_ELEVATION'} />
    </div>
  )
}

const numberText = (value: number) =>
  value !== 0 && Math.abs(value) < 1e-3 ? formatScientific(value, { decimals: 0 }) : formatNumber(value)

function helpOf(type: PropulsionType, field: PropulsionField, usual: Usual): string {
  const t = propulsionWords
  const blank = blankValue(type, field)
  return [
    t('usual', {
      least: numberText(usual.least),
      most: numberText(usual.most),
      example: numberText(usual.example),
    }),
    ...(blank === undefined ? [] : [t('blankIs', { value: numberText(blank) })]),
    ...(field === 'sigmaMagnitude' ? [satelliteWords('sigmaMagnitudeHelp')] : []),
    ...(field === 'leadTimeH' ? [satelliteWords('leadTimeHHelp')] : []),
  ].join(' ')
}

/** Returns a hint for an unusual value, which is accepted. */
function hintOf(text: string | undefined, field: PropulsionField, { least, most }: Usual): string | undefined {
  const value = readNumber(text ?? '')
  if (!(value < least || value > most)) return undefined
  const unit = UNITS[field] ?? ''
  return propulsionWords('unusual', { least: numberText(least), most: numberText(most), unit }).replace(' :', ':')
}

function textsOf(propulsion: Propulsion): Texts {
  return Object.fromEntries(
    Object.entries(propulsion).flatMap(([key, value]) =>
      key === 'type' || key === 'isAssumed' || typeof value === 'object'
        ? []
        : [[key, typeof value === 'number' ? typedNumber(value) : String(value)]],
    ),
  )
}

/** True if the typed values are unchanged, so that assumed numbers stay assumed. */
function isUntouched(given: Propulsion, type: PropulsionType, texts: Texts): boolean {
  const sorted = (one: Texts) => JSON.stringify(Object.entries(one).toSorted())
  return type === given.type && sorted(texts) === sorted(textsOf(given))
}

/** Returns the values in the form of the contract: blank fields get their defaults. */
function valuesOf(type: PropulsionType, texts: Texts): object {
  const fields = Object.keys(PROPULSION_FIELDS[type]) as PropulsionField[]
  const numbers = fields.flatMap((field) => {
    const text = texts[field] ?? ''
    return text.trim() === '' ? [] : [[field, readNumber(text)] as const]
  })
  const { deltaVReferenceFrame, deltaVDirection } = texts
  const directions = isEngine(type) ? { deltaVReferenceFrame, deltaVDirection } : {}
  const given = Object.entries(directions).filter(([, value]) => value !== undefined)
  return { type, ...Object.fromEntries(numbers), ...Object.fromEntries(given) }
}
