import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import { useQuery } from '@tanstack/react-query'
import { satellitesQuery } from '../queries.ts'
import { Contradiction } from './contradiction.tsx'
import styles from './estimates-tab.module.css'
import { EstimatesTab, thresholdOf } from './estimates-tab.tsx'
import { WhatHolds } from './what-holds.tsx'

/** An event of which no provider has sent a message: what screenings of the own orbit say is all there is. */
export function OwnOnly({ conjunction }: { readonly conjunction: Conjunction }) {
  const { data: satellites } = useQuery(satellitesQuery())
  const satellite = satellites?.find(({ satelliteId }) => satelliteId === conjunction.satelliteId)
  return (
    <div className={styles.alone}>
      <Contradiction conjunction={conjunction} messageLevel={undefined} />
      <WhatHolds conjunction={conjunction} />
      <EstimatesTab conjunction={conjunction} threshold={thresholdOf(satellite)} />
    </div>
  )
}
