import { type CdmIntake, createCdms } from '@apsis/contract/ca/cdm.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { upload } from '../../api/call.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { DropArea } from '../../encounter/drop-area.tsx'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../ui/language.ts'
import { Strip } from '../../ui/pane-states.tsx'
import { meaningOf } from '../../ui/status-meaning.ts'
import type { Level } from '../../ui/status-symbol.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { KEYS } from '../queries.ts'
import styles from './intake.module.css'
import { intakeWords } from './words.data.ts'

const LOOKS: Readonly<Record<CdmIntake['status'], Level>> = {
  accepted: 'ok',
  duplicate: 'inactive',
  refused: 'serious',
}

/** Sends messages by hand, a file at a time, and says of each message what became of it. */
export function ImportMessages({ onClose }: { readonly onClose: () => void }) {
  const t = useWords(intakeWords)
  const [taken, setTaken] = useState<readonly CdmIntake[]>([])
  const [at, setAt] = useState<{ readonly name: string; readonly done: number; readonly of: number }>()
  const send = useMutation({
    meta: { silent: true, writes: [KEYS.conjunctions] },
    mutationFn: async (files: readonly File[]) => {
      for (const [done, file] of files.entries()) {
        setAt({ name: file.name, done, of: files.length })
        const form = new FormData()
        form.set('file', file)
        const answer = await upload(createCdms, form)
        setTaken((before) => [...before, ...answer])
      }
    },
  })
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !send.isPending) send.mutate(files)
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('import')} close={t('done')}>
      <p>{t('what')}</p>
      <DropArea className={styles.drop} overClassName={styles.over} onFiles={take}>
        <label className={styles.label}>
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
        <p role="status">{send.isPending && at ? t('sending', { ...at, done: at.done + 1 }) : t('drop')}</p>
      </DropArea>
      {send.error ? <Refusal problem={send.error} name={at?.name ?? ''} /> : null}
      {taken.length > 0 ? <Taken taken={taken} onClose={onClose} /> : null}
    </Dialog>
  )
}

/** A file of which nothing was taken: each fault with its line and keyword. */
function Refusal({ problem, name }: { readonly problem: ApiProblem; readonly name: string }) {
  const t = useWords(intakeWords)
  return (
    <>
      <Strip level="serious">
        {t('failed', { name })} ({codeInWords(problem)}): {problemInWords(problem).message}
      </Strip>
      <Faults errors={problem.details} />
    </>
  )
}

function Faults({ errors }: { readonly errors: readonly ProblemDetail[] }) {
  const t = useWords(intakeWords)
  if (errors.length === 0) return null
  return (
    <ul className={styles.faults}>
      {errors.map(({ code, line, keyword, message }) => (
        <li key={`${code} ${line} ${keyword} ${message}`}>
          <span className="mono">
            {[line === undefined ? '' : t('line', { line }), keyword ?? ''].filter((part) => part !== '').join(', ')}
          </span>{' '}
          {message}
        </li>
      ))}
    </ul>
  )
}

type TakenProps = { readonly taken: readonly CdmIntake[]; readonly onClose: () => void }

function Taken({ taken, onClose }: TakenProps) {
  const t = useWords(intakeWords)
  const count = (status: CdmIntake['status']) => taken.filter((one) => one.status === status).length
  const sum = { accepted: count('accepted'), duplicate: count('duplicate'), refused: count('refused') }
  return (
    <>
      <p className={styles.sum} role="status">
        {t('sum', sum)}
      </p>
      <ul className={styles.results} aria-label={t('results')}>
        {taken.map((one, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results are only ever added at the end.
          <li key={place}>
            <span className={styles.name}>{one.messageId ?? one.name}</span>
            <StatusWord level={LOOKS[one.status]} word={t(one.status)} />
            {one.riskLevel === null ? null : <StatusWord {...meaningOf('risk', one.riskLevel)} />}
            {one.conjunctionId === null ? null : (
              <Link
                to={paths.conjunctions}
                search={{ event: one.conjunctionId }}
                onClick={onClose}
                aria-label={`${t('open')} ${one.messageId ?? one.name}`}
              >
                {t('open')}
              </Link>
            )}
            <Faults errors={one.errors} />
          </li>
        ))}
      </ul>
    </>
  )
}
