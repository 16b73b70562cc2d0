import { FILE_NOTATIONS, getObservationFile, type Observation } from '@apsis/contract/odt/observation/observation.ts'
import { COMPRESSIONS } from '@apsis/contract/odt/request/request.ts'
import { useState } from 'react'
import { callFile } from '../../../api/call.ts'
import { now, useNow } from '../../../clock/clock.ts'
import { raise } from '../../../notifications/notifications.ts'
import { raisedBy } from '../../../notifications/raised-by.ts'
import { Menu } from '../../../ui/button/menu.tsx'
import { Progress } from '../../../ui/dialog/progress.tsx'
import { fileName, saveFile, useFileMarks } from '../../../ui/file/file.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { lifeWords } from './words.data.ts'

type File = Pick<Observation, 'observationFileId' | 'sensorCode' | 'fileCompressionType'>
type Running = {
  readonly name: string
  readonly sinceMs: number
  readonly read: number
  readonly of: number | undefined
}

type Notation = (typeof FILE_NOTATIONS)[number]

/** The duration for which the note that a text was copied is shown, ms. */
const NOTE_SHOWN_MS = 4_000

/** Returns the function that copies the measurements as text, and a note that is shown for a moment. */
function useCopy({ observationFileId }: File) {
  const t = useWords(lifeWords)
  const [told, setTold] = useState('')
  const copy = async (notation: Notation) => {
    const query = { notation, compression: 'NONE' as const }
    try {
      const { blob } = await callFile(getObservationFile, { params: { 'file-id': observationFileId }, query })
      await navigator.clipboard.writeText(await blob.text())
      setTold(t('copied', { notation }))
      setTimeout(() => setTold(''), NOTE_SHOWN_MS)
    } catch (failure) {
      raise(raisedBy(failure))
    }
  }
  return { told, copy }
}

/** Downloads the measurements as a message, in either notation and compression; a long download shows its progress and can be stopped. */
export function DownloadFile({ file }: { readonly file: File }) {
  const t = useWords(lifeWords)
  const marks = useFileMarks()
  const [running, setRunning] = useState<Running>()
  const [stop, setStop] = useState<() => void>()
  const { told, copy } = useCopy(file)
  const save = async (notation: Notation, compression: (typeof COMPRESSIONS)[number]) => {
    const stopping = new AbortController()
    const name = `${notation} ${compression}`
    const begin = { name, sinceMs: now(), read: 0, of: undefined }
    setRunning(begin)
    setStop(() => () => stopping.abort())
    try {
      const { blob, name: given } = await callFile(
        getObservationFile,
        { params: { 'file-id': file.observationFileId }, query: { notation, compression } },
        { signal: stopping.signal, onProgress: (read, of) => setRunning({ ...begin, read, of }) },
      )
      saveFile(given ?? fileName(file.sensorCode, 'tdm', marks), blob)
    } catch (failure) {
      if (!stopping.signal.aborted) raise(raisedBy(failure))
    } finally {
      setRunning(undefined)
    }
  }
  const entries = FILE_NOTATIONS.flatMap((notation) =>
    COMPRESSIONS.map((compression) => ({
      id: `${notation} ${compression}`,
      label: `${notation} · ${compression}`,
      ...(compression === file.fileCompressionType ? { note: t('asOrdered') } : {}),
      onAction: () => void save(notation, compression),
    })),
  )
  const copies = FILE_NOTATIONS.map((notation) => ({
    id: `copy ${notation}`,
    label: notation,
    onAction: () => void copy(notation),
  }))
  return (
    <>
      <span role="status">{told}</span>
      <Menu
        label={t('download')}
        trigger={t('download')}
        parts={[
          { title: t('downloadAs'), entries },
          { title: t('copyAs'), entries: copies },
        ]}
      />
      {running ? <Bar running={running} onCancel={stop} /> : null}
    </>
  )
}

/** Shorter downloads show no bar, because a bar that flashes has no meaning (ux.md R15). */
const SHOWN_AFTER_MS = 1_000

function Bar({ running, onCancel }: { readonly running: Running; readonly onCancel: (() => void) | undefined }) {
  const t = useWords(lifeWords)
  const elapsedMs = useNow('second') - running.sinceMs
  if (elapsedMs < SHOWN_AFTER_MS) return null
  return (
    <Progress
      label={t('downloading', { name: running.name })}
      stage={t('readSoFar')}
      done={running.of === undefined ? undefined : running.read}
      of={running.of}
      noun="B"
      elapsedMs={elapsedMs}
      onCancel={onCancel}
    />
  )
}
