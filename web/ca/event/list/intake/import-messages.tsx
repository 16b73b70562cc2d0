import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from '../../../../api/problem.ts'
import { codeInWords, problemInWords } from '../../../../api/problem-in-words.ts'
import { DropArea } from '../../../../encounter/drop-area.tsx'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { Banner } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { KEYS } from '../../queries.ts'
import { ImportProgress } from './import-progress.tsx'
import { IMPORTS, importQuery, newestImportQuery } from './import-query.ts'
import { Faults } from './import-rows.tsx'
import styles from './intake.module.css'
import { beginImport, filesMissing, isTooLarge, sendMissing, useSending } from './send-import.ts'
import { intakeWords } from './words.data.ts'

/** Shows the dialog that imports messages by hand, as a job that continues without this dialog, and reports the result for each message. */
export function ImportMessages({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(intakeWords)
  const newest = useQuery(newestImportQuery())
  const [begun, setBegun] = useState<string>()
  const [tooLarge, setTooLarge] = useState<readonly string[]>([])
  // The newest import is shown until another begins: it may still be running, and its report can be saved.
  const id = begun ?? newest.data?.importId
  const shown = useQuery({ ...importQuery(id ?? ''), enabled: id !== undefined })
  const send = useMutation({
    meta: { silent: 'import-messages', writes: [KEYS.conjunctions, IMPORTS] },
    mutationFn: async (files: readonly File[]) => {
      const known = shown.data?.state === 'RECEIVING' ? shown.data : undefined
      const missing = known === undefined ? new Map<number, File>() : filesMissing(known, files)
      if (known !== undefined && missing.size > 0) return sendMissing(known.importId, missing)
      const { importId } = await beginImport(files)
      setBegun(importId)
      return sendMissing(importId, new Map(files.entries()))
    },
  })
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    setTooLarge(files.filter(isTooLarge).map(({ name }) => name))
    const fitting = files.filter((file) => !isTooLarge(file))
    if (fitting.length > 0 && !send.isPending) send.mutate(fitting)
  }
  const sending = useSending(id)
  const isLacking = shown.data?.state === 'RECEIVING' && !send.isPending && sending === undefined
  return (
    <Dialog isOpen onClose={onClose} title={t('import')} close={t('done')} isWide={id !== undefined}>
      <p>{t('what')}</p>
      <DropArea
        className={`grid gap-8 round-2 soft fs-13 ${styles.drop}`}
        overClassName={`picked ${styles.over}`}
        onFiles={take}
      >
        <label className="grid gap-6">
          {t('choose')}
          <input
            type="file"
            multiple
            accept=".cdm,.kvn,.txt,.xml,.json,.zip"
            onChange={({ currentTarget }) => {
              take(currentTarget.files)
              currentTarget.value = ''
            }}
          />
        </label>
        <p>{isLacking ? t('lacking') : t('drop')}</p>
      </DropArea>
      {tooLarge.length > 0 ? <Banner level="serious">{t('tooLarge', { names: tooLarge.join(', ') })}</Banner> : null}
      {sending === 'broken' ? <Banner level="caution">{t('broken')}</Banner> : null}
      {send.error ? <Refusal problem={send.error} /> : null}
      {shown.data ? <ImportProgress key={shown.data.importId} of={shown.data} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** Shows the errors of an import that did not begin, each with its line and keyword. */
function Refusal({ problem }: { readonly problem: ApiProblem }) {
  const t = useWords(intakeWords)
  return (
    <>
      <Banner level="serious">
        {t('failed')} ({codeInWords(problem)}): {problemInWords(problem).message}
      </Banner>
      <Faults errors={problem.details} />
    </>
  )
}
