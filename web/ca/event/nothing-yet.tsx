import { openDemo } from '@apsis/contract/ca/demo.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/page/pane-states.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { demoQuery } from './demo-filling.ts'
import styles from './events.module.css'
import { nothingWords } from './nothing-words.data.ts'
import { KEYS } from './queries.ts'
import { conjunctionsWords } from './words.data.ts'

/** Shows that nothing is monitored yet: one sentence, the button to begin, and the demo fleet for a first look. */
export function NothingYet({ hasSatellites }: { readonly hasSatellites: boolean }) {
  const own = useWords(nothingWords)
  const t = useWords(conjunctionsWords)
  const { data, isPending } = useQuery(demoQuery)
  // Satellites without events may belong to the demo, whose events are still arriving.
  if (hasSatellites && isPending) return null
  if (data?.filling)
    return (
      <div className={styles.nothing}>
        <Empty level="inactive" title={t('fillingDemo', data.filling)}>
          {own('demoArrives')}
        </Empty>
      </div>
    )
  return (
    <div className={styles.nothing}>
      <Empty
        title={own(hasSatellites ? 'noMessages' : 'noSatellites')}
        actions={
          <>
            <Link
              to={paths.assets}
              search={{ dialog: 'add-satellite' }}
              className={`${button.button} ${button.primary} plain-link`}
              data-primary
            >
              {own('addSatellite')}
            </Link>
            <OpenDemo />
          </>
        }
      >
        {own(hasSatellites ? 'noMessagesText' : 'noSatellitesText')} {data?.isAllowed ? own('orDemo') : null}
      </Empty>
    </div>
  )
}

/** Opens the simulated fleet, if this installation allows it to organisations. */
export function OpenDemo() {
  const own = useWords(nothingWords)
  const { data } = useQuery(demoQuery)
  const opening = useMutation({
    meta: { silent: 'open-demo', writes: [demoQuery.queryKey, KEYS.satellites, KEYS.conjunctions, KEYS.ephemerides] },
    mutationFn: () => call(openDemo, { query: {} }),
  })
  if (data?.open) return <span role="status">{own('demoArrives')}</span>
  if (!data?.isAllowed) return null
  const { error } = opening
  return (
    <>
      <Button look="quiet" disabled={opening.isPending} onClick={() => opening.mutate()}>
        {own(opening.isPending ? 'openingDemo' : 'openDemo')}
      </Button>
      {error ? (
        <span role="alert">
          <StatusSymbol level="serious" /> {own('demoFailed')} ({codeInWords(error)}): {problemInWords(error).message}
        </span>
      ) : null}
    </>
  )
}
