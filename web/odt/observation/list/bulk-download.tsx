import {
  getObservationFile,
  MOST_ZIPPED_FILES,
  type Observation,
  zipObservationFiles,
} from '@apsis/contract/odt/observation/observation.ts'
import { useState } from 'react'
import { type AnsweredFile, callFile } from '../../../api/call.ts'
import { now, useNow } from '../../../clock/clock.ts'
import { raise } from '../../../notifications/notifications.ts'
import { raisedBy } from '../../../notifications/raised-by.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Progress } from '../../../ui/dialog/progress.tsx'
import { fileName, saveFile, useFileMarks } from '../../../ui/file/file.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { observationsWords } from './words.data.ts'

type Running = {
  readonly sinceMs: number
  /**
   * The number of bytes that have arrived, and the total; the total is undefined if the server compresses the file, or does not state its
   * length.
   */
  readonly read: number | undefined
  readonly of: number | undefined
  readonly stop: () => void
}
type DownloadWatch = Parameters<typeof callFile>[2]

/** Returns the downloads: a single file as it was ordered, one zip for several files, and more zips if one cannot contain all. */
export function downloadsOf(ids: readonly string[]): readonly ((watched: DownloadWatch) => Promise<AnsweredFile>)[] {
  const [only, other] = ids
  if (only !== undefined && other === undefined)
    return [(watched) => callFile(getObservationFile, { params: { 'file-id': only }, query: {} }, watched)]
  const parts = Array.from({ length: Math.ceil(ids.length / MOST_ZIPPED_FILES) }, (_, nth) =>
    ids.slice(nth * MOST_ZIPPED_FILES, (nth + 1) * MOST_ZIPPED_FILES),
  )
  return parts.map(
    (fileIds) => (watched) => callFile(zipObservationFiles, { body: { fileIds, notation: 'TDM_KVN' } }, watched),
  )
}

/** Downloads the files of all shown requests, as one zip if there are several; it shows its progress and can be stopped. */
export function BulkDownload({ files }: { readonly files: readonly Observation[] }) {
  const t = useWords(observationsWords)
  const marks = useFileMarks()
  const [running, setRunning] = useState<Running>()
  const saveAll = async () => {
    const stopping = new AbortController()
    const begin = { sinceMs: now(), read: undefined, of: undefined, stop: () => stopping.abort() }
    const onProgress = (read: number, of: number | undefined) => setRunning({ ...begin, read, of })
    try {
      for (const download of downloadsOf(files.map(({ observationFileId }) => observationFileId))) {
        setRunning(begin)
        const { blob, name } = await download({ signal: stopping.signal, onProgress })
        saveFile(name ?? fileName('tracks', 'zip', marks), blob)
      }
    } catch (failure) {
      if (!stopping.signal.aborted) raise(raisedBy(failure))
    } finally {
      setRunning(undefined)
    }
  }
  if (running) return <Bar {...running} />
  if (files.length === 0) return null
  return <Button onClick={() => void saveAll()}>{t('downloadAll', { count: files.length })}</Button>
}

function Bar({ sinceMs, read, of, stop }: Running) {
  const t = useWords(observationsWords)
  return (
    <Progress
      label={t('downloadingAll')}
      stage={t(read === undefined ? 'packing' : 'readSoFar')}
      done={of === undefined ? undefined : read}
      of={of}
      noun="B"
      elapsedMs={useNow('second') - sinceMs}
      onCancel={stop}
    />
  )
}
