import { GM_EARTH } from '@apsis/astro/constants.ts'
import { M_PER_EARTH_RADIUS } from '@apsis/astro/sgp4/wgs-72.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Plan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { type Satellite, SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { issueInWords } from '@apsis/contract/issue-in-words.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useNow } from '../../../clock/clock.ts'
import { FormDialog } from '../../../form/form-dialog.tsx'
import { useForm } from '../../../form/use-form.ts'
import { PageHead } from '../../../shell/page/page-head.tsx'
import { useSearchState } from '../../../shell/search-state.ts'
import { paths } from '../../../site/paths.ts'
import button from '../../../ui/button/button.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { fileName, saveFile, useFileMarks } from '../../../ui/file/file.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { partOf } from '../../../ui/page/part.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../../ui/status/status-symbol.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { NoticeDialog } from '../../announced/notice-dialog.tsx'
import { NoticesPane } from '../../announced/notices-pane.tsx'
import { SilentBanner } from '../../announced/silent-banners.tsx'
import { ContactsDialog } from '../../contact/contacts-dialog.tsx'
import { ContactsPane } from '../../contact/contacts-pane.tsx'
import { StationsDialog } from '../../contact/stations-dialog.tsx'
import { isDecided, rowOf } from '../../event/event-row.ts'
import { OwnerPane } from '../../event/owner-pane.tsx'
import { conjunctionsQuery, KEYS } from '../../event/queries.ts'
import { NeighboursPane } from '../../neighbour/neighbours-pane.tsx'
import { burnsAhead, burnsQuery } from '../../plan/burns/burns.ts'
import { BurnsPane } from '../../plan/burns/burns-pane.tsx'
import { completenessOf } from '../completeness.ts'
import styles from '../satellite.module.css'
import { type Form, formOf } from '../satellite-form.ts'
import { dropSatellite } from '../satellite-query.ts'
import { satelliteWords } from '../words.data.ts'
import { ConfigurationPane } from './configuration-pane.tsx'
import { DirtyBar } from './dirty-bar.tsx'
import { EventsPane } from './events-pane.tsx'
import { Facts } from './facts.tsx'
import { HistoryPane } from './history-pane.tsx'
import { Preview } from './preview.tsx'
import { PropulsionDialog } from './propulsion/propulsion-dialog.tsx'
import { useEdit } from './use-edit.ts'

/** The fields of a satellite that only answers of the API contain. */
const ANSWERED = ['satelliteId', 'derived', 'isSimulated', 'version', 'createdAt', 'updatedAt']

const NO_FAULTS = new Map<never, string>()
const objectWhere = partOf(async () => (await import('../../where/object-where.tsx')).ObjectWhere)

/** Shows a satellite with its events beside its configuration. */
export function OpenSatellite({ satellite }: { readonly satellite: Satellite }) {
  const [search, change] = useSearchState(`/protected${paths.satellite}`)
  const nowMs = useNow('fiveMinutes')
  const events = useQuery(conjunctionsQuery(satellite.satelliteId))
  const edit = useEdit(satellite)
  const configuration = edit.read.ok ? edit.read.body.configuration : satellite.configuration
  const dialog = (name: string | undefined) => change({ dialog: name })
  const ahead = events.data?.filter(({ conjunctionData }) => Date.parse(conjunctionData.tca) > nowMs)
  const plans = useQuery(burnsQuery(satellite.satelliteId))
  const next = useMemo(() => aheadOf(events.data ?? [], plans.data ?? [], nowMs), [events.data, plans.data, nowMs])
  return (
    <>
      <title>{`${satellite.name} · Apsis`}</title>
      <PageHead
        names={{ satellite: satellite.name }}
        number={[satellite.noradId, satellite.cosparId].filter(Boolean).join(' · ')}
      >
        <HeadActions satellite={satellite} onDialog={dialog} />
      </PageHead>
      <Facts satellite={satellite} ahead={events.data} />
      <SilentBanner object={{ designator: String(satellite.noradId), name: satellite.name }} />
      {satellite.derived.ephemerisUntil === null ? <NoEphemeris satellite={satellite} /> : null}
      <div className={`grid grow min-h-0 one-column-tablet block-print block-paper ${styles.two}`}>
        <EventsPane satellite={satellite}>
          <BurnsPane satellites={[satellite]} of={satellite} className={`scroll flex-none ${styles.burns}`} />
          <objectWhere.Show
            object={{ designator: String(satellite.noradId), name: satellite.name, epoch: null }}
            satelliteId={satellite.satelliteId}
            ahead={next}
            className="flex-none"
          />
          <NeighboursPane satellite={satellite} className="flex-none" />
        </EventsPane>
        <Side satellite={satellite} edit={edit} configuration={configuration} onDialog={dialog} />
      </div>
      <Unsaved satellite={satellite} edit={edit} events={ahead ?? []} />
      <Dialogs
        satellite={satellite}
        edit={edit}
        configuration={configuration}
        events={events.data?.length ?? 0}
        shown={search.dialog}
        onClose={() => dialog(undefined)}
      />
    </>
  )
}

