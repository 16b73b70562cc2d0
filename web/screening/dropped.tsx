import { createScreening } from '@apsis/contract/ca/screening/screening.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { ApiProblem } from '../api/problem.ts'
import { codeInWords, problemInWords } from '../api/problem-in-words.ts'
import { answerOf } from '../api/queries.ts'
import { DropArea } from '../encounter/drop-area.tsx'
import { inspectFile } from '../encounter/inspect-file.ts'
import { type NamedSatellite, satelliteOf } from '../encounter/satellite-of.ts'
import { paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { Pane } from '../ui/page/pane.tsx'
import { StatusWord } from '../ui/status/status-word.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './dropped.module.css'
import { storeFile } from './new-screening.tsx'
import { satelliteNamesQuery } from './queries.ts'
import { screeningWords } from './words.data.ts'

/** A dropped file and its state: waiting, being checked, started or refused. */
type DroppedFile = {
  readonly id: number
  readonly name: string
  readonly state: 'waiting' | 'checking' | 'started' | 'refused'
  /** The reason why the file is not screened. */
  readonly said?: string
  readonly screeningId?: string
}
type Own = NamedSatellite & { readonly satelliteId: string }
/** A started screening has no result yet, so no state is green. */
const LOOKS = { waiting: 'inactive', checking: 'pending', started: 'pending', refused: 'serious' } as const

/** Returns the dropped files. Each is checked here, stored as hypothetical, and screened, one after the other. */
export function useDropped() {
  const t = useWords(screeningWords)
  const [dropped, setDropped] = useState<readonly DroppedFile[]>([])
  const last = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)
  const screen = useMutation({
    // A file that is dropped before the satellites are known waits for them.
    mutationFn: async (file: File) => screenDropped(file, await answerOf(satelliteNamesQuery()), t),
    meta: { silent: 'screen-dropped-file', writes: [['screening'], ['ephemeris']] },
  })
  const change = (id: number, part: Partial<DroppedFile>) =>
    setDropped((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const take = (files: FileList | null) => {
    for (const file of files ?? []) {
      count.current += 1
      const id = count.current
      setDropped((all) => [...all, { id, name: file.name, state: 'waiting' }])
      last.current = last.current.then(async () => {
        change(id, { state: 'checking' })
        try {
          change(id, { state: 'started', screeningId: await screen.mutateAsync(file) })
        } catch (failure) {
          change(id, { state: 'refused', said: saidOf(failure) })
        }
      })
    }
  }
  return { dropped, take }
}

function saidOf(failure: unknown): string {
  if (failure instanceof ApiProblem) return `${problemInWords(failure).message} (${codeInWords(failure)})`
  return failure instanceof Error ? failure.message : String(failure)
}

/** Returns the id of the screening that was started; throws the reason if it could not be started. */
async function screenDropped(file: File, satellites: readonly Own[], t: typeof screeningWords): Promise<string> {
  const inspection = await inspectFile(file, {})
  const [fault] = inspection.errors
  if (fault) throw new Error(t('dropFault', { line: fault.line, message: fault.message }))
  const satellite = satelliteOf(inspection, satellites)
  if (!satellite) throw new Error(t('dropUnknown', { object: inspection.segments[0]?.objectId ?? '–' }))
  const stored = await storeFile(file, satellite.satelliteId)
  const [refused] = stored.errors
  if (refused) throw new Error(t('dropFault', { line: refused.line ?? 1, message: refused.message }))
  return (await call(createScreening, { body: { 'oem-id': stored.oemFileId, against: 'CAT' } })).screeningId
}

/** Lists each dropped file and its state. */
export function DroppedFiles({ dropped }: { readonly dropped: readonly DroppedFile[] }) {
  const t = useWords(screeningWords)
  if (dropped.length === 0) return null
  return (
    <Pane title={t('dropped')} note={String(dropped.length)} exports={false}>
      <ul className={styles.list} aria-live="polite">
        {dropped.map(({ id, name, state, said, screeningId }) => (
          <li className="flex wrap items-baseline gap-4-16 pad-4" key={id}>
            <StatusWord level={LOOKS[state]} word={t(`drop_${state}`)} />
            <span>{name}</span>
            {said === undefined ? null : <span className={`soft ${styles.said}`}>{said}</span>}
            {screeningId === undefined ? null : (
              <Link to={paths.screening} search={{ screening: screeningId }}>
                {t('dropSee')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Pane>
  )
}

type DropProps = { readonly onFiles: (files: FileList | null) => void; readonly children: React.ReactNode }

/** Accepts files that are dropped anywhere on the page. */
export function DropPage({ onFiles, children }: DropProps) {
  return (
    <DropArea className="stack grow min-h-0" overClassName={styles.over} onFiles={onFiles}>
      {children}
    </DropArea>
  )
}

/** Shows a button that opens the list of files of the computer; chosen files are handled like dropped ones. */
export function ChooseFiles({ onFiles }: Pick<DropProps, 'onFiles'>) {
  const t = useWords(screeningWords)
  return (
    <label className={`relative ${button.button} ${styles.choose}`}>
      {t('chooseFiles')}
      <input
        type="file"
        multiple
        className="visually-hidden"
        onChange={(event) => {
          onFiles(event.target.files)
          event.target.value = ''
        }}
      />
    </label>
  )
}
