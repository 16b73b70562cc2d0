import { useQuery } from '@tanstack/react-query'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { FileMarking } from '../ui/file/file.tsx'
import { Ephemerides } from './ephemeris/ephemerides.tsx'
import { ephemeridesQuery } from './satellite/ephemerides-query.ts'

/** Shows the page of the ephemerides: whether they are uploaded, valid, and long enough (ux.md S13). */
export function EphemeridesPage() {
  const { data } = useQuery(ephemeridesQuery())
  const isSimulated = data?.some((file) => file.isSimulated) ?? false
  return (
    <FileMarking value={{ isSimulated, stamp: () => formatFileInstant(now()) }}>
      <Ephemerides />
    </FileMarking>
  )
}
