import { demoElementsAt } from './ca/demo/elements.ts'
import { demoWork } from './ca/demo/work.ts'
import { EPHEMERIDES } from './ca/feed/ephemeris-drop.ts'
import { fileDropWork } from './ca/feed/file-drop-work.ts'
import { spaceTrackWork } from './ca/feed/space-track-work.ts'
import { watchWork } from './ca/find/work.ts'
import { importWork } from './ca/import/import-work.ts'
import { fleetScreeningWork } from './ca/screening/fleet/fleet-screening-work.ts'
import { expiryWork } from './payments/expiry-work.ts'
import { reconciliationWork } from './payments/reconciliation-work.ts'
import type { Config } from './platform/config.ts'
import type { StandingWork } from './platform/jobs/standing-work.ts'
import { endingNoticeWork } from './service-accounts/ending-notice-work.ts'
import { type CatalogueSource, refreshWork } from './tle/refresh-work.ts'

/** Everything that the worker does again and again, as the settings ask for it. */
export function standingWorks(config: Config): readonly StandingWork[] {
  const { spaceTrack, cdmDrop, ephemerisDrop } = config
  return [
    demoWork,
    refreshWork(catalogueSource(config), { wakes: [fleetScreeningWork.name] }),
    watchWork(),
    fleetScreeningWork,
    importWork,
    endingNoticeWork,
    expiryWork,
    reconciliationWork,
    ...(spaceTrack === undefined ? [] : [spaceTrackWork({ ...spaceTrack, random: Math.random })]),
    ...(cdmDrop === undefined ? [] : [fileDropWork(cdmDrop)]),
    ...(ephemerisDrop === undefined ? [] : [fileDropWork(ephemerisDrop, EPHEMERIDES)]),
  ]
}

/** The source that is set; without one the simulated catalogue, where what is simulated is welcome. */
function catalogueSource({ gpSource, demoFleet }: Config): CatalogueSource | undefined {
  if (gpSource !== undefined) return { kind: 'gp', ...gpSource }
  return demoFleet ? { kind: 'simulated', more: demoElementsAt } : undefined
}
