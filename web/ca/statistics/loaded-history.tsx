import type { LoadedHistory } from '@apsis/contract/ca/statistics/loaded-history.ts'
import { loadHistory, removeHistory } from '@apsis/contract/ca/statistics/statistics.ts'
import { useMutation } from '@tanstack/react-query'
import { call, upload } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatDate, formatMinute } from '../../clock/format.ts'
import { blobOf, FileLoad, useFileLoad } from '../../encounter/file-load.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatBriefly } from '../../ui/format/number.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { sayHistoryFault } from './history-fault.ts'
import { loadedWords } from './loaded-words.data.ts'
import { STATISTICS_KEY } from './statistics-query.ts'

type Props = {
  readonly satellite: { readonly satelliteId: string; readonly name: string }
  readonly loaded: LoadedHistory | null
  readonly onClose: () => void
}

/** Shows a button that opens the table of events before the first message. */
export function PastEventsButton({ onOpen }: { readonly onOpen: () => void }) {
  const t = useWords(loadedWords)
  return <Button onClick={onOpen}>{t('open')}</Button>
}

/** Shows the dialog for events before the first message: a table is loaded, replaced or removed. */
export function PastEventsDialog({ satellite: { satelliteId, name }, loaded, onClose }: Props) {
  const t = useWords(loadedWords)
  const query = { 'satellite-id': satelliteId }
  const load = useFileLoad((file) => upload(loadHistory, blobOf(file, 'text/csv'), { query }), [STATISTICS_KEY])
  const remove = useMutation({
    meta: { silent: 'remove-history', writes: [STATISTICS_KEY] },
    mutationFn: () => call(removeHistory, { query }),
    onSuccess: () => load.reset(),
  })
  return (
    <Dialog isOpen isWide title={t('title', { name })} onClose={onClose} close={t('close')}>
      <p>{t('what')}</p>
      <FileLoad
        load={load}
        accept=".csv,text/csv"
        words={{ drop: t('drop'), choose: t('choose'), loading: t('loading') }}
        loaded={({ events, messages }) => t('loaded', { count: events, messages })}
        refused={(why) => t('refused', { why })}
        faultInWords={(fault) => sayHistoryFault(t, fault)}
      >
        {t('form')} <a href="/samples/history.csv">{t('sample')}</a>
      </FileLoad>
      {remove.error ? (
        <Banner level="caution" isUrgent>
          {problemInWords(remove.error).message}
        </Banner>
      ) : null}
      {loaded === null ? null : (
        <Banner
          level="inactive"
          action={
            <Button onClick={() => remove.mutate()} disabled={remove.isPending}>
              {t('remove')}
            </Button>
          }
        >
          <LoadedSentence loaded={loaded} />
        </Banner>
      )}
    </Dialog>
  )
}

/** Shows a sentence on a table of past events: their number, the first and the last, and those that do not count. */
export function LoadedSentence({ loaded }: { readonly loaded: LoadedHistory }) {
  const t = useWords(loadedWords)
  const at = formatMinute(Date.parse(loaded.loadedAt))
  const day = (text: string | null) => (text === null ? '' : formatDate(Date.parse(text)))
  const { events: count, overlapping } = loaded
  return (
    <>
      {count === 0 ? t('noneCounts', { at }) : t('counts', { count, at, from: day(loaded.from), to: day(loaded.to) })}
      {overlapping === 0 ? null : ` ${t('overlapping', { count: overlapping })}`}
    </>
  )
}

/** Shows a sentence on a time without data between a table and the messages. */
export function GapSentence({ loaded }: { readonly loaded: LoadedHistory }) {
  const t = useWords(loadedWords)
  return t('gap', { days: formatBriefly(loaded.gapDays, 3), to: formatDate(Date.parse(loaded.to ?? loaded.loadedAt)) })
}
