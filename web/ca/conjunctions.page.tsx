import { useMemo, useState } from 'react'
import { freshnessOf } from '../api/freshness.ts'
import { useNow } from '../clock/clock.ts'
import { formatTime } from '../clock/format.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { ReadBy } from '../shell/page/read-by.tsx'
import { Button } from '../ui/button/button.tsx'
import { Segments } from '../ui/button/segments.tsx'
import { partOf } from '../ui/page/part.tsx'
import { useMedia } from '../ui/page/size.ts'
import { Freshness } from '../ui/status/freshness.tsx'
import { useWords } from '../ui/text/language.ts'
import { countByLevel, type EventRow } from './event/event-row.ts'
import styles from './event/events.module.css'
import { EventLead } from './event/lead.tsx'
import { Events } from './event/list/events.tsx'
import { type Asking, useQuestion } from './event/list/filter/use-question.ts'
import { intakeWords } from './event/list/intake/words.data.ts'
import { useEvents } from './event/queries.ts'
import { sentenceOf } from './event/sentence.ts'
import { conjunctionsWords } from './event/words.data.ts'

const unfinishedImport = partOf(
  async () => (await import('./event/list/intake/unfinished-import.tsx')).UnfinishedImport,
)
const importMessages = partOf(async () => (await import('./event/list/intake/import-messages.tsx')).ImportMessages)

/** Shows the list of conjunctions: the events that need a decision, and the times by which they need it (ux.md S11). */
export function ConjunctionsPage() {
  const t = useWords(conjunctionsWords)
  const asking = useQuestion()
  const { question, search, ask } = asking
  const events = useEvents(question)
  const nowMs = useNow('minute')
  const isPhone = useMedia('(width <= 760px)')
  // On a tablet the list has the full width until an event is chosen.
  const isTablet = useMedia('(width <= 1100px)')
  const { aheadRows, query, filling } = events
  const ahead = useMemo(() => aheadRows?.filter(({ tcaMs }) => tcaMs >= nowMs), [aheadRows, nowMs])
  const sentence = useMemo(() => aheadRows && sentenceOf(aheadRows, nowMs, filling), [aheadRows, nowMs, filling])
  const urgent = sentence && 'row' in sentence ? sentence.row : undefined
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const selected = isPhone
    ? undefined
    : selectedOf(search.event, { rows: events.rows, urgent: question.isPast || isTablet ? undefined : urgent })
  const onLevel = (risk: EventRow['risk']) => {
    const isOnly = question.levels.length === 1 && question.levels[0] === risk
    ask({ levels: isOnly ? [] : [risk], isPast: false })
  }
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <Head asking={asking} query={query} aheadCount={ahead?.length} isPhone={isPhone} />
      {isPhone ? (
        <div className={`flex ${styles.whenBelow}`}>
          <When asking={asking} aheadCount={ahead?.length} />
        </div>
      ) : null}
      <unfinishedImport.Show onOpen={() => asking.look({ dialog: 'import-messages' })} />
      <EventLead
        isUnknown={query.isError}
        sentence={sentence}
        filling={filling}
        counts={ahead && countByLevel(ahead)}
        chosen={question.levels}
        onLevel={onLevel}
      />
      <ReadBy answers={[query, events.fleet]}>
        <Events
          asking={asking}
          events={events}
          nowMs={nowMs}
          selected={selected}
          urgent={urgent}
          picked={picked}
          onPick={setPicked}
        />
      </ReadBy>
      {search.dialog === 'import-messages' ? (
        <importMessages.Show onClose={() => asking.look({ dialog: undefined })} />
      ) : null}
    </>
  )
}

type WhenProps = { readonly asking: Asking; readonly aheadCount: number | undefined }
type HeadProps = Pick<ReturnType<typeof useEvents>, 'query'> & WhenProps & { readonly isPhone: boolean }

/** Switches between future events and past events. */
function When({ asking, aheadCount }: WhenProps) {
  const t = useWords(conjunctionsWords)
  return (
    <Segments
      label={t('when')}
      value={asking.question.isPast ? 'past' : 'future'}
      options={[
        { value: 'future', label: aheadCount === undefined ? t('future') : `${t('future')} ${aheadCount}` },
        { value: 'past', label: t('past') },
      ]}
      onChange={(when) => asking.ask({ isPast: when === 'past', from: undefined, to: undefined })}
    />
  )
}

/** Shows the age of the events and the import of messages and, if there is room, the switch between future and past events. */
function Head({ asking, query, aheadCount, isPhone }: HeadProps) {
  const say = useWords(intakeWords)
  return (
    <PageHead main={isPhone ? null : <When asking={asking} aheadCount={aheadCount} />}>
      <span className="row gap-6 muted fs-13 self-center">
        {query.data ? <Freshness state={freshnessOf(query)} asOf={`${formatTime(query.dataUpdatedAt)} Z`} /> : null}
      </span>
      <span className="self-center">
        <Button onClick={() => asking.look({ dialog: 'import-messages' })}>{say('import')}</Button>
      </span>
    </PageHead>
  )
}

type ListRows = { readonly rows: readonly EventRow[] | undefined; readonly urgent: EventRow | undefined }

/** Returns the event of the inspector: the event in the address, else the event in the sentence; undefined if it was closed. */
function selectedOf(id: string | undefined, { rows, urgent }: ListRows): EventRow | undefined {
  if (id === undefined) return urgent
  return rows?.find((row) => row.id === id)
}
