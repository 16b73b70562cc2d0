import { openDemo } from '@apsis/contract/ca/demo.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { codeInWords, problemInWords } from '../../api/problem-in-words.ts'
import { Button } from '../../ui/button/button.tsx'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { demoQuery } from './demo-filling.ts'
import { nothingWords } from './nothing-words.data.ts'
import { KEYS } from './queries.ts'

/** Opens the simulated fleet, where this installation lets organisations do so. */
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