/** Returns the next approach and the next burn after a time. */
function aheadOf(events: readonly Conjunction[], plans: readonly Plan[], nowMs: number) {
  const [row] = events
    .map(rowOf)
    .filter(({ tcaMs }) => tcaMs > nowMs)
    .toSorted((a, b) => a.tcaMs - b.tcaMs)
  const [plan] = burnsAhead(plans, nowMs)
  return {
    event: row && { tcaMs: row.tcaMs, level: meaningOf('risk', row.risk).level, isOpen: !isDecided(row) },
    burn: plan && { atMs: Date.parse(plan.ignitionEpoch) },
  }
}

type Edit = ReturnType<typeof useEdit>
const faultsOf = ({ read }: Edit) => (read.ok ? NO_FAULTS : read.faults)

type SideProps = {
  readonly satellite: Satellite
  readonly edit: Edit
  /** The configuration after saving; the current one if the form cannot be read. */
  readonly configuration: SatelliteInput['configuration']
  readonly onDialog: (name: string) => void
}

/** Shows the configuration, and other known facts of the satellite. */
function Side({ satellite, edit, configuration, onDialog }: SideProps) {
  const nowMs = useNow('fiveMinutes')
  return (
    <div className={`min-h-0 scroll line-left under-tablet whole-print ${styles.side}`}>
      <ConfigurationPane
        satellite={satellite}
        configuration={configuration}
        completeness={completenessOf(satellite, nowMs)}
        form={edit.form.values}
        faults={faultsOf(edit)}
        onChange={edit.form.set}
        onPropulsion={() => onDialog('propulsion')}
      />
      <ContactsPane satellite={satellite} onDialog={onDialog} />
      <NoticesPane object={satellite} onEnter={() => onDialog('burn-notices')} />
      <OwnerPane noradId={satellite.noradId} name={satellite.name} />
      <HistoryPane satellite={satellite} />
    </div>
  )
}

type UnsavedProps = {
  readonly satellite: Satellite
  readonly edit: Edit
  /** The future events: the effect of a change on them is shown before it is saved. */
  readonly events: readonly Conjunction[]
}

/** Shows the unsaved changes and, after saving, that they are saved. */
function Unsaved({ satellite, edit, events }: UnsavedProps) {
  const t = useWords(satelliteWords)
  if (edit.changed.length > 0)
    return (
      <DirtyBar name={satellite.name} changed={edit.changed} faults={faultsOf(edit)} form={edit.form}>
        {edit.read.ok ? (
          <Preview
            satelliteId={satellite.satelliteId}
            before={satellite.configuration}
            after={edit.read.body.configuration}
            events={events}
          />
        ) : null}
      </DirtyBar>
    )
  const { before } = edit
  if (before === undefined) return null
  return (
    <section className={`flex wrap pad-10 raised items-end sticky ${styles.dirty}`} aria-label={t('saved')}>
      <p role="status">
        <StatusSymbol level="ok" /> {t('saved')}
      </p>
      <Button onClick={() => edit.form.restore(before)}>{t('undo')}</Button>
    </section>
  )
}

type DialogsProps = {
  readonly satellite: Satellite
  readonly edit: Edit
  readonly configuration: SatelliteInput['configuration']
  /** The number of events that are hidden with the satellite. */
  readonly events: number
  /** The dialog in the address. */
  readonly shown: string | undefined
  readonly onClose: () => void
}

/** Shows the dialogs above the screen; their changes are added to the draft. */
function Dialogs({ satellite, edit, configuration, events, shown, onClose }: DialogsProps) {
  const take = (part: Partial<Form>) => {
    edit.form.set(part)
    onClose()
  }
  if (shown === 'propulsion')
    return (
      <PropulsionDialog
        name={satellite.name}
        form={edit.form.values}
        configuration={configuration}
        periodS={periodOf(satellite)}
        onClose={onClose}
        onApply={take}
      />
    )
  if (shown === 'contacts') return <ContactsDialog satellite={satellite} onClose={onClose} />
  if (shown === 'burn-notices') return <NoticeDialog object={satellite} onClose={onClose} />
  if (shown === 'stations') return <StationsDialog satellite={satellite} onClose={onClose} />
  if (shown === 'remove') return <Remove satellite={satellite} events={events} onClose={onClose} />
  return shown === 'json' ? <JsonDialog onClose={onClose} onLoad={(input) => take(formOf(input))} /> : null
}

