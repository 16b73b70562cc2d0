import { HOUR_MS } from '@apsis/astro/constants.ts'
import { createEphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { createScreening, type Screening } from '@apsis/contract/ca/screening/screening.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, upload } from '../api/call.ts'
import { codeInWords, problemInWords } from '../api/problem-in-words.ts'
import { formatInstant } from '../clock/format.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Select } from '../ui/field/select.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { Strip } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { satelliteNamesQuery } from './queries.ts'
import { isVolume, VolumeFields, volumeDraft, volumeOf } from './volume-fields.tsx'
import { screeningWords } from './words.data.ts'

type Props = {
  /** What is screened again, in another volume perhaps; undefined: a new one. */
  readonly again?: Screening | undefined
  readonly onClose: () => void
  readonly onStarted: (screeningId: string) => void
}
type Against = 'CAT' | 'CDM' | 'OPS' | 'TLE'
const AGAINST: readonly Against[] = ['CAT', 'CDM', 'OPS', 'TLE']
const ALL = 'all'
const FILE = 'file'
const AGAIN = 'again'
const WEEK_H = '168'

/** Asks what to screen against what; a file is checked and stored first, as hypothetical. */
export function NewScreening({ again, onClose, onStarted }: Props) {
  const t = useWords(screeningWords)
  const satellites = useQuery(satelliteNamesQuery()).data ?? []
  const [what, setWhat] = useState(again === undefined ? ALL : AGAIN)
  const [whose, setWhose] = useState<string>()
  const [against, setAgainst] = useState<Against>(againstOf(again))
  const [hours, setHours] = useState(again === undefined ? WEEK_H : hoursOf(again))
  const [volume, setVolume] = useState(volumeDraft(again))
  const [isChecked, setChecked] = useState(false)
  const [fault, setFault] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const badHours = Number(hours) >= 0.1 && Number(hours) <= 744 ? undefined : t('badHours')
  const owner = whose ?? satellites[0]?.satelliteId
  const start = useMutation({
    meta: { writes: [['screening'], ['ephemeris']], silent: 'start-screening' },
    mutationFn: async () => {
      const common = { against, hours: Number(hours), ...volumeOf(volume) }
      if (what === AGAIN && again) return call(createScreening, { body: { ...common, ...subjectOf(again) } })
      if (what !== FILE)
        return call(createScreening, { body: { ...common, ...(what === ALL ? {} : { 'satellite-id': what }) } })
      const stored = await storeFile(file.current?.files?.[0], owner)
      const [first] = stored.errors
      if (stored.state === 'INVALID') {
        const place = [first?.line === undefined ? '' : `${first.line}:`, first?.keyword ?? '', first?.message ?? '']
        setFault(t('fileRefused', { first: place.filter((part) => part !== '').join(' ') }))
        return undefined
      }
      return call(createScreening, { body: { ...common, 'oem-id': stored.oemFileId } })
    },
    onSuccess: (started) => started && onStarted(started.screeningId),
  })
  const confirm = () => {
    setChecked(true)
    setFault(undefined)
    if (badHours !== undefined || !isVolume(volume)) return
    if (what === FILE && owner === undefined) setFault(t('needSatellite'))
    else if (what === FILE && !file.current?.files?.[0]) setFault(t('needFile'))
    else if (!start.isPending) start.mutate()
  }
  const own = satellites.map(({ satelliteId: value, name: label }) => ({ value, label }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(again === undefined ? 'new' : 'again')}
      confirm={{ label: t(start.isPending ? 'starting' : 'start'), onConfirm: confirm }}
    >
      <div className="grid gap-12">
        <Select
          label={t('what')}
          value={what}
          onChange={setWhat}
          options={[
            ...(again === undefined ? [] : [{ value: AGAIN, label: again.title }]),
            { value: ALL, label: t('allSatellites') },
            ...own,
            { value: FILE, label: t('file') },
          ]}
          help={what === AGAIN && again ? t('sameBegin', { time: formatInstant(Date.parse(again.from)) }) : undefined}
        />
        {what === FILE ? (
          <>
            <Select label={t('whose')} value={owner ?? ''} onChange={setWhose} options={own} />
            <label className="grid gap-4 soft fs-12">
              {t('chooseFile')}
              <input ref={file} type="file" accept=".oem,.xml,.txt,.kvn,.ocm,.e,.meme" />
            </label>
          </>
        ) : null}
        <Select
          label={t('against')}
          value={against}
          onChange={(value) => setAgainst(AGAINST.find((one) => one === value) ?? 'CAT')}
          options={AGAINST.map((value) => ({ value, label: t(`source_${value}`) }))}
        />
        <TextField
          label={t('forHours')}
          inputMode="decimal"
          value={hours}
          onChange={setHours}
          error={isChecked ? badHours : undefined}
        />
        <VolumeFields draft={volume} onDraft={setVolume} isChecked={isChecked} />
        {fault === undefined ? null : <Strip level="serious">{fault}</Strip>}
        {start.error ? (
          <Strip level="serious">
            {t('refused')} ({codeInWords(start.error)}): {problemInWords(start.error).message}
          </Strip>
        ) : null}
      </div>
    </Dialog>
  )
}

function againstOf(again: Screening | undefined): Against {
  const given = again?.type.split('_VS_')[1]
  return AGAINST.find((one) => one === given) ?? 'CAT'
}

/** To a few seconds. */
const hoursOf = ({ from, to }: Screening) =>
  String(Math.round(((Date.parse(to) - Date.parse(from)) / HOUR_MS) * 1_000) / 1_000)

/** The same primary over the same span, so that what differs is due to what was changed. */
function subjectOf({ satelliteId, oemFileId, from }: Screening) {
  if (oemFileId !== null) return { 'oem-id': oemFileId, from }
  return { ...(satelliteId === null ? {} : { 'satellite-id': satelliteId }), from }
}

/** Stores a file as hypothetical: it is screened, and nothing flies by it. */
export async function storeFile(file: File | undefined, satelliteId: string | undefined) {
  if (file === undefined || satelliteId === undefined) throw new TypeError('a file and its satellite are chosen before')
  const form = new FormData()
  form.set('satellite-id', satelliteId)
  form.set('kind', 'HYPOTHETICAL')
  form.set('file', file)
  return upload(createEphemerisFile, form)
}
