import {
  COMPRESSIONS,
  MEASUREMENT_TYPES,
  MOST_PASSES_OF_REQUEST,
  type NewRequest,
} from '@apsis/contract/odt/request/request.ts'
import { PRIORITIES } from '@apsis/contract/payments/amount.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { PHONE, useMedia } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { sensorsQuery } from '../sensor/sensor-query.ts'
import { ableFor, fromOf, isWindowTurned, limitsOf, type PartProps, untilOf } from './draft.ts'
import { anew, type Finding, FindPasses } from './finding.tsx'
import { ObjectField } from './object-field.tsx'
import styles from './request.module.css'
import { requestWords } from './words.data.ts'

type Props = ObjectProps & { readonly body: NewRequest | undefined; readonly finding: Finding }

/**
 * Shows the fields for the object, the kind of measurement, the sensors and the end. On a phone all fields except the object are folded
 * under a line with their values, so that the passes are on the first screen.
 */
export function What({ draft, object, onChange, body, finding }: Props) {
  const t = useWords(requestWords)
  const isPhone = useMedia(PHONE)
  // The part does not fold while the reader clears a field.
  const [isUnfolded] = useState(() => isRareWished(draft))
  const part = { draft, onChange }
  const sentAs = body && 'orbitDataMessageType' in body ? body.orbitDataMessageType : undefined
  const note = sentAs ? <p className={`muted fs-12 ${styles.notes}`}>{t('sent', { type: sentAs })}</p> : null
  if (!isPhone)
    return (
      <form
        className={`flex wrap items-start flex-none gap-4-16 pad-6 line-bottom ${styles.what}`}
        onSubmit={finding.submit}
      >
        <WhichObject {...part} object={object} />
        <Measurement {...part} />
        <Packing {...part} />
        <Urgency {...part} />
        <HowMany {...part} />
        <Limits {...part} />
        <WhichSensors {...part} />
        <FindPasses draft={draft} finding={finding} />
        {note}
      </form>
    )
  return (
    <form
      className={`flex wrap items-start flex-none gap-4-16 pad-6 line-bottom ${styles.what}`}
      onSubmit={finding.submit}
    >
      <WhichObject {...part} object={object} />
      <details className={styles.rare} open={isUnfolded}>
        <summary className="soft fs-13">
          {wishes(draft, t)} <span className="muted fs-12">{t('rare')}</span>
        </summary>
        <div className={styles.folded}>
          <Measurement {...part} />
          <Urgency {...part} />
          <HowMany {...part} />
          <Packing {...part} />
          <Limits {...part} />
          <WhichSensors {...part} />
          {note}
        </div>
      </details>
      <FindPasses draft={draft} finding={finding} />
    </form>
  )
}

/** Returns the folded line with the values that apply to every request: `Optical: direction and brightness, standard, 1 pass`. */
function wishes({ type, priority, passes, until }: PartProps['draft'], t: typeof requestWords): string {
  const count = t('wanted', { count: passes })
  return [t(type), t(priority), count, until === '' ? '' : t('before', { until })].filter(Boolean).join(' · ')
}

/** True if a value was set that the folded line does not show, so that no user sends a value without seeing it. */
const isRareWished = ({ compression, elevation, least, sensors, from, until }: PartProps['draft']) =>
  from !== '' ||
  compression !== 'NONE' ||
  elevation !== '' ||
  least !== '' ||
  sensors.length > 0 ||
  untilOf({ until }) === 'wrong'

/** The text of the object field, and its suggestions. */
export type WrittenObject = {
  readonly written: string
  readonly names: readonly string[]
  /** True if the text is neither a name, nor a number, nor an orbit, and no name begins with it. */
  readonly isNobody: boolean
}

type ObjectProps = PartProps & { readonly object: WrittenObject }

function WhichObject({ draft, object: { written, names, isNobody }, onChange }: ObjectProps) {
  const t = useWords(requestWords)
  return (
    <div className={styles.object}>
      <ObjectField
        label={t('object')}
        help={written === '' ? t('objectHelp') : undefined}
        error={isNobody ? t('objectUnknown') : undefined}
        written={written}
        names={names}
        onChange={(text) => onChange({ satellite: '', object: text, ...anew(draft) })}
      />
    </div>
  )
}

