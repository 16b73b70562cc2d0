import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isNotThere } from '../api/problem.ts'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { NotFound } from '../shell/page/not-found.tsx'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/button/button.tsx'
import { FileMarking } from '../ui/file/file.tsx'
import { Empty } from '../ui/page/pane-states.tsx'
import { useWords } from '../ui/text/language.ts'
import { KEYS } from './event/queries.ts'
import { OpenSatellite } from './satellite/page/open-satellite.tsx'
import { bringBack, satelliteQuery } from './satellite/satellite-query.ts'
import { satelliteWords } from './satellite/words.data.ts'

/** Shows the page of one satellite: its exposure, and the correctness of our model of it (ux.md S14). */
export function SatellitePage() {
  const t = useWords(satelliteWords)
  const { satellite_id } = useParams({ from: `/protected${paths.satellite}` })
  const query = useQuery(satelliteQuery(satellite_id))
  const found = query.data
  if (isNotThere(query)) return <NotFound />
  if (found && !found.isRemoved)
    return (
      <FileMarking
        value={{ isSimulated: found.satellite.isSimulated, stamp: () => formatFileInstant(now()) }}
        // The selection and the undo of one satellite do not apply to the next one.
        key={satellite_id}
      >
        <OpenSatellite satellite={found.satellite} />
      </FileMarking>
    )
  return (
    <>
      <title>{`${found?.satellite.name ?? t('loading')} · Apsis`}</title>
      <PageHead names={found ? { satellite: found.satellite.name } : {}} />
      <QueryPane title={t('loading')} query={query} skeletonRows={10} failed={t('failed')}>
        {(known) => (known ? <Removed satellite={known.satellite} /> : null)}
      </QueryPane>
    </>
  )
}

/** Shows that the satellite was removed, by this user or another, and can be restored. */
function Removed({ satellite: { name, satelliteId } }: { readonly satellite: Satellite }) {
  const t = useWords(satelliteWords)
  const restore = useMutation({ mutationFn: bringBack, meta: { writes: [KEYS.satellites, KEYS.conjunctions] } })
  return (
    <Empty
      level="inactive"
      title={t('removedTitle', { name })}
      actions={
        <Button look="primary" disabled={restore.isPending} onClick={() => restore.mutate(satelliteId)}>
          {t('restore', { name })}
        </Button>
      }
    >
      {t('removedText')}
    </Empty>
  )
}
