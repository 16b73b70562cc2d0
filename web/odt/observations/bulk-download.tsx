import { getObservationFile, type Observation } from '@apsis/contract/odt/observation.ts'
import { useState } from 'react'
import { callFile } from '../../api/call.ts'
import { now, useNow } from '../../clock/clock.ts'
import { raise } from '../../notifications/notifications.ts'
import { raisedBy } from '../../notifications/raised-by.ts'
import { Button } from '../../ui/button/button.tsx'
import { Progress } from '../../ui/dialog/progress.tsx'
import { fileName, saveFile, useFileMarks } from '../../ui/file/file.tsx'
import { useWords } from '../../ui/text/language.ts'
import { observationsWords } from './words.data.ts'

type Running = { readonly sinceMs: number; readonly done: number; readonly of: number; readonly stop: () => void }

/** The files of all requests that are shown, one after the other as they were ordered; it can be stopped. */
export function BulkDownload({ files }: { readonly files: readonly Observation[] }) {
  const t = useWords(observationsWords)
  const marks = useFileMarks()
  const [running, setRunning] = useState<Running>()
  const saveAll = async () => {
    const stopping = new AbortController()
    const begin = { sinceMs: now(), of: files.length, stop: () => stopping.abort() }
    try {
      for (const [done, { observationFileId, sensorCode }] of files.entries()) {
        setRunning({ ...begin, done })
        const { blob, name } = await callFile(
          getObservationFile,
          { params: { 'file-id': observationFileId }, query: {} },
          { signal: stopping.signal },
        )
        saveFile(name ?? fileName(sensorCode, 'tdm', marks), blob)
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

function Bar({ sinceMs, done, of, stop }: Running) {
  const t = useWords(observationsWords)
  return (
    <Progress
      label={t('downloadingAll')}
      stage={t('saved')}
      done={done}
      of={of}
      noun={t('files')}
      elapsedMs={useNow('second') - sinceMs}
      onCancel={stop}
    />
  )
}
