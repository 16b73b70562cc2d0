import { DAY_MS } from '@apsis/astro/constants.ts'
import { withdrawImport } from '@apsis/contract/ca/message/import.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { problemInWords } from '../../../../api/problem-in-words.ts'
import { useNow } from '../../../../clock/clock.ts'
import { formatTime } from '../../../../clock/format.ts'
import { useSession } from '../../../../session/session.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Banner } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { IMPORTS, importQuery, newestImportQuery } from './import-query.ts'
import { useSending } from './send-import.ts'
import { intakeWords } from './words.data.ts'

/** After a day an unfinished import counts as abandoned: its messages may have been sent in another way. */
const GIVEN_UP_MS = DAY_MS

/**
 * Shows that files of the user's last import are missing and not being sent: the page was loaded again, or a file was
 * refused.
 */
export function UnfinishedImport({ onOpen }: { readonly onOpen: () => void }) {
  const t = useWords(intakeWords)
  const session = useSession()
  const nowMs = useNow('minute')
  const newest = useQuery(newestImportQuery()).data
  const isMine = newest != null && session.status === 'signed-in' && newest.by === session.who.userName
  const isOpen = isMine && newest.state === 'RECEIVING' && nowMs - Date.parse(newest.at) < GIVEN_UP_MS
  const isSending = useSending(newest?.importId) !== undefined
  const { data: detail } = useQuery({ ...importQuery(newest?.importId ?? ''), enabled: isOpen && !isSending })
  const withdraw = useMutation({
    meta: { silent: 'withdraw-import', writes: [IMPORTS] },
    mutationFn: (id: string) => call(withdrawImport, { params: { 'import-id': id } }),
  })
  if (!isOpen || isSending || detail === undefined) return null
  const missing = detail.list.filter(({ state }) => state === 'MISSING').length
  if (missing === 0) return null
  return (
    <Banner
      level="caution"
      action={
        <>
          <Button look="quiet" onClick={onOpen}>
            {t('goOn')}
          </Button>
          <Button look="quiet" disabled={withdraw.isPending} onClick={() => withdraw.mutate(detail.importId)}>
            {t('withdraw')}
          </Button>
        </>
      }
    >
      {t('unfinished', { time: `${formatTime(Date.parse(detail.at))} Z`, missing, files: detail.list.length })}
      {withdraw.error ? ` ${problemInWords(withdraw.error).message}` : null}
    </Banner>
  )
}