function Measurement({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  return (
    <div className={styles.measurement}>
      <Select
        label={t('type')}
        value={draft.type}
        options={MEASUREMENT_TYPES.map((value) => ({ value, label: t(value) }))}
        onChange={(value) =>
          onChange({ ...anew(draft), type: MEASUREMENT_TYPES.find((one) => one === value) ?? 'OPTICAL', sensors: [] })
        }
      />
    </div>
  )
}

/** Chooses the compression of the file. */
function Packing({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  return (
    <div className={styles.packing}>
      <Select
        label={t('compression')}
        value={draft.compression}
        options={COMPRESSIONS.map((value) => ({ value, label: value === 'NONE' ? t('NONE') : value }))}
        onChange={(value) => onChange({ compression: COMPRESSIONS.find((one) => one === value) ?? 'NONE' })}
      />
    </div>
  )
}

function Urgency({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  return (
    <Select
      label={t('priority')}
      value={draft.priority}
      options={PRIORITIES.map((value) => ({ value, label: t(value) }))}
      onChange={(value) => onChange({ priority: PRIORITIES.find((one) => one === value) ?? 'standard' })}
    />
  )
}

/** Shows the fields for the number of passes, and their end: for an event it starts with the time of its decision. */
function HowMany({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  return (
    <>
      <NumberField
        label={t('passes')}
        value={draft.passes}
        minValue={0}
        maxValue={MOST_PASSES_OF_REQUEST}
        onChange={(passes) => onChange({ passes: Number.isInteger(passes) ? passes : 1 })}
      />
      <div className={styles.until}>
        <TextField
          label={t('from')}
          help={draft.from === '' ? t('fromHelp') : undefined}
          value={draft.from}
          onChange={(from) => onChange({ from })}
          error={fromFault(draft, t)}
        />
      </div>
      <div className={styles.until}>
        <TextField
          label={t('until')}
          help={draft.until === '' ? t('untilHelp') : undefined}
          value={draft.until}
          onChange={(until) => onChange({ until, isUntilOwn: true })}
          error={untilOf(draft) === 'wrong' ? t('badUntil') : undefined}
        />
      </div>
    </>
  )
}

function fromFault(draft: PartProps['draft'], t: typeof requestWords): string | undefined {
  if (fromOf(draft) === 'wrong') return t('badUntil')
  return isWindowTurned(draft) ? t('turned') : undefined
}

/** Shows the fields for the minimum elevation and length of a pass. */
function Limits({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  const { faults } = limitsOf(draft)
  return (
    <>
      <div className={styles.limit}>
        <TextField
          label={t('elevation')}
          unit="°"
          inputMode="decimal"
          value={draft.elevation}
          onChange={(elevation) => onChange({ elevation })}
          error={faults.includes('badElevation') ? t('badElevation') : undefined}
        />
      </div>
      <div className={styles.limit}>
        <TextField
          label={t('least')}
          unit="min"
          inputMode="decimal"
          value={draft.least}
          onChange={(least) => onChange({ least })}
          error={faults.includes('badLeast') ? t('badLeast') : undefined}
        />
      </div>
    </>
  )
}

/** Shows the choice of sensors. It is not needed if an event or a chosen pass determines them, or if there is only one. */
function WhichSensors({ draft, onChange }: PartProps) {
  const t = useWords(requestWords)
  const sensors = useQuery(sensorsQuery(false))
  const able = ableFor(draft, sensors.data ?? [])
  if (draft.event !== '' || draft.names.length > 0 || able.length <= 1) return null
  return (
    <details className={styles.sensors}>
      <summary className="soft fs-13">
        {t('sensors')}:{' '}
        {draft.sensors.length === 0 ? t('allSensors', { count: able.length }) : draft.sensors.join(', ')}
      </summary>
      <CheckboxGroup
        label={t('sensors')}
        help={t('sensorsHelp')}
        value={draft.sensors}
        options={able.map(({ sensorCode, groundSensorName }) => ({
          value: sensorCode,
          label: `${sensorCode} ${groundSensorName}`,
        }))}
        onChange={(codes) => onChange({ sensors: codes })}
      />
    </details>
  )
}