/** Returns the time of one revolution from the newest element set, s; undefined if there is none. */
function periodOf({ derived: { perigeeAltitudeM, apogeeAltitudeM } }: Satellite): number | undefined {
  if (perigeeAltitudeM === null || apogeeAltitudeM === null) return undefined
  const axisM = M_PER_EARTH_RADIUS + (perigeeAltitudeM + apogeeAltitudeM) / 2
  return 2 * Math.PI * Math.sqrt(axisM ** 3 / GM_EARTH)
}

function NoEphemeris({ satellite }: { readonly satellite: Satellite }) {
  const t = useWords(satelliteWords)
  return (
    <Banner
      level="inactive"
      action={
        <Link
          to={paths.ephemerides}
          search={{ satellite: satellite.satelliteId, dialog: 'upload' }}
          className={`${button.button}`}
        >
          {t('addEphemeris')}
        </Link>
      }
    >
      {t(satellite.derived.elementSetEpoch === null ? 'noOrbitText' : 'noCoverageText', { name: satellite.name })}
    </Banner>
  )
}

type HeadProps = { readonly satellite: Satellite; readonly onDialog: (name: string) => void }

function HeadActions({ satellite, onDialog }: HeadProps) {
  const t = useWords(satelliteWords)
  const marks = useFileMarks()
  const { satelliteId } = satellite
  const saveJson = () => {
    const text = JSON.stringify(satellite, null, 2)
    const name = fileName(satellite.name, 'json', { ...marks, isSimulated: satellite.isSimulated })
    saveFile(name, new Blob([`${text}\n`], { type: 'application/json' }))
  }
  const link = `${button.button} ${button.quiet}`
  return (
    <span className="row gap-8 no-print">
      <Link to={paths.ephemerides} search={{ satellite: satelliteId }} className={`${link} plain-link`}>
        {t('ephemerides')}
      </Link>
      <Link to={paths.elementSets} params={{ norad_id: String(satellite.noradId) }} className={`${link} plain-link`}>
        {t('elementSets')}
      </Link>
      <Link
        to={paths.annualCollisionStatistics}
        params={{ satellite_id: satelliteId }}
        className={`${link} plain-link`}
      >
        {t('statistics')}
      </Link>
      <Button look="quiet" onClick={saveJson}>
        {t('exportJson')}
      </Button>
      <Button look="quiet" onClick={() => onDialog('json')}>
        {t('importJson')}
      </Button>
      <Button onClick={() => onDialog('remove')}>{t('remove')}</Button>
    </span>
  )
}

type RemoveProps = {
  readonly satellite: Satellite
  /** The number of events that are hidden with the satellite. */
  readonly events: number
  readonly onClose: () => void
}

/** Shows the dialog that removes the satellite only after its name was typed. */
function Remove({ satellite: { satelliteId, name }, events, onClose }: RemoveProps) {
  const t = useWords(satelliteWords)
  const form = useForm({
    initial: { typed: '' },
    check: ({ typed }) => ({ typed: typed.trim() === name ? undefined : t('removeMismatch') }),
    save: () => dropSatellite(satelliteId),
    writes: [KEYS.satellites, KEYS.conjunctions],
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('removeTitle', { name })}
      onClose={onClose}
      close={t('removeKeep')}
      confirm={t('removeVerb', { name })}
    >
      <p>{t('removeText', { name, count: events })}</p>
      <TextField label={t('removeType', { name })} {...form.field('typed')} />
    </FormDialog>
  )
}

type Props = { readonly onClose: () => void; readonly onLoad: (input: SatelliteInput) => void }

/** Shows the dialog that fills the form from JSON, in the format of a saved file or of the API. */
function JsonDialog({ onClose, onLoad }: Props) {
  const t = useWords(satelliteWords)
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => {
      const read = readSatellite(text)
      return { text: typeof read === 'string' ? t('jsonFault', { fault: read }) : undefined }
    },
    apply: ({ text }) => {
      const read = readSatellite(text)
      if (typeof read !== 'string') onLoad(read)
    },
  })
  return (
    <FormDialog form={form} title={t('jsonTitle')} onClose={onClose} close={t('cancel')} confirm={t('jsonLoad')}>
      <TextArea label={t('jsonLabel')} isMono rows={12} {...form.field('text')} />
    </FormDialog>
  )
}

function readSatellite(text: string): SatelliteInput | string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return '{ … }'
    const sent = Object.fromEntries(Object.entries(value).filter(([name]) => !ANSWERED.includes(name)))
    const parsed = SatelliteInput.safeParse(sent, { error: issueInWords })
    if (parsed.success) return parsed.data
    const [first] = parsed.error.issues
    return `${first?.path.join('.')}: ${first?.message}`
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure)
  }
}
