import { SHAPES, STRATEGIES } from '@apsis/contract/ca/satellite/configuration.ts'
import type { Satellite, SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { formatInstant } from '../../../clock/format.ts'
import { Button } from '../../../ui/button/button.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { radiusOfShape } from '../body.ts'
import { type Completeness, INPUT_WORDS } from '../completeness.ts'
import { ChoiceField, Fields, type FormProps } from '../form-fields.tsx'
import { propulsionText } from '../propulsion-text.ts'
import styles from '../satellite.module.css'
import { FIELDS, type Form, sizesOf } from '../satellite-form.ts'
import { satelliteWords } from '../words.data.ts'
import { ShapeDrawing } from './shape-drawing.tsx'

type Props = FormProps & {
  readonly satellite: Satellite
  /** The configuration from the form; the stored one if the form cannot be read. */
  readonly configuration: SatelliteInput['configuration']
  readonly completeness: Completeness
  readonly onPropulsion: () => void
}

/** Shows the design and the limits of the satellite: drawn to scale, and edited in place. */
export function ConfigurationPane({ satellite, configuration, completeness, onPropulsion, ...form }: Props) {
  const t = useWords(satelliteWords)
  const ofShape = radiusOfShape(configuration)
  const blank = ofShape && t('hardBodyRadiusBlank', { radius: formatNumber(ofShape, { decimals: 2 }) })
  return (
    <Pane
      title={t('configuration')}
      note={`${t('saved')} ${formatInstant(Date.parse(satellite.updatedAt))}`}
      id="configuration"
    >
      <Meter {...completeness} />
      <ShapeDrawing sizes={configuration} />
      <Part title={t('partBody')}>
        <ChoiceField field="shape" options={SHAPES} {...form} />
        <Fields
          fields={sizesOf(form.form.shape)}
          help={blank && form.form.hardBodyRadius.trim() === '' ? { hardBodyRadius: blank } : {}}
          {...form}
        />
      </Part>
      <Part title={t('propulsion')}>
        <div className="row wrap justify-between gap-8">
          <span>{propulsionText(form.form.propulsion)}</span>
          <Button onClick={onPropulsion}>{t('configurePropulsion')}</Button>
        </div>
      </Part>
      <Part title={t('partForces')}>
        <Fields fields={FIELDS.FORCE_FIELDS} {...form} />
      </Part>
      <Part title={t('partThresholds')}>
        <Fields fields={FIELDS.THRESHOLD_FIELDS} {...form} />
        <ChoiceField field="strategy" options={STRATEGIES} {...form} />
        <Blackouts {...form.form} />
      </Part>
      <Part title={t('partVolume')}>
        <Fields fields={FIELDS.BOX_FIELDS} {...form} />
      </Part>
      <Part title={t('partName')}>
        <Fields fields={FIELDS.IDENTITY_FIELDS} {...form} />
      </Part>
    </Pane>
  )
}

type BlackoutProps = Pick<Form, 'propulsion' | 'blackoutWindows' | 'blackoutInContacts' | 'blackoutInEclipse'>

/**
 * Shows the times in which no manoeuvre is planned. Rules about burns apply only to engines: a satellite that manoeuvres by its drag keeps
 * them unused.
 */
export function Blackouts({ propulsion, blackoutWindows, blackoutInContacts, blackoutInEclipse }: BlackoutProps) {
  const t = useWords(satelliteWords)
  const isBurning = propulsion.type !== 'DIFFERENTIAL_DRAG'
  const when = [
    ...(isBurning && blackoutInContacts === true ? [t('duringContacts')] : []),
    ...(isBurning && blackoutInEclipse !== undefined ? [t(blackoutInEclipse)] : []),
  ]
  const told = [
    ...(blackoutWindows.length > 0 ? [t('blackouts', { count: blackoutWindows.length })] : []),
    ...(when.length > 0 ? [t('blackoutsComputed', { when: when.join(', ') })] : []),
  ]
  return told.length > 0 ? <p className={`muted fs-12 ${styles.note}`}>{told.join(' ')}</p> : null
}

function Part({ title, children }: React.PropsWithChildren<{ readonly title: string }>) {
  return (
    <section className="stack gap-10 faint-top pad-12" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Shows the share of the inputs to a probability that are set, and the missing ones. */
function Meter({ set, missing }: Completeness) {
  const t = useWords(satelliteWords)
  const all = set.length + missing.length
  const text = missing.length === 0 ? t('completeAll', { all }) : t('complete', { count: set.length, all })
  return (
    <div className="pad-end">
      <p>{text}</p>
      <div className={`flex gap-2 my-6 ${styles.bars}`} role="img" aria-label={text}>
        {[...set, ...missing].map((input) => (
          <span key={input} className={`${set.includes(input) ? styles.full : undefined} grow`} />
        ))}
      </div>
      {missing.length > 0 ? (
        <p className={`muted fs-12 ${styles.note}`}>
          {t('missingList', { list: missing.map((input) => t(INPUT_WORDS[input])).join(', ') })}
        </p>
      ) : null}
    </div>
  )
}
